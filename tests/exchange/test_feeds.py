"""Feeds of the latest sessions: without cookies, and only with names that the reader may see."""

from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.contrib.sessions.models import Session as BrowserSession
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.exchange.feeds import LATEST
from scoring.models import Group, Player, Season, Session
from scoring.models.revisions import By
from scoring.play.sharing import share
from scoring.sessions.lifecycle import delete
from scoring.sessions.recording import describe
from tests.builders.seasons import FIRST, NAMES, artem_document, play_session, season_of
from tests.builders.tables import finished_table, signed_in

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
SEASON_FEED = "/g/thursday/cup/year/feed.atom"
GROUP_FEED = "/g/thursday/feed.atom"
FEEDS = (SEASON_FEED, GROUP_FEED)


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday", visibility="public")


@pytest.fixture
def season(group: Group) -> Season:
    return season_of(group)


def play(season: Season, *ranks: int, day: int = 0, names: Any = NAMES) -> Session:
    document = artem_document(*ranks, names=names, day=FIRST + timedelta(days=day))
    return play_session(season.league.group, document, league=season.league)


def parsed(content: bytes) -> ElementTree.Element:
    return ElementTree.fromstring(content)  # noqa: S314 (our own)


def feed(address: str = SEASON_FEED, client: Client | None = None) -> ElementTree.Element:
    answer = (client or Client()).get(address)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    return parsed(answer.content)


def text_of(element: ElementTree.Element, name: str) -> str:
    return element.findtext(f"{ATOM}{name}") or ""


def titles(root: ElementTree.Element) -> list[str]:
    return [text_of(entry, "title") for entry in root.findall(f"{ATOM}entry")]


def href(element: ElementTree.Element, rel: str = "alternate") -> str:
    response = [link for link in element.findall(f"{ATOM}link") if link.get("rel") == rel]
    return response[0].get("href") or ""


@pytest.mark.parametrize("url", FEEDS)
def test_an_entry_says_who_won_and_who_came_where(season: Season, url: str) -> None:
    session = play(season, 2, 1, 3)
    root = feed(url)
    (entry,) = root.findall(f"{ATOM}entry")
    assert text_of(entry, "title") == "Ben wins · Artem"
    assert text_of(entry, "id") == f"urn:uuid:{session.uuid}"
    places = "<p>1. Ben: 7 points</p><p>2. Ana: 5 points</p><p>3. Cleo: 3 points</p>"
    assert text_of(entry, "summary") == places
    session.refresh_from_db()
    assert session.finished_at
    assert text_of(entry, "published")[:19] == session.finished_at.isoformat()[:19]


def test_who_shares_the_win_is_named_together(season: Season) -> None:
    play(season, 1, 1, 3)
    assert titles(feed()) == ["Ana and Ben share the win · Artem"]


def test_the_latest_come_first_and_no_more_than_a_page_of_them(season: Season) -> None:
    for day in range(LATEST + 2):
        play(season, 1, 2, day=day)
    play(season, 2, 1, day=5)
    last = play(season, 2, 1, day=90)
    root = feed()
    entries = root.findall(f"{ATOM}entry")
    assert len(entries) == LATEST
    assert text_of(entries[0], "id") == last.uuid.urn
    of_group = feed(GROUP_FEED).findall(f"{ATOM}entry")
    assert len(of_group) == LATEST
    assert text_of(of_group[0], "id") == last.uuid.urn


def test_a_group_tells_what_counts_for_nothing_too_and_nothing_that_goes_on_or_was_deleted(
    season: Season,
) -> None:
    group = season.league.group
    play(season, 1, 2)
    finished_table(group=group)
    deleted = play(season, 2, 1)
    delete(session=deleted, by=By(at=timezone.now()))
    assert titles(feed()) == ["Ana wins · Artem"]
    assert sorted(titles(feed(GROUP_FEED))) == ["Ana wins · Artem", "Joe wins · Artem"]


def test_a_correction_moves_its_entry_and_its_feed(season: Season) -> None:
    session = play(season, 1, 2)
    later = timezone.now() + timedelta(hours=3)
    describe(session=session, by=By(at=later), played_on=FIRST, location="", notes="Corrected.")
    root = feed()
    (entry,) = root.findall(f"{ATOM}entry")
    assert text_of(entry, "updated")[:19] == later.isoformat()[:19]
    assert text_of(root, "updated") == text_of(entry, "updated")


@pytest.mark.parametrize("shows_results", [True, False])
def test_an_entry_leads_to_its_result_if_everybody_may_open_it(
    season: Season, shows_results: bool
) -> None:
    Group.objects.update(shows_results=shows_results)
    shown, other = play(season, 1, 2), play(season, 2, 1, day=1)
    share(session=shown, shared=True)
    shown.refresh_from_db()
    links = {text_of(one, "id"): href(one) for one in feed().findall(f"{ATOM}entry")}
    result = f"http://testserver/g/thursday/sessions/{other.uuid}/"
    assert links == {
        shown.uuid.urn: f"http://testserver{reverse('shared', args=[shown.share_token])}",
        other.uuid.urn: result if shows_results else "http://testserver/g/thursday/cup/year/",
    }


def test_a_reader_without_cookies_brings_the_key_and_does_not_get_it_in_the_feed(
    season: Season,
) -> None:
    group = season.league.group
    group.visibility = "link"
    group.save()
    play(season, 1, 2)
    for url in FEEDS:
        assert Client().get(url).status_code == 404
        assert Client().get(f"{url}?key=wrong").status_code == 404
        root = feed(f"{url}?key={group.link_token}")
        assert href(root, "self") == f"http://testserver{url}"
        assert href(root) == f"http://testserver{url.removesuffix('feed.atom')}"
        assert text_of(root, "id") == f"http://testserver{url}"
    assert not BrowserSession.objects.exists()


def test_outside_the_group_it_names_nobody_who_hides(season: Season) -> None:
    group = season.league.group
    play(season, 1, 2, 3)
    Player.objects.filter(name="Ana").update(hidden=True)
    Player.objects.filter(name="Ben").update(nickname="Benny")
    outside = Client().get(SEASON_FEED).content.decode()
    assert "A player wins" in outside
    assert "Benny" in outside
    assert "Ana" not in outside
    inside = signed_in("bob", group).get(SEASON_FEED).content.decode()
    assert "Ana wins" in inside


def test_it_speaks_the_language_of_the_group(season: Season) -> None:
    Group.objects.update(language="fr")
    play(season, 1, 2)
    answer = Client().get(SEASON_FEED, headers={"Accept-Language": "en"})
    assert answer["Content-Language"] == "fr"
    assert 'xml:lang="fr"' in answer.content.decode()
    assert "Ana gagne" in answer.content.decode()


@pytest.mark.parametrize("url", FEEDS)
def test_it_is_not_sent_again_while_it_would_be_the_same(season: Season, url: str) -> None:
    session = play(season, 1, 2)
    first = Client().get(url)
    asked = {"If-None-Match": first["ETag"]}
    again = Client().get(url, headers=asked)
    assert (again.status_code, again.content) == (304, b"")
    since = {"If-Modified-Since": first["Last-Modified"]}
    assert Client().get(url, headers=since).status_code == 304
    share(session=session, shared=True)
    assert Client().get(url, headers=asked).status_code == 200
    assert "Cookie" in first["Vary"]
    assert set(first["Cache-Control"].split(", ")) == {"private", "no-cache"}


@pytest.mark.parametrize("url", FEEDS)
@pytest.mark.usefixtures("season")
def test_without_an_evening_it_is_a_feed_all_the_same(url: str) -> None:
    first = Client().get(url)
    assert titles(parsed(first.content)) == []
    assert Client().get(url, headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_a_name_of_any_kind_stays_a_name(season: Season) -> None:
    play(season, 1, 2, names=("<script>alert(1)</script>", "Zoë & Zo"))
    Player.objects.filter(name="Zoë & Zo").update(name="Zo\x08e")
    (entry,) = feed().findall(f"{ATOM}entry")
    assert text_of(entry, "title") == "<script>alert(1)</script> wins · Artem"
    assert "&lt;script&gt;" in text_of(entry, "summary")
    assert "2. Zoe: 5 points" in text_of(entry, "summary")


@pytest.mark.parametrize("url", FEEDS)
def test_a_long_season_asks_no_more_than_a_short_one(season: Season, url: str) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            feed(url)
        return len(queries)

    play(season, 1, 2)
    few = asked()
    for day in range(12):
        play(season, 1, 2, 3, 4, day=day)
    assert asked() == few <= 7


# On the pages of a season and of a group


def head(package: str, season: Season) -> str:
    season.league.group.refresh_from_db()
    context = {"season": season, "group": season.league.group}
    return render_to_string(f"{package}/_head.html", context)


@pytest.mark.parametrize(("package", "url"), [("leagues", SEASON_FEED), ("groups", GROUP_FEED)])
def test_its_page_leads_to_the_feed_where_a_reader_could_follow(
    season: Season, package: str, url: str
) -> None:
    assert 'type="application/atom+xml" title="' in head(package, season)
    assert f'href="{url}"' in head(package, season)
    Group.objects.update(visibility="link")
    token = season.league.group.link_token
    assert f'href="{url}?key={token}"' in head(package, season)
    Group.objects.update(visibility="members")
    assert "<link" not in head(package, season)


@pytest.mark.usefixtures("season")
def test_the_pages_themselves_do() -> None:
    address = reverse("season", args=["thursday", "cup", "year"])
    for page, feed_of_it in (
        (address, SEASON_FEED),
        (reverse("group", args=["thursday"]), GROUP_FEED),
    ):
        html = Client().get(page).content.decode()
        assert f'href="{feed_of_it}"' in html.partition("</head>")[0]
    assert href(feed()) == f"http://testserver{address}"
