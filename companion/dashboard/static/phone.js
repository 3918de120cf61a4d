// A phone over the table: its camera's pictures go to the program one by one, each after the answer to the last.
import { SWAPPED } from "./partial_pages.js";

const LONG_SIDE_PX = 1920;
const QUALITY = 0.82;
const REST_MS = { least: 120, most: 2000 };
/** Of the time an answer takes, so much is rested before the next picture: a slow network is not filled. */
const REST_SHARE = 0.5;
const PATIENCE_MS = 8000;
const AGAIN_MS = 1500;

let session = null;

export function watchPhone() {
  offer();
  document.addEventListener(SWAPPED, offer);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-begin]")) begin();
    if (event.target.closest("[data-stop]")) stop("stopped");
  });
  document.addEventListener("visibilitychange", () => session?.seen(!document.hidden));
  addEventListener("pagehide", () => stop());
}

function card() {
  return document.querySelector("[data-phone]");
}

/** Shows the camera's buttons where a browser lends its camera, else why not. */
function offer() {
  if (session && !session.card.isConnected) stop();
  const page = card();
  if (!page || session) return;
  const able = window.isSecureContext && navigator.mediaDevices?.getUserMedia;
  page.querySelector("[data-live-camera]").hidden = !able;
  problem(page, able ? "" : page.dataset.insecure);
}

async function begin() {
  stop();
  const page = card();
  problem(page, "");
  const wanted = { facingMode: { ideal: "environment" }, width: { ideal: LONG_SIDE_PX }, height: { ideal: 1080 } };
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    session = new Session(page, stream);
    await session.run();
  } catch (error) {
    problem(page, error.name === "NotAllowedError" ? page.dataset.denied : page.dataset.missing);
  }
}

function stop(why) {
  session?.end(why ? session.card.dataset[why] : "");
  session = null;
}

function problem(page, sentence) {
  const line = page.querySelector("[data-problem]");
  line.textContent = sentence;
  line.hidden = !sentence;
}

const rest = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** One stretch of being the camera. */
class Session {
  constructor(page, stream) {
    this.card = page;
    this.stream = stream;
    this.video = page.querySelector("video");
    this.canvas = document.createElement("canvas");
    this.id = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    this.isOn = true;
    this.hasBegun = false;
    stream.getVideoTracks()[0].addEventListener("ended", () => { if (this.isOn) stop("ended"); });
  }

  async run() {
    this.video.srcObject = this.stream;
    this.buttons();
    await this.video.play();
    this.say(this.card.dataset.waiting);
    this.stayAwake();
    while (this.isOn) await rest(document.hidden ? AGAIN_MS : await this.send());
  }

  /** Sends the newest picture; gives how long to rest. */
  async send() {
    const picture = await this.picture();
    if (!picture || !this.isOn) return REST_MS.least;
    const address = `${this.card.dataset.phone}?phone=${this.id}${this.hasBegun ? "" : "&begin=1"}`;
    const began = performance.now();
    let answer;
    try {
      answer = await fetch(address, {
        method: "POST", body: picture, headers: { "Content-Type": "image/jpeg" }, signal: AbortSignal.timeout(PATIENCE_MS),
      });
    } catch {
      this.say(this.card.dataset.offline);
      return AGAIN_MS;
    }
    return this.heard(answer, performance.now() - began);
  }

  async heard(answer, tookMs) {
    const told = await answer.json().catch(() => ({}));
    if (!this.isOn) return 0;
    if (answer.ok) {
      this.hasBegun = true;
      this.say(told.says, told.table);
      return Math.min(REST_MS.most, Math.max(REST_MS.least, tookMs * REST_SHARE));
    }
    if ([403, 409].includes(answer.status)) {
      problem(this.card, told.error);
      stop("stopped");
      return 0;
    }
    if (answer.status !== 503) this.say(told.error ?? this.card.dataset.offline);
    return AGAIN_MS;
  }

  /** What the camera shows, as a JPEG no larger than is of use. */
  picture() {
    const { videoWidth: width, videoHeight: height } = this.video;
    if (!width) return null;
    const scale = Math.min(1, LONG_SIDE_PX / Math.max(width, height));
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    this.canvas.getContext("2d").drawImage(this.video, 0, 0, this.canvas.width, this.canvas.height);
    return new Promise((done) => { this.canvas.toBlob(done, "image/jpeg", QUALITY); });
  }

  /** A screen that is switched off stops the camera; where the browser cannot help it, nothing is said. */
  async stayAwake() {
    this.lock = await navigator.wakeLock?.request("screen").catch(() => null);
    if (!this.isOn) this.lock?.release();
  }

  seen(isSeen) {
    if (!isSeen) return this.say(this.card.dataset.away);
    this.say(this.card.dataset.waiting);
    this.stayAwake();
    return this.video.play().catch(() => stop("ended"));
  }

  say(sentence, table = "") {
    for (const [place, words] of [["[data-says]", sentence], ["[data-table]", table]]) {
      const line = this.card.querySelector(place);
      if (line.textContent !== words) line.textContent = words;
    }
  }

  buttons() {
    this.video.hidden = !this.isOn;
    this.card.querySelector("[data-begin]").hidden = this.isOn;
    this.card.querySelector("[data-stop]").hidden = !this.isOn;
    this.card.querySelector("[data-by-hand]").hidden = this.isOn;
  }

  end(sentence) {
    this.isOn = false;
    for (const track of this.stream.getTracks()) track.stop();
    this.video.srcObject = null;
    this.lock?.release();
    this.buttons();
    this.say(sentence);
  }
}
