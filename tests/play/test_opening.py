"""Opening a table: who plays, who begins; and a refused form keeps what was typed."""

import re
from datetime import timedelta
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from scoring.groups.merging import merge
from scoring.models import Group, Player, Session
from scoring.models.revisions import By
from scoring.play.opening import OptionField, OptionsForm, Seats
from scoring.sessions.lifecycle import delete
from tests.builders.tables import artem_table, phone, signed_in
from tests.pages import words

pytestmark = pytest.mark.django_db

CHOSEN = {"variant": "standard", "directions": "universal"}


def post(client: Client, *names: str, do: str = "open", **fields: Any) -> Any:
    return client.post("/new/artem/", {"do": do, "name": names, "begins": 0, **CHOSEN, **fields})


def session_opened_by(answer: Any) -> Session:
    assert answer.status_code == 302, words(answer.content.decode())
    return Session.objects.get(uuid=answer.headers["location"].split("/")[2])


def seated(session: Session) -> list[str]:
    return [seat.name for seat in session.seats.order_by("place")]


def fields(answer: Any) -> list[str]:
    """Return the names in the fields of the page."""
    return re.findall(r'name="name" value="([^"]*)"', answer.content.decode())


def begins(answer: Any) -> int:
    rows = re.findall(r'name="begins" type="radio" value="\d+"( checked)?', answer.content.decode())
    assert rows.count(" checked") == 1
    return rows.index(" checked")


def wrong_beside(answer: Any, at: int) -> str:
    page = re.search(rf'<p id="wrong-{at}"[^>]*>(.*?)</p>', answer.content.decode())
    return page[1] if page else ""


def test_a_table_opens_with_a_host_today_and_for_thirty_days() -> None:
    client = Client()
    session = session_opened_by(post(client, "Ida", "Joe"))
    assert seated(session) == ["Ida", "Joe"]
    assert session.phones.get().hosts
    assert session.played_on == timezone.localdate()
    assert session.expires_at is not None
    assert timedelta(days=29) < session.expires_at - timezone.now() <= timedelta(days=30)
    assert client.get(f"/table/{session.uuid}/").status_code == 200


def test_a_quick_table_is_gone_for_good_when_its_time_is_over() -> None:
    session = session_opened_by(post(Client(), "Ida", "Joe"))
    Session.objects.filter(pk=session.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    call_command("tend", verbosity=0)
    assert not Session.objects.filter(pk=session.pk).exists()


def test_who_begins_has_the_first_seat_and_the_others_follow_clockwise() -> None:
    assert seated(session_opened_by(post(Client(), "Ida", "Joe", "Kim", begins=1))) == [
        "Joe",
        "Kim",
        "Ida",
    ]


def test_a_seat_without_a_name_gets_one_and_blanks_around_names_are_left_out() -> None:
    session = session_opened_by(post(Client(), "", " Ida ", "Player 3", "", begins=2))
    assert seated(session) == ["Player 3", "Player 4", "Player 1", "Ida"]


def test_a_name_that_somebody_typed_is_given_to_nobody_else() -> None:
    session = session_opened_by(post(Client(), "Player 2", "", "Ida"))
    assert seated(session) == ["Player 2", "Player 3", "Ida"]


def test_a_group_gets_no_players_without_a_name(group: Group) -> None:
    keeper = signed_in("kim", group, "scorekeeper")
    answer = post(keeper, "Ida", "", "Joe", group="thursday/")
    assert seated(session_opened_by(answer)) == ["Ida", "Joe"]
    assert set(group.players.values_list("name", flat=True)) == {"Ida", "Joe"}


@pytest.mark.parametrize("begins", ["x", "-1", "9", "", "9" * 5000])
def test_a_beginner_who_is_not_there_is_the_first(begins: str) -> None:
    assert seated(session_opened_by(post(Client(), "Ida", "Joe", begins=begins))) == ["Ida", "Joe"]


# Refusals


@pytest.mark.parametrize(
    ("names", "begins_at", "at", "sentence"),
    [
        pytest.param(
            ("Ida", "J" * 61), 0, 1, "This text must have from 1 to 60 characters.", id="too long"
        ),
        pytest.param(("Ida", "Joe", "Ida"), 0, 2, "“Ida” is listed twice.", id="twice"),
        pytest.param(("Ida", "Joe", "Ida"), 1, 0, "“Ida” is listed twice.", id="twice, turned"),
        pytest.param(
            ("", "Ida", "J\x07e"),
            0,
            2,
            "This contains a character that cannot be printed; remove it.",
            id="not printable",
        ),
    ],
)
def test_a_name_is_refused_beside_its_seat_and_nothing_is_lost(
    names: tuple[str, ...], begins_at: int, at: int, sentence: str
) -> None:
    answer = post(Client(), *names, begins=begins_at, variant="all-in")
    assert answer.status_code == 422
    assert wrong_beside(answer, at) == sentence
    assert fields(answer) == list(names)
    assert begins(answer) == begins_at
    assert re.search(r'value="all-in"[^>]* checked', answer.content.decode())
    assert not Session.objects.exists()


@pytest.mark.parametrize("names", [("",), ("Ida",), ("A", "B", "C", "D", "E")])
def test_too_few_and_too_many_are_refused_above_the_seats(names: tuple[str, ...]) -> None:
    answer = post(Client(), *names)
    assert answer.status_code == 422
    assert "This game is for 2 to 4 players." in words(answer.content.decode())
    assert fields(answer) == [name.strip() for name in names]


def test_a_name_is_a_name_and_no_script() -> None:
    name = "<script>alert(1)</script>"
    client = Client()
    session = session_opened_by(post(client, name, "Joe"))
    assert seated(session)[0] == name
    for page in ("", "board/", "result/", "history/", "about/", "seats/"):
        html = client.get(f"/table/{session.uuid}/{page}").content.decode()
        assert "<script>alert" not in html


def test_a_choice_that_nobody_offered_is_refused() -> None:
    assert post(Client(), "Ida", "Joe", variant="chess").status_code == 422


@pytest.mark.parametrize("slug", ["chess", "admin"])
def test_no_table_of_a_game_that_is_not_here_opens(slug: str) -> None:
    assert Client().get(f"/new/{slug}/").status_code == 404


# The buttons of the page


def test_a_seat_is_added_moved_and_taken_away() -> None:
    client = Client()
    assert fields(post(client, "Ida", "Joe", do="add")) == ["Ida", "Joe", ""]
    assert fields(post(client, "Ida", "Joe", do="down:0")) == ["Joe", "Ida"]
    assert fields(post(client, "Ida", "Joe", do="up:1")) == ["Joe", "Ida"]
    assert fields(post(client, "Ida", "Joe", do="remove:0")) == ["Joe"]
    assert not Session.objects.exists()


def test_a_script_gets_the_form_and_everybody_else_the_page() -> None:
    address, data = "/new/artem/", {"do": "add", "name": ["Ida", "Joe"], "begins": 0, **CHOSEN}
    part = Client().post(address, data, headers={"HX-Request": "true"}).content.decode()
    page = Client().post(address, data).content.decode()
    assert ["<html" in html for html in (part, page)] == [False, True]
    assert ['value="Ida"' in html for html in (part, page)] == [True, True]


@pytest.mark.parametrize("do", ["up:0", "down:1", "up:x", "remove:7", "jump:0", "up:" + "9" * 5000])
def test_a_button_that_cannot_be_changes_nothing(do: str) -> None:
    assert fields(post(Client(), "Ida", "Joe", do=do)) == ["Ida", "Joe"]


def test_who_begins_keeps_the_dot_when_seats_move() -> None:
    client = Client()
    assert begins(post(client, "Ida", "Joe", do="down:0")) == 1
    assert begins(post(client, "Ida", "Joe", "Kim", do="remove:0", begins=2)) == 1
    assert begins(post(client, "Ida", "Joe", do="remove:1", begins=1)) == 0


def test_a_draw_takes_anybody_who_sits_there_and_nobody_else() -> None:
    seats = Seats(("Ida", "", "Joe", "Kim"))
    drawn = {seats.after("draw", Random(seed)).begins for seed in range(60)}
    assert drawn == {0, 2, 3}
    assert Seats(("", "")).after("draw", Random(1)).begins == 0


def test_the_same_players_as_last_time_sit_down_with_one_tap() -> None:
    client = Client()
    assert "Same players as last time" not in words(client.get("/new/artem/").content.decode())
    session_opened_by(post(client, "Ida", "Joe", begins=1))
    assert "Same players as last time" in words(client.get("/new/artem/").content.decode())
    assert fields(post(client, "", "", do="same")) == ["Joe", "Ida"]
    assert fields(post(Client(), "Zoë", "", do="same")) == []


# For a group


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


def test_a_groups_regulars_come_by_how_often_they_played(group: Group) -> None:
    for players in (("Ida", "Joe"), ("Ida", "Joe"), ("Ida", "Kim")):
        artem_table(players=players, group=group)
    keeper = signed_in("sam", group, "scorekeeper")
    page = keeper.get("/new/artem/?group=thursday")
    assert fields(page) == ["Ida", "Kim"]  # as at the latest table
    assert re.findall(r'value="add:([^"]+)"', page.content.decode()) == ["Joe"]
    answer = post(keeper, "", "", do="add:Kim", group="thursday")
    assert fields(answer) == ["Kim", ""]
    assert 'value="add:Kim"' not in answer.content.decode()


def test_a_groups_last_table_is_the_groups_and_not_the_browsers(group: Group) -> None:
    artem_table(players=("Ida", "Joe"), group=group)
    deleted = artem_table(players=("Zoë", "Kim"), group=group)
    delete(session=deleted, by=By(at=timezone.now()))
    keeper = signed_in("sam", group, "owner")
    session_opened_by(post(keeper, "Uma", "Vic"))
    assert fields(post(keeper, "", "", do="same", group="thursday")) == ["Ida", "Joe"]


def test_a_table_of_a_group_never_expires_and_its_players_are_the_groups(group: Group) -> None:
    keeper = signed_in("sam", group, "scorekeeper")
    for _evening in range(2):
        session = session_opened_by(post(keeper, "Ida", "Joe", group="thursday", key=str(uuid4())))
        assert session.group == group
        assert session.expires_at is None
    assert sorted(group.players.values_list("name", flat=True)) == ["Ida", "Joe"]
    assert session.seats.filter(player__group=group).count() == 2


def test_a_name_that_was_merged_away_seats_who_it_was_found_to_be(group: Group) -> None:
    ana, anna = [Player.objects.create(group=group, name=name) for name in ("Ana", "Anna")]
    merge(source=ana, target=anna, at=timezone.now())
    session = session_opened_by(
        post(signed_in("olga", group, "owner"), "Ana", "Ben", group="thursday")
    )
    assert session.seats.get(name="Ana").player == anna


@pytest.mark.parametrize("who", ["nobody", "member", "owner of another"])
def test_only_who_keeps_its_scores_opens_a_table_for_a_group(group: Group, who: str) -> None:
    clients = {
        "nobody": Client(),
        "member": signed_in("bob", group),
        "owner of another": signed_in(
            "oscar", Group.objects.create(name="Other", slug="other"), "owner"
        ),
    }
    client = clients[who]
    assert client.get("/new/artem/?group=thursday").status_code == 404
    assert post(client, "Ida", "Joe", group="thursday").status_code == 404
    assert not Session.objects.exists()


# Once


def test_a_double_tap_opens_one_table() -> None:
    client, key = Client(), str(uuid4())
    first, second = (post(client, "Ida", "Joe", key=key) for _tap in range(2))
    assert session_opened_by(first) == session_opened_by(second)
    assert Session.objects.count() == 1


def test_the_key_stays_when_something_was_refused() -> None:
    key = str(uuid4())
    assert f'value="{key}"' in post(Client(), "Ida", "Ida", key=key).content.decode()


# What its host does with it later


def test_a_quick_table_is_taken_into_a_group_once_and_into_no_other(group: Group) -> None:
    other = Group.objects.create(name="Other", slug="other")
    keeper = signed_in("sam", group, "scorekeeper")
    signed_in("sam", other, "owner")
    session = session_opened_by(post(keeper, "Ida", "Joe"))
    for _tap in range(2):
        answer = keeper.post(f"/table/{session.uuid}/group/", {"group": "thursday"})
        assert answer.status_code == 302
    assert keeper.post(f"/table/{session.uuid}/group/", {"group": "other"}).status_code == 404
    session.refresh_from_db()
    assert session.group == group
    assert session.expires_at is None
    assert session.revision == 2
    assert session.seats.filter(player__group=group).count() == 2


def test_no_table_is_taken_into_a_group_that_one_does_not_keep(group: Group) -> None:
    keeper = signed_in("sam")
    session = session_opened_by(post(keeper, "Ida", "Joe"))
    for slug in ("thursday", "", "\x00"):
        answer = keeper.post(f"/table/{session.uuid}/group/", {"group": slug})
        assert answer.status_code == 404
    assert group.sessions.count() == 0
    assert User.objects.count() == 1


def test_day_place_and_notes_are_described_once_for_a_double_tap() -> None:
    session = artem_table()
    client = phone(session, place=1)
    address = f"/table/{session.uuid}/about/"
    key = re.search(r'name="key" value="([^"]+)"', client.get(address).content.decode())
    assert key
    fields = {"played_on": "2026-11-12", "location": " Attic ", "notes": "", "key": key[1]}
    for _tap in range(2):
        assert client.post(address, fields).status_code == 302
    session.refresh_from_db()
    assert (str(session.played_on), session.location) == ("2026-11-12", "Attic")
    assert session.revision == 2


@pytest.mark.parametrize(
    ("fields", "at"),
    [({"played_on": "tomorrow"}, "played_on"), ({"location": "x" * 201}, "location")],
)
def test_what_is_wrong_with_them_is_reported_and_nothing_is_lost(
    fields: dict[str, str], at: str
) -> None:
    session = artem_table()
    typed = {"played_on": "", "location": "Attic", "notes": "With cake", **fields}
    answer = phone(session, place=1).post(f"/table/{session.uuid}/about/", typed)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert f'id="id_{at}_error"' in html
    assert "With cake" in html
    assert typed[at] in html


def test_a_page_gone_back_to_opens_another_table() -> None:
    """The browser shows it as it was, with its key."""
    client, key = Client(), str(uuid4())
    first, again = (session_opened_by(post(client, "Ida", "Joe", key=key)) for _tap in range(2))
    other = session_opened_by(post(client, "Ida", "Kim", key=key))
    assert first == again != other
    assert seated(other) == ["Ida", "Kim"]


def test_a_table_whose_choices_cannot_be_stored_is_not_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_options: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(OptionsForm, "remember", fail)
    with pytest.raises(RuntimeError):
        post(Client(), "Ida", "Joe")
    assert not Session.objects.exists()


def test_the_first_choice_of_a_rule_is_chosen_unless_another_is_named() -> None:
    choices = [("standard", "Standard"), ("long", "Long")]
    assert OptionField(choices=choices).initial == "standard"
    assert OptionField(choices=choices, initial="long").initial == "long"


@pytest.mark.parametrize(
    ("names", "asked"),
    [
        pytest.param(("Amy", "", ""), 1, id="after the first name"),
        pytest.param(("", "Sam", ""), 0, id="where the first name is empty"),
        pytest.param(("", ""), 0, id="without any name"),
    ],
)
def test_enter_asks_for_the_next_name_and_opens_no_table(
    client: Client, names: tuple[str, ...], asked: int
) -> None:
    answer = post(client, *names, do="enter")
    assert answer.status_code == 200
    assert fields(answer) == list(names)
    page = answer.content.decode()
    assert f"or tap “Open the table” to play as “Player {asked + 1}”." in words(page)
    assert re.findall(r'id="name-(\d)"[^>]* autofocus', page) == [str(asked)]
    assert not Session.objects.exists()


def test_enter_opens_the_table_once_every_seat_has_a_name(client: Client) -> None:
    assert seated(session_opened_by(post(client, "Amy", "Sam", do="enter"))) == ["Amy", "Sam"]


def test_the_button_opens_a_table_with_the_names_that_the_form_shows(client: Client) -> None:
    assert seated(session_opened_by(post(client, "Amy", ""))) == ["Amy", "Player 2"]


OPENED_BEFORE = "The last table of Artem that you opened is still empty (Amy, Sam)."


def open_twice(client: Client) -> tuple[Session, str]:
    """Open two tables; return the first one, and the page of the second."""
    first = session_opened_by(post(client, "Amy", "Sam"))
    return first, client.get(post(client, "Ida", "Joe").headers["location"]).content.decode()


def test_a_second_table_says_that_the_first_is_empty_and_offers_to_delete_it(
    client: Client,
) -> None:
    first, page = open_twice(client)
    assert OPENED_BEFORE in words(page)
    remove = f"/table/{first.uuid}/remove/"
    assert f'<a href="{remove}">Delete that table</a>' in page
    assert "Delete this session?" in client.get(remove).content.decode()


def test_it_is_said_once(client: Client) -> None:
    _first, page = open_twice(client)
    second = re.search(r"/table/[0-9a-f-]{36}/", page)
    assert second
    assert OPENED_BEFORE not in words(client.get(second[0]).content.decode())


def test_a_table_at_which_something_is_recorded_is_not_called_empty(client: Client) -> None:
    first = session_opened_by(post(client, "Amy", "Sam"))
    client.post(f"/table/{first.uuid}/artem/turn/", {"at": 0, "key": str(uuid4())})
    page = client.get(post(client, "Ida", "Joe").headers["location"]).content.decode()
    assert "is still empty" not in words(page)


def test_a_table_that_others_joined_is_not_offered_for_deletion(client: Client) -> None:
    first = session_opened_by(post(client, "Amy", "Sam"))
    phone(first, place=2)
    page = client.get(post(client, "Ida", "Joe").headers["location"]).content.decode()
    assert "is still empty" not in words(page)
