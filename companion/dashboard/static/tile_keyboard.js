// A keyboard of tiles that writes in the field where somebody is.
import { SWAPPED } from "./partial_pages.js";

let last = null;

export function watchKeys() {
  offer();
  document.addEventListener(SWAPPED, offer);
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("[data-tile-field]")) write(event.target);
  });
  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-keys] button[type=button]");
    if (!key || !last?.isConnected) return;
    if (key.matches("[data-hide]")) return write(null);
    last.value = after(last.value, key);
    last.dispatchEvent(new Event("input", { bubbles: true }));
    last.scrollTop = last.scrollHeight;
  });
}

/** What a field says after a key. */
function after(text, key) {
  if (key.matches("[data-erase]")) return text.replace(/[^\S\n]*(\S+|\n)\s*$/, "");
  if (key.matches("[data-row]")) return text.trim() ? `${text.trimEnd()}\n` : "";
  return text === "" || /\s$/.test(text) ? text + key.value : `${text} ${key.value}`;
}

/** On a touch screen the system's own keyboard would cover the page. */
function offer() {
  if (!matchMedia("(pointer: coarse)").matches) return;
  for (const field of document.querySelectorAll("[data-tile-field]")) field.inputMode = "none";
}

/** Shows the keyboard below the field that it writes in. */
export function write(field) {
  last = field;
  for (const one of document.querySelectorAll("[data-tile-field]")) one.classList.toggle("is-writing", one === field);
  const keyboard = document.querySelector(".count-form [data-keys]");
  if (!keyboard) return;
  keyboard.hidden = !field;
  keyboard.querySelector("[data-row]").hidden = !field?.matches("textarea");
  if (!field) return;
  const covered = field.getBoundingClientRect().bottom - keyboard.getBoundingClientRect().top + 16;
  if (covered > 0 && getComputedStyle(keyboard).position === "sticky") scrollBy(0, covered);
}
