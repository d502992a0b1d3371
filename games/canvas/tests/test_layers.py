"""Canvas: three art cards make a painting (R-C8)."""

import pytest

from games.canvas.rules import score, visible
from games.canvas.tests.builders import layered, shows, slots, table


@pytest.mark.parametrize(
    ("art", "letters"),
    [
        pytest.param(
            ("Heavy", "Mess", "Bait"), "o|so|sx|s|x", id="R-C8: every card shows where it is alone"
        ),
        pytest.param(
            ("Heavy", "Harmonious", "Sudden"), "o|so|x||", id="R-C8: the topmost of three shows"
        ),
        pytest.param(
            ("Sudden", "Harmonious", "Heavy"), "o|so|o||", id="R-C8: upside down, the other tone"
        ),
        pytest.param(
            ("Precious", "Fragile", "Warning"), "s|h||H|o", id="R-C8: what is covered is gone"
        ),
        pytest.param(
            ("Warning", "Fragile", "Precious"), "sx|O||H|o", id="R-C8: a bonus icon covers too"
        ),
        pytest.param(
            ("Precious", "Warning", "Mess"), "sx|O||s|x", id="R-C8: an empty slot covers nothing"
        ),
        pytest.param(
            ("Bait", "Beauty", "Warning"), "||h|H|o", id="R-C8: the middle card covers the bottom"
        ),
    ],
)
def test_it_shows_the_topmost_icons(art: tuple[str, ...], letters: str) -> None:
    assert visible(layered(*art)) == slots(letters)


def test_it_shows_icons_as_they_were_noted() -> None:
    assert visible(shows("hs|x|||O")) == slots("hs|x|||O")


@pytest.mark.parametrize(
    ("art", "title"),
    [
        pytest.param(
            ("Heavy", "Mess", "Bait"), "Heavy Bait", id="R-C8: the topmost of two last words"
        ),
        pytest.param(("Bait", "Heavy", "Mess"), "Heavy Mess", id="R-C8: the first word in between"),
        pytest.param(
            ("Heavy", "Vast", "Bait"), "Vast Bait", id="R-C8: the topmost of two first words"
        ),
        pytest.param(
            ("Bait", "Vast", "Heavy"), "Heavy Bait", id="R-C8: the first word leads, even on top"
        ),
        pytest.param(("Heavy", "Vast", "Deep"), "Deep", id="R-C8: first words only"),
        pytest.param(("Bait", "Mess", "Trap"), "Trap", id="R-C8: last words only"),
    ],
)
def test_it_reads_the_title_from_the_topmost_words(art: tuple[str, ...], title: str) -> None:
    outcome = score(table(edition="r2i-2021", Ada=(layered(*art),)))
    assert outcome.details["paintings"]["Ada"][0]["title"] == title


def test_it_uses_different_art_cards_for_every_painting() -> None:
    """R-C8: each card exists once, so nine different ones make three paintings."""
    paintings = (
        layered("Heavy", "Mess", "Bait"),
        layered("Vast", "Pride", "Trap"),
        layered("Deep", "Truth", "View"),
    )
    outcome = score(table(edition="r2i-2021", Ada=paintings))
    titles = [painting["title"] for painting in outcome.details["paintings"]["Ada"]]
    assert titles == ["Heavy Bait", "Vast Trap", "Deep View"]
