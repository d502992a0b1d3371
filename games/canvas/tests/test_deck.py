"""Canvas: what a new table can choose from, and what its session keeps of it."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db.models import F
from pytest_django import DjangoAssertNumQueries

from games.canvas import deck
from games.canvas.cards import Card, CardRefusal
from games.canvas.catalogue import ART_CARDS, EDITIONS, SCORING_CARDS, SETUPS, Edition
from games.canvas.deck import (
    CardOnOffer,
    Source,
    art_cards,
    art_names,
    as_document,
    cards_on_offer,
    editions,
    keep_points,
    setups,
)
from games.canvas.models import (
    ArtCard,
    CardInSet,
    CardSet,
    GroupCard,
    RibbonPoints,
    ScoringCard,
)
from games.canvas.models import Edition as EditionRow
from games.canvas.tests.builders import check_refused, counted
from scoring.core.refusals import Code
from scoring.documents.scorer import read_document
from scoring.models import Group, Session
from scoring.models.revisions import By
from scoring.sessions import recording
from scoring.sessions.loading import load
from scoring.upkeep.rescore import differences

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("printed")]

NOW = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)
RETAIL, FIRST = EDITIONS


@pytest.fixture
def friday() -> Group:
    return Group.objects.create(name="Friday", slug="friday")


def offered(edition: Edition, name: str, group: Group | None = None) -> CardOnOffer:
    (card,) = [card for card in cards_on_offer(edition, group) if card.name == name]
    return card


def corrected(edition: Edition, name: str, condition: str, *row: int) -> None:
    """An admin has typed over the printed card, or added one."""
    card, _ = ScoringCard.objects.update_or_create(
        edition_id=edition, name=name, defaults={"condition": condition}
    )
    card.points.all().delete()
    for ribbons, worth in enumerate(row, 1):
        RibbonPoints.objects.create(card=card, ribbons=ribbons, points=worth)


def copied(group: Group, edition: Edition, name: str, *row: int, condition: str = "") -> None:
    card = GroupCard(group=group, edition_id=edition, name=name, condition=condition)
    card.points = row
    card.save()


# What is on offer


def test_it_offers_the_editions_in_their_order() -> None:
    assert [(edition.slug, edition.name) for edition in editions()] == [
        ("retail", "Retail edition"),
        ("r2i-2021", "First printing, 2021"),
    ]
    assert all(edition.about.endswith(".") for edition in editions())
    EditionRow.objects.filter(slug="retail").update(place=9)
    assert [edition.slug for edition in editions()] == ["r2i-2021", "retail"]


def test_it_offers_no_edition_that_is_off_the_list_or_has_no_rules() -> None:
    EditionRow.objects.create(slug="draft", name="Draft")
    EditionRow.objects.filter(slug="retail").update(offered=False)
    assert [edition.slug for edition in editions()] == ["r2i-2021"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_offers_every_card_as_it_is_printed(edition: Edition) -> None:
    cards = cards_on_offer(edition)
    assert {card.name: (card.condition, card.points) for card in cards} == {
        name: (facts.condition, facts.points) for name, facts in SCORING_CARDS[edition].items()
    }
    assert [card.name for card in cards] == sorted(SCORING_CARDS[edition])
    assert {card.source for card in cards} == {Source.PRINTED}


def test_it_offers_what_an_admin_corrected() -> None:
    corrected(FIRST, "Style", "style", 4, 10, 20)
    corrected(FIRST, "Chiaroscuro", "hierarchy-tone", 1, 2)
    assert offered(FIRST, "Style") == CardOnOffer(
        FIRST, "Style", "style", (4, 10, 20), Source.CORRECTED
    )
    assert offered(FIRST, "Chiaroscuro").source is Source.CORRECTED
    assert offered(FIRST, "Space").source is Source.PRINTED


def test_it_offers_a_group_its_own_rows_and_nobody_elses(thursday: Group, friday: Group) -> None:
    copied(thursday, RETAIL, "Variety", 2, 4, 7)
    copied(thursday, RETAIL, "Sfumato", 1, condition="by-hand")
    copied(friday, RETAIL, "Variety", 9)
    assert offered(RETAIL, "Variety", thursday) == CardOnOffer(
        RETAIL, "Variety", "variety", (2, 4, 7), Source.OWN
    )
    assert offered(RETAIL, "Sfumato", thursday).condition == "by-hand"
    assert offered(RETAIL, "Variety", friday).points == (9,)
    assert offered(RETAIL, "Variety").points is None
    assert "Variety" in {card.name for card in cards_on_offer(FIRST, thursday)}
    assert {card.source for card in cards_on_offer(FIRST, thursday)} == {Source.PRINTED}


def test_a_condition_that_the_group_left_open_is_the_editions(thursday: Group) -> None:
    copied(thursday, RETAIL, "Variety", 2)
    copied(thursday, RETAIL, "Space", 2, condition="by-hand")
    corrected(RETAIL, "Variety", "style")
    corrected(RETAIL, "Space", "style")
    assert offered(RETAIL, "Variety", thursday).condition == "style"
    assert offered(RETAIL, "Space", thursday).condition == "by-hand"


def test_it_offers_no_card_of_a_group_of_which_nobody_says_what_earns_its_ribbons(
    thursday: Group,
) -> None:
    """Left open, and the edition's row was taken away since."""
    copied(thursday, RETAIL, "Sfumato", 1)
    assert "Sfumato" not in {card.name for card in cards_on_offer(RETAIL, thursday)}
    corrected(RETAIL, "Sfumato", "style")
    assert offered(RETAIL, "Sfumato", thursday).condition == "style"


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_offers_the_named_setups_in_their_order(edition: Edition) -> None:
    assert [(setup.name, setup.cards) for setup in setups(edition)] == list(SETUPS[edition].items())


def test_it_offers_the_setups_as_an_admin_corrected_them() -> None:
    family = CardSet.objects.get(name="Family")
    style = ScoringCard.objects.get(edition=FIRST, name="Style")
    family.cards.filter(place=1).update(card=style)
    CardSet.objects.filter(name="First game").update(place=99)
    CardSet.objects.filter(name="Bonus").update(offered=False)
    first, *_others, last = setups(FIRST)
    assert (first.name, first.cards) == ("Family", ("Style", "Variety"))
    assert last.name == "First game"
    assert "Bonus" not in {setup.name for setup in setups(FIRST)}


def test_it_offers_every_art_card_as_it_is_printed() -> None:
    assert list(art_cards()) == sorted(ART_CARDS)
    assert art_cards() == ART_CARDS


def test_it_offers_art_cards_as_an_admin_corrected_them() -> None:
    bait = ArtCard.objects.get(name="Bait")
    bait.icons.filter(slot=5).update(slot=1, icon="hue")
    assert art_cards()["Bait"].slots == (("hue",), (), ("shape", "texture"), (), ())


def test_it_asks_as_often_for_many_rows_as_for_few(
    thursday: Group, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for many in (False, True):
        with django_assert_num_queries(1):
            editions()
        with django_assert_num_queries(1):
            setups(FIRST)
        with django_assert_num_queries(2):
            cards_on_offer(FIRST)
        with django_assert_num_queries(3):
            cards_on_offer(FIRST, thursday)
        with django_assert_num_queries(2):
            art_cards()
        with django_assert_num_queries(1):
            art_names()
        if not many:
            for at in range(30):
                corrected(FIRST, f"Card {at}", "by-hand", 1, 2, 3)
                copied(thursday, FIRST, f"Own {at}", 1, 2, condition="by-hand")
                ArtCard.objects.create(name=f"Art {at}", side="L")


# What a session keeps


def test_a_card_as_it_is_printed_is_stated_by_name() -> None:
    assert as_document([offered(FIRST, "Style")]) == [{"name": "Style"}]


def test_whatever_else_is_stated_in_full(thursday: Group) -> None:
    corrected(FIRST, "Style", "style", 4, 10, 20)
    corrected(FIRST, "Space", "by-hand", 2, 4, 7, 11)
    copied(thursday, FIRST, "Sfumato", 1, 2, condition="by-hand")
    cards = [offered(FIRST, name, thursday) for name in ("Style", "Space", "Sfumato")]
    assert as_document(cards) == [
        {"name": "Style", "condition": "style", "points": [4, 10, 20]},
        {"name": "Space", "condition": "by-hand", "points": [2, 4, 7, 11]},
        {"name": "Sfumato", "condition": "by-hand", "points": [1, 2]},
    ]


def test_points_that_a_table_copied_are_stated_with_what_earns_them() -> None:
    variety = offered(RETAIL, "Variety")
    assert as_document([variety, replace(variety, points=(2, 4))]) == [
        {"name": "Variety"},  # for the rules to ask for its points
        {"name": "Variety", "condition": "variety", "points": [2, 4]},
    ]


def test_an_own_row_that_says_what_is_printed_is_stated_by_name(thursday: Group) -> None:
    copied(thursday, FIRST, "Style", 4, 10, 18)
    assert as_document([offered(FIRST, "Style", thursday)]) == [{"name": "Style"}]


PAINTED = {"slots": [["hue"], ["shape"], ["texture"], ["tone"], ["hue"]]}


def evening(cards: list[CardOnOffer]) -> Session:
    """Alone, three equal paintings that meet Composition and Variety."""
    document: dict[str, Any] = {
        "format": "scorefolio/session@1",
        "game": "canvas",
        "edition": cards[0].edition,
        "players": ["Ana"],
        "cards": as_document(cards),
        "paintings": {"Ana": [PAINTED] * 3},
    }
    return recording.start(document=read_document(document), by=By(at=NOW))


def score(session: Session) -> Any:
    played = load(session)
    (standing,) = played.game.score(played.state).standings
    return standing.points


@pytest.mark.parametrize("later", ["corrected again", "taken away", "back to the print"])
def test_a_finished_session_keeps_the_tables_it_was_scored_with(
    thursday: Group, later: str
) -> None:
    corrected(FIRST, "Composition", "composition", 1, 3, 100)
    copied(thursday, FIRST, "Variety", 1, 1, 50)
    names = ("Composition", "Variety", "Style")
    session = evening([offered(FIRST, name, thursday) for name in names])
    before = score(session)
    assert before == 150
    if later == "corrected again":
        RibbonPoints.objects.update(points=F("points") + 1)
        ScoringCard.objects.update(condition="by-hand")
        GroupCard.objects.update(points_3=60, condition="by-hand")
    elif later == "taken away":
        CardInSet.objects.all().delete()
        ScoringCard.objects.all().delete()
        GroupCard.objects.all().delete()
    else:
        corrected(FIRST, "Composition", "composition", 1, 3, 9)
    assert score(session) == before
    assert session.results.get().points == before
    assert differences(session.pk, repair=False) == []


def test_a_session_with_cards_as_printed_keeps_the_print() -> None:
    session = evening([offered(FIRST, "Composition"), offered(FIRST, "Variety")])
    before = score(session)
    assert before == 9 + 13
    corrected(FIRST, "Composition", "composition", 1, 3, 100)
    assert score(session) == before
    assert score(evening([offered(FIRST, "Composition"), offered(FIRST, "Variety")])) == 113


# What a group remembers

FOUR = tuple(
    [Card(name, points=(2, 4)) for name in ("Variety", "Repetition", "Unity", "Composition")]
)


def stored_points(group: Group) -> dict[str, tuple[str, tuple[int, ...]]]:
    return {
        card.name: (card.condition, card.points) for card in GroupCard.objects.filter(group=group)
    }


def test_it_keeps_what_a_table_copied_for_next_time(thursday: Group, friday: Group) -> None:
    names = keep_points(group=thursday, edition=RETAIL, cards=FOUR)
    assert names == ("Composition", "Repetition", "Unity", "Variety")
    assert stored_points(thursday) == {card.name: ("", (2, 4)) for card in FOUR}
    assert stored_points(friday) == {}
    assert offered(RETAIL, "Variety", thursday).points == (2, 4)


def test_it_keeps_nothing_twice(
    thursday: Group, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    keep_points(group=thursday, edition=RETAIL, cards=FOUR)
    with django_assert_num_queries(5):  # three that read, and those of the transaction
        assert keep_points(group=thursday, edition=RETAIL, cards=FOUR) == ()
    assert len(stored_points(thursday)) == 4


def test_it_keeps_what_was_copied_last(thursday: Group) -> None:
    keep_points(group=thursday, edition=RETAIL, cards=FOUR)
    again = (Card("Variety", "by-hand", (1, 5, 9)), *FOUR[1:])
    assert keep_points(group=thursday, edition=RETAIL, cards=again) == ("Variety",)
    assert stored_points(thursday)["Variety"] == ("by-hand", (1, 5, 9))
    shorter = (Card("Variety", points=(3,)), *FOUR[1:])
    keep_points(group=thursday, edition=RETAIL, cards=shorter)
    assert stored_points(thursday)["Variety"] == ("by-hand", (3,))


def test_it_keeps_what_a_document_states_as_it_was_offered(thursday: Group) -> None:
    """A condition that is the edition's is left open, so that a correction still arrives."""
    stated = tuple(
        [Card(card.name, offered(RETAIL, card.name).condition, card.points) for card in FOUR]
    )
    keep_points(group=thursday, edition=RETAIL, cards=stated)
    assert stored_points(thursday) == {card.name: ("", (2, 4)) for card in FOUR}


def test_it_keeps_a_card_that_the_edition_does_not_have(thursday: Group) -> None:
    cards = (Card("Sfumato", "style", (1,)), Card("Unity", "by-hand", (2,)), Card("Space"))
    assert keep_points(group=thursday, edition=FIRST, cards=cards) == ("Sfumato", "Unity")
    assert stored_points(thursday) == {"Sfumato": ("style", (1,)), "Unity": ("by-hand", (2,))}


def test_what_the_group_copied_once_stays_its_own(thursday: Group) -> None:
    """Even where an admin has filled in the edition's points since."""
    keep_points(group=thursday, edition=RETAIL, cards=FOUR)
    corrected(RETAIL, "Variety", "variety", 1, 2)
    again = (Card("Variety", points=(3, 5)), *FOUR[1:])
    assert keep_points(group=thursday, edition=RETAIL, cards=again) == ("Variety",)
    assert offered(RETAIL, "Variety", thursday).points == (3, 5)


def test_it_leaves_what_another_table_of_the_group_stored_meanwhile(
    thursday: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied(thursday, RETAIL, "Variety", 9)
    monkeypatch.setattr(deck, "_own", lambda *_: {})  # as it was before the other table
    keep_points(group=thursday, edition=RETAIL, cards=FOUR)
    assert stored_points(thursday) == {card.name: ("", (2, 4)) for card in FOUR}


def test_it_keeps_nothing_that_the_edition_knows(thursday: Group) -> None:
    corrected(RETAIL, "Variety", "variety", 1, 2)
    assert "Variety" not in keep_points(group=thursday, edition=RETAIL, cards=FOUR)
    printed = (Card("Style", points=(1,)), Card("Space"))
    assert keep_points(group=thursday, edition=FIRST, cards=printed) == ()


@pytest.mark.parametrize(
    ("cards", "where", "code", "values"),
    [
        pytest.param(FOUR[:3], "cards", Code.WRONG_COUNT, counted(3, 4, 4), id="R-C2: four cards"),
        pytest.param(
            (*FOUR[:3], Card("Space")), "cards[3]", CardRefusal.NO_POINTS, {"card": "Space"},
            id="R-C2: nothing was copied",
        ),
        pytest.param(
            (*FOUR[:3], Card("Space", points=(3, 2))), "cards[3].points[1]",
            CardRefusal.FALLING_POINTS, {"number": 2, "before": 3}, id="R-C2: a row never falls",
        ),
    ],
)  # fmt: skip
def test_it_keeps_nothing_of_what_is_refused(
    thursday: Group, cards: tuple[Card, ...], where: str, code: Any, values: Any
) -> None:
    check_refused(
        lambda: keep_points(group=thursday, edition=RETAIL, cards=cards), where, code, values
    )
    assert stored_points(thursday) == {}
