// The tiles that somebody taps go to the tray at once; without scripts each tap asks the server for the page anew.
import { keepInk } from "./partial_pages.js";

let asked = 0; // how often; only the newest answer counts

export function watchComposer() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("#composer button[name=add], #composer button[name=drop]");
    if (!button) return;
    event.preventDefault();
    const words = written();
    if (button.name === "add") words.push(button.value);
    else words.splice(Number(button.value), 1);
    write(words);
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches("#composer input[name=tiles]")) draw(written());
    if (event.target.matches("#composer input[name=seat]")) offer();
  });
}

/** Whether somebody has tiles in the tray. */
export function isComposing() {
  return written().length > 0 || document.activeElement?.matches("#composer input[name=tiles]");
}

/** Puts a renewed composer in the place of the old one; the ink that is looked at stays. */
export function putComposer(fresh) {
  const old = document.querySelector("#composer");
  if (!old || !fresh) return;
  keepInk(old, fresh);
  old.replaceWith(fresh);
}

function field() {
  return document.querySelector("#composer input[name=tiles]");
}

function written() {
  return (field()?.value ?? "").split(/[\s,]+/).filter(Boolean);
}

function write(words) {
  field().value = words.join(" ");
  draw(words);
}

function draw(words) {
  const tray = document.querySelector("#composer [data-tray]");
  const hint = tray.querySelector(".quiet") ?? tray.hintNode;
  tray.hintNode = hint;
  tray.replaceChildren(...words.map(drawn), ...(words.length || !hint ? [] : [hint]));
  offer();
}

/** A tile of the tray looks like its key; a word that is no tile stands there as it is. */
function drawn(word, place) {
  const named = word.split("=")[0].toLowerCase().replace("j", "J").replace(/[og]$/, "y");
  const key = document.querySelector(`#composer button[name=add][value="${CSS.escape(named)}"]`);
  const tile = key?.cloneNode(true) ?? document.createElement("button");
  if (!key) [tile.className, tile.textContent] = ["misread", word];
  tile.name = "drop";
  tile.value = String(place);
  return tile;
}

/** Asks what may be done with the tiles; what was told comes back to them where it is refused. */
async function offer() {
  const form = document.querySelector("#composer");
  const seat = form.querySelector("input[name=seat]:checked")?.value ?? "";
  const said = new URLSearchParams({ seat, tiles: written().join(" ") });
  form.elements.again.value = `${form.dataset.compose}?${said}`;
  const verbs = form.querySelector("#verbs");
  const mine = ++asked;
  const answer = await fetch(`${verbs.dataset.verbs}?${said}`, { credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#verbs");
  if (fresh && mine === asked && verbs.isConnected) verbs.replaceWith(fresh);
}
