// Calls out what is new at a table, where somebody switched that on: each call of the page once, when it appears.
import { SWAPPED } from "./partial_pages.js";
import { RENEWED } from "./live.js";

const KEPT = "voice";
const speech = window.speechSynthesis;

let match = "";
let known = new Set();

export function watchAnnouncements() {
  if (!speech) return;
  listen();
  document.addEventListener(SWAPPED, listen);
  document.addEventListener(RENEWED, listen);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-voice]")) return;
    localStorage.setItem(KEPT, isOn() ? "" : "on");
    speech.cancel();
    listen();
    if (isOn()) say(document.querySelector("[data-voice]").dataset.voice);
  });
}

function isOn() {
  return localStorage.getItem(KEPT) === "on";
}

function listen() {
  const button = document.querySelector("[data-voice]");
  if (!button) { match = ""; return; }
  button.hidden = false;
  button.setAttribute("aria-pressed", String(isOn()));
  const calls = [...document.querySelectorAll("[data-call]")];
  const here = document.querySelector("[data-live]").dataset.live;
  const fresh = here === match ? calls.filter((call) => !known.has(call.dataset.call)) : [];
  match = here;
  known = new Set(calls.map((call) => call.dataset.call));
  if (isOn()) for (const call of fresh) say(call.textContent);
}

function say(words) {
  const said = new SpeechSynthesisUtterance(words);
  said.lang = { en: "en-US", pt: "pt-BR", it: "it-IT" }[document.documentElement.lang] || "es-AR";
  said.voice = voice(said.lang) ?? null;
  speech.speak(said);
}

/** The voice of the country, else one of the language. */
function voice(lang) {
  const voices = speech.getVoices();
  return voices.find((one) => one.lang.replace("_", "-") === lang)
    ?? voices.find((one) => one.lang.startsWith(lang.slice(0, 2)));
}
