// Keeps what somebody unfolded in the element with `data-live` unfolded when it is swapped.

let open = new Set();
const folds = () => Array.from(document.querySelectorAll("[data-live] details[id]"));

const rememberOpen = () => {
  open = new Set(folds().filter((fold) => fold.open).map((fold) => fold.id));
};

document.addEventListener("htmx:beforeSwap", rememberOpen);
document.addEventListener("tap:beforeSwap", rememberOpen);
document.addEventListener("htmx:afterSwap", () => {
  for (const fold of folds()) fold.open ||= open.has(fold.id);
});
