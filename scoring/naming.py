"""What a player is called: outside the group nothing is said of who is hidden."""

from typing import NamedTuple

from django.utils.translation import gettext as _


class Called(NamedTuple):
    name: str
    beside: str = ""  # what others see instead, for those who belong to the group
    is_known: bool = True  # to this reader: there is something to open


def called(name: str, nickname: str, hidden: bool, *, inside: bool) -> Called:
    """The group knows everybody by name, others as each of them chose."""
    if inside:
        return Called(name, nickname)
    if hidden:
        return Called(_("A player"), is_known=False)
    return Called(nickname or name)
