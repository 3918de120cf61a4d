// A keyboard of tiles that writes in the field where somebody was last.
import { SWAPPED } from "./inplace.js";

let last = null;

export function watchKeys() {
  offer();
  document.addEventListener(SWAPPED, offer);
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("[data-tile-field]")) last = event.target;
  });
  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-keys] button[type=button]");
    const target = last?.isConnected ? last : document.querySelector("[data-tile-field]");
    if (!key || !target) return;
    last = target;
    target.value = key.matches("[data-erase]") ? target.value.replace(/\s*\S+\s*$/, "") : added(target.value, key.value);
    mark(target);
  });
}

function added(text, tile) {
  return text === "" || /\s$/.test(text) ? text + tile : `${text} ${tile}`;
}

/** Shows the keyboard; on a touch screen the system's own would cover the page. */
function offer() {
  for (const keyboard of document.querySelectorAll(".count-form [data-keys]")) keyboard.hidden = false;
  if (!matchMedia("(pointer: coarse)").matches) return;
  for (const field of document.querySelectorAll("input[data-tile-field]")) field.inputMode = "none";
}

function mark(target) {
  for (const field of document.querySelectorAll("[data-tile-field]")) field.classList.toggle("is-writing", field === target);
}
