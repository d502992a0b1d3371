"""The places of a group, and what a device marks as its reader's own, in a real browser."""

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import check_with_axe
from tests.browser.group_site import Site
from tests.serving import ROOT, prepared_environment, running

WIDTHS = {320: "bottom", 390: "bottom", 1280: "top"}


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve a site with a group."""
    environment = prepared_environment(tmp_path_factory.mktemp("group"))
    play = "from tests.browser.group_site import main; main()"
    command = [sys.executable, "manage.py", "shell", "--verbosity", "0", "--command", play]
    output = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    with running(environment, "config.settings") as address:
        yield Site(address, json.loads(output.stdout))


@pytest.mark.parametrize("width", WIDTHS)
def test_its_places_are_at_the_edge_of_the_screen(page: Page, group: Site, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(group.address)
    tabs = page.get_by_role("navigation", name="Thursday")
    expect(tabs.get_by_role("link")).to_have_text(["Group", "Season", "Results"])
    page.evaluate("scrollTo(0, 300)")
    box = tabs.bounding_box()
    assert box is not None
    if WIDTHS[width] == "bottom":
        assert box["y"] + box["height"] == 800
    else:
        assert box["y"] + box["height"] <= 0  # it scrolls away with the page
    tabs.get_by_role("link", name="Results").click()
    expect(page).to_have_url(f"{group.address}sessions/")
    expect(tabs.get_by_role("link", name="Results")).to_have_attribute("aria-current", "page")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_last_thing_of_a_page_is_above_the_tabs(page: Page, group: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(group.address)
    last = page.get_by_role("button", name="Français")
    last.focus()
    below, tabs = (
        last.bounding_box(),
        page.get_by_role("navigation", name="Thursday").bounding_box(),
    )
    assert below is not None
    assert tabs is not None
    assert below["y"] + below["height"] <= tabs["y"]


def test_a_device_marks_the_row_of_who_signed_in_there(browser: Browser, group: Site) -> None:
    """The pages themselves are the same for all members."""
    ana, stranger = browser.new_context(), browser.new_context()
    group.sign_in(ana, "alice")
    phone, other = ana.new_page(), stranger.new_page()
    own = phone.locator(".own")
    phone.goto(group.season)
    expect(phone.get_by_role("table")).to_be_visible()
    expect(own).to_have_count(0)
    phone.goto(group.site)
    for address, words in ((group.season, "ahead of Ben"), (group.address, "ahead of Ben")):
        phone.goto(address)
        expect(own).to_have_count(1)
        expect(own).to_contain_text("Ana")
        expect(own.get_by_text(words)).to_be_visible()
        check_with_axe(phone)
    other.goto(group.site)
    other.goto(group.season)
    expect(other.get_by_role("table")).to_be_visible()
    expect(other.locator(".own")).to_have_count(0)
    expect(other.get_by_text("you:").filter(visible=True)).to_have_count(0)


def test_a_device_asks_who_is_no_player_yet_which_one_they_are(
    browser: Browser, group: Site
) -> None:
    bob = browser.new_context()
    group.sign_in(bob, "bob")
    page = bob.new_page()
    question = page.get_by_role("link", name="Which player are you?")
    page.goto(group.address)
    expect(question).to_be_hidden()
    page.goto(group.site)
    page.goto(group.address)
    expect(question).to_be_visible()
