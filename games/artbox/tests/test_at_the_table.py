"""What the table shows beside the entry, and the pure answers behind it."""

from typing import Any

import pytest
from django.utils import timezone

from games.artbox import table as at_the_table
from games.artbox import wording
from games.artbox.awards import award_of
from games.artbox.guess_sheets import matched
from games.artbox.options import Options
from games.artbox.round_results import award_order, colors_to_go, tokens_to_go
from games.artbox.rules import (
    Award,
    drawings_in_all,
    score,
    words_on_display,
)
from games.artbox.tests.builders import a_round, awarding, simple_round, table
from games.artbox.tests.tables import Screen, everyone_finishes, opened, play_a_round
from scoring.models.revisions import By
from scoring.sessions.recording import stop


@pytest.mark.parametrize(
    ("seats", "options", "left"),
    [
        pytest.param(4, {}, 3, id="R-A7: 5 tokens with four"),
        pytest.param(6, {}, 2, id="R-A7: 4 tokens with six"),
        pytest.param(8, {"variant": "simplified", "edition": "fr-2019"}, 3, id="R-A7: 3 + 2"),
        pytest.param(8, {"variant": "simplified"}, 0, id="R-A7: never less than none"),
        pytest.param(4, {"variant": "experienced"}, None, id="R-A7: colours matter"),
    ],
)
def test_it_says_how_many_tokens_are_missing(
    seats: int, options: dict[str, Any], left: int | None
) -> None:
    assert tokens_to_go(table(seats, **options), {"drawing": 1, "sheet": 1}) == left


def test_it_says_what_is_missing_of_each_colour() -> None:
    state = table(4, variant="experienced")
    assert colors_to_go(state, {"drawing": 3, "sheet": 1}) == (
        {"drawing": 0, "sheet": 1},
        {"drawing": 3, "sheet": 5},
    )


def test_it_says_it_in_words() -> None:
    experienced = table(4, awarding("AB AB AC", 4), variant="experienced")
    needs = wording.needs(experienced, score(experienced))
    assert needs["Ana"] == "has 3 red and no gray; still needs 2 gray, or 3 red, or 6 gray"
    standard = table(4, awarding("AB AB AC", 4))
    needs = wording.needs(standard, score(standard))
    assert (needs["Ana"], needs["Dov"]) == ("2 tokens to go", "5 tokens to go")


def test_it_follows_the_tokens_from_round_to_round() -> None:
    state = table(4, awarding("AB CA", 4))
    steps = at_the_table.steps(state, score(state))
    assert [step.points for step in steps] == [
        {"Ana": 1, "Ben": 1, "Cleo": 0, "Dov": 0},
        {"Ana": 2, "Ben": 1, "Cleo": 1, "Dov": 0},
    ]
    assert [step.label for step in steps] == ["Round 1", "Round 2"]


@pytest.mark.parametrize(
    ("seats", "drawings", "words"),
    [(3, 6, 9), (4, 4, 7), (5, 5, 7), (6, 6, 8), (7, 7, 8), (8, 8, 9)],
)
def test_it_counts_drawings_and_words(seats: int, drawings: int, words: int) -> None:
    assert (drawings_in_all(table(seats)), words_on_display(table(seats))) == (drawings, words)


def test_it_matches_guess_sheets_and_counts_nobodys_own_drawing() -> None:
    drawn = {1: ("Ana", 10), 2: ("Ben", 20), 3: ("Ana", 30)}
    guess_sheets = {"Ben": {1: 10, 3: 30, 2: 20}, "Ana": {2: 30}, "Cleo": {1: 30, 2: 20}}
    assert matched(drawn, guess_sheets) == {"Ben": {"Ana": 2}, "Ana": {}, "Cleo": {"Ben": 1}}


def test_an_award_is_decided_as_the_score_decides_it() -> None:
    state = table(4, awarding("AB CA", 4))
    outcome = score(state)
    for at, worth in enumerate(outcome.details["rounds"]):
        for award in Award:
            standings = award_order(state, at, award).standings
            first = [standing.player for standing in standings if standing.rank == 1]
            assert first == worth["awards"][award.value]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("right", "names", "why"),
    [
        ("Cleo: Ana Ben", "Ana and Ben", "Ben beats Cleo: 1 right guess of the drawing against 0."),
        ("Cleo: Ana; Ana: Ben; Ben: Cleo", "Ana, Ben and Cleo", ""),
    ],
)
def test_who_shares_an_award_is_ahead_of_the_next_one(right: str, names: str, why: str) -> None:
    seats = {seat.name: seat for seat in opened("Ana", "Ben", "Cleo").seats.all()}
    options = {"variant": "simplified", "two_drawings": False}
    state = table(3, [simple_round(right)], **options)
    shown = award_of(state, 0, Award.DRAWING, seats)
    assert (shown.names, shown.why) == (names, why)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("right", "why"),
    [
        (
            "Ana: Ben Cleo; Ben: Ana; Cleo: Ana Dov; Dov: Ana",
            (
                "Ana has 2 right guesses, but gets the Drawing token, and nobody gets both."
                " Cleo beats Ben: 2 right guesses against 1."
            ),
        ),
        (
            "Ana: Ben; Ben: Ana; Cleo: Ana Dov; Dov: Ana",
            "Cleo beats Ben: 2 right guesses against 1.",
        ),
    ],
    ids=["R-A5: as many as the winner", "R-A5: fewer"],
)
def test_it_says_who_gets_no_sheet_token_because_of_the_drawing_token(right: str, why: str) -> None:
    seats = {seat.name: seat for seat in opened().seats.all()}
    state = table(4, [a_round(right)])
    shown = award_of(state, 0, Award.SHEET, seats)
    assert (shown.names, shown.why) == ("Cleo", why)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("names", "explained"),
    [(("Ana", "Ben", "Cleo"), True), (("Ana", "Ben", "Cleo", "Dov"), False)],
)
def test_it_explains_two_drawings_to_three_players(names: tuple[str, ...], explained: bool) -> None:
    """R-A2: both are drawn before the Number token is taken."""
    page = Screen(opened(*names), "Ana").text()
    assert ("each of you draws two words" in page) is explained
    assert ("Take your Number token after your second drawing." in page) is explained


@pytest.mark.parametrize(("chosen", "two"), [("", None), ("no", False)])
def test_it_opens_with_what_was_chosen(chosen: str, two: bool | None) -> None:
    form = Options({"edition": "fr-2019", "variant": "simplified", "two_drawings": chosen})
    assert form.is_valid()
    options = {"variant": "simplified"} | ({} if two is None else {"two_drawings": two})
    assert form.document() == {"edition": "fr-2019", "options": options}


@pytest.mark.django_db
def test_the_result_says_round_by_round_who_got_what_and_why() -> None:
    screen = Screen(opened(), "Ana")
    play_a_round(screen)
    page = screen.text("result/")
    assert "Round 1 · Maestro Ana" in page
    assert "Ben beats Ana: 2 right guesses of the drawing against 1." in page


@pytest.mark.django_db
def test_the_page_of_a_finished_table_enters_nothing() -> None:
    screen = Screen(opened(), "Ana")
    play_a_round(screen)
    stop(session=screen.session, by=By(at=timezone.now()))
    assert "Whose drawing is finished?" not in screen.text()
    answer = screen.tap("finish/", number=2, seat=1)
    assert answer.status_code == 422
    assert "The game was already over" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("below", "values", "most"),
    [("guess/", {"author": 1, "right": "0x0"}, 25), ("hang/", {}, 35)],
)
def test_a_tap_costs_about_the_same_however_many_play(
    django_assert_max_num_queries: Any, below: str, values: dict[str, Any], most: int
) -> None:
    screen = Screen(opened("Ana", "Ben", "Cleo", "Dov", "Eve", "Fay", "Gil", "Hal"), hosts=True)
    everyone_finishes(screen, names="Ana Ben Cleo Dov Eve Fay Gil Hal")
    screen.tap("way/", number=1, way="sheets")
    with django_assert_max_num_queries(most):
        assert screen.tap(below, number=1, **values).status_code == 200


@pytest.mark.django_db
def test_a_page_costs_the_same_however_many_rounds_there_are(
    django_assert_max_num_queries: Any,
) -> None:
    screen = Screen(opened(options={"variant": "experienced"}), hosts=True)
    for number in range(1, 4):
        with django_assert_max_num_queries(6):
            screen.get()
        everyone_finishes(screen, number)
        screen.tap("guess/", number=number, author=1, right="2x1")  # is there from the first on
        with django_assert_max_num_queries(19):  # 15, and those of the transaction
            assert screen.tap("guess/", number=number, author=1, right="3x1").status_code == 200
        play_a_round(screen, number)
