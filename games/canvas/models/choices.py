"""The choices of columns, from the rules."""

from typing import get_args

from games.canvas.catalogue import Edition, Side
from games.canvas.conditions import Condition, Icon


# Callable, so that a new edition or condition makes no migration.
def editions() -> list[tuple[str, str]]:
    return [(edition, edition) for edition in get_args(Edition)]


def conditions() -> list[tuple[str, str]]:
    return [(condition, condition) for condition in get_args(Condition)]


def icons() -> list[tuple[str, str]]:
    return [(icon, icon) for icon in get_args(Icon)]


def sides() -> list[tuple[str, str]]:
    return [(side, side) for side in get_args(Side)]
