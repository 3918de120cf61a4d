// Points are typed with the digits of a phone, whose keyboard has no minus: the button beside them changes the sign.

export function watchMinusSigns() {
  document.addEventListener("click", (event) => {
    const field = event.target.closest("[data-sign]")?.parentElement.querySelector("[data-signed]");
    if (!field) return;
    field.value = field.value.startsWith("-") ? field.value.slice(1) : `-${field.value}`;
    field.focus();
  });
}
