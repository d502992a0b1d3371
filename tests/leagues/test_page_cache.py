"""A season's pages: their readers, what each may see, and how they are cached."""

import re
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.groups.players import update_player
from scoring.leagues import leagues
from scoring.models import Group, Membership, Player, Season
from tests.builders.seasons import FIRST, season_of
from tests.builders.standings_pages import (
    html_of,
    main_text,
    play_ranks,
    season_url,
    standings_rows,
)
from tests.builders.tables import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    group = Group.objects.create(name="Thursday", slug="thursday", visibility="public")
    season = season_of(group)
    play_ranks(season, 1, 2, 3)
    return season


def see(season: Season, visibility: str) -> None:
    group = season.league.group
    group.visibility = visibility
    group.save()


def player(who: str, **fields: object) -> Player:
    stored = Player.objects.get(name=who)
    update_player(player=stored, **fields)
    return stored


def pages(season: Season) -> list[str]:
    ana = Player.objects.get(name="Ana").pk
    return [season_url(season), season_url(season, "artem"), season_url(season, "player", str(ana))]


# Who may see it


@pytest.mark.parametrize(
    ("visibility", "nobody", "with_link"),
    [("public", 200, 200), ("link", 404, 200), ("members", 404, 404)],
)
def test_it_is_there_for_those_who_may_see_the_group(
    season: Season, visibility: str, nobody: int, with_link: int
) -> None:
    see(season, visibility)
    group = season.league.group
    stranger = signed_in("sam", Group.objects.create(name="Other", slug="other"), "owner")
    linked = Client()
    linked.get(f"{season_url(season)}?key={group.link_token}")
    member = signed_in("mia", group)
    for page in pages(season):
        got = [who.get(page).status_code for who in (Client(), stranger, linked, member)]
        assert got == [nobody, nobody, with_link, 200]


def test_a_season_that_may_not_be_seen_is_no_different_from_none(season: Season) -> None:
    html_of(season_url(season))  # kept from when it was public
    see(season, "members")
    for address in (season_url(season), *pages(season)):
        hidden, none = Client().get(address), Client().get(address.replace("/year/", "/never/"))
        assert hidden.status_code == none.status_code == 404
        assert main_text(hidden.content.decode()) == main_text(none.content.decode())
        assert "ETag" not in hidden


def test_who_had_a_page_of_a_group_that_closed_itself_hears_nothing(season: Season) -> None:
    tag = Client().get(season_url(season)).headers["ETag"]
    see(season, "members")
    assert Client().get(season_url(season), headers={"If-None-Match": tag}).status_code == 404


@pytest.mark.parametrize("visibility", ["link", "members"])
def test_only_a_public_one_is_for_search_engines_and_previews(
    season: Season, visibility: str
) -> None:
    html = html_of(season_url(season))
    assert "noindex" not in html
    assert '<meta property="og:title" content="Cup, Year · Thursday">' in html
    assert 'content="1. Ana 1.0 · 2. Ben 0.5 · 3. Cleo 0.0"' in html
    assert '<link rel="canonical" href="http://testserver/g/thursday/cup/year/">' in html
    see(season, visibility)
    member = signed_in("mia", season.league.group)
    for page in pages(season):
        assert 'name="robots" content="noindex"' in html_of(page, member)
    assert "og:" not in html_of(season_url(season), member)


# What it calls people


def test_outside_the_group_a_nickname_stands_for_the_name(season: Season) -> None:
    player("Ana", nickname="The Painter")
    html = html_of(season_url(season))
    assert "Ana" not in html
    assert "The Painter wins" in main_text(html)
    inside = main_text(html_of(season_url(season), signed_in("mia", season.league.group)))
    assert "Ana The Painter" in inside
    assert "Ana wins" in inside


def test_it_names_no_hidden_player_outside_the_group(season: Season) -> None:
    ben = player("Ben", hidden=True, nickname="Benny")
    mine = season_url(season, "player", str(ben.pk))
    html = html_of(season_url(season))
    assert "Ben" not in html
    assert mine not in html
    assert standings_rows(html)[1][2].startswith("A player Plays")
    assert Client().get(mine).status_code == 404
    member = signed_in("mia", season.league.group)
    assert "Ben" in standings_rows(html_of(season_url(season), member))[1][2]
    assert mine in html_of(season_url(season), member)
    assert "Ben" in main_text(html_of(mine, member))


def test_names_are_shown_as_they_are_written(season: Season) -> None:
    season.league.group.leagues.update(name='<i>"Cup')
    player("Ana", name="<script>%(x)s{{ y }}")
    html = html_of(season_url(season))
    assert "<script>%" not in html
    assert "<i>" not in html
    assert standings_rows(html)[0][2].startswith("<script>%(x)s{{ y }} Plays")
    assert "Cup, Year" in main_text(html)


# What is kept of it


def queries(address: str, client: Client, **headers: str) -> tuple[int, int]:
    with CaptureQueriesContext(connection) as asked:
        status = client.get(address, headers=headers).status_code
    return status, len(asked)


def test_an_unchanged_page_costs_one_query(season: Season) -> None:
    tag = Client().get(season_url(season)).headers["ETag"]
    assert queries(season_url(season), Client(), if_none_match=tag) == (304, 1)
    assert queries(season_url(season), Client()) == (200, 1)
    caches["pages"].clear()
    assert queries(season_url(season), Client(), if_none_match=tag) == (304, 1)
    assert queries(season_url(season), Client())[1] > 1


def test_a_page_is_cached_once_whatever_port_somebody_writes(season: Season) -> None:
    queries(season_url(season), Client(), host="localhost")
    assert queries(season_url(season), Client(), host="localhost:666") == (200, 1)


def test_a_member_is_asked_for_before_anything_expensive(season: Season) -> None:
    member = signed_in("mia", season.league.group)
    tag = member.get(season_url(season)).headers["ETag"]
    # The session, the account, the season and the role.
    assert queries(season_url(season), member, if_none_match=tag) == (304, 4)


def cached_by(season: Season, client: Client) -> set[str]:
    """Return the Cache-Control of a page, and of its 304, which says the same."""
    page = client.get(season_url(season))
    not_modified = client.get(season_url(season), headers={"If-None-Match": page.headers["ETag"]})
    assert (page.status_code, not_modified.status_code) == (200, 304)
    for name in ("ETag", "Vary", "Cache-Control"):
        assert not_modified.headers[name] == page.headers[name]
    assert {"Accept-Language", "Cookie"} <= set(page.headers["Vary"].split(", "))
    return set(page.headers["Cache-Control"].split(", "))


def test_a_proxy_may_keep_what_strangers_see_and_asks_each_time(season: Season) -> None:
    for client in (Client(), Client()):
        assert cached_by(season, client) == {"public", "no-cache"}


def test_only_their_browser_may_keep_what_members_and_invited_strangers_see(
    season: Season,
) -> None:
    assert cached_by(season, signed_in("mia", season.league.group)) == {"private", "no-cache"}
    see(season, "link")
    linked = Client()
    linked.get(f"{season_url(season)}?key={season.league.group.link_token}")
    assert cached_by(season, linked) == {"private", "no-cache"}


@pytest.mark.parametrize("visibility", ["public", "members"])
def test_members_share_a_page_with_nothing_about_one_of_them(
    season: Season, visibility: str
) -> None:
    see(season, visibility)
    mia, kim = [signed_in(name, season.league.group) for name in ("mia", "kim")]
    html = html_of(season_url(season), mia)
    assert ">Account</a>" in html
    assert "mia" not in html
    assert html_of(season_url(season), kim) == html
    tag = mia.get(season_url(season)).headers["ETag"]
    assert queries(season_url(season), kim, if_none_match=tag) == (304, 4)


def test_a_page_that_members_share_is_not_for_others(season: Season) -> None:
    see(season, "members")
    mia, kim = [signed_in(name, season.league.group) for name in ("mia", "kim")]
    html_of(season_url(season), mia)
    html_of(season_url(season), kim)
    Membership.objects.filter(user__username="kim").delete()
    assert kim.get(season_url(season)).status_code == 404
    assert Client().get(season_url(season)).status_code == 404


def test_somebody_signed_in_from_elsewhere_sees_what_strangers_see(season: Season) -> None:
    player("Ana", nickname="Painter")
    other = signed_in("sam", Group.objects.create(name="Other", slug="other"), "owner")
    html_of(season_url(season), signed_in("mia", season.league.group))
    html_of(season_url(season))
    for _time in ("rendered", "cached"):
        html = html_of(season_url(season), other)
        assert "Ana" not in html
        assert ">Account</a>" in html


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda season: play_ranks(season, 2, 1, day=1), id="an evening"),
        pytest.param(lambda _season: player("Ana", name="Anna"), id="a name"),
        pytest.param(lambda _season: player("Ana", nickname="An"), id="a nickname"),
        pytest.param(lambda _season: player("Ana", hidden=True), id="who hides"),
        pytest.param(lambda _season: Group.objects.update(name="Friday"), id="the group's name"),
        pytest.param(lambda season: season.league.group.leagues.update(name="Vase"), id="a league"),
        pytest.param(lambda season: leagues.close(season=season, at=timezone.now()), id="closed"),
        pytest.param(
            lambda season: season_of(
                season.league.group,
                slug="next",
                starts_on=FIRST + timedelta(days=400),
                ends_on=FIRST + timedelta(days=500),
            ),
            id="a season beside it",
        ),
    ],
)
def test_whatever_changes_it_is_seen_at_once(season: Season, change: object) -> None:
    assert callable(change)
    reader = Client()
    before = reader.get(season_url(season))
    change(season)
    after = reader.get(season_url(season), headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert main_text(after.content.decode()) != main_text(before.content.decode())


def test_a_season_saved_from_an_old_page_never_goes_back_to_a_version_that_was_read(
    season: Season,
) -> None:
    old = Season.objects.get()
    seen = set()
    for day in (1, 2):
        play_ranks(season, 1, 2, day=day)
        seen.add(Client().get(season_url(season)).headers["ETag"])
    old.minimum = 2
    leagues.settle(season=old)
    assert Client().get(season_url(season)).headers["ETag"] not in seen


def test_seasons_of_a_league_have_pages_of_their_own(season: Season) -> None:
    later = season_of(
        season.league.group,
        name="Later",
        slug="later",
        starts_on=FIRST + timedelta(days=400),
        ends_on=FIRST + timedelta(days=500),
    )
    for _time in ("rendered", "from the cache"):
        titles = [
            re.findall("<h1>(.*?)</h1>", html_of(season_url(each))) for each in (season, later)
        ]
        assert titles[0] != titles[1]
        assert all(titles)


def test_each_reader_has_it_in_their_language(season: Season) -> None:
    tags: dict[str, str] = {}
    for language in ("en", "fr", "en"):
        answer = Client().get(season_url(season), headers={"Accept-Language": language})
        assert f'<html lang="{language}">' in answer.content.decode()
        assert tags.setdefault(language, answer.headers["ETag"]) == answer.headers["ETag"]
    assert tags["en"] != tags["fr"]


def test_who_asks_for_no_language_has_it_in_that_of_the_group(season: Season) -> None:
    Group.objects.update(language="fr")
    for _time in ("rendered", "kept"):
        assert '<html lang="fr">' in html_of(season_url(season))
        english = Client().get(season_url(season), headers={"Accept-Language": "en-GB"})
        assert '<html lang="en">' in english.content.decode()


def test_members_and_others_have_pages_of_their_own(season: Season) -> None:
    player("Ana", nickname="Painter")
    member, nobody = signed_in("mia", season.league.group), Client()
    tags = [who.get(season_url(season)).headers["ETag"] for who in (nobody, member)]
    assert tags[0] != tags[1]
    assert "Ana" not in html_of(season_url(season), nobody)
    assert "Ana" in html_of(season_url(season), member)
    given = {"If-None-Match": tags[0]}
    assert member.get(season_url(season), headers=given).status_code == 200


def test_whoever_gets_another_role_has_the_page_anew(season: Season) -> None:
    member = signed_in("mia", season.league.group, "owner")
    change = f'href="/g/thursday/league/cup/{season.slug}/"'
    before = member.get(season_url(season))
    assert change in before.content.decode()
    Membership.objects.update(role="member")
    after = member.get(season_url(season), headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert change not in after.content.decode()


def test_a_cached_page_is_the_same_for_everybody_and_each_chooses_its_language(
    season: Season,
) -> None:
    readers = [Client(enforce_csrf_checks=True) for _reader in range(2)]
    first, second = [reader.get(season_url(season)) for reader in readers]
    assert first.content == second.content
    assert not first.cookies
    for reader in readers:
        chosen = reader.post("/language/", {"language": "fr", "next": season_url(season)})
        assert chosen.headers["Location"] == season_url(season)
        assert '<html lang="fr">' in html_of(season_url(season), reader)


def test_parameters_of_an_address_are_not_cached_for_others(season: Season) -> None:
    html_of(f"{season_url(season)}?key=secret&utm=spam")
    html = html_of(season_url(season))
    assert "secret" not in html
    assert "spam" not in html
