"""Opening a table in a real browser."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.phones import PHONE, open_table


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_seats_are_dragged_into_their_order(page: Page, served: str) -> None:
    """The first player stays the first."""
    page.goto(f"{served}/new/artem/")
    page.get_by_role("button", name="Add a seat").click()
    expect(page.locator("#name-2")).to_be_visible()
    for at, name in enumerate(("Amy", "Sam", "Mika")):
        page.locator(f"#name-{at}").fill(name)
    marks = page.locator("[data-seat] .mark")
    page.mouse.move(*middle(marks.nth(0)))
    page.mouse.down()
    x, y = middle(marks.nth(2))
    page.mouse.move(x, y + 5, steps=5)
    page.mouse.up()
    for at, name in enumerate(("Sam", "Mika", "Amy")):
        expect(page.locator(f"#name-{at}")).to_have_value(name)
    expect(page.get_by_label("Seat 3 starts")).to_be_checked()


def test_the_host_changes_the_rules_until_something_is_entered(page: Page, served: str) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, "artem", ["Ida", "Joe"])
    page.locator("#change-rules").click()
    page.get_by_label("All-in:").check()
    page.get_by_role("button", name="Play by these rules").last.click()
    page.wait_for_url("**/table/*/")
    expect(page.get_by_text("All-in variant")).to_be_visible()
    page.locator("#skip-first-round").click()
    expect(page.locator("#change-rules")).to_have_count(0)
    expect(page.get_by_text("All-in variant")).to_be_visible()


def test_another_edition_shows_its_cards_on_the_rules_of_a_table(page: Page, served: str) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, "canvas", ["Ida", "Joe"])
    page.locator("#change-rules").click()
    expect(page.locator("[name=cards][value=Emphasis]")).to_have_count(1)
    page.get_by_label("Retail edition:").check()
    expect(page.locator("[name=cards][value=Unity]")).to_have_count(1)
    expect(page.get_by_role("button", name="Play by these rules").last).to_be_in_viewport()
    page.get_by_label("First printing, 2021:").check()
    expect(page.locator("[name=cards][value=Emphasis]")).to_have_count(1)
    page.get_by_role("button", name="Play by these rules").last.click()
    page.wait_for_url("**/table/*/")
    expect(page.get_by_text("First printing, 2021")).to_be_visible()


def test_enter_goes_from_name_to_name_and_opens_the_table_at_the_last(
    page: Page, served: str
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{served}/new/artem/")
    page.locator("#name-0").focus()
    for name in ("Ida", "Joe"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.wait_for_url("**/table/*/")
    expect(page.get_by_role("heading", name="Ida’s turn")).to_be_visible()


def test_enter_in_the_last_name_leads_to_one_that_is_empty(page: Page, served: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{served}/new/artem/")
    page.locator("#name-1").fill("Joe")
    page.locator("#name-1").press("Enter")
    expect(page.get_by_text("Enter this name too")).to_be_visible()
    expect(page.locator("#name-0")).to_be_focused()
    page.get_by_role("button", name="Open the table").last.click()
    page.wait_for_url("**/table/*/")
    page.goto(f"{served}/new/artem/")
    page.get_by_role("button", name="Open the table").last.click()
    page.wait_for_url("**/table/*/")
    expect(page.get_by_role("link", name="Delete that table")).to_be_visible()
