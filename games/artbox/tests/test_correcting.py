"""Correcting a round that was recorded."""

import re
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games.artbox.tests.tables import (
    Screen,
    everyone_finishes,
    opened,
    play_a_round,
    rounds_of,
    say,
)
from scoring.models.revisions import By
from scoring.sessions.recording import record

pytestmark = pytest.mark.django_db

AS_PLAYED: dict[str, Any] = {
    "finish_1": "Ana", "finish_2": "Ben", "finish_3": "Cleo", "finish_4": "Dov",
    "right_2_1": "on", "right_1_2": "on", "right_3_2": "on",
}  # fmt: skip


@pytest.fixture
def ana() -> Screen:
    screen = Screen(opened(), "Ana")
    play_a_round(screen)
    return screen


def correct(screen: Screen, number: int = 1, **values: Any) -> Any:
    return screen.tap(f"round/{number}/", htmx=False, **{**AS_PLAYED, **values})


def test_it_comes_with_the_round_as_it_stands(ana: Screen) -> None:
    page = ana.text("artbox/round/1/")
    assert '<option value="Cleo" selected>' in page
    assert page.count(" checked>") == 3


def test_it_is_there_for_those_who_enter_and_for_no_other_round(ana: Screen) -> None:
    assert ana.get("artbox/round/2/").status_code == 404
    assert Screen(ana.session).get("artbox/round/1/").status_code == 302
    assert Screen(ana.session).tap("round/1/", save="1").status_code == 403
    assert Screen(ana.session, hosts=True).get("artbox/round/1/").status_code == 200


def test_it_first_says_what_a_correction_would_change(ana: Screen) -> None:
    page = correct(ana, invalid="Ben").content.decode()
    assert "Ben" in page
    assert "1 → 0 tokens" in page
    assert "Save the correction" in page
    assert rounds_of(ana.session)[0].invalid == ()


def test_it_corrects_everything_that_a_round_holds(ana: Screen) -> None:
    answer = correct(
        ana, save="1", finish_1="Dov", finish_4="Ana", invalid="Ben", right_4_3="on",
        die_1="line", die_2="line", die_3="circle", die_4="square",
    )  # fmt: skip
    assert answer.status_code == 302
    (played,) = rounds_of(ana.session)
    assert played.finish == ("Dov", "Ben", "Cleo", "Ana")
    assert played.invalid == ("Ben",)
    assert played.dice == ("line", "line", "circle", "square")
    assert played.guesses["Dov"] == {"Cleo": 1}


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"finish_1": "Ben"}, "“Ben” is listed twice."),
        ({"die_1": "line"}, "Enter all four dice, or none."),
    ],
)
def test_it_says_what_cannot_be(ana: Screen, values: dict[str, Any], sentence: str) -> None:
    answer = correct(ana, save="1", **values)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert rounds_of(ana.session)[0].finish == ("Ana", "Ben", "Cleo", "Dov")


def test_it_corrects_two_drawings_each() -> None:
    screen = Screen(opened("Ana", "Ben", "Cleo"), "Ana")
    everyone_finishes(screen, names="Ana Ben Cleo")
    say(screen, "Ana: Ben; Ben:; Cleo:")
    screen.tap("record/", at=0)
    names: dict[str, Any] = {"finish_1": "Ana", "finish_2": "Ben", "finish_3": "Cleo"}
    right = {f"right_{guesser}_{author}": "0" for guesser in (1, 2, 3) for author in (1, 2, 3)}
    screen.tap("round/1/", save="1", **{**names, **right, "right_2_1": "2"})
    assert rounds_of(screen.session)[0].guesses == {"Ben": {"Ana": 2}}


def test_it_takes_a_round_out_and_keeps_what_is_being_entered(ana: Screen) -> None:
    play_a_round(ana, 2)
    everyone_finishes(ana, 3, "Dov Cleo")
    correct(ana, out="on")
    assert len(rounds_of(ana.session)) == 2
    correct(ana, out="on", save="1")
    assert len(rounds_of(ana.session)) == 1
    page = ana.text()
    assert "still drawing" in page
    assert page.index("Dov is still drawing") < page.index("Cleo is still drawing")
    assert "Ana is still drawing" not in page


def test_it_keeps_what_is_being_entered_when_a_removal_is_taken_back_and_put_back(
    ana: Screen,
) -> None:
    play_a_round(ana, 2)
    everyone_finishes(ana, 3, "Dov Cleo")
    for number in (1, 2):
        correct(ana, number, out="on", save="1")
        for below, rounds in (("undo/", 2), ("redo/", 1), ("undo/", 2)):
            ana.client.post(ana.address(below))
            assert len(rounds_of(ana.session)) == rounds
            assert _done_drawing(ana) == ["Dov", "Cleo"]


def test_it_keeps_what_is_being_entered_when_a_removal_is_restored_away(ana: Screen) -> None:
    everyone_finishes(ana, 2)
    say(ana, "Ana:; Ben:; Cleo: Dov; Dov:", 2)
    ana.tap("record/", at=1)
    everyone_finishes(ana, 3, "Dov Cleo")
    ana.session.refresh_from_db()
    correct(ana, 1, out="on", save="1")
    ana.client.post(ana.address(f"history/{ana.session.revision}/restore/"), {"key": str(uuid4())})
    assert len(rounds_of(ana.session)) == 2
    assert _done_drawing(ana) == ["Dov", "Cleo"]


def _done_drawing(screen: Screen) -> list[str]:
    return re.findall(r"\"(\w+) is still drawing", screen.text())


def test_a_second_tap_takes_no_second_round_out(ana: Screen) -> None:
    play_a_round(ana, 2)
    form = form_of(ana, 1)
    assert correct(ana, 1, **form, out="on", save="1").status_code == 302
    assert correct(ana, 1, **form, out="on", save="1").status_code == 302
    assert len(rounds_of(ana.session)) == 1


def test_a_second_tap_on_taking_the_last_round_out_leads_to_the_table(ana: Screen) -> None:
    form = form_of(ana, 1)
    for _again in range(2):
        answer = correct(ana, 1, **form, out="on", save="1")
        assert (answer.status_code, answer.url) == (302, ana.address())
    assert correct(ana, 1, out="on", save="1").status_code == 404


def test_it_corrects_no_round_that_has_moved_to_that_number_meanwhile(ana: Screen) -> None:
    play_a_round(ana, 2)
    play_a_round(ana, 3)
    form = form_of(ana, 2)
    correct(ana, 1, **form_of(ana, 1), out="on", save="1")
    before = rounds_of(ana.session)
    answer = correct(ana, 2, **form, invalid="Ben", save="1")
    assert answer.status_code == 422
    assert "The table has changed since" in answer.content.decode()
    assert rounds_of(ana.session) == before
    again = {"key": form["key"], "seen": str(answer.context["seen"])}
    assert correct(ana, 2, **again, invalid="Ben", save="1").status_code == 302
    assert rounds_of(ana.session)[1].invalid == ("Ben",)


def form_of(screen: Screen, number: int) -> dict[str, Any]:
    """What the page of a correction sends back without being asked."""
    page = screen.text(f"artbox/round/{number}/")
    return dict(re.findall(r'name="(key|seen)"[^>]* value="([^"]+)"', page))


# A correction with which the game was over earlier


def rounds_of_three(ana: Screen) -> None:
    """Play on: after four rounds Ana and Ben have 4 tokens each, and then nobody near 5."""
    (first,) = rounds_of(ana.session)
    later = replace(first, guesses={"Cleo": {"Dov": 1}, "Dov": {"Cleo": 1}})
    rounds = (*[first] * 4, *[later] * 3)
    record(
        session=ana.session,
        change=lambda state: replace(state, rounds=rounds),
        action="round",
        by=By(at=timezone.now()),
    )


def test_it_offers_to_end_the_game_where_a_correction_ends_it(ana: Screen) -> None:
    rounds_of_three(ana)
    assert len(rounds_of(ana.session)) == 7
    page = correct(ana, 5).content.decode()  # as the first four: a fifth token for both
    assert "End the game after round 5 (rounds 6 and 7 are deleted)" in page
    assert "With this correction, the game would have ended earlier." in page
    assert "4 → 5 tokens" in page  # Ana's, and Ben's
    assert "3 → 0 tokens" in page  # Cleo's, whose rounds are removed
    assert "cannot be recorded" not in page
    assert "Save the correction" not in page
    assert len(rounds_of(ana.session)) == 7


def test_the_rounds_after_the_end_are_removed_and_come_back_by_undo(ana: Screen) -> None:
    rounds_of_three(ana)
    before = rounds_of(ana.session)
    assert correct(ana, 5, ends_after="5").status_code == 302
    assert rounds_of(ana.session)[:4] == before[:4]
    assert len(rounds_of(ana.session)) == 5
    ana.session.refresh_from_db()
    assert ana.session.finished_at is not None
    sentence = "A round was corrected. The game ended earlier, so later rounds were deleted"
    assert sentence in ana.text("history/")
    ana.client.post(ana.address("undo/"), {"seen": ana.session.revision})
    assert rounds_of(ana.session) == before


@pytest.mark.parametrize("values", [{"save": "1"}, {"ends_after": "3"}, {"ends_after": "6"}])
def test_no_round_is_removed_but_those_that_the_page_named(
    ana: Screen, values: dict[str, str]
) -> None:
    rounds_of_three(ana)
    page = correct(ana, 5, **values).content.decode()
    assert "End the game after round 5 (rounds 6 and 7 are deleted)" in page
    assert len(rounds_of(ana.session)) == 7


def test_it_ends_no_game_that_goes_on_with_the_correction(ana: Screen) -> None:
    rounds_of_three(ana)
    others = {
        "right_2_1": "",
        "right_1_2": "",
        "right_3_2": "",
        "right_3_4": "on",
        "right_4_3": "on",
    }
    answer = correct(ana, 6, **others, ends_after="6")
    assert answer.status_code == 422
    assert "the game no longer ends after number 6" in answer.content.decode()
    assert len(rounds_of(ana.session)) == 7


def test_one_round_is_named_alone_and_many_by_the_first_and_the_last(ana: Screen) -> None:
    rounds_of_three(ana)
    assert "round 6 (round 7 is deleted)" in correct(ana, 6).content.decode()
    everyone_finishes(ana, 8)
    say(ana, "Ana:; Ben:; Cleo: Dov; Dov: Cleo", 8)
    ana.tap("record/", at=7)
    assert "round 5 (rounds 6–8 are deleted)" in correct(ana, 5).content.decode()


def test_a_refusal_is_at_the_part_of_the_page_that_it_is_about(ana: Screen) -> None:
    page = correct(ana, finish_1="Ben", save="1").content.decode()
    part = page[page.index("Finishing order") : page.index("Whose drawing breaks the rules?")]
    assert "“Ben” is listed twice." in part
    values = {**AS_PLAYED, "finish_1": "Ben"}
    preview = ana.tap("round/1/", **values).content.decode()
    place = '<p class="wrong" id="id_finish_1_error" role="alert" hx-swap-oob="true">'
    assert f"{place}“Ben” is listed twice.</p>" in preview
    preview = ana.tap("round/1/", **AS_PLAYED).content.decode()
    assert f"{place}</p>" in preview
