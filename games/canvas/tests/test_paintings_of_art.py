"""Canvas: a painting of three art cards, as the rows have them (R-C8)."""

from typing import Any

import pytest

from games.canvas.catalogue import ART_CARDS, ArtCard
from games.canvas.deck import painting_of
from games.canvas.rules import Refusal, score, visible
from games.canvas.tests.builders import check_refused, layered, slots, table
from scoring.core.refusals import Code

HEAVY_BAIT = ("Heavy", "Mess", "Bait")


def with_art(**corrected: ArtCard) -> dict[str, ArtCard]:
    return {**ART_CARDS, **corrected}


def test_a_painting_goes_by_its_art_cards() -> None:
    assert painting_of(HEAVY_BAIT, ART_CARDS) == layered(*HEAVY_BAIT)


def test_the_order_within_a_slot_is_no_correction() -> None:
    turned = ArtCard("R", slots("||xs||x"))
    assert turned != ART_CARDS["Bait"]
    assert painting_of(HEAVY_BAIT, with_art(Bait=turned)) == layered(*HEAVY_BAIT)


def test_a_card_that_nobody_corrected_goes_by_the_print() -> None:
    assert painting_of(HEAVY_BAIT, {}) == layered(*HEAVY_BAIT)


@pytest.mark.parametrize(
    ("corrected", "letters", "title"),
    [
        pytest.param(
            {"Bait": ArtCard("R", slots("h||sx||"))}, "h|so|sx|s|x", "Heavy Bait",
            id="the icons of the top card",
        ),
        pytest.param(
            {"Heavy": ArtCard("L", slots("O|so|||"))}, "O|so|sx|s|x", "Heavy Bait",
            id="the icons of the bottom card",
        ),
        pytest.param(
            {"Bait": ArtCard("L", slots("||sx||x"))}, "o|so|sx|s|x", "Bait Mess",
            id="the word that it gives to the title",
        ),
    ],
)  # fmt: skip
def test_a_painting_of_corrected_cards_goes_by_its_icons(
    corrected: dict[str, ArtCard], letters: str, title: str
) -> None:
    painting = painting_of(HEAVY_BAIT, with_art(**corrected))
    assert (painting.art, visible(painting), painting.title) == (None, slots(letters), title)
    outcome = score(table(edition="r2i-2021", Ada=(painting,)))
    assert outcome.details["paintings"]["Ada"][0]["title"] == title


def test_corrected_cards_lie_on_others_that_have_no_row() -> None:
    painting = painting_of(HEAVY_BAIT, {"Bait": ArtCard("R", slots("h||sx||"))})
    assert visible(painting) == slots("h|so|sx|s|x")


def test_an_art_card_that_an_admin_added_can_be_painted_with() -> None:
    added = with_art(Quiet=ArtCard("L", slots("h|h|||")))
    painting = painting_of(("Quiet", "Mess", "Bait"), added)
    assert (visible(painting), painting.title) == (slots("h|h|sx|s|x"), "Quiet Bait")


@pytest.mark.parametrize(
    ("art", "where", "code"),
    [
        pytest.param(("Heavy", "Bait"), "art", Code.WRONG_COUNT, id="two"),
        pytest.param(("Heavy", "Bait", "Bait"), "art[2]", Refusal.ART_USED, id="one twice"),
        pytest.param(
            ("Heavy", "Bait", "Loud"), "art[2]", Refusal.UNKNOWN_ART, id="one that nobody knows"
        ),
    ],
)
def test_what_makes_no_painting_is_left_for_the_rules_to_refuse(
    art: tuple[str, ...], where: str, code: Any
) -> None:
    painting = painting_of(art, with_art(Bait=ArtCard("R", slots("h||sx||"))))
    state = table(edition="r2i-2021", Ada=(painting,))
    check_refused(lambda: score(state), f"paintings.Ada[0].{where}", code, None)
