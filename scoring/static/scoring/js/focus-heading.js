// Moves the focus to the heading of what was swapped into `data-focus-heading`, so that the keyboard
// and a screen reader go there too.

document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.matches("[data-focus-heading]")) target.querySelector("h2")?.focus();
});
