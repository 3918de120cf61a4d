// The large screen of a tournament: what does not fit on one page comes on the next, and pages turn by themselves.
const WIDE = matchMedia("(min-width: 52rem)");
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
let at = 0; // the page that is shown
let held = false; // whether somebody wants it to stay
let turned = 0; // when it was turned last

export function watchPaging() {
  setInterval(() => {
    const stage = document.querySelector("[data-turning]");
    if (!stage || document.hidden) return;
    if (!held && performance.now() - turned > Number(stage.dataset.turning) * 1000) turn(stage, 1);
    else show(stage);
  }, 1000);
  addEventListener("resize", () => document.querySelectorAll("[data-turning]").forEach(show));
  addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
    const stage = document.querySelector("[data-turning]");
    if (stage && step && WIDE.matches) turn(stage, step);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-turn]");
    if (!button) return;
    const step = Number(button.dataset.turn);
    if (step) return turn(document.querySelector("[data-turning]"), step);
    held = !held;
    button.setAttribute("aria-pressed", held);
  });
  document.querySelectorAll("[data-turning]").forEach(follow);
}

/** Shows the same page again when the lists are renewed, before anybody sees the first. */
function follow(stage) {
  new MutationObserver(() => show(stage)).observe(stage, { childList: true });
  show(stage);
}

function turn(stage, step) {
  const pages = pagesOf(stage).length;
  const before = at;
  at = (at + step + pages) % pages;
  turned = performance.now();
  show(stage);
  if (at !== before && !CALM.matches) stage.animate([{ opacity: 0 }, { opacity: 1 }], 400);
}

function show(stage) {
  const turns = document.querySelector("[data-pages]");
  turns.hidden = !WIDE.matches; // it takes room of the pages, so it stands there before they are counted
  const pages = pagesOf(stage);
  at = Math.min(at, pages.length - 1);
  const { leaf, shift } = pages[at];
  stage.dataset.leaf = leaf;
  stage.style.setProperty("--shift", `${-shift}px`);
  const said = turns.querySelector("[data-says]");
  const words = said.dataset.says.replace("{page}", at + 1).replace("{pages}", pages.length);
  if (said.textContent !== words) said.textContent = words;
  turns.dataset.pages = pages.length;
  turns.hidden = !WIDE.matches || pages.length < 2;
}

/** What there is to show: the lists as many times as they fill the screen, then each other leaf once. */
function pagesOf(stage) {
  const pages = [];
  for (const { dataset: { leaf } } of stage.querySelectorAll("[data-leaf]")) {
    if (leaf === "lists") for (const shift of shiftsOf(stage)) pages.push({ leaf, shift });
    else pages.push({ leaf, shift: 0 });
  }
  return pages;
}

function shiftsOf(stage) {
  const flow = stage.querySelector(".tv-flow > *");
  const shown = stage.dataset.leaf;
  stage.dataset.leaf = "lists"; // what is not shown has no width
  const gap = parseFloat(getComputedStyle(flow).columnGap) || 0;
  const width = flow.clientWidth + gap;
  const count = Math.max(1, Math.ceil((flow.scrollWidth + gap) / width - 0.1));
  stage.dataset.leaf = shown ?? "lists";
  return Array.from({ length: WIDE.matches ? count : 1 }, (_, index) => index * width);
}
