"""While an evening goes on, its page says who is here, what is played and who leads."""

import re
from datetime import timedelta
from html import unescape
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from games.canvas.printed import load_catalogue
from scoring.evenings.tables import PlaysAlready, open_tables
from scoring.evenings.tonight import sessions_of, standings, tonight
from scoring.groups.members import assign_player
from scoring.models import Answer, Evening, Group, Session
from scoring.models.revisions import By
from scoring.registry import installed_games
from scoring.web.group_access import Guest
from tests.builders.evenings import answer, answered, evening_url, planned
from tests.builders.groups import page_source, player, thursday_group, url_of
from tests.builders.seasons import season_of
from tests.builders.tables import artem_table, finished_table, signed_in
from tests.pages import page_words, words
from tools.bench.statements import most

pytestmark = pytest.mark.django_db
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eva", "Finn")


@pytest.fixture
def group() -> Group:
    return thursday_group()


@pytest.fixture
def evening(group: Group) -> Evening:
    return begun(planned(group))


@pytest.fixture
def alice(group: Group) -> Client:
    return signed_in("alice", group)


def begun(evening: Evening, **ago: float) -> Evening:
    evening.starts_at = timezone.now() - timedelta(**ago)
    evening.save(update_fields=["starts_at"])
    return evening


def all_here(evening: Evening, *names: str) -> list[Answer]:
    """Let these players of the group be here, in this order."""
    at, here = timezone.now(), []
    for number, name in enumerate(names):
        one = answered(evening, player(evening.group, name).name)
        one.here_at = at + timedelta(seconds=number)
        one.save(update_fields=["here_at"])
        here.append(one)
    return here


def names_here(evening: Evening) -> list[str]:
    return [one.name for one in Answer.objects.filter(evening=evening).here()]


# Who is here


def test_whoever_has_the_link_says_that_they_are_here(evening: Evening, client: Client) -> None:
    answer(client, evening, "Mia", "here")
    assert names_here(evening) == ["Mia"]
    assert Answer.objects.get().coming == "yes"
    assert "Mia, you are here." in page_words(client, evening_url(evening))


def test_nobody_is_here_before_the_day(group: Group, client: Client) -> None:
    later = planned(group)
    page = answer(client, later, "Mia", "here")
    assert page.status_code == 422
    assert not Answer.objects.exists()


@pytest.mark.parametrize("who", ["guest", "alice"])
def test_answers_can_be_changed_until_it_begins(
    evening: Evening, alice: Client, client: Client, who: str
) -> None:
    """Also by those who said hours before that they are here, and are not after all."""
    begun(evening, hours=-1)
    reader = alice if who == "alice" else client
    for coming in ("here", "no", "maybe", "yes"):
        assert f'name="coming" value="{coming}"' in page_source(reader, evening_url(evening))
        answer(reader, evening, "Mia", coming)
        assert names_here(evening) == (["Mia"] if coming == "here" else [])
        answers = reader.get(evening_url(evening)).context["answers"]
        assert [answers.count_here, answers.count_yes, answers.count_maybe, answers.count_no] == [
            int(coming == each) for each in ("here", "yes", "maybe", "no")
        ]


def test_who_is_here_is_counted_and_named_once(
    group: Group, evening: Evening, alice: Client, client: Client
) -> None:
    """Whatever they had answered, also on the page of the group and in the list of evenings."""
    for name, coming in (("Ana", "yes"), ("Ben", "maybe"), ("Cleo", "no")):
        one = answered(evening, name, coming)
        one.here_at = timezone.now()
        one.save(update_fields=["here_at"])
    answered(evening, "Dov", "yes")
    answered(evening, "Eva", "maybe")
    for reader in (alice, client):
        assert "Who is here 3 here · 1 yes · 1 maybe " in page_words(reader, evening_url(evening))
    page = page_words(alice, evening_url(evening))
    assert "Here: A Ana B Ben C Cleo Yes: D Dov Maybe: E Eva " in page
    assert "No:" not in page
    for name in ("group", "evenings"):
        assert "3 here · 1 yes · 1 maybe" in page_words(alice, url_of(name, group))
    begun(evening, hours=13)
    assert "Who came 3 came" in page_words(client, evening_url(evening))
    assert "3 came" in page_words(alice, url_of("evenings", group))


def test_a_scorekeepers_tick_is_not_taken_back_by_another_phone(
    evening: Evening, alice: Client, client: Client
) -> None:
    ana = player(evening.group, "Ana")
    alice.post(evening_url(evening, "who_is_here"), {"players": [ana.pk]})
    answer(client, evening, "Ana", "no")
    assert names_here(evening) == ["Ana"]


def test_a_scorekeeper_ticks_who_is_here(evening: Evening, alice: Client) -> None:
    mia, noa = answered(evening, "Mia"), answered(evening, "Noa", "maybe")
    ana = player(evening.group, "Ana")
    values = {"answers": [mia.pk], "players": [ana.pk], "name": "Zoe"}
    assert alice.post(evening_url(evening, "who_is_here"), values).status_code == 302
    assert names_here(evening) == ["Mia", "Ana", "Zoe"]
    assert Answer.objects.get(name="Ana").player == ana
    shown = list(evening.answers.values_list("pk", flat=True))
    alice.post(evening_url(evening, "who_is_here"), {"shown": shown, "answers": [noa.pk]})
    assert names_here(evening) == ["Noa"]


def test_who_came_while_the_page_was_open_stays(evening: Evening, alice: Client) -> None:
    mia = answered(evening, "Mia")
    ana = player(evening.group, "Ana")
    answer(Client(), evening, "Zoe", "here")
    answered(evening, "Ana", "maybe")
    values = {"shown": [mia.pk], "players": [ana.pk]}
    assert alice.post(evening_url(evening, "who_is_here"), values).status_code == 302
    assert names_here(evening) == ["Zoe", "Ana"]


def test_a_name_that_is_typed_is_the_player_of_that_name(evening: Evening, alice: Client) -> None:
    ana = player(evening.group, "Ana", hidden=True)
    alice.post(evening_url(evening, "who_is_here"), {"name": " Ana "})
    assert Answer.objects.get().player == ana


def test_nobody_is_ticked_who_belongs_to_another_group(evening: Evening, alice: Client) -> None:
    other = Group.objects.create(name="Other", slug="other")
    values = {"players": [player(other, "Zed").pk]}
    assert alice.post(evening_url(evening, "who_is_here"), values).status_code == 422
    assert not Answer.objects.exists()


def test_those_who_said_yes_are_ticked_first(evening: Evening, alice: Client) -> None:
    for name, coming in (("Ana", "no"), ("Ben", "maybe"), ("Cleo", "yes"), ("Dov", "yes")):
        answered(evening, name, coming)
    player(evening.group, "Eva")
    all_here(evening, "Finn")
    source = page_source(alice, evening_url(evening)).partition('id="to-tick"')[2]
    offered = re.findall(r'type="checkbox"[^>]*> <span>(\w+)', source)
    assert offered == ["Cleo", "Dov", "Finn", "Ben", "Eva", "Ana"]
    assert '<strong data-count-checked="to-tick">1</strong> ticked' in source


def test_members_tick_nobody_else(evening: Evening) -> None:
    assert signed_in("bob").post(evening_url(evening, "who_is_here")).status_code == 403


def test_the_page_of_the_group_leads_to_tonight_and_counts_who_is_here(
    group: Group, evening: Evening, alice: Client
) -> None:
    all_here(evening, "Ana", "Ben")
    finished_table(group=group)
    page = page_words(alice, url_of("group", group))
    assert "Tonight" in page
    assert "2 here" in page
    assert "Joe wins" in page_words(alice, evening_url(evening))
    Evening.objects.update(starts_at=timezone.now() + timedelta(days=2))
    page = page_words(alice, url_of("group", group))
    assert "Next evening" in page
    assert "Joe wins" in page


def test_players_who_have_not_answered_are_offered_by_name(
    group: Group, evening: Evening, alice: Client
) -> None:
    finished_table(group=group, players=["Zed", "Joe"])
    player(group, "Ana")
    answered(evening, player(group, "Ben").name)
    page = alice.get(evening_url(evening))
    assert [one.name for one in page.context["not_asked"]] == ["Ana", "Joe", "Zed"]
    assert signed_in("bob").get(evening_url(evening)).context["not_asked"] == ()


# Tables


def sent(tables: dict[Answer, int], game: str = "artem") -> dict[str, Any]:
    seats = {f"table-{one.pk}": str(number) for one, number in tables.items()}
    games = [game] * max(tables.values(), default=0)
    return {"game": games, "key": str(uuid4()), **seats}


def seated(group: Group) -> list[tuple[str, ...]]:
    return [one.seats.names() for one in Session.objects.filter(group=group).order_by("pk")]


def test_free_players_are_seated_beside_those_whom_they_met_least(
    group: Group, evening: Evening, alice: Client
) -> None:
    for _ in range(2):
        finished_table(group=group, players=["Ana", "Ben"])
    finished_table(group=group, players=["Cleo", "Dov"])
    all_here(evening, "Ana", "Ben", "Cleo", "Dov")
    page = alice.get(evening_url(evening, "evening_tables"), {"game": "artem", "most": "2"})
    tables = [{one.name for one in table.people} for table in page.context["proposal"].tables]
    assert {"Ana", "Ben"} not in tables
    assert {"Cleo", "Dov"} not in tables
    assert "people they have not played with this season." in words(page.content.decode())
    page = alice.get(evening_url(evening, "evening_tables"), {"game": "artem", "most": "4"})
    assert "this season: 3 pairs play together again." in words(page.content.decode())


def test_who_plays_already_is_proposed_no_table(
    group: Group, evening: Evening, alice: Client
) -> None:
    artem_table(group=group, players=["Ana", "Ben"])
    all_here(evening, *NAMES)
    page = alice.get(evening_url(evening, "evening_tables"), {"game": "artem"})
    proposed = {one.name for table in page.context["proposal"].tables for one in table.people}
    assert proposed == {"Cleo", "Dov", "Eva", "Finn"}


def test_the_tables_are_opened_in_one_go_as_they_were_changed(
    group: Group, evening: Evening, alice: Client
) -> None:
    league = season_of(group).league
    Evening.objects.update(league=league)
    ana, ben, cleo, dov, eva, _finn = all_here(evening, *NAMES)
    values = sent({ana: 1, cleo: 1, ben: 2, dov: 2, eva: 2})
    for _ in range(2):  # a second tap of the same page
        assert alice.post(evening_url(evening, "evening_tables"), values).status_code == 302
    assert seated(group) == [("Ana", "Cleo"), ("Ben", "Dov", "Eva")]
    assert {one.league for one in group.sessions.all()} == {league}
    page = page_words(alice, evening_url(evening))
    assert "Ana, Cleo" in page
    assert "opened by alice" in page


def test_nobody_gets_two_tables_at_once(group: Group, evening: Evening, alice: Client) -> None:
    ana, ben, cleo, dov = all_here(evening, "Ana", "Ben", "Cleo", "Dov")
    alice.post(evening_url(evening, "evening_tables"), sent({ana: 1, ben: 1}))
    again = alice.post(evening_url(evening, "evening_tables"), sent({ana: 1, cleo: 1, dov: 1}))
    assert again.status_code == 422
    assert "Ana is now at another table." in words(again.content.decode())
    assert seated(group) == [("Ana", "Ben")]


def test_who_left_a_table_is_given_another_all_the_same(
    group: Group, evening: Evening, alice: Client
) -> None:
    artem_table(group=group, players=["Ana", "Ben"])
    ana, _ben, cleo = all_here(evening, "Ana", "Ben", "Cleo")
    page = alice.get(evening_url(evening, "evening_tables"), {"game": "artem"})
    assert [one.name for one in page.context["proposal"].playing] == ["Ana", "Ben"]
    assert "playing Artem since" in words(page.content.decode())
    values = {**sent({ana: 1, cleo: 1}), "plays": [ana.pk]}
    assert alice.post(evening_url(evening, "evening_tables"), values).status_code == 302
    assert seated(group) == [("Ana", "Ben"), ("Ana", "Cleo")]


def test_a_table_of_another_day_keeps_nobody_from_playing(
    group: Group, evening: Evening, alice: Client
) -> None:
    artem_table(group=group, players=["Ana", "Ben"])
    Session.objects.update(played_on=evening.day - timedelta(days=1))
    all_here(evening, "Ana", "Ben")
    page = alice.get(evening_url(evening, "evening_tables"), {"game": "artem"})
    assert [one.name for one in page.context["proposal"].tables[0].people] == ["Ana", "Ben"]


def test_a_name_written_another_way_is_who_plays_already(
    group: Group, evening: Evening, alice: Client
) -> None:
    artem_table(group=group, players=["Ana", "Ben"])
    answer(Client(), evening, "ana", "here")
    page = alice.get(evening_url(evening, "evening_tables"), {"game": "artem"})
    assert [one.name for one in page.context["proposal"].playing] == ["ana"]


def test_who_sits_at_two_tables_is_named_to_members(
    group: Group, evening: Evening, alice: Client, client: Client
) -> None:
    artem_table(group=group, players=["Ana", "Ben"])
    assert "another table too" not in page_words(alice, evening_url(evening))
    artem_table(group=group, players=["Ana", "Cleo"])
    page = page_words(alice, evening_url(evening))
    assert page.count("Ana sits at another table too.") == 2
    assert "another table too" not in page_words(client, evening_url(evening))


def test_members_find_the_table_of_their_player_first(group: Group, evening: Evening) -> None:
    bob = signed_in("bob")
    assign_player(
        membership=group.memberships.get(user__username="bob"), player=player(group, "Ana")
    )
    artem_table(group=group, players=["Ben", "Cleo"])
    own = artem_table(group=group, players=["Dov", "Ana"])
    answer(bob, evening, "Mia", "here")  # for a friend
    page = page_source(bob, evening_url(evening))
    assert page.count("Your table: Artem") == 1
    assert page.index("Dov, Ana") < page.index("Who is here") < page.index("Ben, Cleo")
    assert f'class="button primary" href="{reverse("table", args=[own.uuid])}"' in page


def test_guests_find_the_table_of_the_name_that_they_gave_first(
    group: Group, evening: Evening, alice: Client, client: Client
) -> None:
    """They join it by the code that is shown there, as everybody without an account."""
    answer(client, evening, "Mia", "here")
    assert "Your table" not in page_words(client, evening_url(evening))
    ana, ben, cleo = all_here(evening, "Ana", "Ben", "Cleo")
    mia = Answer.objects.get(name="Mia")
    values = sent({ana: 1, ben: 1, cleo: 2, mia: 2})
    assert alice.post(evening_url(evening, "evening_tables"), values).status_code == 302
    page = page_source(client, evening_url(evening))
    assert page.count("Your table: Artem") == 1
    assert page.index("Mia, Cleo") < page.index("Who is here") < page.index("Ana, Ben")
    assert f'class="button primary" href="{reverse("by_code")}">Join with the code shown at' in page
    assert not [session for session in group.sessions.all() if session.code in page]
    assert "Your table" not in page_words(Client(), evening_url(evening))


@pytest.mark.parametrize(("gone", "counted"), [(["Ana"], "1 parti"), (["Ana", "Ben"], "2 partis")])
def test_french_counts_one_who_has_left_and_several(
    evening: Evening, client: Client, gone: list[str], counted: str
) -> None:
    all_here(evening, "Ana", "Ben", "Cleo")
    evening.answers.filter(name__in=gone).update(left_at=timezone.now())
    client.cookies["django_language"] = "fr"
    assert f"· {counted} " in page_words(client, evening_url(evening))


def test_no_table_comes_first_for_somebody_who_has_left(
    group: Group, evening: Evening, client: Client
) -> None:
    artem_table(group=group, players=["Ana", "Ben"])
    answer(client, evening, "Ana", "here")
    assert "Your table: Artem" in page_words(client, evening_url(evening))
    client.post(evening_url(evening, "leave_evening"))
    page = page_words(client, evening_url(evening))
    assert page.index("Ana, you have left.") < page.index("Artem")
    assert "Your table" not in page
    answer(client, evening, "Ana", "here")
    assert "Your table: Artem" in page_words(client, evening_url(evening))


def test_who_gathers_players_for_a_table_goes_to_their_own_afterwards(
    group: Group, evening: Evening, alice: Client
) -> None:
    """There is one primary button."""
    artem_table(group=group, players=["Ana", "Ben"])
    owner = group.memberships.get(user__username="alice")
    assign_player(membership=owner, player=player(group, "Ana"))
    all_here(evening, "Ana", "Ben", "Cleo")
    page = page_source(alice, evening_url(evening))
    assert page.count("Your table: Artem") == 1
    assert re.findall(r'class="button primary"[^>]*>([^<]*)', page) == ["Make tables"]
    Answer.objects.filter(name="Cleo").delete()
    page = page_source(alice, evening_url(evening))
    assert re.findall(r'class="button primary"[^>]*>([^<]*)', page) == ["Join"]


@pytest.mark.parametrize("name", ["Joe", "A player", "Ida"])
def test_nobody_finds_out_by_a_name_at_which_table_hidden_players_sit(
    group: Group, evening: Evening, client: Client, name: str
) -> None:
    player(group, "Joe", hidden=True)
    player(group, "Ida", nickname="Bee")
    answer(client, evening, name, "here")
    artem_table(group=group)
    assert "Your table" not in page_words(client, evening_url(evening))


def test_two_players_of_one_name_are_told_apart_by_the_player_of_the_answer(
    group: Group, evening: Evening, client: Client
) -> None:
    ana = player(group, "Ana")
    answer(client, evening, "Ana", "here")
    ana.name = "Anna"
    ana.save(update_fields=["name"])
    artem_table(group=group, players=["Ana", "Ben"])
    assert "Your table" not in page_words(client, evening_url(evening))
    artem_table(group=group, players=["Anna", "Cleo"])
    assert "Your table: Artem" in page_words(client, evening_url(evening))


def test_it_names_who_is_at_no_table(group: Group, evening: Evening, alice: Client) -> None:
    artem_table(group=group, players=["Ana", "Ben"])
    all_here(evening, "Ana", "Ben", "Cleo")
    assert "1 is not at a table yet: Cleo" in page_words(alice, evening_url(evening))


def test_tables_of_the_games_of_the_evening_are_proposed_first(
    group: Group, evening: Evening, alice: Client
) -> None:
    all_here(evening, *NAMES)
    address = evening_url(evening, "evening_tables")
    assert alice.get(address).context["proposal"].tables == []
    artem_table(group=group)
    tables = alice.get(address).context["proposal"].tables
    assert [(table.game.slug, len(table.people)) for table in tables] == [("artem", 3)] * 2


def test_a_table_that_was_opened_meanwhile_is_noticed(group: Group, evening: Evening) -> None:
    artem_table(group=group, players=["Ana", "Ben"])
    artem = installed_games()["artem"]
    with pytest.raises(PlaysAlready, match="Ana"):
        open_tables(
            evening=evening,
            tables=[(artem, ["Cleo", "Dov"]), (artem, ["Eva", "Ana"])],
            browser="x",
            by=By(at=timezone.now()),
        )
    assert seated(group) == [("Ana", "Ben")]


def test_all_tables_are_opened_or_none(group: Group, evening: Evening, alice: Client) -> None:
    ana, ben, cleo = all_here(evening, "Ana", "Ben", "Cleo")
    refused = alice.post(
        evening_url(evening, "evening_tables"), sent({ana: 1, ben: 1, cleo: 2}, game="duplik")
    )
    assert refused.status_code == 422
    assert seated(group) == []


def test_a_table_that_nobody_sits_at_is_not_opened(evening: Evening, alice: Client) -> None:
    all_here(evening, "Ana", "Ben")
    page = alice.post(evening_url(evening, "evening_tables"), sent({}))
    assert "Nobody has a table yet." in words(page.content.decode())


@pytest.mark.parametrize("game", sorted(installed_games()))
def test_tables_of_every_game_are_opened(evening: Evening, alice: Client, game: str) -> None:
    load_catalogue()
    here = all_here(evening, *NAMES[: installed_games()[game].most_players])
    for _ in range(2):  # by the usual rules, then by those of the latest table
        answer = alice.post(
            evening_url(evening, "evening_tables"), sent(dict.fromkeys(here, 1), game=game)
        )
        assert answer.status_code == 302
        assert Session.objects.get(finished_at=None).game == game
        Session.objects.update(finished_at=timezone.now())


# The standings


def rank(evening: Evening, guest: Guest) -> list[tuple[int, str, int, str]]:
    rows = tonight(evening, guest).standings
    return [(row.rank, row.player.name, row.plays, row.value) for row in rows]


@pytest.mark.parametrize("name", ["evening", "evening_board"])
def test_it_says_by_which_season_it_is_ranked_and_lets_one_choose_another(
    group: Group, evening: Evening, alice: Client, name: str
) -> None:
    """The longest one is the main one, also if a cup began later."""
    day = evening.day
    season_of(group, starts_on=day - timedelta(days=90), ends_on=day + timedelta(days=90))
    league = season_of(
        group, slug="autumn", name="Autumn", starts_on=day, ends_on=day, scheme="podium"
    ).league
    Evening.objects.update(league=league)
    finished_table(group=group)
    address = evening_url(evening, name)
    by_main = alice.get(address).content.decode()
    assert "By the rules of Cup, Year, for this evening only." in words(by_main)
    (link,) = re.findall(r'href="([^"]*season=autumn[^"]*)"', by_main)
    by_cup = alice.get(link).content.decode()
    assert "By the rules of Cup, Autumn, for this evening only." in words(by_cup)
    assert {row.value for row in alice.get(link).context["tonight"].standings} == {"5", "3"}
    unknown = alice.get(address, {"season": "chess"}).content.decode()
    assert "By the rules of Cup, Year, for this evening only." in words(unknown)


def test_a_board_that_polls_keeps_its_season(group: Group, evening: Evening, alice: Client) -> None:
    day = evening.day
    season_of(group, starts_on=day - timedelta(days=9), ends_on=day)
    league = season_of(group, slug="autumn", name="Autumn", starts_on=day, ends_on=day).league
    Evening.objects.update(league=league)
    finished_table(group=group)
    board = alice.get(evening_url(evening, "evening_board"), {"season": "autumn"}).content.decode()
    (polled,) = re.findall(r'hx-get="([^"]+)"', board)
    assert unescape(polled).endswith("&season=autumn")


def test_the_standings_are_by_the_rules_of_the_league_over_the_evening(
    group: Group, evening: Evening
) -> None:
    """Joe wins twice; the five plays that the season asks for are not asked for on an evening."""
    Evening.objects.update(league=season_of(group, scheme="podium", minimum=5).league)
    evening.refresh_from_db()
    for _ in range(2):
        finished_table(group=group)
    guest = Guest(group, None, group.memberships.first())
    assert rank(evening, guest) == [(1, "Joe", 2, "10"), (2, "Ida", 2, "6")]


def test_the_row_of_whoever_reads_is_marked(group: Group, evening: Evening) -> None:
    finished_table(group=group)
    signed_in("bob")
    bob = group.memberships.get(user__username="bob")
    assign_player(membership=bob, player=player(group, "Ida"))
    finished = sessions_of(evening)
    rows = standings(None, finished, Guest(group, bob.user, bob))
    assert [row.player.name for row in rows if row.is_own] == ["Ida"]
    assert not any(row.is_own for row in standings(None, finished, Guest(group, None, None)))


def test_without_a_league_it_is_the_share_of_opponents_beaten(
    group: Group, evening: Evening
) -> None:
    finished_table(group=group)
    guest = Guest(group, None, group.memberships.first())
    assert rank(evening, guest) == [(1, "Joe", 1, "1"), (2, "Ida", 1, "0")]


def test_other_evenings_do_not_count(group: Group, evening: Evening) -> None:
    finished_table(group=group)
    Session.objects.update(played_on=evening.day - timedelta(days=1))
    assert sessions_of(evening) == []


def test_what_was_opened_after_midnight_counts(group: Group, evening: Evening) -> None:
    session = finished_table(group=group)
    Session.objects.update(played_on=evening.day + timedelta(days=1))
    assert sessions_of(evening) == [session]
    Session.objects.update(created_at=evening.starts_at + timedelta(hours=13))
    assert sessions_of(evening) == []


def test_hidden_players_stay_hidden_for_whoever_has_the_link(
    group: Group, evening: Evening, client: Client
) -> None:
    finished_table(group=group)
    artem_table(group=group)
    player(group, "Joe", hidden=True)
    player(group, "Ida", nickname="Bee")
    for name in ("evening", "evening_board"):
        page = page_words(client, evening_url(evening, name))
        assert "Joe" not in page
        assert "Ida" not in page
        assert "Bee" in page


def test_its_picture_has_the_size_that_messengers_ask_for(
    group: Group, evening: Evening, client: Client
) -> None:
    assert client.get(evening_url(evening, "standings_picture")).status_code == 404
    finished_table(group=group)
    answer = client.get(evening_url(evening, "standings_picture"))
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    Session.objects.update(played_on=begun(evening, hours=13).day)
    assert "standings.png" in client.get(evening_url(evening)).content.decode()


def test_more_than_three_rows_are_shown_when_phones_ask_for_them(
    group: Group, evening: Evening, client: Client
) -> None:
    finished_table(group=group, players=["Ana", "Ben"])
    finished_table(group=group, players=["Ben", "Cleo"])
    assert "Show all" not in page_words(client, evening_url(evening))
    finished_table(group=group, players=["Cleo", "Dov"])
    assert "Show all 4 players" in page_words(client, evening_url(evening))
    assert rows_folded(client, evening) == ["Ana"]


def test_phones_show_all_who_share_the_rank_of_the_third_row(
    group: Group, evening: Evening, client: Client
) -> None:
    for other in ("Ben", "Cleo", "Dov"):
        finished_table(group=group, players=[other, "Ana"])  # the second wins
    assert rows_folded(client, evening) == []
    assert "Show all" not in page_words(client, evening_url(evening))
    finished_table(group=group, players=["Ana", "Dov"])
    finished_table(group=group, players=["Ana", "Ben"])
    finished_table(group=group, players=["Cleo", "Ben"])
    assert rows_folded(client, evening) == ["Cleo"]


def rows_folded(client: Client, evening: Evening) -> list[str]:
    html = client.get(evening_url(evening)).content.decode()
    return re.findall(r'<tr class="folded"><th scope="row">\d+\. (\w+)', html)


def test_a_seat_that_is_no_players_any_more_is_in_no_standings(
    group: Group, evening: Evening
) -> None:
    session = finished_table(group=group)
    session.seats.filter(name="Joe").update(player=None)
    guest = Guest(group, None, group.memberships.first())
    assert rank(evening, guest) == [(1, "Ida", 1, "0")]


# The board


def test_the_board_answers_204_until_something_changes(
    group: Group, evening: Evening, client: Client
) -> None:
    address = evening_url(evening, "evening_board")
    page: Any = client.get(address)
    seen = {"seen": page.context["state"]}
    assert client.get(address, seen, headers={"hx-request": "true"}).status_code == 204
    artem_table(group=group)
    part = client.get(address, seen, headers={"hx-request": "true"})
    assert part.status_code == 200
    assert "<html" not in part.content.decode()


def test_the_board_shows_who_came_since(evening: Evening, alice: Client) -> None:
    address = evening_url(evening, "evening_board")
    page: Any = alice.get(address)
    all_here(evening, "Mia")
    part = alice.get(address, {"seen": page.context["state"]}, headers={"hx-request": "true"})
    assert part.status_code == 200
    assert "1 here" in words(part.content.decode())
    assert "Mia" in words(part.content.decode())


def test_the_board_tells_only_members_who_is_here(evening: Evening, client: Client) -> None:
    all_here(evening, "Mia")
    shown = words(client.get(evening_url(evening, "evening_board")).content.decode())
    assert "1 here" in shown
    assert "Mia" not in shown


# Speed


@pytest.mark.parametrize("tables", [1, 8])
def test_a_page_takes_the_same_few_queries(
    group: Group, evening: Evening, alice: Client, tables: int
) -> None:
    Evening.objects.update(league=season_of(group).league)
    for number in range(tables):
        finished_table(group=group, players=[f"Ida {number}", f"Joe {number}"])
        artem_table(group=group, players=[f"Kim {number}", f"Lea {number}"])
        all_here(evening, f"Ida {number}", f"Joe {number}", f"Kim {number}")
    for name in ("evening", "evening_board", "evening_tables"):
        alice.get(evening_url(evening, name))
        with CaptureQueriesContext(connection) as queries:
            assert alice.get(evening_url(evening, name)).status_code == 200
        assert len(queries) <= most("page of a group"), name
