// Lights up a row in the picture while the pointer or the focus is on its meld.

export function watchRows() {
  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(kind, (event) => light(event.target.closest?.(".meld")?.dataset.row));
  }
}

function light(number) {
  for (const row of document.querySelectorAll(".row")) row.classList.toggle("lit", row.dataset.row === number);
}
