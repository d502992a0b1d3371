"""Check that a page loads the stylesheets that it needs, and no more than it may."""

import re
from collections.abc import Iterator

from playwright.sync_api import Page

from tests.stylesheets import ROOT, SHEETS

MOST_STYLESHEETS = 8  # of a board; first visits have limits of their own
LINKS = "Array.from(document.querySelectorAll('link[rel=stylesheet]'), (link) => link.href)"
# The first selector of a stylesheet that something on the page would match, or null.
MATCHING = """(code) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(code);
  const match = (rules, parent) => {
    for (const rule of rules) {
      let selector = parent;
      if (rule.selectorText) {
        selector = parent ? rule.selectorText.replaceAll("&", `:is(${parent})`) : rule.selectorText;
        if (selector !== ":root" && document.querySelector(selector)) return selector;
      }
      const found = rule.cssRules && match(rule.cssRules, selector);
      if (found) return found;
    }
    return null;
  };
  return match(sheet.cssRules, "");
}"""


def style_complaints(page: Page) -> Iterator[str]:
    links = [re.sub(r"\.[0-9a-f]{12}\.css$", ".css", link) for link in page.evaluate(LINKS)]
    if len(links) > MOST_STYLESHEETS:
        yield f"it loads {len(links)} stylesheets"
    loaded = {link.partition("/static/")[2] for link in links}
    for sheet in SHEETS:
        name = str(sheet.path.relative_to(ROOT)).partition("/static/")[2]
        if name not in loaded and (selector := page.evaluate(MATCHING, sheet.code)):
            yield f"it has {selector} and does not load {name}"
