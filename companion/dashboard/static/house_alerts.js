// Tells everybody who watches a match or a tournament what is wrong with the house, and whether the table is filmed,
// within two seconds; and that what they see may be old where the house does not answer.
import { isHeard } from "./live.js";

const EVERY_MS = 1500;
const ANSWER_MS = 4000;
const OLD_MS = 5000; // for so long nobody answered
let heard = performance.now();
let when = new Date();

export function watchAlerts() {
  setInterval(look, EVERY_MS);
}

async function look() {
  const [place, filmed] = [document.querySelector("#troubles"), document.querySelector("#filmed")];
  const address = filmed?.dataset.address ?? place?.dataset.address;
  const watched = document.querySelector("[data-live], [data-poll]");
  if (!address || document.hidden || !watched) {
    heard = performance.now();
    when = new Date();
    return;
  }
  const options = { credentials: "same-origin", signal: AbortSignal.timeout(ANSWER_MS) };
  const answer = await fetch(address, options).catch(() => null);
  const said = answer?.ok ? await answer.json().catch(() => null) : null;
  if (answer && (said || answer.status < 500) && isHeard()) {
    heard = performance.now();
    when = new Date();
  }
  mark(performance.now() - heard > OLD_MS);
  if (!said) return;
  const { troubles, film } = said;
  if (filmed?.isConnected) put(filmed, film);
  if (!place || troubles.join("\n") === [...place.children].map((one) => one.textContent).join("\n")) return;
  place.replaceChildren(...troubles.map((told) => Object.assign(document.createElement("p"), { textContent: told })));
  place.hidden = !troubles.length;
}

function put(filmed, sentence) {
  if (filmed.textContent === sentence) return;
  filmed.textContent = sentence;
  filmed.hidden = !sentence;
}

/** Says that what is shown may be old, and since when, or says it no more. */
function mark(isOld) {
  const note = document.querySelector("#old");
  for (const one of document.querySelectorAll("[data-live], [data-poll]")) one.classList.toggle("is-old", isOld);
  if (!note || note.hidden !== isOld) return;
  const time = `${when.getHours()}:${String(when.getMinutes()).padStart(2, "0")}`;
  note.textContent = note.dataset.says.replace("{time}", time);
  note.hidden = !isOld;
}
