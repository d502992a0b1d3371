// Makes text (`data-fit`) as small as its place needs, where it would be cut off.

const LEAST = 12;

const isCut = ({ clientWidth, clientHeight, scrollWidth, scrollHeight }) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight;

const fit = (element) => {
  element.style.fontSize = "";
  if (!isCut(element)) return;
  let fitting = LEAST;
  let cut = Math.ceil(parseFloat(getComputedStyle(element).fontSize));
  while (cut - fitting > 1) {
    const size = Math.floor((fitting + cut) / 2);
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
