"""The home page in a real browser, on a phone and on a desk, by day and by night."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import check_with_axe
from tests.browser.page_weight import first_visit


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_it_fits_the_screen(page: Page, served: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(served)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_axe_finds_nothing(page: Page, served: str) -> None:
    page.goto(served)
    check_with_axe(page)


def test_the_first_tab_offers_to_skip_to_the_page(page: Page, served: str) -> None:
    page.goto(served)
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()


def test_a_first_visit_is_light(page: Page, served: str) -> None:
    weight = first_visit(page, served)
    assert weight.requests <= 13
    assert weight.bytes < 60_000  # of which 40 kB are fonts
