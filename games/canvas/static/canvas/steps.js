// The buttons beside a number: one up, one down, as far as its field allows. And what a painting
// earns, which nobody knows while there is no network.
"use strict";

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const field = button.closest(".canvas-steps").querySelector("input");
  const number = (field.value === "" ? 0 : Number(field.value)) + Number(button.dataset.step);
  field.value = Math.min(Math.max(number, Number(field.min)), Number(field.max));
  field.dispatchEvent(new Event("change", { bubbles: true }));
});

for (const failure of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, ({ target }) => {
    if (!target.matches(".canvas-glimpse")) return;
    for (const shown of target.closest("form").querySelectorAll(".canvas-earns, .canvas-gained")) shown.remove();
  });
}
