// Sends the photographs of a hand one after another, as soon as they are chosen, and shows how far it is.
import { ask, show, tell } from "./partial_pages.js";

export function watchPhotos() {
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-photos]");
    if (form && event.target.type === "file" && event.target.files.length) send(form, event.target);
  });
}

async function send(form, input) {
  const photos = [...input.files];
  const progress = form.querySelector(".progress");
  const said = [];
  let [address, last] = [form.action, null];
  progress.hidden = false;
  form.inert = true;
  for (const [at, photo] of photos.entries()) {
    progress.textContent = form.dataset.reading.replace("##", photos.length).replace("#", at + 1);
    const fields = new FormData();
    fields.append(input.name, photo, photo.name || "photo");
    const answer = await ask(address, { method: "POST", body: fields });
    if (!answer) break;
    const page = new DOMParser().parseFromString(answer.html, "text/html");
    said.push(...[...page.querySelectorAll(".flash, .refusal .sentence")].map((one) => one.textContent));
    if (!answer.ok) continue;
    last = answer;
    if (page.querySelector(".photo-hand")) address = new URL(answer.url).pathname;
  }
  form.inert = false;
  progress.hidden = true;
  input.value = "";
  if (last) show(last.html, last.url);
  if (last) scrollTo(0, 0);
  if (said.length) tell([...new Set(said)].join(" "), 9000);
}
