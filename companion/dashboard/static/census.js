// The photographs of a count stay in this browser: more are added one by one, as a phone takes them, and those that were
// counted are sent again with the answers. Photographs are kept nowhere else.
import { SWAPPED, ask, hush, show, tell } from "./partial_pages.js";

let photos = [];

export function watchCensus() {
  document.addEventListener("change", (event) => {
    const input = event.target.closest("[data-census] input[type=file]");
    if (input) add([...input.files]);
  });
  document.addEventListener("input", (event) => {
    const other = event.target.closest(".other-face");
    if (other) document.querySelector(`[name="${other.name.replace("other", "is")}"][value="other"]`).checked = true;
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-photos] button");
    if (!button) return;
    photos.splice(Number(button.value), 1);
    draw();
    form().querySelector("input[type=file]").focus();
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-census]")) return;
    event.preventDefault();
    count(event.target);
  });
  document.addEventListener(SWAPPED, draw);
  draw();
}

function form() {
  return document.querySelector("[data-census]");
}

function add(files) {
  const known = new Set(photos.map(nameOf));
  photos.push(...files.filter((file) => !known.has(nameOf(file))));
  draw();
}

function nameOf(file) {
  return `${file.name} ${file.size} ${file.lastModified}`;
}

/** Sends all photographs and shows what was counted; they are still here for the next time. */
async function count(here) {
  const fields = new FormData(here);
  fields.delete("photo");
  for (const photo of photos) fields.append("photo", photo, photo.name || "photo");
  here.inert = true;
  tell(here.dataset.counting, Infinity);
  const answer = await ask(here.action, { method: "POST", body: fields });
  here.inert = false;
  if (!answer) return;
  const sentence = new DOMParser().parseFromString(answer.html, "text/html").querySelector(".refusal .sentence");
  if (sentence) return tell(sentence.textContent);
  hush();
  show(answer.html, location.href);
  scrollTo(0, 0);
}

/** Each photograph with a button that leaves it out; the doubtful tiles as they look in theirs. */
function draw() {
  const here = form();
  if (!here) {
    photos = [];
    return;
  }
  const addresses = photos.map((photo) => URL.createObjectURL(photo));
  const list = here.querySelector("[data-photos]");
  list.replaceChildren(...addresses.map((address, at) => drawn(address, at, list.dataset.drop)));
  for (const input of here.querySelectorAll("input[type=file]")) input.value = "";
  here.querySelector("[name=photo]").required = !photos.length;
  for (const crop of document.querySelectorAll("svg[data-of-photo]")) {
    const address = addresses[Number(crop.dataset.ofPhoto) - 1];
    if (!address) continue;
    crop.querySelector("image").setAttribute("href", address);
    crop.removeAttribute("hidden");
  }
}

function drawn(address, at, words) {
  const [item, image, button] = ["li", "img", "button"].map((name) => document.createElement(name));
  Object.assign(image, { src: address, alt: String(at + 1) });
  Object.assign(button, { type: "button", value: at, textContent: "×" });
  button.setAttribute("aria-label", words.replace("#", at + 1));
  item.append(image, button);
  return item;
}
