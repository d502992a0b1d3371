"""Check that a page fits its window and cuts no text."""

from collections.abc import Iterator

from playwright.sync_api import Page

WIDTHS = (320, 390, 768, 1280, 1920)
# What hides the end of its text. Fields scroll; what only screen readers read is cut on purpose.
COMPLAINTS = """() => {
  const complaints = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) complaints.push(`it is ${wide} pixels wide`);
  for (const it of document.body.querySelectorAll("*:not(input, select, textarea, svg, svg *)")) {
    const { overflowX } = getComputedStyle(it);
    if (overflowX !== "hidden" && overflowX !== "clip") continue;
    if (it.closest(".unseen, thead") || it.scrollWidth <= it.clientWidth + 1) continue;
    const text = it.textContent.trim().replace(/\\s+/g, " ").slice(0, 60);
    if (text) complaints.push(`it cuts “${text}”`);
  }
  return complaints;
}"""


def layout_complaints(page: Page) -> Iterator[str]:
    yield from page.evaluate(COMPLAINTS)
