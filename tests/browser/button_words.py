"""Check that no button breaks a word of its label, is narrower than the longest one, or takes two
lines where it has room for one."""

from collections.abc import Iterator

from playwright.sync_api import Page

LONGEST_WORD = 16  # letters, as “réinitialisation”; names of sixty letters have to be broken
COMPLAINTS = """(longest) => {
  const pen = document.createElement("canvas").getContext("2d");
  const complaints = [];
  for (const button of document.querySelectorAll("button, .button, .chip, .key, .choice")) {
    if (!button.checkVisibility() || button.matches(".unseen")) continue;
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (text.parentElement.closest(".unseen, [hidden]")) continue;
      const style = getComputedStyle(text.parentElement); // its `font` is empty beside variants
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      for (const word of text.data.matchAll(/[^\\s/\\-\\u2010-\\u2014]+/g)) {
        const width = pen.measureText(word[0]).width;
        if (word[0].length > longest) continue;
        const letters = document.createRange();
        letters.setStart(text, word.index);
        letters.setEnd(text, word.index + word[0].length);
        const lines = new Set([...letters.getClientRects()].map((line) => Math.round(line.top)));
        const label = button.textContent.trim().replace(/\\s+/g, " ").slice(0, 60);
        if (lines.size > 1) complaints.push(`“${label}” breaks “${word[0]}”`);
        const wide = button.getBoundingClientRect().width;
        if (wide < width - 1) complaints.push(`“${label}” is ${Math.round(wide)} px wide`);
      }
    }
  }
  const lines = (button) => {
    const label = document.createRange();
    label.selectNodeContents(button);
    const shown = [...label.getClientRects()].filter((line) => line.width > 1);
    return new Set(shown.map((line) => Math.round(line.bottom))).size;
  };
  for (const button of document.querySelectorAll(".quiet, button.link")) {
    if (!button.checkVisibility() || button.matches(".unseen") || lines(button) < 2) continue;
    button.style.maxWidth = "none";
    const fits = lines(button) === 1 && button.getBoundingClientRect().right <= innerWidth;
    button.style.maxWidth = "";
    const label = button.textContent.trim().replace(/\\s+/g, " ").slice(0, 60);
    if (fits) complaints.push(`“${label}” takes two lines`);
  }
  for (const link of document.querySelectorAll("p.small > .why-link")) {
    const sentence = link.parentElement;
    const line = parseFloat(getComputedStyle(sentence).lineHeight);
    if (!sentence.checkVisibility()) continue;
    const height = sentence.getBoundingClientRect().height;
    if (height > lines(sentence) * line + 4) complaints.push(`“${link.textContent}” parts lines`);
    if (link.getBoundingClientRect().height < 47) complaints.push("“Why?” is hard to tap");
  }
  for (const button of document.querySelectorAll(".button")) {
    const align = getComputedStyle(button).textAlign;
    if (align === "start" && lines(button) > 1) complaints.push("a link has lines at its left");
  }
  return [...new Set(complaints)];
}"""


def button_complaints(page: Page) -> Iterator[str]:
    yield from page.evaluate(COMPLAINTS, LONGEST_WORD)
