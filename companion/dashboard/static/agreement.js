// What may be agreed depends on the rules that are chosen: how many may play, and what each rule says.
import { ask, SWAPPED } from "./inplace.js";

export function watchAgreement() {
  offer();
  document.addEventListener(SWAPPED, offer);
  document.addEventListener("change", (event) => {
    if (!event.target.matches("form[data-agreement] select[name=rules]")) return;
    offer();
    list(event.target);
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches("form[data-agreement] textarea[name=overrides]")) offer();
  });
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

/** Lists the rules that are chosen now. */
async function list(choice) {
  const rules = choice.value;
  const answer = await ask(`${location.pathname}?${new URLSearchParams({ rules })}`);
  if (!answer?.ok || choice.value !== rules) return;
  const fresh = new DOMParser().parseFromString(answer.html, "text/html").querySelector(".rule-list dl");
  if (fresh) choice.form.querySelector(".rule-list dl")?.replaceWith(fresh);
}
