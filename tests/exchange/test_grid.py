"""Results that are typed in, ten at once: they go through the same preview as a file."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Group, Import, Membership, Player, Session
from tests.builders.tables import signed_in
from tests.pages import words

pytestmark = pytest.mark.django_db

GRID = reverse("enter_results", args=["thursday"])


@pytest.fixture
def keeper() -> Client:
    group = Group.objects.create(name="Thursday", slug="thursday")
    for name in ("Ana", "Ben", "Nr"):
        Player.objects.create(group=group, name=name)
    return signed_in("keeper", group, Membership.Role.SCOREKEEPER)


def rows_of(source: Import) -> list[Any]:
    return [
        (
            row.status,
            row.row,
            row.details["day"],
            row.details["game"],
            [(name, points) for _label, name, _guest, points, *_more in row.details["players"]],
        )
        for row in source.planned.in_order()
    ]


def test_day_and_game_are_those_of_the_row_above(keeper: Client) -> None:
    fields = {
        "name-0": "Ana",
        "name-1": "Ben",
        "name-4": "Nr",
        "day-0": "2026-03-01",
        "game-0": "canvas",
        "points-0-0": "30",
        "points-0-1": "28",
        "points-1-0": "31",
        "points-1-4": "32",
        "day-3": "2.3.2026",
        "points-3-0": "9",
        "points-3-1": "9,5",
        "game-4": "artem",
        "points-4-0": "9",
        "points-4-1": "8",
    }
    response = keeper.post(GRID, fields)
    source = Import.objects.get()
    assert response.headers["Location"] == reverse("import_preview", args=["thursday", source.pk])
    first, second, third, fourth = rows_of(source)
    assert first == ("new", 2, "2026-03-01", "Canvas", [("Ana", 30), ("Ben", 28)])
    assert second == ("new", 3, "2026-03-01", "Canvas", [("Nr", 32), ("Ana", 31)])
    assert third[:4] == ("refused", 5, "2026-03-02", "Canvas")
    assert fourth == ("new", 6, "2026-03-02", "Artem", [("Ana", 9), ("Ben", 8)])
    keeper.post(f"{response.headers['Location']}add/", {"plan": 1})
    assert Session.objects.count() == 3


def test_nothing_typed_in_is_asked_for_again(keeper: Client) -> None:
    response = keeper.post(GRID, {"name-0": "Ana", "day-0": "2026-03-01"})
    page = response.content.decode()
    assert response.status_code == 422
    assert "Enter the points of at least one session." in words(page)
    assert 'value="2026-03-01"' in page
    assert not Import.objects.exists()


def test_points_without_a_name_are_not_lost_in_silence(keeper: Client) -> None:
    fields = {"name-0": "Ana", "game-0": "canvas", "points-0-0": "30", "points-0-1": "28"}
    response = keeper.post(GRID, fields)
    assert response.headers["Location"].endswith("/columns/")
