"""Labels and descriptions of fields lead to elements of their page, also where input is refused."""

from html.parser import HTMLParser

import pytest

from tests.builders.addresses import address_of
from tests.builders.evening import client_of, evening
from tests.web.access_matrix import ADDRESSES
from tests.web.test_access import SAID, session_for, untouched

pytestmark = pytest.mark.django_db

POINTING = ("for", "aria-describedby", "aria-labelledby")


class _Ids(HTMLParser):
    """Collect the ids of a page, and the ids that its elements point at."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.wanted: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.add(value or "")
            elif name in POINTING:
                self.wanted += [(name, one) for one in (value or "").split()]


def missing_ids(html: str) -> list[str]:
    """Return what points at an element that the page does not have."""
    parser = _Ids()
    parser.feed(html)
    return [f'{name}="{one}"' for name, one in parser.wanted if one not in parser.ids]


def test_every_label_and_description_of_a_field_leads_to_an_element() -> None:
    sessions = evening()
    owner = client_of("owner", sessions)
    complaints = []
    for view in ADDRESSES:
        address = address_of(view, session_for(view, sessions))
        for method in ("get", "post"):
            with untouched(owner):
                page = getattr(owner, method)(address, SAID.get(view, {}))
                if page.headers.get("Content-Type", "").startswith("text/html"):
                    missing = missing_ids(page.content.decode())
                    complaints += [f"{method} {view}: {one}" for one in missing]
    assert complaints == []
