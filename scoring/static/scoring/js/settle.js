// Takes no taps for a moment after a swap brought another `data-revision`, or a tap led to another
// player (keep-open.js): the second tap of a finger is not meant for what has just come under it.

const SETTLING = 400;

const live = () => document.querySelector("[data-live]");
let revision = live()?.dataset.revision;
let until = 0;

const settle = () => {
  const left = until - performance.now();
  if (left <= 0) return;
  const table = live();
  table?.classList.add("settling");
  setTimeout(() => table?.classList.remove("settling"), left);
};

const begin = () => {
  until = performance.now() + SETTLING;
  settle();
};

document.addEventListener("choice:moved", begin);
document.addEventListener("htmx:afterSettle", () => {
  const table = live();
  if (table && table.dataset.revision !== revision) begin();
  else settle(); // the swap took the class away
  revision = table?.dataset.revision;
});
