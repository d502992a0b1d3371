"""A game's page in a group: records, averages, ties, seats, variants, and who leads."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.core.standings import WHOLE
from scoring.groups.players import update_player
from scoring.models import GameFact, Group, Result
from scoring.models.results import MOST_RECORDS
from scoring.play.sharing import share
from tests.builders.careers import a_career, a_fact, a_group, a_member, a_player
from tests.builders.tables import finished_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return a_group()


def fact(
    group: Group, what: str, times: int, of: int, subject: str = "", game: str = "duplik"
) -> None:
    GameFact.objects.update_or_create(
        group=group, game=game, what=what, subject=subject, defaults={"times": times, "of": of}
    )


def page(client: Client, game: str = "duplik") -> str:
    answer = client.get(reverse("group_game", args=["thursday", game]))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.mark.usefixtures("group")
def test_it_says_what_will_hang_there() -> None:
    html = page(Client())
    assert "0 sessions" in html
    assert "No results yet" in html
    assert "What broke ties" not in html


def test_a_game_that_is_not_installed_is_not_found(group: Group) -> None:
    assert a_member(group).get(reverse("group_game", args=["thursday", "chess"])).status_code == 404


def test_it_gives_averages(group: Group) -> None:
    fact(group, "points", 100, 8)
    fact(group, "winning", 61, 3)
    html = page(Client())
    assert "3 sessions" in html
    assert "<dd>20.33</dd>" in html
    assert "<dd>12.5</dd>" in html


def test_it_says_what_broke_ties_most_often_first(group: Group) -> None:
    fact(group, "winning", 1, 9, game="canvas")
    fact(group, "decided", 2, 9, "judge", game="canvas")
    fact(group, "decided", 5, 9, "inspiration", game="canvas")
    fact(group, "decided", 1, 9, "shared", game="canvas")
    html = page(Client(), "canvas")
    places = [html.index(words) for words in ("tokens left", "runner-up’s pick", "Nothing: the")]
    assert places == sorted(places)
    assert "5 times" in html
    assert "1 time<" in html


def test_it_says_where_nobody_was_ever_tied(group: Group) -> None:
    fact(group, "winning", 61, 3)
    assert "No two players have been tied" in page(Client())


def test_it_says_how_often_each_seat_wins(group: Group) -> None:
    fact(group, "winning", 61, 4)
    fact(group, "seat", 3, 4, "1")
    fact(group, "seat", 1, 4, "2")
    html = page(Client())
    assert "3 of 4 plays won" in html
    assert "75%" in html
    assert html.index("Seat 1") < html.index("Seat 2")


def test_it_goes_variant_by_variant_with_who_wins_most(group: Group) -> None:
    ida, joe = a_player(group, "Ida"), a_player(group, "Joe")
    fact(group, "winning", 50, 4)
    fact(group, "variant", 50, 4, "laps-2")
    a_fact(ida, "duplik", "variant", 3, 6, "laps-2")
    a_fact(joe, "duplik", "variant", 4, 4, "laps-2")  # not often enough
    html = page(Client())
    assert "Everyone narrates twice" in html
    assert "12.5" in html
    assert "Ida</a> · 3 of 6 plays won" in html


def test_who_leads_had_occasion_often_enough(group: Group) -> None:
    fact(group, "winning", 61, 9)
    ida, joe = a_player(group, "Ida"), a_player(group, "Joe")
    a_fact(ida, "duplik", "describing", 60, 100)
    a_fact(joe, "duplik", "describing", 20, 20)
    html = page(Client())
    leads = html.split("Best narrator")[1].split("</li>")[0]
    assert "Ida" in leads
    assert "60 of 100 criteria" in leads
    assert "60%" in leads
    assert "Best artist" not in html


def test_of_two_alike_both_lead(group: Group) -> None:
    fact(group, "winning", 61, 9)
    for name in ("Ida", "Joe"):
        a_fact(a_player(group, name), "duplik", "drawing", 60, 100)
    leads = page(Client()).split("Best artist")[1].split("</li>")[0]
    assert "Ida" in leads
    assert "Joe" in leads


def test_it_says_that_nobody_leads_yet(group: Group) -> None:
    fact(group, "winning", 61, 1)
    assert "Not enough sessions yet" in page(Client())


def test_records_have_who_and_when_and_lead_to_the_result(group: Group) -> None:
    session = finished_table(group=group, played_on="2026-03-04")
    fact(group, "winning", 21, 1, game="artem")
    html = page(a_member(group), "artem")
    records = html.split("Records")[1].split("</section>")[0]
    assert records.index("Joe") < records.index("Ida")
    assert reverse("result", args=[session.uuid]) in records
    assert "4 March 2026" in records
    assert '<span class="points">21</span>' in records
    Group.objects.update(shows_results=False)
    outside = page(Client(), "artem")
    assert str(session.uuid) not in outside
    share(session=session, shared=True)
    session.refresh_from_db()
    assert reverse("shared", args=[session.share_token]) in page(Client(), "artem")


def test_records_are_few_and_the_highest(group: Group) -> None:
    for _ in range(4):
        finished_table(group=group)
    for points, result in enumerate(Result.objects.order_by("pk")):
        Result.objects.filter(pk=result.pk).update(points=points)
    highest = [one.points for one in Result.objects.records(group, "artem")]
    assert highest == [7, 6, 5, 4, 3]
    assert len(highest) == MOST_RECORDS


def test_an_evening_hangs_there_as_soon_as_it_is_over(group: Group) -> None:
    finished_table(group=group)
    html = page(Client(), "artem")
    assert "1 session<" in html
    assert "<dd>21</dd>" in html
    assert "<dd>14</dd>" in html
    assert "1 of 1 play won" in html.split("Seat 2")[1]
    assert "Standard rules" in html


def test_another_groups_records_are_not_shown(group: Group) -> None:
    finished_table(group=a_group(slug="other"))
    assert not Result.objects.records(group, "artem")


def test_it_lists_who_plays_it(group: Group) -> None:
    a_career(a_player(group, "Ida Lund"), plays=4, wins=3, share=3 * WHOLE, points=61)
    fact(group, "winning", 61, 4)
    row = page(Client()).split("Ida Lund")[-1].split("</tr>")[0]
    assert "4 plays</span></th> <td>3</td> <td>75%</td> <td>15.25</td>" in row


def test_others_read_nicknames_and_nothing_of_who_hides(group: Group) -> None:
    fact(group, "winning", 61, 4)
    ida = a_player(group, "Ida Lund", nickname="Sharpie")
    joe = a_player(group, "Joe Berg", nickname="Shadow", hidden=True)
    for player in (ida, joe):
        a_career(player)
        a_fact(player, "duplik", "drawing", 60, 100)
    html = page(Client())
    assert "Sharpie" in html
    assert "A player" in html
    for hidden in ("Ida Lund", "Joe Berg", "Shadow", reverse("player", args=["thursday", joe.pk])):
        assert hidden not in html
    assert "Joe Berg" in page(a_member(group))


def test_a_record_of_who_hides_leads_nowhere(group: Group) -> None:
    session = finished_table(group=group)
    share(session=session, shared=True)
    session.refresh_from_db()
    shared = reverse("shared", args=[session.share_token])
    assert page(Client(), "artem").count(shared) == 2
    update_player(player=group.players.get(name="Joe"), hidden=True)
    html = page(Client(), "artem")
    assert html.count(shared) == 1
    assert "Joe" not in html


def test_it_leads_to_the_other_games(group: Group) -> None:
    html = page(a_member(group))
    for game in ("artbox", "canvas", "artem"):
        assert reverse("group_game", args=["thursday", game]) in html
    assert f'href="{reverse("group_game", args=["thursday", "duplik"])}"' not in html


def test_it_asks_no_more_where_there_is_much(group: Group) -> None:
    reader = a_member(group)

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            page(reader, "artem")
        return len(queries)

    finished_table(group=group)
    fact(group, "winning", 21, 1, game="artem")
    before = asked()
    for at in range(20):
        player = a_player(group, f"Player {at}")
        a_career(player, "artem")
        a_fact(player, "artem", "worth", 60, 20 + at)
        a_fact(player, "artem", "variant", 60, 20 + at, "all-in")
    for at in range(5):
        finished_table(group=group)
        fact(group, "seat", at, 9, str(at), game="artem")
    assert asked() <= before <= 12
