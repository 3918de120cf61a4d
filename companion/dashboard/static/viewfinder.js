// A viewfinder for a photograph: a small picture goes to the program every second, which says what is wrong with it.
import { SWAPPED } from "./partial_pages.js";
import { send } from "./upload.js";

const SMALL_PX = 1280;
const QUALITY = { small: 0.8, full: 0.95 };
const EVERY_MS = 1000;
const AGAIN_MS = 3000;
const PATIENCE_MS = 8000;

let looking = null;

export function watchViewfinder() {
  offer();
  document.addEventListener(SWAPPED, offer);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-look]")) open();
    if (event.target.closest("[data-shoot]")) looking?.shoot();
    if (event.target.closest("[data-look-away]")) close();
  });
  document.addEventListener("visibilitychange", () => { if (document.hidden) close(); });
  addEventListener("pagehide", () => close());
}

/** Shows the button where a browser lends its camera; elsewhere the form's own way to a camera is enough. */
function offer() {
  if (looking && !looking.box.isConnected) close();
  const box = document.querySelector("[data-viewfinder]");
  if (box) box.hidden = !(window.isSecureContext && navigator.mediaDevices?.getUserMedia);
}

async function open() {
  close();
  const box = document.querySelector("[data-viewfinder]");
  const wanted = { facingMode: { ideal: "environment" }, width: { ideal: 4096 }, height: { ideal: 3072 } };
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    looking = new Viewfinder(box, stream);
    await looking.run();
  } catch (error) {
    close();
    tell(box, error.name === "NotAllowedError" ? box.dataset.denied : box.dataset.missing);
  }
}

function close() {
  looking?.end();
  looking = null;
}

function tell(box, sentence) {
  const line = box.querySelector("[data-advice]");
  if (line.textContent !== sentence) line.textContent = sentence;
}

const rest = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** What the camera shows, until a photograph is taken. */
class Viewfinder {
  constructor(box, stream) {
    this.box = box;
    this.stream = stream;
    this.video = box.querySelector("video");
    this.isOn = true;
    stream.getVideoTracks()[0].addEventListener("ended", close);
  }

  async run() {
    this.video.srcObject = this.stream;
    this.show();
    await this.video.play();
    tell(this.box, this.box.dataset.looking);
    while (this.isOn) await rest(await this.ask());
  }

  /** Asks about what is seen now; gives how long to rest. */
  async ask() {
    const picture = await this.picture(SMALL_PX, QUALITY.small);
    if (!picture || !this.isOn) return EVERY_MS;
    try {
      const answer = await fetch(this.box.dataset.viewfinder, {
        method: "POST", body: picture, headers: { "Content-Type": "image/jpeg" }, signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const told = await answer.json();
      if (this.isOn && answer.ok) tell(this.box, told.says);
      return answer.ok ? EVERY_MS : AGAIN_MS;
    } catch {
      return AGAIN_MS;
    }
  }

  /** What the camera shows, as a JPEG with so many pixels along its longer side at most. */
  picture(longPx, quality) {
    const { videoWidth: width, videoHeight: height } = this.video;
    if (!width) return null;
    const canvas = document.createElement("canvas");
    const scale = Math.min(1, longPx / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d").drawImage(this.video, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => { canvas.toBlob(done, "image/jpeg", quality); });
  }

  /** Sends what is seen now, with all its pixels, as a photograph that was chosen. */
  async shoot() {
    const photo = await this.picture(Infinity, QUALITY.full);
    const form = document.querySelector("#upload");
    if (!photo || !form) return;
    close();
    send(form, photo);
  }

  show() {
    for (const [part, isShown] of [["[data-seen]", this.isOn], ["[data-look]", !this.isOn]]) {
      this.box.querySelector(part).hidden = !isShown;
    }
  }

  end() {
    this.isOn = false;
    for (const track of this.stream.getTracks()) track.stop();
    this.video.srcObject = null;
    this.show();
    tell(this.box, "");
  }
}
