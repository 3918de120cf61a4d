// Finds rules while somebody types, without the server, and draws the tiles that a question names.
import { SWAPPED } from "./partial_pages.js";
import { write } from "./tile_keyboard.js";

export function watchRules() {
  document.addEventListener("input", (event) => {
    if (event.target.matches("form[data-search] input")) find(event.target.value);
    if (event.target.matches("[data-judge] [data-tile-field]")) draw(event.target);
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-search]") || !isWhole()) return;
    event.preventDefault();
    document.activeElement?.blur(); // the keyboard of a phone would cover what was found
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-judge] select[name=rules]")) event.target.form.requestSubmit();
  });
  document.addEventListener(SWAPPED, begin);
  begin();
}

/** The tiles can be tapped at once where nothing was asked; else the verdict, or what a photograph of a rack showed, is
 * what somebody wants to see. */
function begin() {
  const form = document.querySelector("[data-judge]");
  if (!form) return;
  const verdict = document.querySelector("#ruling, .rack-read");
  if (verdict) verdict.scrollIntoView({ block: "nearest" });
  else if (form.dataset.judge !== "hand") write(form.querySelector("[data-tile-field]"));
}

/** Whether every rule is on the page: a search by address shows some alone. */
function isWhole() {
  return !new URLSearchParams(location.search).get("q");
}

function folded(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function find(sought) {
  const words = folded(sought).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const chapter of document.querySelectorAll(".chapter")) {
    let here = 0;
    for (const rule of chapter.querySelectorAll("[data-text]")) {
      rule.hidden = !words.every((word) => rule.dataset.text.includes(word));
      here += !rule.hidden;
    }
    chapter.hidden = !here;
    found += here;
  }
  for (const beside of document.querySelectorAll(".chapters, .changes")) beside.hidden = words.length > 0;
  document.querySelector("[data-nothing]").hidden = found > 0;
}

/** Every tile looks like its key; a word that is no tile stands there as it is. */
function draw(field) {
  const rows = field.value.split(/[\n|]/).map((row) => row.split(/[\s,]+/).filter(Boolean));
  const shown = rows.filter((row) => row.length).map((row) => {
    const line = document.createElement("div");
    line.className = "tiles small";
    line.append(...row.map(drawn));
    return line;
  });
  field.closest(".tile-field").querySelector("[data-drawn]").replaceChildren(...shown);
}

function drawn(word) {
  const named = word.split("=")[0].toLowerCase().replace("j", "J").replace(/[og]$/, "y");
  const key = document.querySelector(`[data-keys] button[name=add][value="${CSS.escape(named)}"]`);
  const tile = document.createElement("span");
  tile.className = key ? key.className.replace("joker-key", "") : "misread";
  tile.append(...(key ? key.cloneNode(true).childNodes : [word]));
  return tile;
}
