// Shows the picture of the camera and what is seen on it as they change, while somebody looks.
import { SWAPPED } from "./partial_pages.js";

const REST_MS = 700;
const NARROW = matchMedia("(max-width: 40rem)");
let watching = false;

export function watchCamera() {
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin); // the page itself comes first
  document.addEventListener(SWAPPED, begin);
  document.addEventListener("visibilitychange", begin);
}

function section() {
  return document.hidden ? null : document.querySelector("[data-camera]");
}

async function begin() {
  if (watching || !section()) return;
  watching = true;
  await Promise.all([pictures(), panels()]);
  watching = false;
  if (section()) begin();
}

async function pictures() {
  let number = 0;
  while (section()) {
    const answer = await get(`${section().dataset.picture}?after=${number}${NARROW.matches ? "&width=720" : ""}`);
    const came = performance.now();
    if (answer?.status === 200) {
      number = Number(answer.headers.get("Picture-Number"));
      show(await answer.blob());
      await rest(performance.now() - came); // half of a slow link is for everything else
    } else {
      if (!answer) number = 0;
      await rest();
    }
  }
}

function show(blob) {
  const figure = document.querySelector("[data-camera] .picture");
  if (!figure) return;
  const image = figure.querySelector("img") ?? begun(figure);
  figure.querySelector("source")?.remove();
  const before = image.src;
  image.src = URL.createObjectURL(blob);
  image.decode().catch(() => {}).finally(() => { if (before.startsWith("blob:")) URL.revokeObjectURL(before); });
}

/** The picture in the place of the words that there is none yet. */
function begun(figure) {
  const image = new Image();
  image.alt = figure.dataset.alt;
  figure.replaceChildren(image);
  return image;
}

async function panels() {
  while (section()) {
    const here = section();
    const version = here.querySelector(".camera-panel")?.dataset.version ?? -1;
    const answer = await get(`${here.dataset.camera}&after=${version}`);
    if (!answer) await rest();
    else if (here.isConnected) put(await answer.text(), here);
  }
}

/** Puts a renewed panel in the place of the old one; the picture stays, and so does the focus. */
function put(html, here) {
  const old = here.querySelector(".camera-panel");
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector(".camera-panel");
  if (!fresh || !old || fresh.dataset.version === old.dataset.version) return;
  const image = old.querySelector(".picture img");
  if (image) fresh.querySelector(".picture img")?.replaceWith(image);
  const focused = old.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  old.replaceWith(fresh);
  if (focused) fresh.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

async function get(address) {
  try {
    const answer = await fetch(address, { credentials: "same-origin" });
    return answer.ok ? answer : null;
  } catch {
    return null;
  }
}

function rest(lasting_ms = REST_MS) {
  return new Promise((done) => { setTimeout(done, lasting_ms); });
}
