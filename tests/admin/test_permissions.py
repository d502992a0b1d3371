"""Permissions for each kind of row in the admin, and the fields that its page offers."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import urljoin, urlparse

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.utils import timezone

from scoring.models import Group, Membership, Session
from scoring.models.revisions import By
from scoring.registry import installed_games
from scoring.sessions.lifecycle import delete
from tests.builders.addresses import add_people
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.staff import new_staff
from tests.builders.tables import open_empty

pytestmark = pytest.mark.django_db

LINK = re.compile(r'<a\b[^>]*\shref="([^"]+)"')
EVERYTHING = {"add", "change", "delete", "view"}
LOOK = {"view"}
NOTHING: set[str] = set()
# Superusers; who owns a group. Everybody else on the staff: nothing.
MAY = {
    "auth.User": (EVERYTHING, NOTHING),
    "account.EmailAddress": (EVERYTHING, NOTHING),
    "mfa.Authenticator": ({"delete", "view"}, NOTHING),
    "scoring.OutgoingMail": (LOOK, NOTHING),
    "scoring.Group": (EVERYTHING, {"change", "view"}),
    "scoring.Player": (EVERYTHING, EVERYTHING),
    "scoring.Merge": (LOOK, LOOK),
    "scoring.League": (EVERYTHING, EVERYTHING),
    "scoring.Season": (EVERYTHING, EVERYTHING),
    "scoring.Session": ({"add", "change", "view"}, {"add", "change", "view"}),
    # What was recorded, row by row, is corrected on score sheets.
    **{
        table.model._meta.label: (LOOK, LOOK)
        for game in installed_games().values()
        for table in game.store.tables
    },
    "canvas.GroupCard": (EVERYTHING, EVERYTHING),
    "canvas.Edition": ({"change", "view"}, NOTHING),
    "canvas.ScoringCard": (EVERYTHING, NOTHING),
    "canvas.CardSet": (EVERYTHING, NOTHING),
    "canvas.ArtCard": (EVERYTHING, NOTHING),
}


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


def request_of(user: User) -> HttpRequest:
    request = RequestFactory().get("/")
    request.user = user
    return request


def may(user: User) -> dict[str, set[str]]:
    return {
        model._meta.label: {
            name
            for name, is_allowed in page.get_model_perms(request_of(user)).items()
            if is_allowed
        }
        for model, page in admin.site._registry.items()
    }


def test_superusers_and_owners_may_do_this_and_no_more(group: Group) -> None:
    alice = new_staff("alice")
    Membership.objects.create(group=group, user=alice, role=Membership.Role.OWNER)
    superuser, owner = may(new_staff("root", is_superuser=True)), may(alice)
    assert {label: (superuser[label], owner[label]) for label in MAY} == MAY


@pytest.mark.parametrize(
    ("role", "fields"),
    [
        pytest.param("scorekeeper", {}, id="who keeps a group's scores"),
        pytest.param("", {}, id="who belongs to no group"),
        pytest.param("owner", {"is_staff": False}, id="who is not on the staff"),
        pytest.param("owner", {"is_active": False}, id="whose account is closed"),
    ],
)
def test_everybody_else_may_do_nothing(group: Group, role: str, fields: dict[str, Any]) -> None:
    user = new_staff("bob")
    User.objects.filter(pk=user.pk).update(**fields)
    if role:
        Membership.objects.create(group=group, user=user, role=role)
    assert set(map(frozenset, may(User.objects.get(pk=user.pk)).values())) == {frozenset()}


READ = (0, 0, LOOK)  # of an inline: how many empty rows, at most how many rows, what may be done
SHOWN = {
    "artbox": {"Setup", "Round", "NumberToken", "BrokenDrawing", "GuessSheet", "Guess"},
    "canvas": {
        "Setup",
        "TableCard",
        "TableCardPoints",
        "Easel",
        "Painting",
        "PaintingIcon",
        "PaintingLayer",
        "HandCount",
        "Inspiration",
    },
    "duplik": {"Setup", "Round", "Sheet", "Check", "Judging"},
    "artem": {"Setup", "Turn", "Claim"},
}


@pytest.mark.parametrize("slug", SHOWN)
def test_the_page_of_a_session_shows_its_rows(group: Group, slug: str) -> None:
    session = open_empty(slug, group=group)
    request = request_of(new_staff("root", is_superuser=True))
    inlines = admin.site._registry[Session].get_inline_instances(request, session)
    offered = {
        inline.model._meta.object_name: (inline.extra, inline.max_num, _allowed(inline, request))
        for inline in inlines
    }
    assert offered == dict.fromkeys({*SHOWN[slug], "Seat", "Revision"}, READ)


def _allowed(inline: Any, request: HttpRequest) -> set[str]:
    checks = {name: getattr(inline, f"has_{name}_permission") for name in EVERYTHING}
    allowed = {name for name, check in checks.items() if check(request, None)}
    return allowed if inline.can_delete else allowed - {"delete"}


@pytest.mark.parametrize(
    ("label", "rows"),
    [
        ("scoring.Group", (0, None)),
        ("canvas.ScoringCard", (0, 5)),
        ("canvas.CardSet", (4, 4)),
        ("canvas.ArtCard", (0, 10)),
    ],
)
def test_other_pages_offer_empty_rows(label: str, rows: tuple[int, int | None]) -> None:
    request = request_of(new_staff("root", is_superuser=True))
    (page,) = (page for model, page in admin.site._registry.items() if model._meta.label == label)
    (inline,) = page.get_inline_instances(request, None)
    assert (inline.extra, inline.max_num) == rows


def test_every_link_that_staff_are_shown_opens(group: Group) -> None:
    alice, bob = new_staff("alice"), new_staff("bob")
    Membership.objects.create(group=group, user=alice, role=Membership.Role.OWNER)
    play_session(group, artem_document(1, 2), league=season_of(group).league)
    delete(session=play_session(group, artem_document(2, 1), league=None), by=By(at=timezone.now()))
    add_people(group)
    for user in (alice, bob):
        client = Client()
        client.force_login(user)
        refused = {link: status for link, status in _followed(client) if status not in {200, 302}}
        assert refused == {}, user.username


def _followed(client: Client) -> Iterator[tuple[str, int]]:
    """Follow links from the front page of the admin on; those of lists by their first rows."""
    to_visit, seen = ["/admin/"], {"/admin/"}
    while to_visit:
        page = to_visit.pop()
        answer = client.get(page)
        # A row that is none of theirs leads back to the front page of the admin.
        yield page, 404 if answer.headers.get("Location") == "/admin/" else answer.status_code
        if not page.startswith("/admin/") or "text/html" not in answer.headers["Content-Type"]:
            continue
        for link in LINK.findall(answer.content.decode()):
            address = urlparse(urljoin(page, unescape(link))).path
            if address.startswith("/") and address not in seen:
                seen.add(address)
                to_visit.append(address)
