// Shows the photos of a list (`data-slide-show`) one after the other, every eight seconds, until somebody
// pauses it. The list scrolls by itself without this.

const SECONDS = 8;

for (const list of document.querySelectorAll("[data-slide-show]")) {
  const button = document.querySelector("[data-slide-pause]");
  let paused = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const words = [button.textContent, button.dataset.continue];
  const show = () => {
    button.textContent = words[paused ? 1 : 0];
  };
  button.hidden = false;
  show();
  button.addEventListener("click", () => {
    paused = !paused;
    show();
  });
  setInterval(() => {
    if (paused || document.hidden) return;
    const isLast = list.scrollLeft + list.clientWidth >= list.scrollWidth - 1;
    list.scrollTo({ left: isLast ? 0 : list.scrollLeft + list.clientWidth, behavior: "instant" });
  }, SECONDS * 1000);
}
