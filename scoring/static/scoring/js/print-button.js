// Shows and serves the buttons with `data-print`; the browser's own menu prints as well.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
