// Takes no taps for a moment after a swap brought another `data-revision`: the second tap of a
// finger is not meant for what has just come under it.

const SETTLING = 400;

const live = () => document.querySelector("[data-live]");
let revision = live()?.dataset.revision;

document.addEventListener("htmx:afterSettle", () => {
  const table = live();
  if (table && table.dataset.revision !== revision) {
    table.classList.add("settling");
    setTimeout(() => table.classList.remove("settling"), SETTLING);
  }
  revision = table?.dataset.revision;
});
