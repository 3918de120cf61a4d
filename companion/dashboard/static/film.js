// Plays the pictures of a film one after another, each for as long as it lasted; without scripts they are links.
import { SWAPPED } from "./partial_pages.js";

const LONGEST_MS = 1500;

let running = 0; // the timer of the next picture

export function watchFilm() {
  offer();
  document.addEventListener(SWAPPED, offer);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-film-play] button")) running ? pause() : play();
    const way = event.target.closest("a[data-shot]");
    if (!way || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    pause();
    show(place() + (way.dataset.shot === "next" ? 1 : -1));
  });
  document.addEventListener("input", (event) => {
    if (!event.target.closest("[data-film-play]")) return;
    pause();
    show(place());
  });
}

/** A page that comes anew stands still. */
function offer() {
  pause();
  const bar = document.querySelector("[data-film-play]");
  if (bar) bar.hidden = false;
}

function moments() {
  return document.querySelector("[data-film]").dataset.film.split(" ").map(Number);
}

function slider() {
  return document.querySelector("[data-film-play] input");
}

function place() {
  return Number(slider().value);
}

/** Shows a picture; done when it is there. */
async function show(at) {
  const film = document.querySelector("[data-film]");
  const all = moments();
  if (!film || at < 0 || at >= all.length) return;
  slider().value = at;
  const image = film.querySelector("img");
  image.src = `${film.dataset.pictures}${all[at]}.jpg`;
  const passed = (all[at] - Number(film.dataset.around)) / 1000;
  film.querySelector("[data-when]").textContent = `${passed < 0 ? "−" : "+"}${Math.abs(passed).toFixed(1)} s`;
  slider().setAttribute("aria-valuetext", film.querySelector("[data-when]").textContent);
  for (const way of document.querySelectorAll("a[data-shot]")) {
    const isThere = way.dataset.shot === "next" ? at + 1 < all.length : at > 0;
    way.toggleAttribute("aria-disabled", !isThere);
    if (!isThere) way.setAttribute("aria-disabled", "true");
  }
  await image.decode().catch(() => {});
}

async function play() {
  sign(true);
  running = -1;
  const all = moments();
  if (place() >= all.length - 1) await show(0);
  const next = async () => {
    if (!running || !document.querySelector("[data-film]")) return;
    const at = place() + 1;
    if (at >= all.length) return pause();
    const began = performance.now();
    await show(at);
    if (!running) return;
    const lasts = Math.min(LONGEST_MS, (all[at + 1] ?? all[at]) - all[at]);
    running = setTimeout(next, Math.max(0, lasts - (performance.now() - began)));
  };
  next();
}

function pause() {
  clearTimeout(running);
  running = 0;
  sign(false);
}

function sign(isRunning) {
  const button = document.querySelector("[data-film-play] button");
  if (button) button.textContent = isRunning ? button.dataset.running : button.dataset.still;
}
