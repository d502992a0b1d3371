// Keeps what is open in the element with `data-live` over every swap: folds that somebody unfolded,
// and the step that somebody chose.
//
// Steps are radio buttons with `data-step`; the checked one shows its part. Who chose none follows
// the one that the server sends. A tap with `data-then` leads to the step of that id, before it is
// answered.

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

let chosen = ""; // its id, which is another one in every round

document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-step]")) chosen = target.id;
});

document.addEventListener("tap:queued", ({ target }) => {
  const steps = target.closest(".steps");
  if (!steps) return;
  const here = steps.querySelector("[data-step]:checked");
  const next = document.getElementById(target.dataset.then) || here;
  chosen = next.id;
  if (next === here) return;
  const hadFocus = steps.contains(document.activeElement);
  next.checked = true;
  if (hadFocus) next.focus({ preventScroll: true });
  // The second tap of a finger would meet the same place of the next step.
  document.dispatchEvent(new CustomEvent("step:moved"));
});

document.addEventListener("htmx:afterSwap", () => {
  const step = document.getElementById(chosen);
  if (step) step.checked = true;
});
