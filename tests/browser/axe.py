"""Run axe on a page, in the light and the dark theme."""

from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AXE = Axe().axe_script
EVERYTHING: dict[str, Any] = {"resultTypes": ["violations"]}
# By night only the colours are others.
COLOURS: dict[str, Any] = {**EVERYTHING, "runOnly": ["color-contrast"]}
SCHEMES: tuple[tuple[Literal["light", "dark"], dict[str, Any]], ...] = (
    ("light", EVERYTHING),
    ("dark", COLOURS),
)


def violations(page: Page, rules: dict[str, Any]) -> list[str]:
    """Return a line for each rule that is broken, with the places."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate("async (rules) => (await axe.run(rules)).violations", rules)
    return [f"{each['id']}: {[node['html'] for node in each['nodes']]}" for each in found]


def check_with_axe(page: Page) -> None:
    """Fail where axe finds something on the page, and leave the page by day."""
    found = []
    for scheme, rules in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += [f"{page.url}, {scheme}: {each}" for each in violations(page, rules)]
    page.emulate_media(color_scheme="light")
    assert not found, "\n".join(found)
