// Tells everybody who watches a match or a tournament what is wrong with the house, within two seconds.
const EVERY_MS = 1500;

export function watchTroubles() {
  if (document.querySelector("#troubles")) setInterval(look, EVERY_MS);
}

async function look() {
  const place = document.querySelector("#troubles");
  if (!place || document.hidden || !document.querySelector("[data-live], [data-poll]")) return;
  const answer = await fetch(place.dataset.address, { credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok) return;
  const { troubles } = await answer.json();
  if (troubles.join("\n") === [...place.children].map((one) => one.textContent).join("\n")) return;
  place.replaceChildren(...troubles.map((said) => Object.assign(document.createElement("p"), { textContent: said })));
  place.hidden = !troubles.length;
}
