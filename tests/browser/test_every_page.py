"""Every page of the site, in the middle of an evening: it fits a small phone, has all its styles,
and axe agrees."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.page_styles import style_complaints
from tests.serving import ROOT, prepared_environment, running

WHERE = ("site", "group", "artem", "canvas", "duplik", "artbox")
# By night only the colours are others.
COLOURS = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}
PLACES = (
    (320, "light", {"resultTypes": ["violations"]}),
    (1280, "dark", COLOURS),
)
# Good practice that templates of Django's own leave out: the heading above the names of rows, and
# the words of the label of a search. What the links above a page lead to is clear without a line.
DJANGOS_OWN = {
    name: {"enabled": False}
    for name in ("empty-table-header", "label-title-only", "link-in-text-block")
}
AT_A_DESK: tuple[tuple[Literal["light", "dark"], dict[str, Any]], ...] = (
    ("light", {"resultTypes": ["violations"], "rules": DJANGOS_OWN}),
    ("dark", COLOURS),
)
UNFOLD = "for (const fold of document.querySelectorAll('details')) fold.open = true"
Pages = dict[str, list[tuple[str, str, str]]]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Pages]]:
    """Serve a site where all games are being played; yield its address and its pages."""
    environment = prepared_environment(tmp_path_factory.mktemp("everywhere"))
    play = "from tests.browser.sample_tables import main; main()"
    command = [sys.executable, "manage.py", "shell", "--verbosity", "0", "--command", play]
    output = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    with running(environment, "config.settings") as address:
        yield address, json.loads(output.stdout)


@pytest.mark.database
@pytest.mark.parametrize("where", WHERE)
def test_it_fits_and_axe_finds_nothing(
    browser: Browser, evening: tuple[str, Pages], where: str
) -> None:
    address, pages = evening
    complaints = []
    with browser.new_context(viewport={"width": 320, "height": 700}) as context:
        page = context.new_page()
        for name, cookie, path in pages[where]:
            context.clear_cookies()
            if name:
                context.add_cookies([{"name": name, "value": cookie, "url": address}])
            page.goto(f"{address}{path}")
            complaints += [f"{path}: {complaint}" for complaint in _complaints(page)]
    assert not complaints, "\n".join(complaints)


@pytest.mark.database
def test_the_admin_fits_a_desk_and_axe_finds_nothing(
    browser: Browser, evening: tuple[str, Pages]
) -> None:
    address, pages = evening
    complaints = []
    for scheme, rules in AT_A_DESK:
        name, cookie, _path = pages["admin"][0]
        size: ViewportSize = {"width": 1280, "height": 800}
        with browser.new_context(viewport=size, color_scheme=scheme) as context:
            context.add_cookies([{"name": name, "value": cookie, "url": address}])
            page = context.new_page()
            for _name, _cookie, path in pages["admin"]:
                page.goto(f"{address}{path}")
                page.evaluate(UNFOLD)
                found = [*_too_wide(page, 1280), *_violations(page, rules)]
                complaints += [f"{path}, {scheme}: {complaint}" for complaint in found]
    assert not complaints, "\n".join(complaints)


def _complaints(page: Page) -> Iterator[str]:
    """Yield what axe finds on a light phone and on a dark desktop, with everything unfolded."""
    yield from style_complaints(page)
    page.evaluate(UNFOLD)
    for width, scheme, rules in PLACES:
        page.set_viewport_size({"width": width, "height": 700})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        yield from _too_wide(page, width)
        for violation in _violations(page, rules):
            yield f"{scheme}, {violation}"


def _too_wide(page: Page, width: int) -> Iterator[str]:
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > width:
        yield f"{wide} pixels wide at {width}"


def _violations(page: Page, rules: dict[str, Any]) -> Iterator[str]:
    for violation in Axe().run(page, options=rules).response["violations"]:
        nodes = [node["html"] for node in violation["nodes"]]
        yield f"{violation['id']}: {nodes}"
