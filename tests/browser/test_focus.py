"""News at a table is in view and has the focus; nobody who types is led away."""

from playwright.sync_api import Browser, Page, expect

from tests.browser.phones import PHONE, join_table, open_table, wait_until_settled
from tests.browser.test_canvas import enter_by_hand, enter_nothing


def scroll_down(page: Page) -> None:
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate("scrollY") > 0


def turn_of(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", name=f"{name}’s turn")).to_be_visible()
    wait_until_settled(page)


def test_a_tie_leads_to_its_question_to_the_judge_and_to_the_winner(
    page: Page, served: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 600})
    open_table(page, served, "canvas", ("Ana", "Ben", "Cy"))
    enter_by_hand(page, 1, 1)
    for done, (place, number) in enumerate([(1, 2), (1, 3), (2, 1), (2, 2), (2, 3)], 2):
        enter = enter_by_hand if (place, number) == (2, 1) else enter_nothing
        expect(page.get_by_text(f"{done - 1} of 9 paintings")).to_be_visible()
        enter(page, place, number)
    for number in (1, 2, 3):
        expect(page.get_by_text(f"{number + 5} of 9 paintings")).to_be_visible()
        enter_nothing(page, 3, number)
    question = page.locator("#level")
    expect(question).to_contain_text("How many tokens")
    expect(question).to_be_in_viewport()
    expect(question).to_be_focused()
    for name in ("Ana", "Ben"):
        page.get_by_role("spinbutton", name=name).fill("1")
    page.get_by_role("button", name="Save the tokens").click()
    judge = page.get_by_role("heading", name="It is up to Cy to choose between Ana and Ben")
    expect(judge).to_be_in_viewport()
    expect(judge).to_be_focused()
    winner = page.locator("#verdict")
    for place, name in ((2, "Ben"), (1, "Ana")):
        wait_until_settled(page)
        page.locator(f"#judge-{place}").click()
        expect(winner).to_contain_text(f"{name} wins")
        expect(winner).to_be_in_viewport()
        expect(winner).to_be_focused()
        if name == "Ben":
            page.locator("#judge-again").click()
            expect(judge).to_be_in_viewport()
            expect(judge).to_be_focused()


def test_the_end_is_brought_to_every_phone(page: Page, browser: Browser, served: str) -> None:
    page.set_viewport_size({"width": 390, "height": 600})
    open_table(page, served, "artem", ("Amy", "Sam"))
    other = join_table(browser, page, "Sam")
    page.locator("#skip-first-round").click()
    page.get_by_role("button", name="5 +7").first.click()
    for phone in (page, other):
        turn_of(phone, "Sam")
        scroll_down(phone)
    page.locator("#deck > summary").click()
    page.get_by_role("button", name="Main deck").click()
    for phone in (page, other):
        winner = phone.locator("#verdict")
        expect(winner).to_contain_text("Amy wins")
        expect(winner).to_be_in_viewport()
        expect(winner).to_be_focused()
    other.context.close()


def test_a_focus_that_a_swap_would_lose_goes_to_the_heading(page: Page, served: str) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, "artem", ("Amy", "Sam"))
    turn_of(page, "Amy")
    page.locator("#skip-first-round").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#claim-1x5")).to_be_visible()
    expect(page.locator("#turn")).to_be_focused()
    page.locator("#claim-1x5").focus()
    page.keyboard.press("Enter")
    turn_of(page, "Sam")
    expect(page.locator("#claim-1x5")).to_be_focused()  # as it is still there


def test_a_poll_leads_nobody_away_who_types(page: Page, browser: Browser, served: str) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, "duplik", ("Amy", "Sam", "Mika"))
    other = join_table(browser, page, "Sam")
    page.get_by_role("button", name="Start the round").click()
    page.locator("details[id^=change-] > summary").click()
    title = page.get_by_label("Title of the artwork (optional)")
    title.fill("A storm")
    other.locator("fieldset").get_by_role("button", name="To the left").click()
    expect(page.get_by_role("heading", name="The drawings")).to_be_visible()
    expect(title).to_be_focused()
    expect(title).to_have_value("A storm")
    other.context.close()


def test_a_heading_that_a_script_focuses_has_no_frame(
    page: Page, served: str, browser: Browser
) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, "duplik", ("Sam", "Amy", "Mika"))
    amy = join_table(browser, page, "Amy")
    page.locator("#begin-round").click()
    heading = amy.locator("#round")
    expect(heading).to_be_focused()
    assert heading.evaluate("(it) => getComputedStyle(it).outlineStyle") == "none"
    amy.context.close()
