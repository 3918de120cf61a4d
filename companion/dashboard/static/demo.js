// Lets the demo go on by itself while somebody is looking and no tile is open.
import { SWAPPED, visit } from "./partial_pages.js";

let timer = 0;

export function watchDemo() {
  schedule();
  document.addEventListener(SWAPPED, schedule);
}

function schedule() {
  clearTimeout(timer);
  const demo = document.querySelector("[data-auto]");
  if (demo) timer = setTimeout(() => goOn(demo), 1000 * Number(demo.dataset.autoS));
}

function goOn(demo) {
  if (!demo.isConnected) return;
  if (document.hidden || document.querySelector("#dialog").open) return schedule();
  visit(new URL(demo.dataset.auto, location.href).href);
}
