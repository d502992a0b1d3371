"""The time zones that a group may choose, and the players of whom nothing is left."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from scoring.models import Membership, Merge, Player, Seat
from scoring.models.people import check_time_zone, time_zones
from tests.builders.groups import player, thursday_group
from tests.builders.tables import artem_table


def test_zones_are_named_after_places_and_utc_comes_first() -> None:
    assert time_zones()[0] == "UTC"
    assert [*time_zones()[1:]] == sorted(time_zones()[1:])
    assert {"Europe/Paris", "America/New_York"} < {*time_zones()}


@pytest.mark.parametrize("name", ["Etc/GMT+1", "posix/Europe/Paris", "CET", "EST5EDT", "", "Mars"])
def test_no_other_zone_is_taken(name: str) -> None:
    with pytest.raises(ValidationError, match="There is no time zone with this name"):
        check_time_zone(name)


# Players without traces


def sit(one: Player, _other: Player) -> None:
    Seat.objects.filter(session=artem_table(), place=1).update(player=one)


def have_account(one: Player, _other: Player) -> None:
    Player.objects.filter(pk=one.pk).update(user=User.objects.get(username="bob"))


def be_claimed(one: Player, _other: Player) -> None:
    Membership.objects.filter(user__username="bob").update(says=one)


def be_merged(one: Player, other: Player) -> None:
    Merge.objects.create(source=one, target=other, at=timezone.now())


def take_in(one: Player, other: Player) -> None:
    Merge.objects.create(source=other, target=one, at=timezone.now())


@pytest.mark.django_db
@pytest.mark.parametrize("trace", [sit, have_account, be_claimed, be_merged, take_in])
def test_whoever_sat_was_merged_or_is_somebody_left_a_trace(
    trace: Callable[[Player, Player], None],
) -> None:
    """An import that is taken back removes the players it made, but none of these."""
    group = thursday_group()
    one, other, third = (player(group, name) for name in ("Ana", "Ben", "Cleo"))
    trace(one, other)
    left = set(Player.objects.without_traces())
    assert one not in left
    assert third in left
