// The tiles that somebody taps go to the tray at once; without scripts each tap asks the server for the page anew.
import { keepInk } from "./inplace.js";

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
    if (event.target.matches("#composer input[name=seat]")) remember();
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
  return (field()?.value ?? "").split(/\s+/).filter(Boolean);
}

function write(words) {
  field().value = words.join(" ");
  draw(words);
}

function draw(words) {
  const tray = document.querySelector("#composer [data-tray]");
  const hint = tray.querySelector(".quiet") ?? tray.hintNode;
  tray.hintNode = hint;
  tray.replaceChildren(...words.map(drawn).filter(Boolean), ...(words.length || !hint ? [] : [hint]));
  remember();
}

/** A tile of the tray looks like its key. */
function drawn(word, place) {
  const key = document.querySelector(`#composer button[name=add][value="${CSS.escape(word)}"]`);
  if (!key) return null;
  const tile = key.cloneNode(true);
  tile.name = "drop";
  tile.value = String(place);
  return tile;
}

/** Where the page goes when what was told is refused: back to the same tiles. */
function remember() {
  const form = document.querySelector("#composer");
  const seat = form.querySelector("input[name=seat]:checked")?.value ?? "";
  form.elements.again.value = `${form.dataset.compose}?${new URLSearchParams({ seat, tiles: written().join(" ") })}`;
}
