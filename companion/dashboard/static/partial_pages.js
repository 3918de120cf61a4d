// Follows marked links and forms without a full page load: the answer's <main> takes the place of ours.

export const SWAPPED = "page:swapped";
export const SENT = "page:sent";
const OF_THE_MOMENT = ["key", "revision", "again", "photo", "counted"];

const PATIENCE_MS = 3000;

let hiding = 0;
let counting = 0;
/** What was sent last: the next form waits a little for its answer, so that the server hears them in order. */
let sent = Promise.resolve();

/** Puts the page in `html`, which came from `url`, in place of this one. */
export function show(html, url, { remember = true } = {}) {
  const next = new DOMParser().parseFromString(html, "text/html");
  const fresh = next.querySelector("#main");
  if (!fresh) return location.assign(url);
  keepPicture(fresh);
  keepInk(document.querySelector("#main #composer"), fresh.querySelector("#composer"));
  document.querySelector("#main").replaceWith(fresh);
  document.title = next.title;
  renewReturn(next);
  if (remember && url !== location.href) history.pushState(null, "", url);
  fresh.querySelector(".question, .put-away")?.scrollIntoView({ block: "nearest" });
  fresh.focus({ preventScroll: true });
  document.dispatchEvent(new Event(SWAPPED));
}

/** Asks the server and gives the text and the final address; tells the visitor when it does not answer. */
export async function ask(url, options = {}) {
  try {
    const answer = await fetch(url, { credentials: "same-origin", ...options });
    return { html: await answer.text(), url: answer.url, ok: answer.ok };
  } catch {
    tell(document.querySelector("#notice").dataset.offline);
    return null;
  }
}

/** Shows one sentence for a few seconds, or for as long as something takes. */
export function tell(sentence, lasting_ms = 6000) {
  const notice = document.querySelector("#notice");
  notice.textContent = sentence;
  notice.hidden = false;
  clearTimeout(hiding);
  clearInterval(counting);
  delete notice.dataset.took;
  if (Number.isFinite(lasting_ms)) hiding = setTimeout(hush, lasting_ms);
  else showsBusy(notice);
}

/** Something takes long: for how many seconds it has already is shown beside the sentence, which is said once. */
function showsBusy(notice) {
  const began_ms = Date.now();
  const tick = () => (notice.dataset.took = `${Math.round((Date.now() - began_ms) / 1000)} s`);
  tick();
  counting = setInterval(tick, 1000);
}

/** Takes back what was said: something else is going on now. */
export function hush() {
  const notice = document.querySelector("#notice");
  notice.hidden = true;
  delete notice.dataset.took;
  clearInterval(counting);
}

export async function visit(url, options, remember = true) {
  const answer = await ask(url, options);
  if (!answer) return null;
  const isNewPage = new URL(answer.url).pathname !== location.pathname;
  show(answer.html, answer.url, { remember });
  if (isNewPage) scrollTo(0, 0);
  return answer;
}

export function watchLinks() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-inplace]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    visit(link.href);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-inplace]")) return;
    event.preventDefault();
    if (form.dataset.confirm && !confirm(form.dataset.confirm)) return;
    document.querySelector("#dialog").close();
    send(form, event.submitter);
  });
  document.addEventListener("change", (event) => {
    event.target.closest("form[data-submit-on-change]")?.requestSubmit();
  });
  addEventListener("popstate", () => visit(location.href, undefined, false));
}

/** Whether a form is on its way: until its answer is here nobody taps in it. */
export function isSending() {
  return document.querySelector("form[inert]") !== null;
}

async function send(form, submitter) {
  const fields = new FormData(form, submitter);
  if (form.method === "get") {
    return visit(`${form.action}?${new URLSearchParams(fields)}`);
  }
  form.inert = true;
  hush();
  if (form.dataset.waiting) tell(form.dataset.waiting, Infinity);
  const before = Promise.race([sent.catch(() => null), new Promise((over) => setTimeout(over, PATIENCE_MS))]);
  sent = before.then(() => visit(form.action, { method: "POST", body: fields }));
  const answer = await sent;
  if (answer && form.dataset.waiting) hush();
  form.inert = false;
  document.dispatchEvent(new Event(SENT));
  if (document.querySelector(".flash")) refill(form, fields);
}

/** What somebody filled in stays where the program refused it, and in view; whether there is a form for it. */
export function refill(form, fields) {
  const twin = [...document.forms].find((one) => one !== form && gist(one) === gist(form));
  if (!twin) return false;
  const controls = [...twin.querySelectorAll("input:not([type=hidden], [type=file]), [name^='was.'], textarea, select")];
  for (const control of controls) {
    const said = fields.getAll(control.name);
    if (["checkbox", "radio"].includes(control.type)) control.checked = said.includes(control.value);
    else control.value = said[controls.filter((one) => one.name === control.name).indexOf(control)] ?? "";
  }
  for (let one = twin.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
  return true;
}

/** What tells a form from others on its page: where it leads, and what it says besides what is filled in. */
function gist(form) {
  const hidden = [...form.querySelectorAll("input[type=hidden]:not([data-of-the-moment], [name^='was.'])")];
  const lasting = hidden.filter((one) => !OF_THE_MOMENT.includes(one.name)).map((one) => `${one.name}=${one.value}`);
  return [form.action, ...lasting].join(" ");
}

/** The same picture is not fetched and decoded again: the element that shows it moves over. */
function keepPicture(fresh) {
  const old = document.querySelector("#main .picture img");
  const renewed = fresh.querySelector(".picture img");
  if (old && renewed && old.getAttribute("src") === renewed.getAttribute("src")) renewed.replaceWith(old);
}

/** The ink that somebody looks at stays, also after a move. */
export function keepInk(old, fresh) {
  const ink = old?.querySelector("input[name=ink]:checked")?.value;
  if (!ink || !fresh) return;
  for (const choice of fresh.querySelectorAll("input[name=ink]")) choice.checked = choice.value === ink;
}

/** The language switch leads back to the page that is shown now. */
function renewReturn(next) {
  const from = next.querySelector(".languages input[name=next]");
  const to = document.querySelector(".languages input[name=next]");
  if (from && to) to.value = from.value;
}
