// Shows the winner (`data-celebration`) when a swap brings it: at the top of the screen, and to who
// listens to the page.

const shown = () => document.querySelector("[data-celebration]");
let wasShown = Boolean(shown());

document.addEventListener("htmx:afterSettle", () => {
  const celebration = shown();
  if (celebration && !wasShown) {
    celebration.classList.add("arrives");
    scrollTo({ top: 0 });
    celebration.querySelector("h2").focus({ preventScroll: true });
  }
  wasShown = Boolean(celebration);
});
