// Brings what a swap made new into view, and moves the focus to its heading, so that the keyboard
// and a screen reader go there too.
//
// New is what fills an element with `data-focus-heading`. In the element with `data-live` it is
// `data-news` with another text, such as the next round or the winner (`data-celebration`), and after
// a tap on this page also a heading that was not there. Nobody who is typing is led away. A focus
// that the swap would lose goes to the first heading.

const HEADINGS = "[data-live] :is([data-news], .entry h2[id])";
const TYPING = "textarea, select, input:not([type=checkbox], [type=radio])";

let before = null; // what the page showed before the swap of `data-live`

const headings = () =>
  Array.from(document.querySelectorAll(HEADINGS)).filter(
    (heading) => heading.getClientRects().length,
  );

const nameOf = (heading) =>
  "news" in heading.dataset ? `${heading.id} ${heading.textContent.trim()}` : heading.id;

const remember = (isOwnTap) => {
  const live = document.querySelector("[data-live]");
  const shown = headings();
  before = {
    isOwnTap,
    names: shown.map(nameOf),
    topic: shown[0]?.textContent,
    focused: live?.contains(document.activeElement) ? document.activeElement.id : null,
  };
};

const bringIntoView = (heading) => {
  const part = heading.closest("section, details") ?? heading;
  const isAbove = part.getBoundingClientRect().top < 0;
  const isBelow = heading.getBoundingClientRect().bottom > innerHeight;
  if (isAbove || isBelow) part.scrollIntoView({ block: "start" });
};

const focus = (heading) => {
  const target = heading.closest("summary") ?? heading;
  if (target === heading) heading.tabIndex = -1;
  target.focus({ preventScroll: true });
};

const showNews = ({ isOwnTap, names, topic, focused }) => {
  if (document.activeElement.matches(TYPING)) return;
  const shown = headings();
  const news = shown.find(
    (heading) => !names.includes(nameOf(heading)) && (isOwnTap || "news" in heading.dataset),
  );
  const isLost = focused !== null && document.activeElement === document.body;
  const same = shown.find((heading) => heading.id === focused);
  news?.closest("[data-celebration]")?.classList.add("arrives");
  if (news) bringIntoView(news);
  else if (isOwnTap && shown.length && shown[0].textContent !== topic) bringIntoView(shown[0]);
  if (news || (isLost && shown.length)) focus(news ?? same ?? shown[0]);
};

document.addEventListener("tap:beforeSwap", () => remember(true));
document.addEventListener("htmx:beforeSwap", ({ detail: { shouldSwap, target } }) => {
  if (shouldSwap && target.matches("[data-live]")) remember(false);
});
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.matches("[data-focus-heading]")) target.querySelector("h2")?.focus();
  if (!before || !target.matches("[data-live]")) return;
  showNews(before);
  before = null;
});
