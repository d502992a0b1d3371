// Goes to the previous or the next page (`rel="prev"`, `rel="next"`) by arrow keys and by swiping across the
// picture (`data-turn-pages`).

const FAR = 60; // pixels

const go = (rel) => document.querySelector(`a[rel="${rel}"]`)?.click();

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowLeft") go("prev");
  if (event.key === "ArrowRight") go("next");
});

for (const picture of document.querySelectorAll("[data-turn-pages]")) {
  let from = null;
  picture.addEventListener("touchstart", (event) => {
    from = event.touches.length === 1 ? event.touches[0].clientX : null;
  }, { passive: true });
  picture.addEventListener("touchend", (event) => {
    if (from === null) return;
    const way = event.changedTouches[0].clientX - from;
    if (Math.abs(way) > FAR) go(way > 0 ? "prev" : "next");
  }, { passive: true });
}
