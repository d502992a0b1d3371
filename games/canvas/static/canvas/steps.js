// The buttons beside a number: one up, one down, as far as its field allows.
"use strict";

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const field = button.closest(".canvas-steps").querySelector("input");
  const number = (field.value === "" ? 0 : Number(field.value)) + Number(button.dataset.step);
  field.value = Math.min(Math.max(number, Number(field.min)), Number(field.max));
  field.dispatchEvent(new Event("change", { bubbles: true }));
});
