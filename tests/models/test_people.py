"""The time zones that a group may choose."""

import pytest
from django.core.exceptions import ValidationError

from scoring.models.people import check_time_zone, time_zones


def test_zones_are_named_after_places_and_utc_comes_first() -> None:
    assert time_zones()[0] == "UTC"
    assert [*time_zones()[1:]] == sorted(time_zones()[1:])
    assert {"Europe/Paris", "America/New_York"} < {*time_zones()}


@pytest.mark.parametrize("name", ["Etc/GMT+1", "posix/Europe/Paris", "CET", "EST5EDT", "", "Mars"])
def test_no_other_zone_is_taken(name: str) -> None:
    with pytest.raises(ValidationError, match="There is no time zone of this name"):
        check_time_zone(name)
