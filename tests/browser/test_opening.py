"""Opening a table in a real browser."""

from playwright.sync_api import Locator, Page, expect


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_seats_are_dragged_into_their_order(page: Page, served: str) -> None:
    """Whoever begins still does."""
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
    expect(page.get_by_label("Seat 3 begins")).to_be_checked()
