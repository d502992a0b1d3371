"""Join codes and keys of links are written down nowhere, and sent to no other site."""

import logging
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Group, Invitation, Season, Session
from scoring.play.sharing import share
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import artem_table, phone
from tests.monitoring.test_logs import Lines

pytestmark = pytest.mark.django_db


@pytest.fixture
def everything_logged() -> Iterator[Lines]:
    """Return the output of the site with `LOG_LEVEL=DEBUG`."""
    handler, root, ours = Lines(), logging.getLogger(), logging.getLogger("scoring")
    level = ours.level
    ours.setLevel(logging.DEBUG)
    root.addHandler(handler)
    yield handler
    root.removeHandler(handler)
    ours.setLevel(level)


@pytest.fixture
def season() -> Season:
    group = Group.objects.create(name="Thursday", slug="thursday", visibility="link")
    return season_of(group)


@pytest.fixture
def secrets(season: Season) -> dict[str, str]:
    """A path for each kind of secret, by the secret."""
    group = season.league.group
    User.objects.create(username="alice")
    table = artem_table(group=group)
    invitation = Invitation.objects.create(
        group=group,
        created_by=User.objects.get(),
        created_at=timezone.now(),
        expires_at=timezone.now() + timedelta(days=7),
    )
    result = play_session(group, artem_document(1, 2), league=season.league)
    share(session=result, shared=True)
    result.refresh_from_db()
    assert result.share_token
    return {
        table.code: reverse("join", args=[table.code]),
        group.link_token: f"/g/thursday/?key={group.link_token}",
        invitation.token: reverse("invited", args=[invitation.token]),
        result.share_token: reverse("shared", args=[result.share_token]),
    }


def everywhere(secrets: dict[str, str]) -> None:
    """Follow all links in all ways, with the right secret and with one that is over."""
    strict = Client(enforce_csrf_checks=True)
    for path in [*secrets.values(), f"/join/?code={next(iter(secrets))}"]:
        for address in (path, f"{path}x", f"{path}x/", f"{path}&more=1"):
            Client().get(address)
            Client().post(address, {"code": "x"}, headers={"referer": f"http://testserver{path}"})
            strict.post(address)
            strict.post(address, secure=True, headers={"referer": f"https://a.example{path}"})
            Client().get(address, headers={"host": "evil.example"})


def test_no_log_has_a_code_or_a_key(everything_logged: Lines, secrets: dict[str, str]) -> None:
    everywhere(secrets)
    written = "\n".join(everything_logged.lines)
    assert "Forbidden" in written
    assert "Invalid HTTP_HOST header" in written
    assert [line for line in everything_logged.lines for secret in secrets if secret in line] == []


def test_no_figure_has_a_code_or_a_key(secrets: dict[str, str]) -> None:
    everywhere(secrets)
    figures = Client().get("/metrics").content.decode()
    assert "scorefolio_requests_total" in figures
    assert [secret for secret in secrets if secret in figures] == []


@pytest.mark.parametrize("path", ["/g/thursday/feed.atom", "/g/thursday/league/year/feed.atom"])
def test_no_feed_has_a_code_or_a_key_of_the_group(
    season: Season, secrets: dict[str, str], path: str
) -> None:
    """Feeds are passed on; a shared result is meant to be."""
    path = path.replace("league/year", f"{season.league.slug}/{season.slug}")
    answer = Client().get(f"{path}?key={season.league.group.link_token}")
    assert answer.status_code == 200
    shared = Session.objects.exclude(share_token=None).get().share_token
    feed = answer.content.decode()
    assert [secret for secret in secrets if secret in feed] == [shared]


def test_no_other_site_is_told_where_a_link_was_followed(secrets: dict[str, str]) -> None:
    table = Session.objects.exclude(finished_at__isnull=False).get()
    host = phone(table, hosts=True)
    about = host.get(reverse("about", args=[table.uuid]))
    assert table.spoken_code in about.content.decode()
    for answer in (about, *(Client().get(path) for path in secrets.values())):
        assert answer.status_code == 200
        assert answer.headers["Referrer-Policy"] == "same-origin"
