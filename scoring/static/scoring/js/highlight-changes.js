// Marks the points that a swap changed (`data-points`), and for ten seconds the button that takes
// the latest change back (`data-undo`).

const HIGHLIGHT_UNDO = 10_000;

let before = {};
let revision = document.querySelector("[data-live]")?.dataset.revision;
let timer = 0;

const points = () =>
  Object.fromEntries(
    Array.from(document.querySelectorAll("[data-points]"), (element) => [
      element.dataset.points,
      element.textContent,
    ]),
  );

const rememberPoints = () => {
  before = points();
};

const highlightPoints = () => {
  for (const [place, now] of Object.entries(points())) {
    const was = before[place];
    if (place in before && was !== now && !(was === "–" && now === "0")) {
      for (const shown of document.querySelectorAll(`[data-points="${place}"]`)) shown.classList.add("changed");
    }
  }
};

const highlightUndo = () => {
  const latest = document.querySelector("[data-live]")?.dataset.revision;
  const undo = document.querySelector("[data-undo]");
  if (undo && latest !== revision) {
    undo.classList.add("fresh");
    clearTimeout(timer);
    timer = setTimeout(
      () => document.querySelector("[data-undo]")?.classList.remove("fresh"),
      HIGHLIGHT_UNDO,
    );
  }
  revision = latest;
};

document.addEventListener("htmx:beforeSwap", rememberPoints);
document.addEventListener("tap:beforeSwap", rememberPoints);
document.addEventListener("htmx:afterSettle", () => {
  highlightPoints();
  highlightUndo();
});
