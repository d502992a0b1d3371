"""Fields that would change nothing are hidden until they do, also without scripts."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.organising import served_club
from tests.browser.phones import PHONE


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    with served_club(tmp_path_factory.mktemp("club")) as club:
        yield club


@pytest.fixture
def organiser(browser: Browser, club: dict[str, Any]) -> Page:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    name, value = club["cookie"]
    context.add_cookies([{"name": name, "value": value, "url": club["address"]}])
    return context.new_page()


def test_the_number_of_evenings_is_asked_only_of_evenings_that_repeat(
    organiser: Page, club: dict[str, Any]
) -> None:
    organiser.goto(f"{club['address']}{club['evenings']}new/")
    expect(organiser.get_by_label("Number of evenings")).to_be_hidden()
    organiser.get_by_label("Repeat").select_option("every week")
    expect(organiser.get_by_label("Number of evenings")).to_be_visible()


def test_results_are_opened_to_visitors_only_where_there_are_some(
    organiser: Page, club: dict[str, Any]
) -> None:
    organiser.goto(f"{club['address']}{club['group']}settings/")
    results = organiser.get_by_label("Visitors can open the results of sessions")
    organiser.get_by_label("everyone").check()
    expect(results).to_be_visible()
    organiser.get_by_label("members only").check()
    expect(results).to_be_hidden()
