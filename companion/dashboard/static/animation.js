// Follows a hand that is being made into a file until it is done.
import { SWAPPED } from "./partial_pages.js";

const PAUSE_MS = 400;

let asking = 0;

export function watchAnimation() {
  follow();
  document.addEventListener(SWAPPED, follow);
}

function follow() {
  clearTimeout(asking);
  if (document.querySelector("[data-animation][data-unfinished]")) asking = setTimeout(look, PAUSE_MS);
}

async function look() {
  const answer = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
  const part = document.querySelector("[data-animation][data-unfinished]");
  if (!part) return;
  const page = answer && new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page?.querySelector("[data-animation]");
  if (fresh) part.replaceWith(fresh);
  follow();
}
