// Shows the page of a tile or of a meld over the page it belongs to instead of leaving it.
import { ask } from "./partial_pages.js";

export function watchDialogs() {
  const dialog = document.querySelector("#dialog");
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-dialog]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.button) {
      event.preventDefault();
      open(dialog, link.getAttribute("href"));
    } else if (dialog.open && (event.target === dialog || event.target.closest("#dialog [data-close]"))) {
      event.preventDefault();
      dialog.close();
    }
  });
}

async function open(dialog, href) {
  const answer = await ask(href);
  if (!answer) return;
  const detail = new DOMParser().parseFromString(answer.html, "text/html").querySelector(".tile-detail");
  if (!detail) return location.assign(href);
  dialog.replaceChildren(detail);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}
