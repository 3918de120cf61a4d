// Tells everybody who watches a match or a tournament what is wrong with the house, and whether the table is filmed,
// within two seconds.
const EVERY_MS = 1500;

export function watchTroubles() {
  setInterval(look, EVERY_MS);
}

async function look() {
  const [place, filmed] = [document.querySelector("#troubles"), document.querySelector("#filmed")];
  const address = filmed?.dataset.address ?? place?.dataset.address;
  if (!address || document.hidden || !document.querySelector("[data-live], [data-poll]")) return;
  const answer = await fetch(address, { credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok) return;
  const { troubles, film } = await answer.json();
  if (filmed?.isConnected) put(filmed, film);
  if (!place || troubles.join("\n") === [...place.children].map((one) => one.textContent).join("\n")) return;
  place.replaceChildren(...troubles.map((said) => Object.assign(document.createElement("p"), { textContent: said })));
  place.hidden = !troubles.length;
}

function put(filmed, sentence) {
  if (filmed.textContent === sentence) return;
  filmed.textContent = sentence;
  filmed.hidden = !sentence;
}
