"""A season's page: the table, why it is so, and what goes with it."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from scoring.groups.players import update_player
from scoring.leagues import leagues
from scoring.leagues.standings_page import ROWS_ON_A_PAGE, SHOWN_FIRST
from scoring.leagues.views.standings import MOST_PAGES
from scoring.models import Group, Player, Season, Session, Tally
from scoring.models.revisions import By
from scoring.play.sharing import share
from scoring.registry import get_game
from scoring.sessions.lifecycle import delete
from scoring.totals import skill
from scoring.web.pictures import cover_address
from tests.builders.seasons import FIRST, play_session, sample_document, season_of
from tests.builders.standings_pages import (
    html_of,
    main_text,
    play_ranks,
    season_url,
    standings_rows,
)
from tests.builders.tables import signed_in
from tests.pages import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return Group.objects.create(
        name="Thursday", slug="thursday", visibility=Group.Visibility.PUBLIC
    )


# The table


def test_its_table_says_rank_movement_plays_wins_form_and_value(group: Group) -> None:
    season = season_of(group)
    play_ranks(season, 1, 2, 3)
    play_ranks(season, 3, 1, 2, 4, day=7)
    assert standings_rows(html_of(season_url(season))) == [
        ["1", "▲1 up 1 place", "Ben Plays 2 · Wins 1 Last five 2 1", "2", "1", "2 1", "1.5"],
        ["2", "▼1 down 1 place", "Ana Plays 2 · Wins 1 Last five 1 3", "2", "1", "1 3", "1.3"],
        ["3", "= no change", "Cleo Plays 2 · Wins 0 Last five 3 2", "2", "0", "3 2", "0.7"],
        ["4", "new", "Dov Plays 1 · Wins 0 Last five 4", "1", "0", "4", "0.0"],
    ]


def test_each_name_leads_to_its_player_and_the_plays_to_the_sessions(group: Group) -> None:
    season = season_of(group)
    play_ranks(season, 1, 2)
    html = html_of(season_url(season))
    for player in group.players.all():
        assert f'href="/g/thursday/player/{player.pk}/"' in html
        assert f'href="{season_url(season, "player", str(player.pk))}"' in html


def test_its_form_is_of_the_last_five(group: Group) -> None:
    season = season_of(group)
    for day, ana in enumerate((1, 1, 1, 2, 2, 1)):
        play_ranks(season, ana, 3 - ana, day=day)
    assert standings_rows(html_of(season_url(season)))[0][5] == "1 1 2 2 1"


def test_it_says_why_who_has_the_same_value_stands_below(group: Group) -> None:
    season = season_of(group)
    play_ranks(season, 1, 2, 0, 0)
    play_ranks(season, 0, 1, 2, 0)
    play_ranks(season, 2, 0, 0, 1)
    names = [row[2].split(" Plays")[0] for row in standings_rows(html_of(season_url(season)))]
    reasons = [
        row[2].partition("why this rank ")[2] for row in standings_rows(html_of(season_url(season)))
    ]
    assert names == ["Ana", "Ben", "Dov", "Cleo"]
    assert reasons == [
        "",
        "Ana did better in the sessions that tied players played against each other.",
        "Ben has more second places: 1 against 0.",
        "",
    ]


def averages(group: Group, *sums_and_plays: tuple[int, int]) -> Season:
    """Make a season whose players have these sums, in 840ths, from so many plays."""
    season = season_of(group, aggregate="average")
    many(season, len(sums_and_plays))
    for tally, (added, plays) in zip(season.tallies.in_order(), sums_and_plays, strict=True):
        Tally.objects.filter(pk=tally.pk).update(sum=added, plays=plays)
    return season


def values_of(season: Season) -> list[str]:
    return [row[-1] for row in standings_rows(html_of(season_url(season)))]


def test_values_that_differ_look_different(group: Group) -> None:
    """L-6: 18/25 and 143/200 would both be 0.72; 1/2 has as many decimals as they have."""
    season = averages(group, (18 * 840, 25), (143 * 840, 200), (840, 2))
    assert values_of(season) == ["0.720", "0.715", "0.500"]


def test_where_three_decimals_are_too_few_it_says_which_value_is_higher(group: Group) -> None:
    """L-6: with the exact fractions."""
    season = averages(group, (1667 * 840, 2500), (2 * 840, 3))
    assert values_of(season) == ["0.667 (higher)", "0.667"]
    first = standings_rows(html_of(season_url(season)))[0]
    assert "Exactly 1667/2500 points; Player 001 has 2/3." in first[2]


def test_it_says_who_has_more_wins(group: Group) -> None:
    season = season_of(group)
    play_ranks(season, 1, 0, 0, 2)
    play_ranks(season, 0, 2, 1, 0, 3)
    play_ranks(season, 3, 2, 1)
    assert "Ana has more wins: 1 against 0." in main_text(html_of(season_url(season)))


def test_who_is_level_shares_a_rank_and_the_next_one_is_left_out(group: Group) -> None:
    season = season_of(group)
    play_ranks(season, 1, 1, 3)
    table = standings_rows(html_of(season_url(season)))
    assert [row[0] for row in table] == ["1", "1", "3"]
    assert "Tied with Ana on everything: they share the rank." in table[1][2]


def test_who_played_too_little_stands_below_the_line_with_what_is_missing(group: Group) -> None:
    season = season_of(group, minimum=3)
    for day in range(3):
        play_ranks(season, 2, 3, 1 if day else 0, day=day)
    play_ranks(season, 0, 0, 0, 1, 2, day=4)
    table = standings_rows(html_of(season_url(season)))
    assert [row[0] for row in table] == [
        "1",
        "2",
        "Not ranked yet: 3 plays needed",
        "– not ranked yet",
        "– not ranked yet",
        "– not ranked yet",
    ]
    assert [row[2].split(" Plays")[0] for row in table if len(row) > 1][2:] == [
        "Cleo 1 more play needed",
        "Dov 2 more plays needed",
        "Eva 2 more plays needed",
    ]


def test_a_game_has_a_table_of_its_own(group: Group) -> None:
    season = season_of(group)
    play_ranks(season, 1, 2)
    play_session(
        group, sample_document(2, ("Ida", "Joe", "Kim", "Lou"), day=1), league=season.league
    )
    other = Session.objects.latest("pk").game
    assert other != "artem"
    html = html_of(season_url(season))
    assert season_url(season, other) in html
    assert len(standings_rows(html)) > len(standings_rows(html_of(season_url(season, "artem"))))
    assert [row[2].split()[0] for row in standings_rows(html_of(season_url(season, "artem")))] == [
        "Ana",
        "Ben",
    ]
    assert "Artem · 1 session" in main_text(html_of(season_url(season, "artem")))


def test_a_game_that_does_not_count_has_no_table(group: Group) -> None:
    season = season_of(group, games=["artem"])
    play_ranks(season, 1, 2)
    assert Client().get(season_url(season, "canvas")).status_code == 404
    assert Client().get(season_url(season, "chess")).status_code == 404
    assert 'aria-label="Tables by game"' not in html_of(season_url(season))


def test_a_column_says_how_good_somebody_is_from_the_third_play_on(group: Group) -> None:
    """L-8"""
    season = season_of(group, skill=True)
    for day in range(3):
        play_ranks(season, 1, 2, 3 if day else 0, day=day)
    table = standings_rows(html_of(season_url(season)))
    ana = Tally.objects.get(season=season, game="", player__name="Ana")
    assert ana.mu is not None
    assert ana.sigma is not None
    assert table[0][6] == f"{skill.Rating(ana.mu, ana.sigma).ordinal:g}"
    assert table[2][6] == ""
    assert "Skill estimates how strong a player is" in main_text(html_of(season_url(season)))
    assert len(standings_rows(html_of(season_url(season, "artem")))[0]) == len(table[0]) - 1


BEING_COMPUTED = "Skill is being recalculated"


def test_the_last_skill_is_shown_and_marked_until_the_worker_has_computed_it(group: Group) -> None:
    season = season_of(group, skill=True)
    for day in (1, 2, 3):
        play_ranks(season, 1, 2, day=day)
    current = html_of(season_url(season))
    assert BEING_COMPUTED not in current
    play_ranks(season, 2, 1, day=0)
    stale = html_of(season_url(season))
    assert BEING_COMPUTED in stale
    assert BEING_COMPUTED not in html_of(season_url(season, "artem")), "skill is of all games"
    assert standings_rows(stale)[0][6] == standings_rows(current)[0][6]
    skill.refresh_all()
    computed = html_of(season_url(season))
    assert BEING_COMPUTED not in computed
    assert standings_rows(computed)[0][6] != standings_rows(current)[0][6]


# What goes with it


def test_its_label_says_what_counts_when_and_how_much_of_it(group: Group) -> None:
    season = season_of(group, games=["artem", "canvas"])
    play_ranks(season, 1, 2)
    html = main_text(html_of(season_url(season)))
    assert html.startswith("Thursday Cup, Year Ana leads, 1 ahead of Ben. 1 January 2026 – ")
    assert "31 December 2026 · Canvas, Artem" in html
    assert "· 1 session" in html


def test_it_says_how_it_is_worked_out(group: Group) -> None:
    season = season_of(group, minimum=2, aggregate="average")
    play_ranks(season, 1, 2)
    html = main_text(html_of(season_url(season)))
    assert "the share of opponents you beat" in html
    assert "the average of all their plays" in html
    assert "You need 2 plays for a rank" in html
    assert "ranked by wins" in html


def test_it_shows_the_covers_of_the_latest_sessions_newest_first(group: Group) -> None:
    season = season_of(group)
    for day in range(8):
        play_ranks(season, 1, 1 if day == 6 else 2, 3, day=day)
    html = html_of(season_url(season))
    text = main_text(html).partition("Latest sessions ")[2]
    assert text.startswith(
        "All sessions Ana wins Artem · 3 players · 8 Jan 2026"
        " Ana and Ben share the win Artem · 3 players · 7 Jan 2026"
    )
    assert text.count("3 players") == 6
    newest = cover_address(group.sessions.latest("pk"))
    assert newest in html
    Group.objects.update(shows_results=False)
    assert newest not in html_of(season_url(season))
    assert newest in html_of(season_url(season), signed_in("mia", group))
    assert main_text(html_of(season_url(season, "artem"))).count("3 players") == 6


def test_a_session_is_linked_for_those_who_may_see_it(group: Group) -> None:
    season = season_of(group)
    session = play_ranks(season, 1, 2)
    address = f"/table/{session.uuid}/result/"
    assert address not in html_of(season_url(season))
    assert address in html_of(season_url(season), signed_in("mia", group))
    share(session=session, shared=True)
    session.refresh_from_db()
    assert f"/result/{session.share_token}/" in html_of(season_url(season))
    share(session=session, shared=False)
    assert "/result/" not in html_of(season_url(season))


def test_it_names_the_other_seasons_of_the_league(group: Group) -> None:
    season = season_of(group)
    play_ranks(season, 1, 2)
    assert "Other seasons" not in main_text(html_of(season_url(season)))
    before = season_of(
        group,
        name="Last <b>year",
        slug="before",
        starts_on=FIRST - timedelta(days=365),
        ends_on=FIRST - timedelta(days=1),
    )
    leagues.close(season=before, at=timezone.now())
    html = main_text(html_of(season_url(season)))
    assert "Last <b>year 1 Jan 2025 – 31 Dec 2025 · closed" in html
    assert season_url(before) in html_of(season_url(season))
    leagues.remove(season=before)
    assert "Other seasons" not in main_text(html_of(season_url(season)))


def test_an_empty_season_says_what_will_count(group: Group) -> None:
    season = season_of(group)
    html = html_of(season_url(season))
    assert "No results yet" in html
    assert "Open a table" not in html
    keeper = html_of(season_url(season), signed_in("kim", group, "scorekeeper"))
    assert "/new/?group=thursday" in keeper
    assert "choose this league" in keeper


def test_a_closed_season_says_so_and_what_changed_since(group: Group) -> None:
    """L-9"""
    season = season_of(group)
    session = play_ranks(season, 1, 2)
    play_ranks(season, 2, 1, day=1)
    leagues.close(season=season, at=timezone.now())
    html = main_text(html_of(season_url(season)))
    assert "This season is closed." in html
    assert "have changed since" not in html
    session.refresh_from_db()
    delete(session=session, by=By(at=timezone.now()))
    html = main_text(html_of(season_url(season)))
    assert "Its standings have changed since." in html
    assert "deleted Ana 1 → 2" in html
    assert len(standings_rows(html_of(season_url(season)))) == 2


# Long tables


def many(season: Season, number: int) -> None:
    group = season.league.group
    players = Player.objects.bulk_create(
        Player(group=group, name=f"Player {at:03}") for at in range(number)
    )
    Tally.objects.bulk_create(
        Tally(
            season=season,
            player=player,
            position=at,
            rank=at,
            plays=1,
            sum=840 * (number - at),
            places="1 0 0 0 0 0 0 0",
            form="1",
        )
        for at, player in enumerate(players, 1)
    )


NO_CACHE = "django.core.cache.backends.dummy.DummyCache"


def test_a_season_has_a_podium_in_the_colours_of_its_marks(group: Group) -> None:
    season = season_of(group)
    play_ranks(season, 2, 1, 4, 3)
    podium = podium_of(season)
    assert "First Ben 1.0 Second Ana 0.7 Third Dov 0.3" in podium
    assert "Cleo" not in podium
    steps = re.findall(r'class="(rank-\d seat-\d)"', html_of(season_url(season)))
    assert steps == ["rank-1 seat-1", "rank-2 seat-2", "rank-3 seat-3"]


def lead(season: Season) -> str:
    found = re.search(r'<p class="lede">(.*?)</p>', html_of(season_url(season)))
    return found[1] if found else ""


def test_it_says_who_leads_by_how_much_and_then_who_won(group: Group) -> None:
    season = season_of(group)
    assert lead(season) == ""
    play_ranks(season, 2, 1, 3)
    assert lead(season) == "Ben leads, 0.5 ahead of Ana."
    leagues.close(season=season, at=timezone.now())
    assert lead(season) == "Ben won, 0.5 ahead of Ana."


def test_it_names_all_who_lead_together(group: Group) -> None:
    season = season_of(group)
    play_ranks(season, 1, 1, 3)
    assert lead(season) == "Ana and Ben share the lead."
    leagues.close(season=season, at=timezone.now())
    assert lead(season) == "Ana and Ben share the win."


def test_a_bar_shows_what_share_of_the_first_ones_points_a_player_has(group: Group) -> None:
    season = season_of(group)
    play_ranks(season, 1, 2, 3)
    bars = re.findall(r'<rect width="(\d+)"', html_of(season_url(season)))
    assert bars == ["100", "50", "0"]


def podium_of(season: Season) -> str:
    html = html_of(season_url(season))
    return words(html[html.index('class="podium"') : html.index("</ol>", html.index("podium"))])


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        pytest.param((1, 2, 2, 2), "First Ana 1.0 Second Ben Cleo Dov 0.3", id="three are second"),
        pytest.param((1, 1, 3, 3), "First Ana Ben 0.8 Third Cleo Dov 0.2", id="two share each"),
    ],
)
def test_players_who_share_a_rank_share_a_step_of_the_podium(
    group: Group, ranks: tuple[int, ...], expected: str
) -> None:
    season = season_of(group)
    play_ranks(season, *ranks)
    leagues.close(season=season, at=timezone.now())
    assert expected in podium_of(season)


@pytest.mark.parametrize(("players", "others"), [(12, 4), (ROWS_ON_A_PAGE + 20, 112)])
def test_a_podium_counts_the_others_who_share_a_rank(
    group: Group, players: int, others: int
) -> None:
    season = season_of(group)
    many(season, players)
    Tally.objects.filter(season=season).update(rank=1)
    leagues.close(season=season, at=timezone.now())
    assert f"and {others} others" in podium_of(season)


# One's own row


def own_words(season: Season, name: str) -> str:
    """Return what a device shows to this player alone, of their row."""
    html = html_of(season_url(season), signed_in("mia", season.league.group))
    number = Player.objects.get(name=name).pk
    _before, _row, rest = html.partition(f'data-player="{number}"')
    return words(rest.partition("</tr>")[0].partition("data-own>")[2].partition("</span>")[0])


def test_each_row_says_to_its_player_how_far_the_next_place_is(group: Group) -> None:
    season = season_of(group)
    play_ranks(season, 1, 1, 3)
    assert own_words(season, "Ana") == "you: tied with Ben"
    assert own_words(season, "Ben") == "you: tied with Ana"
    assert own_words(season, "Cleo") == "you: 0.8 behind Ben"
    play_ranks(season, 1, 2, 3, day=1)
    assert own_words(season, "Ana") == "you: 0.5 ahead of Ben"


def test_the_row_of_a_player_who_hides_has_no_number(group: Group) -> None:
    season = season_of(group)
    play_ranks(season, 1, 2)
    ana = Player.objects.get(name="Ana")
    assert f'data-player="{ana.pk}"' in html_of(season_url(season))
    update_player(player=ana, hidden=True)
    assert f'data-player="{ana.pk}"' not in html_of(season_url(season))


def asked(address: str, client: Client) -> int:
    with CaptureQueriesContext(connection) as queries:
        html_of(address, client)
    return len(queries)


def test_it_asks_as_little_of_a_long_season_as_of_a_short_one(group: Group, settings: Any) -> None:
    settings.CACHES = {name: {"BACKEND": NO_CACHE} for name in settings.CACHES}
    short, long = season_of(group), season_of(group, league="long")
    play_ranks(short, 1, 2)
    for day in range(12):
        play_ranks(long, 1, 2, 3, 4, day=day)
    Tally.objects.filter(season=long).delete()
    many(long, 300)
    assert asked(season_url(long), Client()) <= asked(season_url(short), Client()) <= 8
    member = signed_in("mia", group)
    # Who somebody is takes three.
    assert asked(season_url(long), member) <= asked(season_url(short), member) <= 11


def test_a_phone_shows_the_first_rows_until_somebody_asks_for_all(group: Group) -> None:
    season = season_of(group)
    many(season, SHOWN_FIRST)
    assert "Show all" not in html_of(season_url(season))
    longer = season_of(Group.objects.create(name="Friday", slug="friday", visibility="public"))
    many(longer, SHOWN_FIRST + 1)
    assert f"Show all {SHOWN_FIRST + 1} players" in html_of(season_url(longer))


def test_a_long_table_goes_on_page_by_page(group: Group) -> None:
    season = season_of(group)
    many(season, 2 * ROWS_ON_A_PAGE + 20)
    first, third = html_of(season_url(season)), html_of(f"{season_url(season)}?page=3")
    assert len(standings_rows(first)) == ROWS_ON_A_PAGE
    assert "?page=2" in first
    assert [row[0] for row in standings_rows(third)] == [
        str(2 * ROWS_ON_A_PAGE + number) for number in range(1, 21)
    ]
    assert "?page=4" not in third
    for number in (4, MOST_PAGES):
        assert "There are no players on this page." in html_of(
            f"{season_url(season)}?page={number}"
        )


@pytest.mark.parametrize("page", ["0", "-1", "x", "99999", "²"])
def test_a_page_that_cannot_be_is_not_there(group: Group, page: str) -> None:
    season = season_of(group)
    assert Client().get(season_url(season), {"page": page}).status_code == 404


def test_why_the_first_of_a_page_stands_there_names_the_last_of_the_one_before(
    group: Group,
) -> None:
    season = season_of(group)
    many(season, ROWS_ON_A_PAGE + 5)
    Tally.objects.filter(season=season, position=ROWS_ON_A_PAGE + 1).update(
        decided_by="head-to-head"
    )
    second_page = main_text(html_of(f"{season_url(season)}?page=2"))
    assert f"Player {ROWS_ON_A_PAGE - 1:03} did better in the sessions" in second_page


def test_its_columns_can_be_sorted_by_numbers_that_need_no_reading(group: Group) -> None:
    season = season_of(group)
    play_ranks(season, 1, 2, 3)
    html = html_of(season_url(season))
    assert "scoring/js/sort-table" in html
    assert re.findall(r'class="value" data-n="(\d+)"', html) == ["1000", "500", "0"]
    assert html.count("data-sort>") + html.count('data-sort="up"') == 6


# Files to take away

FILES_FOR_ALL = (
    "season_table_csv",
    "season_table_json",
    "season_sessions_csv",
    "season_sessions_json",
)


def file_address(name: str, **asked: str) -> str:
    address = reverse(name, args=["thursday", "cup", "year"])
    return f"{address}?{urlencode(asked)}" if asked else address


def foot(season: Season, *, belongs: bool, owns: bool, game: object = None) -> str:
    guest = {"belongs": belongs, "owns": owns}
    group = season.league.group
    context = {"season": season, "group": group, "guest": guest, "game": game}
    return render_to_string("leagues/_exports.html", context)


def test_its_page_leads_to_what_this_reader_may_take(group: Group) -> None:
    season = season_of(group)
    theirs = {"season_documents": "documents.ndjson", "group_archive": "all.zip"}
    outside = foot(season, belongs=False, owns=False)
    inside = foot(season, belongs=True, owns=True)
    for name in FILES_FOR_ALL:
        assert f'href="{file_address(name)}"' in outside
    for file in theirs.values():
        assert file not in outside
        assert file in inside


def test_on_the_tab_of_a_game_it_leads_to_the_files_of_that_game(group: Group) -> None:
    season = season_of(group)
    for game in ("artem", get_game("artem")):
        actual = foot(season, belongs=True, owns=False, game=game)
        for name in (*FILES_FOR_ALL, "season_documents"):
            assert f'href="{file_address(name, game="artem")}"' in actual


def test_the_page_of_a_game_leads_to_the_files_of_that_game(group: Group) -> None:
    play_ranks(season_of(group), 1, 2)
    for asked in ("", "artem/"):
        html = Client().get(f"/g/thursday/cup/year/{asked}").content.decode()
        game = {"game": "artem"} if asked else {}
        assert f'href="{file_address("season_table_csv", **game)}"' in html
