"""Duplik: what the site reads from the game besides its rules."""

from scoring.registry import get_game

GAME = get_game("duplik")


def test_it_is_known_elsewhere_by_its_number_and_has_its_hourglass() -> None:
    assert (GAME.bgg_id, GAME.play.hourglass) == (22348, 90)


def test_nobody_leads_by_one_lucky_round() -> None:
    """So often somebody must have had the chance to."""
    wording = GAME.fact_wording
    assert {what: words.least for what, words in wording.items() if words.least > 1} == {
        "describing": 60,
        "drawing": 60,
        "super": 6,
    }
