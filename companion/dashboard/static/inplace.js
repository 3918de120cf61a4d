// Follows marked links and forms without a full page load: the answer's <main> takes the place of ours.

export const SWAPPED = "page:swapped";
export const SENT = "page:sent";

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
  fresh.querySelector(".question")?.scrollIntoView({ block: "nearest" });
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

/** Shows one sentence for a few seconds. */
export function tell(sentence) {
  const notice = document.querySelector("#notice");
  notice.textContent = sentence;
  notice.hidden = false;
  setTimeout(() => { notice.hidden = true; }, 6000);
}

export async function visit(url, options, remember = true) {
  const answer = await ask(url, options);
  if (!answer) return;
  const isNewPage = new URL(answer.url).pathname !== location.pathname;
  show(answer.html, answer.url, { remember });
  if (isNewPage) scrollTo(0, 0);
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
  await visit(form.action, { method: "POST", body: fields });
  form.inert = false;
  document.dispatchEvent(new Event(SENT));
  if (form.matches("[data-keeps]") && document.querySelector(".flash")) refill(fields);
}

/** What somebody filled in stays where the program refused it. */
function refill(fields) {
  const controls = document.querySelectorAll("[data-keeps] :is(input:not([type=hidden], [type=file]), [name^='was.'], textarea, select)");
  for (const control of controls) {
    const said = fields.getAll(control.name);
    const isTicked = ["checkbox", "radio"].includes(control.type);
    if (isTicked) control.checked = said.includes(control.value);
    else control.value = said[[...controls].filter((one) => one.name === control.name).indexOf(control)] ?? "";
  }
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
