"""Artem: what the site reads from the game besides its rules."""

from games.artem.rules import score
from games.artem.tests.builders import table
from games.artem.wording import progress
from scoring.registry import get_game

GAME = get_game("artem")


def test_it_is_known_elsewhere_by_its_number_and_has_its_hourglass() -> None:
    assert (GAME.bgg_id, GAME.play.hourglass) == (None, 0)


def test_nobody_leads_by_one_lucky_round() -> None:
    """So often somebody must have had the chance to."""
    wording = GAME.fact_wording
    assert {what: words.least for what, words in wording.items() if words.least > 1} == {
        "worth": 10,
        "claiming": 15,
    }


def test_the_round_is_named_that_is_played_or_how_many_there_were() -> None:
    going = table(2, "1:6", "")
    assert progress(going, score(going)) == "round 3, playing to 20 points"
    over = table(2, "", "1:6", "", "1:6", "", "1:6")
    assert score(over).finished
    assert progress(over, score(over)) == "over in round 4"
