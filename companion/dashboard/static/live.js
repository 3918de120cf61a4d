// Keeps a match up to date: hears of each new revision and renews the parts of the page that changed.
import { ask, isSending, SENT, SWAPPED } from "./partial_pages.js";
import { isComposing, putComposer } from "./move_composer.js";

export const RENEWED = "page:renewed";

let source = null;
let watched = "";
let heard = 0;

export function watchMatches() {
  follow();
  document.addEventListener(SWAPPED, follow);
  document.addEventListener(SENT, renew);
  document.addEventListener("visibilitychange", follow);
  addEventListener("pagehide", () => listen(""));
}

/** Listens to the match on the page while somebody looks at it: a browser has few connections to spare. */
function follow() {
  const match = document.querySelector("[data-live]");
  listen(match && !document.hidden ? match.dataset.live : "");
}

/** Whether news of the match on the page would come now; where the server has hung up, it is asked again. */
export function isHeard() {
  if (!document.querySelector("[data-live]")) return true;
  if (source?.readyState === EventSource.CLOSED) follow();
  return source?.readyState === EventSource.OPEN;
}

function listen(address) {
  if (address === watched && source?.readyState !== EventSource.CLOSED) return;
  source?.close();
  source = null;
  watched = address;
  heard = 0;
  if (!address) return;
  source = new EventSource(`${address}?after=${document.querySelector("[data-live]").dataset.revision}`);
  source.addEventListener("revision", (event) => {
    const told = JSON.parse(event.data).revision;
    const after = Math.max(heard, Number(new URL(source.url).searchParams.get("after")));
    // Put back to a backup: what is in view never was.
    if (told < after) document.querySelector("[data-live]").dataset.revision = told - 1;
    heard = told;
    renew();
  });
}

/** Renews the page to the revision last heard of; what is being sent brings its own answer, and is waited for. */
async function renew() {
  const match = document.querySelector("[data-live]");
  if (!match || Number(match.dataset.revision) >= heard || isSending()) return;
  const here = location.href;
  const answer = await ask(here);
  if (!answer?.ok || location.href !== here || !match.isConnected || isSending()) return;
  const page = new DOMParser().parseFromString(answer.html, "text/html");
  const fresh = page.querySelector("[data-live]");
  if (!fresh) return;
  if (document.title !== page.title) rename(page.title);
  if (parts(fresh) !== parts(match)) {
    match.replaceWith(fresh);
  } else {
    for (const part of fresh.querySelectorAll("[data-part]")) put(part, match);
    if (!isComposing()) putComposer(fresh.querySelector("#composer"));
    match.dataset.revision = fresh.dataset.revision;
  }
  document.dispatchEvent(new Event(RENEWED));
}

/** Puts other names at the head of the page, and has the camera's panel asked for again: it names the sides too. */
function rename(title) {
  document.title = title;
  for (const panel of document.querySelectorAll(".camera-panel")) panel.dataset.version = "-1";
}

/** What a page is made of; where that changes, as when a hand ends, all of it is renewed. */
function parts(match) {
  return [...match.querySelectorAll("[data-part], #composer")].map((part) => part.id).join(" ");
}

/** Puts a renewed part in the place of the old one, unless somebody is writing in it. */
export function put(part, match) {
  const old = match.querySelector(`#${part.id}`);
  if (old.innerHTML === part.innerHTML) return;
  if (isWritten(old) || old.querySelector("details[open]") || old.matches("details[open]")) return;
  const [said, says] = [old, part].map((one) => one.querySelector(":scope > [role=status]"));
  if (!said || !says) return old.replaceWith(part);
  // What is read out loud has to stay where it is: a screen reader passes over a status that comes anew into a page.
  says.remove();
  for (const one of [...old.childNodes]) if (one !== said) one.remove();
  said.before(...part.childNodes);
  if (said.textContent !== says.textContent) said.textContent = says.textContent;
}

/** Whether somebody writes in a part of the page, or wrote or chose something there that was not sent yet. */
export function isWritten(part) {
  const fields = [...part.querySelectorAll("input:not([type=hidden]), textarea, select")];
  return fields.some((field) => field === document.activeElement || isChanged(field));
}

function isChanged(field) {
  if (field.matches("[type=radio], [type=checkbox]")) return field.checked !== field.defaultChecked;
  if (field.matches("select")) {
    return field.selectedIndex !== Math.max([...field.options].findIndex((one) => one.defaultSelected), 0);
  }
  return field.value !== field.defaultValue;
}
