// Tournaments: clocks that run, pages that renew themselves, and a queue for what a table says without a connection.
import { isWritten, put } from "./live.js";
import { hush, refill, show, SWAPPED, tell } from "./partial_pages.js";

const KEPT = "burako.queue";
const REFUSED = "burako.refused"; // what waited and was then not taken: shown until somebody has seen it
const RETRY_MS = 5000;
const LONGEST_MS = 24 * 3600 * 1000; // after a day nobody admits that device any more
let polling = 0;
const typed = new Map(); // the forms of what is kept, by their keys, while this page is open
let ahead = null; // of our own clock: the server's, in seconds, once it has said what time it is

export function watchTournaments() {
  follow();
  document.addEventListener(SWAPPED, follow);
  document.addEventListener("submit", queue, true);
  document.addEventListener("click", (event) => event.target.closest("[data-refused-seen]") && store(REFUSED, []));
  addEventListener("online", flush);
  addEventListener("beforeunload", (event) => kept().some(hasWaited) && event.preventDefault());
  setInterval(tick, 1000);
  setInterval(flush, RETRY_MS);
  flush();
}

function follow() {
  clearInterval(polling);
  tick();
  noteQueue();
  const page = document.querySelector("[data-poll]");
  if (page) polling = setInterval(renew, Number(page.dataset.poll) * 1000);
  if (ahead === null && page?.querySelector("[data-ends]")) renew(); // a page that many look at may have been written a while ago
}

/** Asks for the page again (the server says when nothing changed) and renews the parts that did. */
async function renew() {
  const page = document.querySelector("[data-poll]");
  if (!page || document.hidden) return;
  const here = location.href;
  const answer = await fetch(here, { credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok) return;
  const now = Number(answer.headers.get("Burako-Now"));
  if (now) ahead = now - performance.now() / 1000;
  if (location.href !== here || !page.isConnected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-poll]");
  if (!fresh) return;
  const named = (one) => [...one.querySelectorAll("[data-part]")].map((part) => part.id).join(" ");
  if (named(fresh) === named(page)) for (const part of fresh.querySelectorAll("[data-part]")) put(part, page);
  else if (!isWritten(page)) page.replaceWith(fresh);
  tick();
  noteQueue();
}

/** What is left on each clock, by the clock of the server. */
function tick() {
  const ours = performance.now() / 1000;
  for (const clock of document.querySelectorAll("[data-ends]")) {
    clock.ahead ??= Number(clock.dataset.now) - ours;
    const left = Math.floor(Number(clock.dataset.ends) - ours - (ahead ?? clock.ahead));
    clock.textContent = left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : clock.dataset.over;
    clock.classList.toggle("is-over", left <= 0);
  }
}

/** Keeps what a form says until the server has it; a form with a photograph goes its own way. */
function queue(event) {
  const form = event.target;
  if (!form.matches("form[data-queue]")) return;
  const fields = new FormData(form);
  if ([...fields.values()].some((value) => value instanceof File && value.size)) return;
  const said = {};
  for (const [name, value] of fields) {
    if (value instanceof File || value === "") continue;
    if (name === "points") (said.points ??= []).push(Number(value));
    else said[name] = name === "hand" ? Number(value) : value;
  }
  const one = { address: form.dataset.queue, said, at: Date.now(), title: title(form, said) };
  if (!keep([...kept(), one])) return; // it is sent as any form is
  event.preventDefault();
  event.stopPropagation();
  typed.set(said.key, { form: form.cloneNode(true), fields, shown: form, since: performance.now() });
  form.querySelector("button:not([type=button])").disabled = true;
  hush();
  flush();
}

/** Where a hand waits for a connection the next one may be typed: the page asks for it, under a key of its own. */
function goOn() {
  for (const { said } of kept()) {
    const form = said.order === "propose" && said.hand > 0 && typed.get(said.key)?.shown;
    const title = form && form.isConnected && form.closest("[data-part]").querySelector("[data-next-hand]");
    if (!title || Number(title.dataset.nextHand) !== said.hand) continue;
    const part = title.closest("[data-part]");
    title.textContent = title.textContent.replace(said.hand, said.hand + 1);
    title.dataset.nextHand = said.hand + 1;
    for (const passed of part.querySelectorAll("[data-of-this-hand], input[name=counted]")) passed.remove();
    for (const other of part.querySelectorAll("form[data-queue]")) {
      other.reset();
      for (const points of other.querySelectorAll("input[name=points]")) points.value = "";
      other.elements.hand.value = said.hand + 1;
      other.elements.key.value = `${other.elements.key.value.split("~")[0]}~${said.hand + 1}`;
      other.querySelector("button:not([type=button])").disabled = false;
    }
  }
}

/** What a form says, as it stands in a list: whose match, what was tapped, the hand, the points. */
function title(form, said) {
  const match = form.closest("[data-poll]")?.querySelector("h1")?.textContent ?? "";
  const tapped = form.querySelector("button:not([type=button])").textContent;
  const points = said.points ? ` (${said.points.join(" : ").replaceAll("-", "−")})` : "";
  return `${match} · ${tapped}${said.hand ? ` ${said.hand}` : ""}${points}`;
}

let sending = false;

/**
 * Sends what is kept, the oldest first; what the server refuses is told, and back in its form to be put right. Who said
 * what had to wait may look elsewhere by then: that stays on the page until it was seen.
 */
async function flush() {
  if (sending || !kept().length) return;
  sending = true;
  let sent = false;
  const refused = [];
  for (const one of kept()) {
    const late_s = Math.round(passed_ms(one) / 1000);
    const said = one.said.order === "propose" ? { ...one.said, late_s } : one.said;
    const answer = await fetch(one.address, {
      method: "POST", credentials: "same-origin", headers: { "Content-Type": "application/json" }, body: JSON.stringify(said),
    }).catch(() => null);
    const heard = await ours(answer);
    if (!heard || answer.status >= 500) {
      keep(kept().map((other) => ({ ...other, waited: true })));
      goOn();
      break;
    }
    const waits = waiting(answer.status, one);
    if (waits) tellOnce(heard, one);
    if (waits === "all") break;
    if (waits) continue;
    keep(kept().filter((other) => other.said.key !== one.said.key));
    if (!answer.ok) {
      const line = `${one.title}: ${heard.error}`;
      tell(heard.error);
      if (hasWaited(one)) store(REFUSED, [...stored(REFUSED), line]);
      refused.push({ ...typed.get(one.said.key), line: !hasWaited(one) && line });
    }
    typed.delete(one.said.key);
    sent = true;
  }
  sending = false;
  noteQueue();
  if (sent) await reload();
  for (const one of refused) {
    const stays = one.form && refill(one.form, one.fields); // that of a match which is no more has none
    if (!stays && one.line) store(REFUSED, [...stored(REFUSED), one.line]);
  }
}

/** How long ago it was said: by the clock of the phone or, where that went back since, by that of the page. */
function passed_ms({ said, at }) {
  const now = performance.now();
  return Math.max(Date.now() - at, now - (typed.get(said.key)?.since ?? now));
}

/**
 * Whether the server may take later what it refuses now: this alone, where the device has to be admitted anew, or "all",
 * also where it has another name by now (421).
 */
function waiting(status, { said, at }) {
  if ([408, 421, 429].includes(status)) return "all";
  return status === 403 && !said.pin && Date.now() - at < LONGEST_MS && "this";
}

/** What the server says; nothing where something else answers in its place, as the page of a Wi-Fi that asks one to come in. */
async function ours(answer) {
  const heard = await answer?.json().catch(() => null);
  return heard && (answer.ok ? "revision" in heard : "error" in heard) ? heard : null;
}

function tellOnce(heard, one) {
  if (one.told) return;
  keep(kept().map((other) => (other.said.key === one.said.key ? { ...other, told: heard.error } : other)));
  tell(heard.error);
}

/** Shows the page anew, with new keys in its forms; what somebody is writing in one of them stays. */
async function reload() {
  const answer = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
  const html = answer?.ok && (await answer.text());
  if (!html) return;
  const written = [...document.querySelectorAll("form[data-queue]")].filter(isWritten);
  const fields = written.map((form) => new FormData(form));
  show(html, location.href, { remember: false });
  written.forEach((form, at) => refill(form, fields[at]));
}

const kept = () => stored(KEPT);
const keep = (list) => store(KEPT, list);
const hasWaited = (one) => Boolean(one.waited || one.told);

function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? [];
  } catch {
    return [];
  }
}

/** Whether it could be kept: a phone may be full, or keep nothing for anybody. */
function store(name, list) {
  try {
    localStorage.setItem(name, JSON.stringify(list));
  } catch {
    return false;
  }
  noteQueue();
  return true;
}

function noteQueue() {
  const note = document.querySelector("[data-queue-note]");
  if (!note) return;
  const count = kept().length;
  const told = [...new Set(kept().map((one) => one.told))].filter((words) => typeof words === "string");
  note.hidden = count === 0;
  note.textContent = `${told.length ? [...told, note.dataset.kept].join(" ") : note.dataset.waiting} ${count}`;
  const where = document.querySelector("[data-queue-where]"); // a browser gives what is kept to no other address
  list(where, kept().filter(hasWaited).map((one) => one.title));
  where.querySelector("p").textContent = where.dataset.queueWhere.replace("{host}", location.host);
  list(document.querySelector("[data-refused-note]"), stored(REFUSED));
}

function list(note, lines) {
  const items = lines.map((words) => Object.assign(document.createElement("li"), { textContent: words }));
  note.hidden = !items.length;
  note.querySelector("ul").replaceChildren(...items);
}
