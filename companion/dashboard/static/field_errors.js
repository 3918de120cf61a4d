// A refusal that one box of the page would solve is said beside it as well, and the box is brought into view.
import { SWAPPED } from "./partial_pages.js";

export function watchFieldErrors() {
  point();
  document.addEventListener(SWAPPED, point);
}

/** Nothing is refused any more. */
export function unpoint() {
  for (const said of document.querySelectorAll("#box-refused, .flash[data-field]")) said.remove();
  for (const box of document.querySelectorAll("[aria-invalid]")) {
    box.removeAttribute("aria-invalid");
    box.removeAttribute("aria-describedby");
  }
}

function point() {
  const flash = document.querySelector(".flash[data-field]");
  const named = flash ? document.querySelectorAll(`#main [name="${CSS.escape(flash.dataset.field)}"]`) : [];
  const box = [...named].find((one) => one.type !== "hidden");
  if (!box) return;
  for (let one = box.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
  const said = Object.assign(document.createElement("p"), { id: "box-refused", className: "reason box-refused", textContent: flash.textContent });
  (box.type === "radio" ? box.closest("label") : box.closest(".rack-row, .field, .stepper") ?? box).after(said);
  flash.classList.add("unseen"); // it is said once to the eye, where it can be put right
  box.setAttribute("aria-invalid", "true");
  box.setAttribute("aria-describedby", said.id);
  box.focus({ preventScroll: true });
  said.scrollIntoView({ block: "nearest" });
}
