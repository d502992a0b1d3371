// Keeps what is open in the element with `data-live` over every swap: folds that somebody unfolded,
// and the player that somebody chose.
//
// Players are chosen with radio buttons that have `data-choice`; the checked one shows the elements
// with `of-choice`. Anyone who chose none follows the one that the server sends. A tap with
// `data-then` leads to the choice of that id, before it is answered; an empty one follows the server.

const SETTLING = 400;

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

// No taps are taken for a moment after a swap brought another `data-revision`, or a tap led to another
// player: the second tap of a finger is not meant for what has just come under it.

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

const takeNoTaps = () => {
  until = performance.now() + SETTLING;
  settle();
};

document.addEventListener("htmx:afterSettle", () => {
  const table = live();
  if (table && table.dataset.revision !== revision) takeNoTaps();
  else settle(); // the swap took the class away
  revision = table?.dataset.revision;
});

let chosen = ""; // its id, which is another one in every round

document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-choice]")) chosen = target.id;
});

document.addEventListener("tap:queued", ({ target }) => {
  if (!target.closest(".of-choice")) return;
  const here = document.querySelector("[data-choice]:checked");
  const next = document.getElementById(target.dataset.then) || here;
  chosen = target.dataset.then === "" ? "" : next.id;
  if (next === here) return;
  const hadFocus = document.activeElement.closest(".of-choice");
  next.checked = true;
  if (hadFocus) next.focus({ preventScroll: true });
  takeNoTaps();
});

document.addEventListener("htmx:afterSwap", () => {
  const choice = document.getElementById(chosen);
  if (choice) choice.checked = true;
});
