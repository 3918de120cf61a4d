// The own rack of a game: its order, the tiles that are chosen, those that just came; kept while the page is reloaded.

const MARKS = "rbyk";

/** The table on the page. */
export function game() {
  return document.querySelector("[data-game]");
}

export function rack() {
  return document.querySelector("#part-rack");
}

/** The labels of the tiles, as they stand. */
export function tiles() {
  return [...(rack()?.querySelectorAll(".rack-tile") ?? [])];
}

export function faceOf(tile) {
  return tile.querySelector("input").value;
}

/** The faces that are chosen; several of one face stand there as often. */
export function chosen() {
  return tiles().filter((tile) => tile.querySelector("input").checked).map(faceOf);
}

/** Chooses `faces` and nothing else. */
export function choose(faces) {
  const left = [...faces];
  for (const tile of tiles()) {
    const at = left.indexOf(faceOf(tile));
    tile.querySelector("input").checked = at >= 0;
    if (at >= 0) left.splice(at, 1);
  }
  keep();
}

/** Puts the tiles as they stood before a part of the page came anew; new ones go to the end, and are marked. */
export function settle() {
  if (!rack()) return;
  const kept = recall();
  const fresh = leftOf(tiles().map(faceOf), kept.order ?? tiles().map(faceOf));
  const isServed = rack().querySelector("input:checked") !== null; // chosen by the server, which refused something
  if (kept.sort) sort(kept.sort);
  else if (kept.order) arrange([...kept.order, ...fresh]);
  if (!isServed) choose(kept.chosen ?? []);
  for (const tile of tiles()) {
    const at = fresh.indexOf(faceOf(tile));
    tile.classList.toggle("is-fresh", at >= 0 && Boolean(kept.order));
    if (at >= 0) fresh.splice(at, 1);
  }
  rove(tiles().find((tile) => tile.contains(document.activeElement)) ?? tiles()[0]);
  keep();
}

/** Sorts by "color" or "number" now and from now on. */
export function sort(by) {
  const place = (face) => {
    const [number, ink] = face === "J" ? [99, 9] : [parseInt(face, 10), MARKS.indexOf(face.at(-1))];
    return by === "number" ? number * 10 + ink : ink * 100 + number;
  };
  arrange(tiles().map(faceOf).sort((one, other) => place(one) - place(other)));
  keep({ sort: by });
}

/** Moves a tile before another one, or to the end. */
export function move(tile, before) {
  rack().insertBefore(tile, before?.matches(".rack-tile") ? before : null);
  keep({ sort: null });
}

/** Remembers how the rack stands; `more` changes how it is sorted. */
export function keep(more = {}) {
  if (rack()) remember({ order: tiles().map(faceOf), chosen: chosen(), ...more });
}

/** The tiles that were chosen went where they were to go: another one with the same face is not chosen for them. */
export function letGo() {
  remember({ chosen: [] });
}

function remember(more) {
  const kept = { ...recall(), ...more };
  try {
    sessionStorage.setItem(place(), JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing: the rack is as the server sorts it
  }
}

/** One stop of the keyboard for the whole rack. */
export function rove(tile) {
  for (const one of tiles()) one.querySelector("input").tabIndex = one === tile ? 0 : -1;
}

function recall() {
  try {
    return JSON.parse(sessionStorage.getItem(place())) ?? {};
  } catch {
    return {};
  }
}

function place() {
  return `rack ${game().dataset.game}`;
}

function arrange(order) {
  const left = tiles();
  for (const face of order) {
    const at = left.findIndex((tile) => faceOf(tile) === face);
    if (at >= 0) rack().append(left.splice(at, 1)[0]);
  }
  rack().append(...left);
}

/** What is in `faces` beyond those of `known`. */
function leftOf(faces, known) {
  const left = [...known];
  return faces.filter((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
