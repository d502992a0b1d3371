"""#ARTBOX: what the site reads from the game besides its rules."""

from games.artbox.rules import score
from games.artbox.tests.builders import awarding, table
from games.artbox.wording import progress
from scoring.registry import get_game

GAME = get_game("artbox")


def test_it_is_known_elsewhere_by_its_number_and_has_its_hourglass() -> None:
    assert (GAME.bgg_id, GAME.play.hourglass) == (None, 60)


def test_nobody_leads_by_one_lucky_round() -> None:
    """So often somebody must have had the chance to."""
    wording = GAME.fact_wording
    assert {what: words.least for what, words in wording.items() if words.least > 1} == {
        "recognised": 20,
        "eye": 20,
        "quick": 8,
    }


def test_the_round_is_named_that_is_played_or_was_the_last() -> None:
    for rounds, said in ((4, "round 5, playing to 5 tokens"), (5, "over after 5 rounds")):
        state = table(4, awarding("AB " * rounds, 4))
        assert progress(state, score(state)) == said
