"""Leagues and their seasons: the pages of those who own the group, and what counts (L-1)."""

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse
from django.utils import timezone

from scoring.leagues import leagues
from scoring.leagues.leagues import NOT_A_LEAGUE, NOT_A_SEASON
from scoring.leagues.rules_preview import preview_season
from scoring.models import Group, League, Result, Season, Session, Tally
from scoring.models.revisions import By
from scoring.sessions import lifecycle, recording
from scoring.upkeep.rescore import season_differences
from tests.builders.seasons import FIRST, YEAR, artem_document, play_session, season_of
from tests.builders.tables import signed_in

pytestmark = pytest.mark.django_db

LEAGUES = "/g/thursday/league/"
CUP = f"{LEAGUES}cup/"
YEAR_PAGE = f"{CUP}year/"


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


@pytest.fixture
def alice(group: Group) -> Client:
    return signed_in("alice", group, "owner")


@pytest.fixture
def season(group: Group) -> Season:
    season_of(group)
    return Season.objects.select_related("league__group").get()


def words(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


SETTINGS: dict[str, Any] = {
    "name": "Year",
    "slug": "year",
    "starts_on": f"{YEAR}-01-01",
    "ends_on": f"{YEAR}-12-31",
    "games": ["artem", "duplik"],
    "scheme": "beaten",
    "podium": "5 3 2 1",
    "aggregate": "total",
    "best": "10",
    "minimum": "1",
}


def by() -> By:
    return By(at=timezone.now())


# What counts


def counted(session: Session) -> bool:
    return Result.objects.filter(session=session).exclude(season=None).exists()


DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("more", "counts"),
    [
        pytest.param({}, True, id="L-1: finished, of the league, within the days, of the games"),
        pytest.param({"day": date(YEAR, 12, 31)}, True, id="L-1: on the last day"),
        pytest.param({"day": FIRST - DAY}, False, id="L-1: the day before the first"),
        pytest.param({"day": date(YEAR + 1, 1, 1)}, False, id="L-1: the day after the last"),
    ],
)
def test_which_days_count(season: Season, more: dict[str, Any], counts: bool) -> None:
    session = play_session(season.league.group, artem_document(1, 2, **more), league=season.league)
    assert counted(session) is counts


def _delete(session: Session) -> None:
    lifecycle.delete(session=session, by=by())


def _reopened(session: Session) -> None:
    recording.reopen(session=session, by=by())


def _out_of_its_league(session: Session) -> None:
    assert session.group is not None
    lifecycle.move(session=session, group=session.group, league=None, by=by())


def _of_another_game(session: Session) -> None:
    assert session.league is not None
    leagues.settle(season=session.league.seasons.get(), games=["duplik"])


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(_delete, id="L-1: deleting takes it out"),
        pytest.param(_reopened, id="L-1: reopening takes it out"),
        pytest.param(_out_of_its_league, id="L-1: moving takes it out"),
        pytest.param(_of_another_game, id="L-1: its game is none of the season's"),
    ],
)
def test_what_takes_a_session_out(season: Season, change: Callable[[Session], None]) -> None:
    session = play_session(season.league.group, artem_document(1, 2), league=season.league)
    change(session)
    assert not counted(session)
    assert not Tally.objects.exists()


def test_a_season_keeps_what_was_counted_since_its_form_was_read(season: Season) -> None:
    play_session(season.league.group, artem_document(1, 2), league=season.league)
    leagues.close(season=season, at=timezone.now())
    before = Season.objects.get().version
    leagues.settle(season=season, games=["artem"])
    now = Season.objects.get()
    assert now.version > before
    assert now.closed_at is not None


def test_a_closed_season_says_when_it_was_corrected(season: Season) -> None:
    session = play_session(season.league.group, artem_document(1, 2), league=season.league)
    leagues.close(season=season, at=timezone.now())
    lifecycle.delete(session=session, by=by())
    season.refresh_from_db()
    assert season.corrected_at is not None
    assert not Tally.objects.exists()


# Leagues


def test_a_league_is_made_with_an_address_from_its_name(alice: Client) -> None:
    answer = alice.post(f"{LEAGUES}new/", {"name": "Thursday Cup", "slug": ""})
    assert answer.headers["Location"] == f"{LEAGUES}thursday-cup/new/"
    assert League.objects.get().name == "Thursday Cup"


@pytest.mark.parametrize("slug", ["settings", "player", "league", "GAME"])
def test_an_address_where_the_group_has_its_own_pages_is_refused(alice: Client, slug: str) -> None:
    answer = alice.post(f"{LEAGUES}new/", {"name": "Cup", "slug": slug})
    assert answer.status_code == 422
    assert "Choose a different one." in words(answer)


def test_a_name_that_would_make_such_an_address_makes_another(alice: Client) -> None:
    alice.post(f"{LEAGUES}new/", {"name": "Players", "slug": ""})
    assert League.objects.get().slug == "players-league"


def test_the_same_form_sent_twice_makes_one_league(alice: Client) -> None:
    for status in (302, 422):
        answer = alice.post(f"{LEAGUES}new/", {"name": "Cup", "slug": ""})
        assert answer.status_code == status
    assert "The group already has a league at this address." in words(answer)


def test_a_league_of_another_group_may_have_the_address(alice: Client) -> None:
    season_of(Group.objects.create(name="Other", slug="other"))
    assert alice.post(f"{LEAGUES}new/", {"name": "Cup", "slug": "cup"}).status_code == 302


def test_a_league_gets_another_name_and_address(alice: Client, season: Season) -> None:
    data = {"name": "Shield", "slug": "shield"}
    assert alice.post(CUP, data).headers["Location"] == f"{LEAGUES}shield/"
    season.league.refresh_from_db()
    assert (season.league.name, season.league.slug) == ("Shield", "shield")
    assert Season.objects.get().version > season.version


def test_a_refused_name_does_not_stand_as_the_league(alice: Client, season: Season) -> None:
    answer = alice.post(CUP, {"name": "Shield", "slug": "new"})
    assert f"<h1>{season.league.name}</h1>" in answer.content.decode()


def test_a_removed_league_leaves_its_evenings(alice: Client, season: Season) -> None:
    session = play_session(season.league.group, artem_document(1, 2), league=season.league)
    assert "Its 1 session stays" in words(alice.get(f"{CUP}remove/"))
    alice.post(f"{CUP}remove/")
    session.refresh_from_db()
    assert (session.league, session.deleted_at) == (None, None)
    assert not League.objects.exists()
    assert not counted(session)


def addresses(resolver: URLResolver, above: str = "") -> Iterator[str]:
    """Yield the pattern of every page of the site, from its root."""
    for pattern in resolver.url_patterns:
        address = f"{above}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, address)
        else:
            yield address


def words_below(above: str) -> set[str]:
    """Return the fixed words right below an address."""
    pattern = re.compile(re.escape(above) + r"([a-z-]+)/")
    matches = (pattern.match(address) for address in addresses(get_resolver()))
    return {match[1] for match in matches if match}


def test_every_word_below_a_group_is_no_address_of_a_league() -> None:
    """Or the page of a league would be hidden behind another one."""
    taken = words_below("g/<slug:group>/")
    assert {"people", "players", "league"} <= taken
    assert taken <= NOT_A_LEAGUE


def test_every_word_below_a_league_is_no_address_of_a_season() -> None:
    assert words_below("g/<slug:group>/league/<slug:league>/") == NOT_A_SEASON


def test_a_group_without_leagues_says_what_will_hang_there(alice: Client) -> None:
    assert "No leagues yet." in words(alice.get(LEAGUES))


# Seasons


def test_one_tap_makes_a_good_season(alice: Client, group: Group) -> None:
    League.objects.create(group=group, name="Cup", slug="cup")
    page = alice.get(f"{CUP}new/").content.decode()
    data: dict[str, Any] = {"save": "1", "games": re.findall(r'name="games" value="(\w+)"', page)}
    for name in ("name", "starts_on", "ends_on", "podium", "best", "minimum"):
        match = re.search(rf'name="{name}" value="([^"]*)"', page)
        assert match, name
        data[name] = match[1]
    for name in ("scheme", "aggregate"):
        radios = re.findall(rf'<input type="radio" name="{name}"[^>]*>', page)
        (data[name],) = [
            value[1]
            for radio in radios
            if "checked" in radio and (value := re.search(r'value="(\w+)"', radio))
        ]
    assert alice.post(f"{CUP}new/", data).status_code == 302
    season = Season.objects.get()
    year = timezone.localdate().year
    assert (season.name, season.slug) == (str(year), str(year))
    assert (season.starts_on, season.ends_on) == (date(year, 1, 1), date(year, 12, 31))
    assert (season.scheme, season.aggregate, season.podium) == ("beaten", "total", (5, 3, 2, 1))
    assert season.games.count() == 4


def test_the_next_season_follows_the_latest_by_its_rules(alice: Client, season: Season) -> None:
    year = timezone.localdate().year
    season.scheme, season.name = "wins", str(year)
    season.starts_on, season.ends_on = date(year, 1, 1), date(year, 6, 30)
    leagues.settle(season=season, games=["artem", "canvas"])
    following = leagues.next_season(season.league)
    assert (following.starts_on, following.ends_on) == (date(year, 7, 1), date(year, 12, 31))
    assert (following.name, following.scheme) == (f"{year} – 2", "wins")
    page = alice.get(f"{CUP}new/").content.decode()
    checked = [box for box in re.findall(r'<input type="checkbox"[^>]*>', page) if "checked" in box]
    assert [re.findall(r'value="(\w+)"', box)[0] for box in checked] == ["canvas", "artem"]


@pytest.mark.parametrize(
    ("asked", "name", "starts_on"),
    [
        pytest.param("from=2023-02-01&to=2024-03-31", "2023–2024", "2023-02-01", id="days"),
        pytest.param("from=2024-03-31&to=2023-02-01", None, None, id="the wrong way round"),
        pytest.param("from=2024-02-30&to=2024-03-31", None, None, id="no day"),
        pytest.param("from=2024-02-01", None, None, id="half of it"),
    ],
)
def test_an_address_may_say_the_days_of_a_new_season(
    asked: str, name: str | None, starts_on: str | None, alice: Client, season: Season
) -> None:
    usual = leagues.next_season(season.league)
    form = alice.get(f"{CUP}new/?{asked}").context["form"]
    assert form["name"].value() == (name or usual.name)
    assert str(form["starts_on"].value()) == (starts_on or str(usual.starts_on))


@pytest.mark.parametrize(
    ("days", "source"),
    [
        pytest.param(leagues.SeasonDays.YEAR, "Year", id="as many months"),
        pytest.param(leagues.SeasonDays.QUARTER, "Winter", id="the latest of as many months"),
        pytest.param(leagues.SeasonDays.ALL_TIME, "Year", id="else as many games"),
    ],
)
def test_a_new_season_has_the_rules_of_one_like_it(
    group: Group, alice: Client, days: leagues.SeasonDays, source: str
) -> None:
    """A cup of one game that ends last is no model for a year."""
    for slug, games, *dates in (
        ("autumn", ["duplik"], (YEAR, 10, 1), (YEAR, 12, 31)),
        ("winter", ["duplik"], (YEAR + 1, 1, 1), (YEAR + 1, 3, 31)),
        ("year", ["artem", "duplik"], (YEAR, 1, 1), (YEAR, 12, 31)),
        ("cup", ["canvas"], (YEAR + 1, 5, 1), (YEAR + 1, 5, 31)),
    ):
        first, last = (date(*day) for day in dates)
        best = len(slug)  # told apart by it
        season_of(
            group,
            slug=slug,
            name=slug.title(),
            games=games,
            starts_on=first,
            ends_on=last,
            best=best,
        )
    assert leagues.next_season(League.objects.get(), days).best == len(source)
    page = alice.get(f"{CUP}new/?days={days}").content.decode()
    assert f"Games and rules are those of {source}." in page
    boxes = re.findall(r'<input type="checkbox" name="games"[^>]*>', page)
    chosen = ["checked" in box for box in boxes]
    assert chosen == sorted(chosen, reverse=True)  # they come first
    assert sum(chosen) == {"Year": 2, "Winter": 1}[source]


def test_points_by_place_can_differ_by_table_size(alice: Client, season: Season) -> None:
    """L-2: shown while they are entered, counted, and named on the page of the season."""
    play_session(season.league.group, artem_document(1, 2, 3), league=season.league)
    play_session(season.league.group, artem_document(1, 2), league=season.league)
    data = {**SETTINGS, "scheme": "podium", "podium_3": "4 1 0"}
    answer = words(alice.post(YEAR_PAGE, data))
    assert "2 5 3 4 3 4 1 0 1.67 4 5 3 2 1 2.75 5 5 3 2 1 2.2" in answer
    alice.post(YEAR_PAGE, {**data, "save": "1"})
    top = Tally.objects.in_order().select_related("player")
    assert [(tally.player.name, tally.sum // 840) for tally in top] == [
        ("Ana", 9),
        ("Ben", 4),
        ("Cleo", 0),
    ]
    assert "At tables of 3, the places are worth 4, 1 and 0 points." in words(
        alice.get(reverse("season", args=["thursday", "cup", "year"]))
    )


def test_a_season_without_an_end_leaves_room_for_another(season: Season) -> None:
    season.ends_on = date.max
    leagues.settle(season=season)
    assert leagues.next_season(season.league).starts_on.month == 1


def test_a_new_season_counts_what_was_played_on_its_days(alice: Client, group: Group) -> None:
    own = League.objects.create(group=group, name="Cup", slug="cup")
    session = play_session(group, artem_document(1, 2), league=own)
    alice.post(f"{CUP}new/", {**SETTINGS, "save": "1"})
    assert counted(session)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"games": []}, "Choose at least one game."),
        ({"ends_on": f"{YEAR - 1}-12-31"}, "The last day cannot be before the first."),
        ({"podium": "5, x"}, "Enter whole numbers"),
        ({"podium": "1 " * 9}, "There are at most eight places."),
        ({"podium": "500"}, "A place can be worth at most 100 points."),
        ({"podium": "3 5"}, "A place cannot be worth more than the one before it."),
        ({"scheme": "podium", "podium": ""}, "List the points from first place down"),
        ({"minimum": "0"}, "greater than or equal to 1"),
        ({"best": "0"}, "greater than or equal to 1"),
        ({"slug": "remove"}, "Choose a different one."),
        ({"name": "\u202e"}, "character"),
    ],
)
def test_the_page_shows_why_a_season_is_refused(
    alice: Client, season: Season, fields: dict[str, Any], sentence: str
) -> None:
    answer = alice.post(YEAR_PAGE, {**SETTINGS, **fields, "save": "1"})
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert Season.objects.get().version == season.version


def test_the_same_days_can_be_those_of_another_season(alice: Client, season: Season) -> None:
    data = {**SETTINGS, "name": "Spring", "slug": "spring", "save": "1"}
    assert alice.post(f"{CUP}new/", data).status_code == 302
    assert season.league.seasons.count() == 2


def test_other_rules_are_shown_before_they_are_saved(alice: Client, season: Season) -> None:
    for ranks in ((1, 2, 3), (2, 1, 3), (2, 1, 3)):
        play_session(season.league.group, artem_document(*ranks), league=season.league)
    before = list(Tally.objects.values())
    data = {**SETTINGS, "scheme": "podium", "podium": "9 1"}
    answer = alice.post(YEAR_PAGE, data)
    assert "Ben 1 2.5 1 19.0" in words(answer)
    assert "Ana 2 2.0 2 11.0" in words(answer)
    assert list(Tally.objects.values()) == before
    alice.post(YEAR_PAGE, {**data, "save": "1"})
    top = Tally.objects.in_order().select_related("player")
    assert [(line.player.name, line.sum // 840) for line in top[:2]] == [("Ben", 19), ("Ana", 11)]
    assert season_differences(season) == []


def test_fewer_days_are_shown_as_fewer_evenings(alice: Client, season: Season) -> None:
    for day in (FIRST, FIRST + DAY):
        play_session(season.league.group, artem_document(1, 2, day=day), league=season.league)
    answer = alice.post(YEAR_PAGE, {**SETTINGS, "ends_on": f"{YEAR}-01-01"})
    assert "1 session would count, instead of 2." in words(answer)


def test_rules_that_change_nothing_say_so(alice: Client, season: Season) -> None:
    play_session(season.league.group, artem_document(1, 2), league=season.league)
    assert "The standings would not change." in words(alice.post(YEAR_PAGE, SETTINGS))


@pytest.mark.parametrize("scheme", Season.Schemes.values)
@pytest.mark.parametrize("aggregate", Season.Aggregates.values)
def test_what_is_shown_is_what_saving_makes(season: Season, scheme: str, aggregate: str) -> None:
    for ranks in ((1, 2, 3), (2, 1, 3), (1, 1, 3), (0, 2, 1), (1, 0, 2)):
        play_session(season.league.group, artem_document(*ranks), league=season.league)
    season.scheme, season.aggregate, season.best, season.minimum = scheme, aggregate, 2, 4
    shown = [
        (player.name, player.after.rank, player.after.value)
        for player in preview_season(season, ["artem"]).players
        if player.after
    ]
    leagues.settle(season=season, games=["artem"])
    lines = Tally.objects.in_order().filter(season=season).select_related("player")
    assert shown == [
        (line.player.name, line.rank, Fraction(line.sum, 840 * _divisor(line, aggregate)))
        for line in lines
    ]


def _divisor(line: Tally, aggregate: str) -> int:
    return line.plays if aggregate == "average" else 1


def test_htmx_gets_the_effect_alone(alice: Client, season: Season) -> None:
    answer = alice.post(YEAR_PAGE, SETTINGS, headers={"HX-Request": "true"})
    assert answer.content.decode().strip().startswith('<div id="effect"')
    assert season.name not in answer.content.decode()


def test_a_season_is_closed_and_opened_again(alice: Client, season: Season) -> None:
    alice.post(f"{YEAR_PAGE}close/")
    season.refresh_from_db()
    assert season.closed_at is not None
    assert "This season is closed." in words(alice.get(YEAR_PAGE))
    alice.post(f"{YEAR_PAGE}close/", {"open": "1"})
    season.refresh_from_db()
    assert season.closed_at is None


def test_a_removed_season_leaves_its_evenings(alice: Client, season: Season) -> None:
    session = play_session(season.league.group, artem_document(1, 2), league=season.league)
    assert "The 1 session that counts here stays" in words(alice.get(f"{YEAR_PAGE}remove/"))
    alice.post(f"{YEAR_PAGE}remove/")
    session.refresh_from_db()
    assert not Season.objects.exists()
    assert (session.league, counted(session)) == (season.league, False)


def test_a_scorekeeper_reads_how_a_season_is_set_and_changes_nothing(season: Season) -> None:
    bob = signed_in("bob", season.league.group, "scorekeeper")
    page = words(bob.get(YEAR_PAGE))
    assert "How points are counted" in page
    assert "The group’s owners can change this." in page
    assert "<form class=" not in bob.get(YEAR_PAGE).content.decode()
    assert bob.post(YEAR_PAGE, {**SETTINGS, "save": "1"}).status_code == 403
    assert bob.post(CUP, {"name": "x", "slug": "x"}).status_code == 403


def test_names_are_escaped(alice: Client, group: Group) -> None:
    season = season_of(group, name="<script>1</script>")
    season.league.name = "<b>Cup</b>"
    season.league.save()
    for address in (LEAGUES, CUP, YEAR_PAGE, f"{CUP}new/", f"{CUP}remove/", f"{YEAR_PAGE}remove/"):
        page = alice.get(address).content.decode()
        assert "<script>1" not in page
        assert "<b>Cup" not in page


def test_the_leagues_show_the_latest_seasons_of_each_and_no_more(
    alice: Client, season: Season
) -> None:
    for number in range(10, 23):
        day = season.ends_on + timedelta(days=number)
        data = {"name": f"Later {number}", "slug": f"s{number}"}
        season_of(season.league.group, starts_on=day, ends_on=day, games=["artem"], **data)
    shown = words(alice.get(LEAGUES))
    assert shown.index("Later 22") < shown.index("Later 11")
    assert "Later 10" not in shown
    assert "Later 10" in words(alice.get(CUP))
