// Makes text (`data-fit`) as small as its place needs, where it would be cut off.

// The least on a board of 1,920 × 1,080, and on others as much of it as they are smaller or larger.
const LEAST = 26;
const least = () => Math.max(14, LEAST * Math.min(innerWidth / 1920, innerHeight / 1080));

const isCut = ({ clientWidth, clientHeight, scrollWidth, scrollHeight }) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight;

const fit = (element) => {
  element.style.fontSize = "";
  if (!isCut(element)) return;
  let fitting = least();
  let cut = Math.ceil(parseFloat(getComputedStyle(element).fontSize));
  while (cut - fitting > 0.5) {
    const size = (fitting + cut) / 2;
    element.style.fontSize = `${size}px`;
    if (isCut(element)) cut = size;
    else fitting = size;
  }
  element.style.fontSize = `${fitting}px`;
};

const fitAll = () => {
  for (const element of document.querySelectorAll("[data-fit]")) fit(element);
};

document.addEventListener("htmx:afterSettle", fitAll);
document.addEventListener("animationend", fitAll); // what moves in takes more room on its way
addEventListener("resize", fitAll);
fitAll();
