// Plays at a table on the screen: tap, drag or keys; legal places light up; other devices' moves come by themselves.
import { SWAPPED, tell } from "./partial_pages.js";
import { watchDragging } from "./dragging.js";
import { choose, chosen, game, keep, letGo, move, rove, settle, sort, tiles } from "./rack.js";

const SOON_MS = 40;

let source = null;
let asking = 0; // the timer of the next question where the chosen tiles may go
let asked = 0;
let sending = Promise.resolve();
let onTheWay = 0;
let heard = 0; // the newest revision that the server spoke of

watchGame();

function watchGame() {
  begin();
  document.addEventListener(SWAPPED, begin);
  document.addEventListener("visibilitychange", () => (document.hidden ? listen(null) : begin()));
  addEventListener("pagehide", () => listen(null));
  addEventListener("pageshow", (event) => event.persisted && begin());
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-game] form[data-order]")) return;
    event.preventDefault();
    if (event.target.dataset.confirm && !confirm(event.target.dataset.confirm)) return;
    send(event.target.action, new FormData(event.target, event.submitter));
  });
  document.addEventListener("change", (event) => {
    if (!event.target.closest("#part-rack, .game-taken")) return;
    keep();
    forget();
    clearTimeout(asking);
    asking = setTimeout(light, SOON_MS);
  });
  document.addEventListener("click", (event) => {
    const by = event.target.closest("[data-game] [data-sort]");
    const hint = event.target.closest("[data-game] [data-hint]");
    const meld = event.target.closest(".game-meld.is-target");
    if (by || hint) event.preventDefault();
    if (by) sort(by.dataset.sort);
    if (hint) look(hint.href).then(() => document.querySelector(".game-advice")?.scrollIntoView({ block: "nearest" }));
    if (meld && !event.target.closest("button, label")) place("to", meld.dataset.to);
  });
  document.addEventListener("keydown", walk);
  watchDragging(place);
}

/** Follows the table on the page, if there is one. */
function begin() {
  const here = game();
  listen(here);
  if (!here) return;
  settle();
  roveTable(here.querySelector(".game-taken input"));
  light();
}

function listen(here) {
  source?.close();
  source = null;
  heard = 0;
  if (!here || document.hidden) return;
  const shown = here.dataset.revision;
  source = new EventSource(`${here.dataset.events}?after=${shown}`);
  source.addEventListener("revision", (event) => {
    const told = JSON.parse(event.data).revision;
    if (told < Math.max(heard, shown)) game().dataset.revision = told - 1; // put back: what is in view never was
    heard = told;
    catchUp();
  });
}

/** Asks for the table where others played on; an order that is on its way brings it by itself, or is waited for. */
function catchUp() {
  const now = game();
  if (now && !onTheWay && Number(now.dataset.revision) < heard) look(now.dataset.here, {}, true);
}

/** Sends an order with the tiles that are chosen, as if its button had been pressed. */
function place(name, value) {
  const form = document.querySelector("#rack");
  const fields = new FormData(form);
  fields.set(name, value);
  send(form.action, fields);
}

/** One order after another; what came meanwhile is asked for behind the last one. */
function send(url, fields) {
  onTheWay += 1;
  sending = sending.then(() => look(url, { method: "POST", body: fields, headers: { "In-Place": "1" } })).finally(() => {
    onTheWay -= 1;
    catchUp();
  });
  return sending;
}

/** Asks for a page and puts its parts in the place of ours; one that only `follows` has to bring something new. */
async function look(url, options = {}, follows = false) {
  try {
    const answer = await fetch(url, { credentials: "same-origin", ...options });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-game]");
    if (!fresh || fresh.dataset.game !== game()?.dataset.game) {
      const refusal = page.querySelector(".refusal .sentence");
      return refusal ? tell(refusal.textContent) : location.assign(answer.url);
    }
    if (!follows || fresh.dataset.revision !== game().dataset.revision) put(fresh, options.method === "POST");
  } catch {
    tell(document.querySelector("#notice").dataset.offline);
  }
}

/** Puts the parts of a fresh page in the place of ours; what is `ours` was done with the tiles that were chosen. */
function put(fresh, ours) {
  const here = game();
  if (Number(fresh.dataset.revision) < Number(here.dataset.revision)) return;
  const held = document.activeElement;
  const lay = new Map([...here.querySelectorAll(".game-meld")].map((meld) => [meld.id, laid(meld)]));
  const wasOver = here.querySelector(".game-result") !== null;
  const [name, value] = here.contains(held) ? [held.name, held.value] : [];
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const old = here.querySelector(`#${part.id}`);
    if (!old) return location.reload();
    if (old.innerHTML === part.innerHTML) continue;
    const [said, says] = [old, part].map((one) => one.querySelector(":scope > [role=status]"));
    if (!said || !says) {
      old.replaceChildren(...part.childNodes);
      continue;
    }
    // A status is read out where it stays in its place and only its words change.
    says.remove();
    for (const one of [...old.childNodes]) if (one !== said) one.remove();
    said.className = says.className;
    old.append(...part.childNodes);
    if (said.textContent !== says.textContent) said.textContent = says.textContent;
  }
  if (ours && fresh.dataset.revision !== here.dataset.revision) letGo();
  here.dataset.revision = fresh.dataset.revision;
  if (Boolean(here.dataset.targets) !== Boolean(fresh.dataset.targets)) return location.reload();
  settle();
  roveTable(here.querySelector(".game-taken input"));
  for (const meld of here.querySelectorAll(".game-meld")) {
    meld.classList.toggle("is-recent", lay.get(meld.id) !== laid(meld));
  }
  if (!wasOver) here.querySelector(".game-result")?.scrollIntoView({ block: "center" });
  if (name && document.activeElement !== held) focusAgain(name, value);
  light();
}

function laid(meld) {
  return meld.querySelector(".tiles").textContent.replace(/\s+/g, " ");
}

/** The focus stays on what it was on, or goes to the first thing that can be done. */
function focusAgain(name, value) {
  const same = [...game().querySelectorAll(`[name="${CSS.escape(name)}"]:not(:disabled)`)];
  const next = same.find((one) => one.value === value) ?? game().querySelector("#part-verbs button");
  (next ?? tiles()[0]?.querySelector("input"))?.focus({ preventScroll: true });
}

/** Where the tiles that are chosen may go lights up; why they are no meld is said where several are chosen. */
async function light() {
  const here = game();
  if (!here?.dataset.targets) return;
  const mine = ++asked;
  const [own, taken] = [chosen(), takenTiles()];
  const may = document.querySelector('#part-verbs [value="lay"]');
  const found = own.length + taken.length && may ? await targets(own, taken) : null;
  if (mine !== asked || here !== game()) return;
  const melds = (found?.melds ?? []).map((one) => String(one.number));
  for (const meld of here.querySelectorAll("[data-to]")) {
    meld.classList.toggle("is-target", melds.includes(meld.dataset.to));
  }
  here.querySelector(".game-table")?.classList.toggle("is-target", Boolean(found?.new));
  here.querySelector("[data-pozo]")?.classList.toggle("is-target", Boolean(found?.discard));
  idle("lay", own.length + taken.length > 0 && !found?.new);
  idle("discard", own.length !== 1);
  const why = here.querySelector("[data-why]");
  const isTold = here.querySelector(".game-problem") !== null; // the last try was refused, and the same reasons stand there
  const isNone = own.length + taken.length >= 3 && found && !found.new && !melds.length && !isTold;
  const reasons = found?.why.filter((one) => one.code !== "BAD_MELD") ?? []; // that they are no meld is plain
  const said = isNone ? (reasons.length ? reasons : found.why).map((one) => one.message).join(" ") : "";
  if (why && why.textContent !== said) why.textContent = said;
}

async function targets(own, taken) {
  const query = new URLSearchParams({ tiles: own.join(",") });
  if (taken.length) query.set("taken", taken.join(","));
  const answer = await fetch(`${game().dataset.targets}?${query}`, { credentials: "same-origin" }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** The tiles of a common table that are chosen, each after the number of its meld. */
function takenTiles() {
  return [...document.querySelectorAll(".game-taken input:checked")].map((one) => one.value);
}

function idle(verb, is) {
  document.querySelector(`#part-verbs [value="${verb}"]`)?.classList.toggle("is-idle", is);
}

/** What the rules said of the last try is over once other tiles are chosen. */
function forget() {
  document.querySelector("#part-says .game-problem")?.remove();
}

/** Arrows go from tile to tile, and with Shift carry one along; Enter lays what is chosen, Escape lets go. */
function walk(event) {
  const tile = event.target.closest?.("#part-rack .rack-tile");
  const taken = event.target.closest?.(".game-taken");
  if (!(tile || taken) || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (event.key === "Enter") {
    event.preventDefault();
    if (chosen().length + takenTiles().length > 1) place("do", "lay");
  } else if (event.key === "Escape") {
    choose([]);
    for (const one of document.querySelectorAll(".game-taken input")) one.checked = false;
    light();
  } else if (taken) {
    walkTable(event, taken);
  } else if (step) {
    event.preventDefault();
    const row = tiles();
    const next = row[row.indexOf(tile) + step];
    if (!next) return;
    if (event.shiftKey) move(tile, step > 0 ? next.nextElementSibling : next);
    const goes = event.shiftKey ? tile : next;
    rove(goes);
    goes.querySelector("input").focus();
  }
}

/** On the table the arrows to the sides go from tile to tile, those up and down from meld to meld. */
function walkTable(event, taken) {
  const boxes = [...document.querySelectorAll(".game-taken input")];
  const melds = [...new Set(boxes.map((box) => box.closest(".game-meld")))];
  const at = boxes.indexOf(taken.querySelector("input"));
  const meld = melds.indexOf(taken.closest(".game-meld"));
  const first = (place) => melds[place]?.querySelector(".game-taken input");
  const next = { ArrowRight: boxes[at + 1], ArrowLeft: boxes[at - 1], ArrowDown: first(meld + 1), ArrowUp: first(meld - 1) };
  if (!(event.key in next)) return;
  event.preventDefault();
  if (!next[event.key]) return;
  roveTable(next[event.key]);
  next[event.key].focus();
}

/** One stop of the keyboard for all tiles of the table. */
function roveTable(box) {
  for (const one of document.querySelectorAll(".game-taken input")) one.tabIndex = one === box ? 0 : -1;
}
