// Keeps what somebody unfolded in the element with `data-live` unfolded when it is swapped.

let open = new Set();
const folds = () => Array.from(document.querySelectorAll("[data-live] details[id]"));

const rememberOpen = () => {
  open = new Set(folds().filter((fold) => fold.open).map((fold) => fold.id));
};

document.addEventListener("htmx:beforeSwap", rememberOpen);
document.addEventListener("tap:beforeSwap", rememberOpen);
document.addEventListener("htmx:afterSwap", () => {
  for (const fold of folds()) fold.open ||= open.has(fold.id) && !("done" in fold.dataset);
  // Folds of one name are steps: one is open, and what is done makes room for the next
  // (`data-next`). The browser closed it when it came, because the old ones were still there.
  const next = document.querySelector("[data-live] details[data-next]");
  if (next && !folds().some((fold) => fold.open && fold.name === next.name)) next.open = true;
});
