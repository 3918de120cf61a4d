// Sends a photograph as soon as it is chosen, dropped or pasted, and shows how far it is.
import { ask, show, tell } from "./partial_pages.js";

export function watchUploads() {
  document.addEventListener("change", (event) => {
    const form = event.target.closest("#upload");
    if (form && event.target.type === "file" && event.target.files[0]) send(form, event.target.files[0]);
    if (event.target.matches("[data-rack]") && event.target.files[0]) readRack(event.target);
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id === "upload") event.preventDefault();
  });
  document.addEventListener("paste", (event) => take(event.clipboardData, event));
  document.addEventListener("drop", (event) => take(event.dataTransfer, event));
  for (const [kind, on] of [["dragover", true], ["dragleave", false], ["drop", false]]) {
    document.addEventListener(kind, (event) => hover(event, on));
  }
}

function take(transfer, event) {
  const form = document.querySelector("#upload");
  const photo = [...(transfer?.files ?? [])][0];
  if (!form || !photo) return;
  event.preventDefault();
  send(form, photo);
}

function hover(event, on) {
  const form = document.querySelector("#upload");
  if (!form || ![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
  event.preventDefault();
  form.classList.toggle("dropping", on);
}

export function send(form, photo) {
  const problem = form.querySelector(".problem");
  problem.hidden = photo.size <= Number(form.dataset.limit);
  if (!problem.hidden) return say(form, form.dataset.tooHeavy);
  const fields = new FormData();
  fields.append("photo", photo, photo.name || "photo");
  if (form.elements.rules) fields.append("rules", form.elements.rules.value);
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.upload.addEventListener("progress", (event) => progress(form, event));
  request.addEventListener("load", () => finish(form, request));
  request.addEventListener("error", () => say(form, document.querySelector("#notice").dataset.offline));
  progress(form, { loaded: 0, total: photo.size });
  request.send(fields);
}

function progress(form, { loaded, total }) {
  const box = form.querySelector(".progress");
  const done = total > 0 && loaded >= total;
  box.hidden = false;
  const bar = box.querySelector("progress");
  if (done) bar.removeAttribute("value");
  else bar.value = total ? (100 * loaded) / total : 0;
  const words = done ? form.dataset.reading : form.dataset.sending;
  const label = box.querySelector("span");
  if (label.textContent !== words) label.textContent = words;
}

function finish(form, request) {
  if (request.status < 400) {
    show(request.responseText, request.responseURL);
    return scrollTo(0, 0);
  }
  const page = new DOMParser().parseFromString(request.responseText, "text/html");
  return say(form, page.querySelector(".sentence")?.textContent ?? `${request.status}`);
}

/** Ends an upload with one sentence. The chosen file is let go, so that choosing it again sends it again. */
function say(form, sentence) {
  form.querySelector(".progress").hidden = true;
  const problem = form.querySelector(".problem");
  problem.textContent = sentence;
  problem.hidden = false;
  for (const input of form.querySelectorAll("input[type=file]")) input.value = "";
}

/** Shows the doubtful tiles of a photograph that nobody keeps: it is still in this browser. */
function drawDoubts(photo) {
  const crops = document.querySelectorAll("[data-of-photo]");
  if (!crops.length) return;
  const address = URL.createObjectURL(photo);
  for (const crop of crops) {
    crop.querySelector("image").setAttribute("href", address);
    crop.removeAttribute("hidden");
  }
}

/** Reads the photograph of a rack and fills in its tiles; what was filled in elsewhere stays. */
async function readRack(input) {
  const words = input.closest("label").querySelector("span");
  const before = words.textContent;
  words.textContent = input.closest("label").dataset.reading;
  const fields = new FormData(input.form);
  fields.append("read", input.dataset.rack);
  const answer = await ask(input.dataset.reads, { method: "POST", body: fields });
  if (answer?.ok) {
    const photo = input.files[0];
    show(answer.html, location.href);
    return drawDoubts(photo);
  }
  words.textContent = before;
  input.value = "";
  if (answer) tell(new DOMParser().parseFromString(answer.html, "text/html").querySelector(".sentence")?.textContent ?? "");
}
