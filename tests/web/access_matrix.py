"""Read from docs/security.md who may do what and when; classify responses in its words."""

import re
from typing import Any, NamedTuple

from django.urls import get_resolver

from tests.builders.addresses import named_addresses
from tests.builders.evening import PEOPLE
from tests.docs.markdown import DOCS, section, table

PAGE = DOCS / "security.md"
METHODS = {"read": "get", "write": "post"}
EVERY_VIEW = "every view of a table"
NOT_AVAILABLE = ""  # the view has no such method, for anybody
STATUSES = {403: "no", 404: "–", 405: NOT_AVAILABLE, 410: "over"}
LED_TO = {
    "/accounts/login/": "log in",
    "/accounts/reauthenticate/": "password",
    "/seats/": "seat",
}

ADDRESSES = dict(named_addresses(get_resolver().url_patterns))
OF_A_TABLE = [name for name, needs in ADDRESSES.items() if "uuid" in needs]
BY_CODE = [name for name, needs in ADDRESSES.items() if "code" in needs]


class State(NamedTuple):
    heading: str
    people: tuple[str, ...]  # for whom it may be different


STATES = {
    "before": State("Before the first tap", ("seat", "member")),
    "after": State("After the end", ("stranger", "seat", "host", "member")),
    "closed": State("In a closed season", ("watcher", "seat", "host", "member", "owner")),
    "removed": State("After the session was removed", ("seat", "host", "owner")),
}


class Request(NamedTuple):
    method: str
    view: str
    who: str


def named_in(cell: str) -> list[str]:
    return OF_A_TABLE if cell == EVERY_VIEW else re.findall(r"`([\w:]+)`", cell)


def during_play() -> dict[Request, str]:
    """Return what the page says of each view for each kind of person, as its cells say it."""
    cells = {}
    for heading, method in (("Reading", "get"), ("Writing", "post")):
        for row in table(section(PAGE, heading)):
            for view in named_in(row["views"]):
                for who in PEOPLE:
                    request = Request(method, view, who)
                    assert request not in cells, f"{view} is in two rows of {heading}"
                    cells[request] = row[who]
    return cells


def in_state(state: str) -> dict[Request, str]:
    """Return what the page says of a table in another state."""
    cells = during_play()
    for row in table(section(PAGE, STATES[state].heading)):
        for view in named_in(row["views"]):
            for who in PEOPLE:
                request = Request(METHODS[row["how"]], view, who)
                if request in cells:
                    cells[request] = row[who]
    return cells


def in_words(view: str, response: Any) -> str:
    """Return the word of the page for a response; for an error of ours its status."""
    status: int = response.status_code
    if status == 302 and view != "seats":
        to = response.headers["Location"].partition("?")[0]
        return next((word for part, word in LED_TO.items() if part in to), "yes")
    return STATUSES.get(status, "yes" if status < 500 else str(status))
