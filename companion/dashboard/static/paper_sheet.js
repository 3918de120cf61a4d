// The running total of a hand as on the paper sheet: the server adds up while somebody fills in the form.
import { unpoint } from "./field_errors.js";
import { SWAPPED } from "./partial_pages.js";

const PAUSE_MS = 250;
const NUMBERS = "#summed .stepper input, #summed .field:not(.words) input";
let waiting = 0;
let asked = 0;

export function watchSums() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("#summed [data-step]");
    if (!button) return;
    const field = button.parentElement.querySelector("input");
    field.value = Math.max(Number(field.value || 0) + Number(button.dataset.step), 0);
    unsay(field);
    add(button.closest("form"));
  });
  document.addEventListener("input", (event) => {
    const form = event.target.closest("#summed");
    if (!form) return;
    if (!event.target.closest(".words")) unsay(event.target);
    if (event.target.matches("[data-closer]")) choose(form, event.target.value);
    add(form);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches(NUMBERS)) return;
    const fields = [...event.target.form.querySelectorAll(NUMBERS)];
    const next = fields[fields.indexOf(event.target) + 1];
    if (!next) return;
    event.preventDefault(); // the hand is noted by its button alone
    next.focus();
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("#summed .stepper input")) event.target.select(); // what is typed takes the place of 0
  });
  document.addEventListener(SWAPPED, () => clearTimeout(waiting));
}

/** Whoever closed has nearly always played the muerto: that is chosen, and one tap changes it. */
function choose(form, team) {
  const muerto = form.elements[`muerto.${team}`];
  if (muerto && ![...muerto].some((one) => one.checked)) muerto[0].checked = true;
}

/** Words hold until somebody changes a field of their side. */
function unsay(field) {
  const words = field.closest(".summed-side")?.querySelector(".words input");
  if (words) words.value = "";
}

function add(form) {
  clearTimeout(waiting);
  waiting = setTimeout(() => refresh(form), PAUSE_MS);
}

async function refresh(form) {
  const mine = ++asked;
  const fields = new URLSearchParams(new FormData(form));
  const answer = await fetch(`${form.dataset.sums}?${fields}`, { credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok || mine !== asked || !form.isConnected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#summed");
  if (!fresh) return;
  const isCounted = fresh.querySelector("#summed-total .running") !== null;
  const open = form.querySelector("#summed-total details")?.open;
  form.querySelector("#summed-total").replaceChildren(...fresh.querySelector("#summed-total").childNodes);
  if (open) form.querySelector("#summed-total details")?.setAttribute("open", "");
  if (!isCounted) return;
  unpoint();
  take(form, fresh);
}

/** What was said in words stands in the fields of its side; the words stay where they are until they are sent. */
function take(form, fresh) {
  for (const words of form.querySelectorAll(".words input")) {
    if (!words.value.trim()) continue;
    const team = words.name.split(".")[1];
    for (const field of fresh.querySelectorAll(`[name^="count.${team}."], [name="laid.${team}"], [name="left.${team}"]`)) {
      form.elements[field.name].value = field.value;
    }
    for (const choice of fresh.querySelectorAll(`[name="muerto.${team}"]`)) {
      form.querySelector(`[name="muerto.${team}"][value="${choice.value}"]`).checked = choice.checked;
    }
  }
  const closer = fresh.querySelector("[data-closer]:checked")?.value;
  if (closer) form.querySelector(`[data-closer][value="${closer}"]`).checked = true;
}
