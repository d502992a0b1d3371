"""A player's page: what their evenings came to, and who may read what of it."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.core.standings import WHOLE
from scoring.groups.groups import update_group
from scoring.groups.merging import merge
from scoring.groups.players import update_player
from scoring.models import Group, Player, PlayerDay, Result
from scoring.play.sharing import share
from scoring.statistics.player_page import LATEST, MOST_DAYS, latest_results
from scoring.web.pictures import cover_address
from tests.builders.careers import (
    a_career,
    a_fact,
    a_group,
    a_meeting,
    a_member,
    a_player,
    a_season,
    a_tally,
    days_of_play,
)
from tests.builders.seasons import FIRST, artem_document, canvas_document, play_session, season_of
from tests.builders.tables import finished_table, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return a_group()


@pytest.fixture
def ida(group: Group) -> Player:
    return a_player(group, "Ida Lund")


def page(client: Client, player: Player) -> str:
    answer = client.get(reverse("player", args=["thursday", player.pk]))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


# What it says


def test_only_who_may_change_a_player_is_led_there(group: Group, ida: Player) -> None:
    change = reverse("edit_player", args=["thursday", ida.pk])
    assert change not in page(Client(), ida)
    bob = page(a_member(group), ida)
    shown_to_ida = f'<p class="trail" hidden data-own><a href="{change}"'
    assert shown_to_ida in bob.partition(f'data-player="{ida.pk}"')[2]
    User.objects.create(username="olga")
    assert f'<p class="trail"><a href="{change}"' in page(signed_in("olga", group, "owner"), ida)


def test_it_says_plays_wins_share_and_streaks(ida: Player) -> None:
    a_career(ida, plays=6, wins=4, share=4 * WHOLE, run=3, longest_run=17)
    html = page(Client(), ida)
    for label, number in (
        ("Plays", "6"),
        ("Wins", "4"),
        ("Share of opponents beaten", "67%"),
        ("Current winning streak", "3"),
        ("Longest winning streak", "17"),
    ):
        assert f"{label}</dt><dd>{number}</dd>" in html


def test_it_says_where_the_player_is_first_of_all(group: Group) -> None:
    season = season_of(group)
    for day in range(3):
        day_of = FIRST + timedelta(days=day)
        play_session(group, artem_document(1, 2, day=day_of), league=season.league)
    play_session(group, canvas_document({"Ana": 3, "Ben": 5}), league=season.league)
    ana, ben = group.players.get(name="Ana"), group.players.get(name="Ben")
    assert "1st in Cup, Year.</span> <span>Strongest at Artem: won 3 of 3." in page(Client(), ana)
    assert "2nd in Cup, Year.</span> </p>" in page(Client(), ben)  # one play is not enough


def test_it_shows_the_covers_of_the_latest_wins(group: Group) -> None:
    season = season_of(group)
    sessions = [
        play_session(
            group, artem_document(*ranks, day=FIRST + timedelta(days=day)), league=season.league
        )
        for day, ranks in enumerate([(1, 2)] * 4 + [(2, 1)] * 2)
    ]
    ana, ben = group.players.get(name="Ana"), group.players.get(name="Ben")
    shown = page(Client(), ana).partition('class="wall of-wins"')[2].partition("</div>")[0]
    assert re.findall('src="([^"]+)"', shown) == [cover_address(won) for won in sessions[3:0:-1]]
    assert "of-wins" not in page(Client(), ben)  # two fill no row
    update_group(group=group, shows_results=False)
    outside = page(Client(), ana)
    assert "of-wins" not in outside
    assert not [won for won in sessions if str(won.uuid) in outside]


def test_it_goes_game_by_game_with_points_only_there(ida: Player) -> None:
    a_career(ida, plays=4, points=61)
    html = page(Client(), ida)
    assert f'<a href="{reverse("group_game", args=["thursday", "duplik"])}">Duplik</a>' in html
    assert html.count("15.25") == 1  # points of all games together mean nothing


def test_it_says_what_will_hang_there(ida: Player) -> None:
    html = page(Client(), ida)
    assert "No results yet" in html
    assert "Head to head" not in html


def test_it_names_nemesis_and_victim_from_three_meetings_on(group: Group, ida: Player) -> None:
    joe, kim, lou = [a_player(group, name) for name in ("Joe", "Kim", "Lou")]
    a_meeting(ida, joe, 1, 0, 3)
    a_meeting(ida, kim, 3, 1, 0)
    a_meeting(ida, lou, 0, 0, 2)
    html = page(Client(), ida)
    nemesis, victim = html.split("Nemesis</span>")[1].split("Favourite victim</span>")
    assert "Joe" in nemesis
    assert "25%" in nemesis
    assert "ahead 3, tied 1, behind 0" in victim
    assert html.count("Nemesis</span>") == 1


def test_it_compares_with_everyone_ever_met(group: Group, ida: Player) -> None:
    a_meeting(ida, a_player(group, "Joe"), 2, 1, 4)
    html = page(Client(), ida)
    assert "7 times</span></th> <td>2</td> <td>1</td> <td>4</td> <td>36%</td>" in html


def test_it_tells_facts_in_the_words_of_their_game(ida: Player) -> None:
    a_fact(ida, "duplik", "describing", 27, 40)
    a_fact(ida, "artem", "length", 3, 4, "5")
    a_fact(ida, "canvas", "collected", 9, 4)
    a_fact(ida, "canvas", "variant", 1, 4, "retail")
    html = page(Client(), ida)
    for words in ("27 of 40 criteria", "68%", "A row of 5", "75%", "9 ribbons in 4 paintings"):
        assert words in html
    assert "2.25" in html
    assert "Retail edition" in html


def test_it_leaves_out_a_fact_that_its_game_has_no_words_for(ida: Player) -> None:
    a_fact(ida, "duplik", "whistling", 1, 1)
    assert "whistling" not in page(Client(), ida)


def test_a_card_of_any_name_is_shown_as_it_is_called(ida: Player) -> None:
    a_fact(ida, "canvas", "ribbons", 1, 2, "<script>alert(1)</script>")
    html = page(Client(), ida)
    assert "&lt;script&gt;alert(1)" in html
    assert "<script>alert" not in html


def test_it_lists_the_seasons_with_their_places(group: Group, ida: Player) -> None:
    a_tally(a_season(group, "spring"), ida, rank=2)
    short = a_season(group, "summer", minimum=5, starts_on="2026-06-01")
    a_tally(short, ida, rank=None, plays=3)
    html = page(Client(), ida)
    assert "Rank 2" in html
    assert "2 more plays needed" in html
    assert html.index("Summer") < html.index("Spring")


def test_it_draws_the_season_in_which_they_played_last(group: Group, ida: Player) -> None:
    for slug, day in (("spring", "2026-03-01"), ("summer", "2026-02-01")):
        season = a_season(group, slug, last_day=day)
        a_tally(season, ida)
        days_of_play(season, ida, 840, 420, 1680)
    html = page(Client(), ida)
    assert "The season “Spring” of Games" in html
    assert html.count("<polyline") == 1
    assert html.count('<use class="mark"') == 3  # one for each day
    assert "One line, from zero to 3.5 on" in html
    assert "3 January 2026" in html  # the best evening, which brought 2


def test_of_days_that_brought_nothing_none_was_the_best(group: Group, ida: Player) -> None:
    season = a_season(group)
    a_tally(season, ida)
    days_of_play(season, ida, 0, 0)
    assert "Best game day" not in page(Client(), ida)


@pytest.mark.parametrize("days", [1, 2, 29, 30, 31, 60, 61, 100, 365])
def test_a_course_has_so_many_days_and_the_last(group: Group, ida: Player, days: int) -> None:
    season = a_season(group)
    days_of_play(season, ida, *range(1, days + 1))
    course = list(PlayerDay.objects.of_player(season.pk, ida.pk).course(MOST_DAYS))
    assert len(course) == min(days, MOST_DAYS)
    assert [one.day for one in course] == sorted(one.day for one in course)
    last: object = course[-1]
    assert vars(last)["so_far"] == days * (days + 1) // 2
    assert vars(last)["plays_so_far"] == days


def test_an_average_is_drawn_as_an_average(group: Group, ida: Player) -> None:
    season = a_season(group, aggregate="average")
    a_tally(season, ida)
    days_of_play(season, ida, 840, 0, 0, 0)
    assert "One line, from zero to 0.25 on" in page(Client(), ida)


def test_the_latest_sessions_come_newest_first_and_unknown_days_last(
    group: Group, ida: Player
) -> None:
    days = ("2026-01-02", None, "2026-02-03", None)
    for day in days:
        _a_result_of(ida, group, day)
    shown_days = [str(result.played_on) for result in latest_results(ida)]
    assert shown_days == ["2026-02-03", "2026-01-02", "None", "None"]
    assert "2nd of 2" in page(Client(), ida)
    for number in range(LATEST - 3):
        _a_result_of(ida, group, f"2026-03-{number + 1:02}")
    shown_days = [str(result.played_on) for result in latest_results(ida)]
    assert (len(shown_days), shown_days[-2:]) == (LATEST, ["2026-01-02", "None"])


def _a_result_of(player: Player, group: Group, day: str | None) -> None:
    result = finished_table(group=group).results.get(seat__place=1)
    Result.objects.filter(pk=result.pk).update(player=player, played_on=day)


def test_an_evening_hangs_there_as_soon_as_it_is_over(group: Group) -> None:
    finished_table(group=group)
    html = page(Client(), group.players.get(name="Joe"))
    assert "Wins</dt><dd>1</dd>" in html
    assert "21 points from 3 claims" in html
    assert "A row of 6" in html
    assert "1 time</span></th> <td>1</td> <td>0</td> <td>0</td> <td>100%</td>" in html


# Who reads what


def test_a_member_reads_names_and_opens_results(group: Group) -> None:
    session = finished_table(group=group)
    ida = group.players.get(name="Ida")
    html = page(a_member(group), ida)
    assert reverse("result", args=[session.uuid]) in html


def test_others_open_a_result_only_where_it_is_shared(group: Group) -> None:
    Group.objects.update(shows_results=False)
    session = finished_table(group=group)
    ida = group.players.get(name="Ida")
    html = page(Client(), ida)
    assert "Artem" in html
    assert str(session.uuid) not in html
    share(session=session, shared=True)
    session.refresh_from_db()
    assert reverse("shared", args=[session.share_token]) in page(Client(), ida)


def test_others_read_a_nickname_instead_of_the_name(group: Group, ida: Player) -> None:
    joe = a_player(group, "Joe Berg", nickname="Sharpie")
    a_meeting(ida, joe, 1, 0, 0)
    a_career(joe)
    for player in (ida, joe):
        assert "Sharpie" in page(Client(), player)
        assert "Joe Berg" not in page(Client(), player)
        assert "Joe Berg" in page(a_member(group), player)


def test_nobody_else_finds_who_hides(group: Group, ida: Player) -> None:
    joe = a_player(group, "Joe Berg", nickname="Sharpie", hidden=True)
    a_meeting(ida, joe, 0, 0, 3)
    address = reverse("player", args=["thursday", joe.pk])
    assert Client().get(address).status_code == 404
    html = page(Client(), ida)
    assert "A player" in html
    for hidden in ("Joe Berg", "Sharpie", address):
        assert hidden not in html
    inside = page(a_member(group), ida)
    assert address in inside
    assert "Joe Berg" in inside


def test_a_name_that_was_found_to_be_another_is_nobody_outside(group: Group, ida: Player) -> None:
    joe = a_player(group, "Joe Berg")
    merge(source=joe, target=ida, at=timezone.now())
    address = reverse("player", args=["thursday", joe.pk])
    assert Client().get(address).status_code == 404
    assert a_member(group).get(address).status_code == 200


def test_whoever_has_the_link_reads_as_somebody_outside() -> None:
    unlisted = a_group(Group.Visibility.LINK, slug="unlisted")
    joe = a_player(unlisted, "Joe Berg", nickname="Sharpie")
    address = reverse("player", args=["unlisted", joe.pk])
    client = Client()
    assert client.get(address).status_code == 404
    assert client.get(address, {"key": unlisted.link_token}).status_code == 200
    html = client.get(address).content.decode()
    assert "Sharpie" in html
    assert "Joe Berg" not in html
    assert '<meta name="robots" content="noindex">' in html


def test_a_player_of_another_group_is_not_found(group: Group) -> None:
    other = a_player(a_group(slug="other"), "Zoe")
    address = reverse("player", args=["thursday", other.pk])
    assert Client().get(address).status_code == 404
    assert a_member(group).get(address).status_code == 404


# What it costs


@pytest.fixture
def _much(group: Group, ida: Player) -> None:
    for at in range(30):
        joe = a_player(group, f"Joe {at}")
        a_meeting(ida, joe, at, 1, 3)
        a_fact(ida, "canvas", "ribbons", at, 30, f"Card {at}")
    for at in range(5):
        season = a_season(group, f"season-{at}")
        a_tally(season, ida)
        days_of_play(season, ida, *range(100))


def asked(client: Client, player: Player) -> int:
    with CaptureQueriesContext(connection) as queries:
        page(client, player)
    return len(queries)


@pytest.mark.usefixtures("_much")
def test_it_asks_no_more_where_there_is_much(group: Group, ida: Player) -> None:
    a_career(ida)
    for _ in range(12):
        finished_table(group=group)
    Result.objects.filter(seat__place=1).update(player=ida)
    joe = group.players.get(name="Joe")
    reader = a_member(group)
    assert asked(reader, joe) <= asked(reader, ida) <= 18


def test_it_has_the_latest_places_first(group: Group) -> None:
    for _ in range(2):
        finished_table(group=group)
    html = page(Client(), group.players.get(name="Joe"))
    assert html.index('aria-label="Latest places: 1, 1"') < html.index('class="figures"')


def test_who_played_alone_had_no_place_that_time(group: Group) -> None:
    play_session(group, canvas_document({"Joe": 9}), league=None)
    finished_table(group=group)
    assert 'aria-label="Latest places: 1"' in page(Client(), group.players.get(name="Joe"))


def test_a_device_can_mark_its_reader_among_the_opponents(group: Group) -> None:
    finished_table(group=group)
    ida, joe = group.players.get(name="Ida"), group.players.get(name="Joe")
    assert f'<tr data-player="{ida.pk}">' in page(Client(), joe)
    update_player(player=ida, hidden=True)
    assert f'data-player="{ida.pk}"' not in page(Client(), joe)
