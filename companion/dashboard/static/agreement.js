// What may be agreed depends on the rules that are chosen: how many may play, and what each rule says.
import { ask, SWAPPED } from "./partial_pages.js";

export function watchAgreement() {
  offer();
  document.addEventListener(SWAPPED, offer);
  document.addEventListener("change", (event) => {
    if (event.target.matches("select[name=rules]")) tellAbout(event.target);
    if (!event.target.matches("form[data-agreement] select[name=rules]")) return;
    offer();
    list(event.target);
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches("form[data-agreement] textarea[name=overrides]")) offer();
  });
}

/** Where every game is described on the page, the one that is chosen shows. */
function tellAbout(choice) {
  for (const about of choice.form?.querySelectorAll("[data-about]") ?? []) {
    about.hidden = about.dataset.about !== choice.value;
  }
}

/** Offers the numbers of players that the rules allow; where a house rule speaks of players, every number. */
function offer() {
  const form = document.querySelector("form[data-agreement]");
  const counts = [...(form?.querySelectorAll("input[type=radio][name=count]") ?? [])];
  if (!counts.length) return;
  const allowed = form.elements.rules.selectedOptions[0].dataset.players.split(" ");
  const isFree = /^\s*(players|deal)\b/m.test(form.elements.overrides.value);
  for (const count of counts) count.disabled = !isFree && !allowed.includes(count.value);
  const possible = counts.filter((count) => !count.disabled);
  if (!possible.some((count) => count.checked)) possible.at(-1).checked = true;
}

/** Tells of the rules that are chosen now: how the game goes, to how many points, and each of them. */
async function list(choice) {
  const rules = choice.value;
  const answer = await ask(`${location.pathname}?${new URLSearchParams({ rules })}`);
  if (!answer?.ok || choice.value !== rules) return;
  const fresh = new DOMParser().parseFromString(answer.html, "text/html").querySelector("form[data-agreement]");
  if (!fresh) return;
  choice.form.querySelector(".rule-list dl").replaceWith(fresh.querySelector(".rule-list dl"));
  const told = choice.form.querySelector(".rule-about");
  const isOpen = told.querySelector("details[open]") !== null;
  told.replaceChildren(...fresh.querySelector(".rule-about").childNodes);
  told.querySelector("details")?.toggleAttribute("open", isOpen);
  choice.form.elements.target.placeholder = fresh.elements.target.placeholder;
}
