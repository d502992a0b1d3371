"""Every page of the site, in the middle of an evening: it fits screens of all widths, has all its
styles, and axe agrees."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.axe import SCHEMES, violations
from tests.browser.button_words import button_complaints
from tests.browser.layout import WIDTHS, layout_complaints
from tests.browser.page_styles import style_complaints
from tests.serving import ROOT, prepared_environment, running

WHERE = ("site", "group", "artem", "canvas", "duplik", "artbox")
# Good practice that templates of Django's own leave out: the heading above the names of rows, and
# the words of the label of a search. What the links above a page lead to is clear without a line.
DJANGOS_OWN = {
    name: {"enabled": False}
    for name in ("empty-table-header", "label-title-only", "link-in-text-block")
}
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


@pytest.mark.parametrize("where", WHERE)
def test_it_fits_every_screen_and_axe_finds_nothing(
    browser: Browser, evening: tuple[str, Pages], where: str
) -> None:
    complaints = []
    for path, page in _visited(browser, evening, where, "en"):
        complaints += [f"{path}: {complaint}" for complaint in _complaints(page)]
        complaints += [f"{path} {complaint}" for complaint in _misfits(page)]
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize("where", WHERE)
def test_it_fits_every_screen_in_french(
    browser: Browser, evening: tuple[str, Pages], where: str
) -> None:
    complaints = []
    for path, page in _visited(browser, evening, where, "fr"):
        page.evaluate(UNFOLD)
        complaints += [f"{path} {complaint}" for complaint in _misfits(page)]
    assert not complaints, "\n".join(complaints)


def _visited(
    browser: Browser, evening: tuple[str, Pages], where: str, language: str
) -> Iterator[tuple[str, Page]]:
    """Go to each of these pages in turn, as whoever may open it, on a small phone."""
    address, pages = evening
    with browser.new_context(locale=language, color_scheme="light") as context:
        page = context.new_page()
        for name, cookie, path in pages[where]:
            context.clear_cookies()
            if name:
                context.add_cookies([{"name": name, "value": cookie, "url": address}])
            page.set_viewport_size({"width": 320, "height": 700})
            page.emulate_media(color_scheme="light")
            page.goto(f"{address}{path}")
            yield path, page


def test_a_page_that_does_not_fit_is_found(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 700})
    cut = "<p style='width: 60px; overflow: hidden; white-space: nowrap'>Wilhelmina</p>"
    page.set_content(f"{cut}<p style='width: 400px'>Ida</p>")
    assert list(layout_complaints(page)) == ["it is 408 pixels wide", "it cuts “Wilhelmina”"]


def test_the_admin_fits_a_desk_and_axe_finds_nothing(
    browser: Browser, evening: tuple[str, Pages]
) -> None:
    address, pages = evening
    complaints = []
    name, cookie, _path = pages["admin"][0]
    for scheme, rules in SCHEMES:
        size: ViewportSize = {"width": 1280, "height": 800}
        # Not changed on an open page: links take a while to get their colour.
        with browser.new_context(viewport=size, color_scheme=scheme) as context:
            context.add_cookies([{"name": name, "value": cookie, "url": address}])
            page = context.new_page()
            for _name, _cookie, path in pages["admin"]:
                # All pages have the same colours; those of sessions have all of them.
                if scheme == "dark" and "/session/" not in path:
                    continue
                page.goto(f"{address}{path}")
                page.evaluate(UNFOLD)
                found = _complaints_at(page, 1280, {**rules, "rules": DJANGOS_OWN})
                complaints += [f"{path}, {scheme}: {complaint}" for complaint in found]
    assert not complaints, "\n".join(complaints)


def _misfits(page: Page) -> Iterator[str]:
    """Yield what has no room on an unfolded page, and what is wrong with its buttons."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 700})
        for complaint in (*layout_complaints(page), *button_complaints(page)):
            yield f"at {width}: {complaint}"


def _complaints(page: Page) -> Iterator[str]:
    """Yield what axe finds on a light phone and on a dark desktop, with everything unfolded."""
    yield from style_complaints(page)
    page.evaluate(UNFOLD)
    for width, (scheme, rules) in zip((320, 1280), SCHEMES, strict=True):
        page.set_viewport_size({"width": width, "height": 700})
        page.emulate_media(color_scheme=scheme)
        for complaint in _complaints_at(page, width, rules):
            yield f"{scheme}, {complaint}"


def _complaints_at(page: Page, width: int, rules: dict[str, Any]) -> Iterator[str]:
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > width:
        yield f"{wide} pixels wide at {width}"
    yield from violations(page, rules)
