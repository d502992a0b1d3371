"""Read from docs/security.md what a view needs of the person who requests it."""

from functools import cache

from tests.permissions.model import Right, Role
from tests.web.access_matrix import METHODS, Request, during_play

ROLES = {"member": Role.MEMBER, "scorekeeper": Role.SCOREKEEPER, "owner": Role.OWNER}
RIGHTS = {"watcher": Right.WATCH, "seat": Right.ENTER, "host": Right.HOST}


def role_for(how: str, view: str) -> Role:
    """Return the least role that may read or write it."""
    return next(role for who, role in ROLES.items() if _says(how, view, who) == "yes")


def right_for(how: str, view: str) -> Right:
    """Return the least right at a table that it needs."""
    return next(right for who, right in RIGHTS.items() if _says(how, view, who) == "yes")


def _says(how: str, view: str, who: str) -> str:
    return _cells()[Request(METHODS[how], view, who)]


_cells = cache(during_play)
