// Steps through a hand in place: buttons, the arrows of the keyboard, and the slider; each step has an address.
import { ask } from "./inplace.js";

const KEYS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };

let asked = 0;

export function watchReplay() {
  document.addEventListener("click", (event) => {
    const way = event.target.closest("[data-replay] a[data-step]");
    if (!way || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    if (way.href) step(way.href);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest("input, textarea, select, dialog, summary")) return;
    const way = document.querySelector(`[data-replay] a[href][data-step="${KEYS[event.key]}"]`);
    if (!way) return;
    event.preventDefault();
    step(way.href);
  });
  document.addEventListener("input", (event) => {
    const slider = event.target.closest("[data-slider]");
    if (slider) step(`${slider.form.action}?step=${slider.value}`);
  });
  document.addEventListener("submit", (event) => {
    if (event.target.matches(".replay-slider")) event.preventDefault();
  });
}

/** Shows the step at `url` in place; of several asked for in haste only the last. */
async function step(url) {
  const mine = ++asked;
  const answer = await ask(url);
  const here = document.querySelector("[data-replay]");
  if (!answer || mine !== asked || !here) return;
  const fresh = new DOMParser().parseFromString(answer.html, "text/html").querySelector("[data-replay]");
  if (!fresh) return location.assign(url);
  const held = document.activeElement?.closest("a[data-step]")?.dataset.step;
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const old = here.querySelector(`#${part.id}`);
    if (!old || old.id === "part-slider") continue;
    old.className = part.className;
    old.innerHTML = part.innerHTML;
  }
  if (held) here.querySelector(`[data-step="${held}"]`)?.focus();
  const slider = here.querySelector("[data-slider]");
  const next = fresh.querySelector("[data-slider]");
  for (const name of ["max", "value", "aria-valuetext"]) slider.setAttribute(name, next.getAttribute(name));
  if (document.activeElement !== slider) slider.value = next.value;
  history.replaceState(null, "", answer.url);
}
