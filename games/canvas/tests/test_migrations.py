"""Canvas: what was corrected before the editions had rows is there after, and the way back."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.canvas.printed import load_catalogue

pytestmark = pytest.mark.django_db(transaction=True)

NOW = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)
BEFORE = "0002_recorded"
Migrate = Callable[[str], Any]


@pytest.fixture
def migrate() -> Iterator[Migrate]:
    """To a migration of ours, and the models as they are there."""

    def migrated(name: str) -> Any:
        executor = MigrationExecutor(connection)
        executor.migrate([("canvas", name)])
        loader = MigrationExecutor(connection).loader
        return loader.project_state([("canvas", name), *loader.graph.leaf_nodes("scoring")]).apps

    yield migrated
    call_command("migrate", verbosity=0)


def latest() -> str:
    ((_app, name),) = MigrationExecutor(connection).loader.graph.leaf_nodes("canvas")
    return str(name)


def corrected(apps: Any) -> None:
    """A site of before: one card as printed, one corrected, one of its own."""
    card, points = apps.get_model("canvas", "ScoringCard"), apps.get_model("canvas", "RibbonPoints")
    for edition, name, condition, row in (
        ("r2i-2021", "Style", "style", (4, 10, 18)),
        ("r2i-2021", "Variety", "by-hand", (5, 9)),
        ("retail", "Chiaroscuro", "hierarchy-tone", ()),
    ):
        made = card.objects.create(edition=edition, name=name, condition=condition)
        for ribbons, worth in enumerate(row, 1):
            points.objects.create(card=made, ribbons=ribbons, points=worth)


def stored_rows(apps: Any, edition: str) -> list[tuple[Any, ...]]:
    card = apps.get_model("canvas", "ScoringCard")
    columns = ("pk", edition, "name", "condition", "points__ribbons", "points__points")
    return list(card.objects.order_by("pk", "points__ribbons").values_list(*columns))


def test_it_keeps_the_cards_that_are_there(migrate: Migrate) -> None:
    old = migrate(BEFORE)
    corrected(old)
    before = stored_rows(old, "edition")
    new = migrate(latest())
    assert stored_rows(new, "edition_id") == before
    assert len(before) == 6
    editions = new.get_model("canvas", "Edition").objects.order_by("place")
    assert list(editions.values_list("slug", "name", "offered")) == [
        ("retail", "Retail edition", True),
        ("r2i-2021", "First printing, 2021", True),
    ]


def test_it_goes_back_without_losing_a_card(migrate: Migrate) -> None:
    old = migrate(BEFORE)
    corrected(old)
    before = stored_rows(old, "edition")
    migrate(latest())
    assert stored_rows(migrate(BEFORE), "edition") == before
    assert stored_rows(migrate(latest()), "edition_id") == before


def test_an_edition_that_nobody_knows_keeps_its_cards_and_is_not_offered(migrate: Migrate) -> None:
    old = migrate(BEFORE)
    old.get_model("canvas", "ScoringCard").objects.create(
        edition="draft", name="Style", condition="style"
    )
    edition = migrate(latest()).get_model("canvas", "Edition").objects.get()
    assert (edition.slug, edition.name, edition.offered) == ("draft", "draft", False)


def test_the_catalogue_fills_up_what_was_there_before(migrate: Migrate) -> None:
    corrected(migrate(BEFORE))
    new = migrate(latest())
    assert load_catalogue() == 21 - 2 + 60
    card = new.get_model("canvas", "ScoringCard").objects.get(edition="r2i-2021", name="Variety")
    assert (card.condition, card.points.count()) == ("by-hand", 2)


# A card of retail that the catalogue does not have was counted by hand where nobody said otherwise


UNSTATED = "0007_group_cards"
STYLE = {"name": "Style", "points": [1]}
BY_HAND = {"name": "Style", "condition": "by-hand", "points": [1]}
UNITY = {"name": "Unity", "points": [1]}


def recorded(apps: Any, edition: str, *documents: dict[str, Any]) -> Any:
    """A session with a revision for each document, and the cards of the last as its rows."""
    session = apps.get_model("scoring", "Session").objects.create(
        game="canvas", revision=len(documents), version=1, created_at=NOW
    )
    for number, document in enumerate(documents, 1):
        apps.get_model("scoring", "Revision").objects.create(
            session=session, number=number, action="import", at=NOW, document=document
        )
    if edition:
        apps.get_model("canvas", "Setup").objects.create(session=session, edition=edition)
    for place, card in enumerate(documents[-1]["cards"], 1):
        apps.get_model("canvas", "TableCard").objects.create(
            session=session, place=place, name=card["name"], condition=card.get("condition", "")
        )
    return session


def stated(apps: Any, session: Any) -> tuple[list[tuple[str, str]], list[Any]]:
    """The cards of a session, in its rows and in the documents of its revisions."""
    rows = apps.get_model("canvas", "TableCard").objects.filter(session_id=session.pk)
    revisions = apps.get_model("scoring", "Revision").objects.filter(session_id=session.pk)
    return (
        list(rows.order_by("place").values_list("name", "condition")),
        [revision.document["cards"] for revision in revisions.order_by("number")],
    )


def test_a_session_states_that_its_unknown_cards_were_counted_by_hand(migrate: Migrate) -> None:
    old = migrate(UNSTATED)
    retail = recorded(old, "", {"cards": [STYLE, UNITY]}, {"cards": [UNITY, STYLE]})
    other = recorded(old, "r2i-2021", {"edition": "r2i-2021", "cards": [{"name": "Style"}]})
    conditioned = recorded(
        old, "retail", {"edition": "retail", "cards": [STYLE | {"condition": "style"}]}
    )
    new = migrate(latest())
    assert stated(new, retail) == (
        [("Unity", ""), ("Style", "by-hand")],
        [[BY_HAND, UNITY], [UNITY, BY_HAND]],
    )
    assert stated(new, other) == ([("Style", "")], [[{"name": "Style"}]])
    assert stated(new, conditioned)[0] == [("Style", "style")]


def test_a_groups_own_card_states_that_it_is_counted_by_hand(migrate: Migrate) -> None:
    old = migrate(UNSTATED)
    edition = old.get_model("canvas", "Edition").objects.create(slug="retail", name="Retail")
    old.get_model("canvas", "ScoringCard").objects.create(
        edition=edition, name="Space", condition="space"
    )
    group = old.get_model("scoring", "Group").objects.create(name="Thursday", slug="thursday")
    for name, condition in (("Space", ""), ("Sfumato", ""), ("Ochre", "style")):
        old.get_model("canvas", "GroupCard").objects.create(
            group=group, edition=edition, name=name, condition=condition, points_1=1
        )
    cards = migrate(latest()).get_model("canvas", "GroupCard").objects.order_by("name")
    assert list(cards.values_list("name", "condition")) == [
        ("Ochre", "style"),
        ("Sfumato", "by-hand"),
        ("Space", ""),
    ]
