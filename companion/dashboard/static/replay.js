// Steps through a hand in place: buttons, arrow keys, the slider, or by itself; each step has an address.
import { ask, SWAPPED } from "./partial_pages.js";

const KEYS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };

let asked = 0;
let playing = 0; // the timer of the next step, while the hand plays by itself

export function watchReplay() {
  offerPlay();
  document.addEventListener(SWAPPED, offerPlay);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-play] button")) playing ? pause() : play();
  });
  document.addEventListener("click", (event) => {
    const way = event.target.closest("[data-replay] a[data-step]");
    if (!way || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    pause();
    if (way.href) step(way.href);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest("input, textarea, select, dialog, summary")) return;
    const way = document.querySelector(`[data-replay] a[href][data-step="${KEYS[event.key]}"]`);
    if (!way) return;
    event.preventDefault();
    pause();
    step(way.href);
  });
  document.addEventListener("input", (event) => {
    const slider = event.target.closest("[data-slider]");
    if (!slider) return;
    pause();
    step(`${slider.form.action}?step=${slider.value}`);
  });
  document.addEventListener("submit", (event) => {
    if (event.target.matches(".replay-slider")) event.preventDefault();
  });
}

/** Only where scripts run a hand plays by itself; a page that comes anew stands still. */
function offerPlay() {
  pause();
  const offer = document.querySelector("[data-play]");
  if (offer) offer.hidden = false;
}

/** Goes on from the step that is shown, from the first where that is the last. */
async function play() {
  const forward = () => document.querySelector('[data-replay] a[href][data-step="next"]');
  const first = document.querySelector('[data-replay] a[href][data-step="first"]');
  sign(true);
  playing = -1;
  if (!forward() && first) await step(first.href);
  const goOn = async () => {
    if (!playing) return;
    const next = forward();
    if (!next) return pause();
    await step(next.href);
    if (playing) playing = setTimeout(goOn, Number(document.querySelector("[data-play] select")?.value));
  };
  if (playing) playing = setTimeout(goOn, Number(document.querySelector("[data-play] select").value));
}

function pause() {
  clearTimeout(playing);
  playing = 0;
  sign(false);
}

function sign(isRunning) {
  const button = document.querySelector("[data-play] button");
  if (!button) return;
  button.querySelector("[data-sign]").textContent = isRunning ? "❚❚" : "▶";
  button.querySelector("[data-word]").textContent = isRunning ? button.dataset.running : button.dataset.still;
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
