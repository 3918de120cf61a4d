// Tiles under a finger or a mouse: of the rack, or of a table of everybody, where a finger first chooses them, as it also
// scrolls there. They are dropped among the others of the rack, on a meld, on the table or on the pozo.
import { choose, chosen, faceOf, game, keep, move, rack, tiles } from "./rack.js";

const FAR_PX = 8;

let held = null; // { tile, x, y, moves, image }

/** `lands(place, name)` is told where chosen tiles were dropped: "to" a meld, to "lay" or to "discard". */
export function watchDragging(lands) {
  document.addEventListener("pointerdown", (event) => {
    const tile = event.target.closest("#part-rack .rack-tile, .game-taken");
    if (tile && mayGo(tile, event) && event.isPrimary && !event.button) held = { tile, x: event.clientX, y: event.clientY, moves: false };
  });
  document.addEventListener("pointermove", (event) => {
    if (!held || !event.isPrimary) return;
    const [right, down] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moves && Math.hypot(right, down) < FAR_PX) return;
    if (!held.moves) begin();
    held.image.style.transform = `translate(${right}px, ${down}px)`;
    mark(placeAt(event));
  });
  document.addEventListener("pointerup", (event) => {
    if (!held) return;
    const { tile, moves } = held;
    const place = moves ? placeAt(event) : null;
    end();
    if (!moves) return;
    swallow();
    if (!place) return;
    if (isTaken(tile) && (place.name === "rack" || place.value === meldOf(tile))) return;
    if (place.tile || place.name === "rack") return stand(tile, place);
    lands(place.name, place.value);
  });
  document.addEventListener("pointercancel", end);
}

/** A finger that goes over the table scrolls it, unless it is on a tile that was chosen before. */
function mayGo(tile, event) {
  return !isTaken(tile) || event.pointerType !== "touch" || tile.querySelector("input").checked;
}

/** The number of the meld in which a tile of the table lies. */
function meldOf(tile) {
  return tile.closest("[data-to]")?.dataset.to;
}

function isTaken(tile) {
  return tile.matches(".game-taken");
}

function begin() {
  held.moves = true;
  const box = held.tile.querySelector("input");
  if (!box.checked || !(isTaken(held.tile) || chosen().includes(faceOf(held.tile)))) {
    choose([]);
    for (const one of game().querySelectorAll(".game-taken input")) one.checked = false;
    box.checked = true;
    keep();
    box.dispatchEvent(new Event("change", { bubbles: true }));
  }
  held.image = lifted();
}

/** What goes with the finger: all that is chosen, beside the table and not in the rack, which cuts off what leaves it. */
function lifted() {
  const image = document.createElement("span");
  const { left, top } = held.tile.getBoundingClientRect();
  image.className = "game-lifted";
  image.setAttribute("aria-hidden", "true");
  Object.assign(image.style, { left: `${left}px`, top: `${top}px` });
  const others = [...game().querySelectorAll(":is(.rack-tile, .game-taken):has(input:checked)")];
  for (const one of new Set([held.tile, ...others])) {
    image.append(copyOf(one.querySelector(".tile") ?? one));
    one.classList.add("is-lifted");
  }
  document.body.append(image);
  return image;
}

function copyOf(tile) {
  const [copy, { width, height }] = [tile.cloneNode(true), tile.getBoundingClientRect()];
  copy.querySelector("input")?.remove();
  copy.style.setProperty("--width", getComputedStyle(tile).getPropertyValue("--width"));
  Object.assign(copy.style, { width: `${width}px`, height: `${height}px` });
  return copy;
}

function end() {
  held?.image?.remove();
  for (const one of document.querySelectorAll(".is-lifted")) one.classList.remove("is-lifted");
  held = null;
  mark(null);
}

/** Where the pointer is: among the tiles of the rack, over a meld, over the pozo, or elsewhere over the table. */
function placeAt(event) {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const [tile, meld] = [under?.closest("#part-rack .rack-tile"), under?.closest("[data-to]")];
  if (tile) {
    const box = tile.getBoundingClientRect();
    const isBehind = event.clientX > box.left + box.width / 2;
    return { name: "rack", tile: isBehind ? (tile.nextElementSibling ?? "end") : tile };
  }
  if (under?.closest("#rack")) return { name: "rack", tile: nearest(event) };
  if (meld) return { name: "to", value: meld.dataset.to, mark: meld };
  const pozo = under?.closest("[data-pozo]");
  if (pozo) return { name: "do", value: "discard", mark: pozo };
  const table = under?.closest(".game-table");
  return table ? { name: "do", value: "lay", mark: table } : null;
}

function nearest(event) {
  return tiles().find((tile) => {
    const box = tile.getBoundingClientRect();
    return event.clientY < box.bottom && event.clientX < box.left + box.width / 2;
  }) ?? "end";
}

function stand(tile, place) {
  if (place.tile !== tile) move(tile, place.tile === "end" ? null : place.tile);
  choose([]);
  rack().dispatchEvent(new Event("change", { bubbles: true }));
}

function mark(place) {
  for (const one of game()?.querySelectorAll(".is-over") ?? []) one.classList.remove("is-over");
  place?.mark?.classList.add("is-over");
}

/** The click that follows a drop is none. */
function swallow() {
  const stop = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", stop, { capture: true }), 50);
}
