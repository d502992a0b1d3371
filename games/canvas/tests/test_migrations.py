"""Canvas: what was corrected before the editions had rows is there after, and the way back."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.canvas.printed import load_catalogue

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = "0002_recorded"
Migrate = Callable[[str], Any]


@pytest.fixture
def migrate() -> Iterator[Migrate]:
    """To a migration of ours, and the models as they are there."""

    def migrated(name: str) -> Any:
        executor = MigrationExecutor(connection)
        executor.migrate([("canvas", name)])
        return MigrationExecutor(connection).loader.project_state([("canvas", name)]).apps

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


def kept(apps: Any, edition: str) -> list[tuple[Any, ...]]:
    card = apps.get_model("canvas", "ScoringCard")
    columns = ("pk", edition, "name", "condition", "points__ribbons", "points__points")
    return list(card.objects.order_by("pk", "points__ribbons").values_list(*columns))


def test_it_keeps_the_cards_that_are_there(migrate: Migrate) -> None:
    old = migrate(BEFORE)
    corrected(old)
    before = kept(old, "edition")
    new = migrate(latest())
    assert kept(new, "edition_id") == before
    assert len(before) == 6
    editions = new.get_model("canvas", "Edition").objects.order_by("place")
    assert list(editions.values_list("slug", "name", "offered")) == [
        ("retail", "Retail edition", True),
        ("r2i-2021", "First printing, 2021", True),
    ]


def test_it_goes_back_without_losing_a_card(migrate: Migrate) -> None:
    old = migrate(BEFORE)
    corrected(old)
    before = kept(old, "edition")
    migrate(latest())
    assert kept(migrate(BEFORE), "edition") == before
    assert kept(migrate(latest()), "edition_id") == before


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
