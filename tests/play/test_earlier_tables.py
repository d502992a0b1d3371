"""A new table copies from earlier ones, and the home page shows them."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.canvas.printed import load_catalogue
from scoring.models import Group, Session
from scoring.sessions.loading import load
from tests.builders.tables import artem_table, phone, signed_in
from tests.pages import words

pytestmark = pytest.mark.django_db

ARTBOX = {"edition": "fr-2019", "variant": "experienced", "two_drawings": "no"}
RETAIL = {
    "edition": "retail",
    "cards_of": "retail",
    "cards": ["Variety", "Repetition", "Composition"],
    "points-retail-variety_0": 3,
    "points-retail-variety_1": 7,
    "points-retail-repetition_0": 2,
    "points-retail-composition_0": 1,
    "own_name_0": "Moonlight",
    "own_condition_0": "by-hand",
    "own_points_0_0": 4,
}
NAMES = ("Ida", "Joe", "Kim")


def open_by_form(client: Client, slug: str, **fields: Any) -> Session:
    values = {"do": "open", "name": NAMES, "begins": 0, **fields}
    answer = client.post(f"/new/{slug}/", values)
    assert answer.status_code == 302, answer.content.decode()
    return Session.objects.get(uuid=answer["Location"].split("/")[2])


def submitted_again(client: Client, address: str) -> Session:
    """Open the form and post it as it is."""
    page = client.get(address).content.decode()
    form: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", page):
        values = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        ticked = values.get("type") not in {"radio", "checkbox"} or re.search(r"\bchecked\b", tag)
        if "name" in values and ticked:
            form.setdefault(values["name"], []).append(values.get("value", ""))
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', page, re.DOTALL):
        form[name] = re.findall(r'value="([^"]*)" selected', options)
    answer = client.post(address.partition("?")[0], {**form, "do": "open"})
    assert answer.status_code == 302, answer.content.decode()
    return Session.objects.get(uuid=answer["Location"].split("/")[2])


@pytest.mark.parametrize(
    ("slug", "fields", "others"),
    [
        ("artbox", ARTBOX, {"edition": "en-2020", "variant": "standard"}),
        ("duplik", {"laps": "2"}, {"laps": "1"}),
        (
            "artem",
            {"variant": "all-in", "directions": "relative"},
            {"variant": "standard", "directions": "universal"},
        ),
        pytest.param("canvas", RETAIL, {**RETAIL, "own_points_0_0": 5}, id="canvas: typed points"),
    ],
)
def test_playing_again_keeps_all_rules(
    client: Client, slug: str, fields: dict[str, Any], others: dict[str, Any]
) -> None:
    """Another table with other rules was opened meanwhile."""
    load_catalogue()
    first = open_by_form(client, slug, **fields)
    open_by_form(client, slug, **others)
    again = submitted_again(client, f"/new/{slug}/?again={first.uuid}")
    assert again.pk != first.pk
    assert load(again).state == load(first).state


def test_the_next_table_starts_with_the_people_and_rules_of_the_latest(client: Client) -> None:
    open_by_form(client, "artbox", **ARTBOX)
    page = client.get("/new/artbox/").content.decode()
    assert re.findall(r'name="name" value="([^"]*)"', page) == ["Ida", "Joe", "Kim"]
    line = "French, 2019 · Experienced · One drawing each, even with three players"
    assert line in words(page)


def test_rules_are_remembered_for_each_game_and_group(client: Client) -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    keeper = signed_in("kim", group, "scorekeeper")
    open_by_form(keeper, "artem", group="thursday/", variant="all-in", directions="universal")
    open_by_form(keeper, "artem", variant="standard", directions="universal")
    assert "All-in · Universal" in words(keeper.get("/new/artem/?group=thursday/").content.decode())
    assert "Standard · Universal" in words(keeper.get("/new/artem/?group=").content.decode())
    assert "Standard · Universal" in words(client.get("/new/artem/").content.decode())


@pytest.mark.parametrize(("language", "edition"), [("en", "en-2020"), ("fr", "fr-2019")])
def test_the_first_rulebook_is_that_of_the_language(
    client: Client, language: str, edition: str
) -> None:
    client.cookies["django_language"] = language
    page = client.get("/new/artbox/").content.decode()
    assert re.search(rf'value="{edition}"[^>]* checked', page)


def test_a_rulebook_that_somebody_chose_is_remembered(client: Client) -> None:
    open_by_form(client, "artbox", edition="en-2020", variant="standard")
    client.cookies["django_language"] = "fr"
    page = client.get("/new/artbox/").content.decode()
    assert re.search(r'value="en-2020"[^>]* checked', page)


def test_people_who_played_before_are_offered_by_name(client: Client) -> None:
    open_by_form(client, "artem", name=("Lea", "Mo"), variant="standard", directions="universal")
    open_by_form(client, "artem", variant="standard", directions="universal")
    page = client.get("/new/artem/").content.decode()
    assert re.findall(r'value="add:([^"]+)"', page) == ["Lea", "Mo"]
    assert 'value="add:' not in Client().get("/new/artem/").content.decode()


def test_the_only_group_of_a_scorekeeper_is_chosen() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    keeper = signed_in("kim", group, "scorekeeper")
    assert 'value="thursday/" selected' in keeper.get("/new/artem/").content.decode()
    second = Group.objects.create(name="Friday", slug="friday")
    second.memberships.create(user=group.memberships.get().user, role="scorekeeper")
    assert "selected" not in keeper.get("/new/artem/").content.decode()


# The home page


def test_the_home_page_knows_the_tables_of_this_browser(client: Client) -> None:
    going_on = open_by_form(client, "duplik", laps="1")
    over = open_by_form(client, "artem", variant="standard", directions="universal")
    play_once(client, over)
    page = client.get("/").content.decode()
    assert "Duplik, round 1 of 3" in words(page)
    assert f'href="/table/{going_on.uuid}/"' in page
    assert f'href="/table/{over.uuid}/result/"' in page
    other = Client().get("/").content.decode()
    assert "Still playing" not in other
    assert str(going_on.uuid) not in other


def test_the_home_page_forgets_a_deleted_table(client: Client) -> None:
    session = open_by_form(client, "duplik", laps="1")
    client.post(f"/table/{session.uuid}/remove/", {"save": "1"})
    assert str(session.uuid) not in client.get("/").content.decode()


def play_once(client: Client, session: Session) -> None:
    """Enter a turn, after which the main deck runs out."""
    client.post(f"/table/{session.uuid}/artem/turn/", {"at": 0})
    client.post(f"/table/{session.uuid}/artem/deck/", {"deck": "main-deck"})


def again_buttons(client: Client) -> list[str]:
    """Return the tables that the home page opens again with one tap."""
    page = client.get("/").content.decode()
    return re.findall(r'action="/table/([^/]+)/rematch/"', page)


def test_the_home_page_plays_the_latest_table_again_with_one_tap(client: Client) -> None:
    first = open_by_form(client, "artem", variant="all-in", directions="relative")
    play_once(client, first)
    page = words(client.get("/").content.decode())
    assert "Artem again Same people, same rules: Ida, Joe, Kim" in page
    assert again_buttons(client) == [str(first.uuid)]
    answer = client.post(f"/table/{first.uuid}/rematch/")
    second = Session.objects.latest("pk")
    assert answer["Location"] == f"/table/{second.uuid}/"
    assert load(second).state.variant == "all-in"
    assert again_buttons(client) == []  # it goes on, at the second table


def test_a_phone_with_a_seat_plays_again_from_the_home_page_too(client: Client) -> None:
    session = open_by_form(client, "artem", variant="standard", directions="universal")
    seat, watcher = phone(session, place=2), phone(session)
    play_once(client, session)
    assert again_buttons(seat) == [str(session.uuid)]
    assert again_buttons(watcher) == []


def test_after_somebody_else_played_again_there_is_the_form_with_the_same_people(
    client: Client,
) -> None:
    session = open_by_form(client, "artem", variant="standard", directions="universal")
    late = phone(session, place=2)
    session.phones.filter(seat__place=2).update(signed_out_at=timezone.now())
    play_once(client, session)
    client.post(f"/table/{session.uuid}/rematch/")  # which it does not come along to
    assert again_buttons(late) == []
    assert f'href="/new/artem/?again={session.uuid}"' in late.get("/").content.decode()


def test_the_home_page_says_what_a_group_plays_now_or_plays_again() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    keeper, member = signed_in("kim", group, "scorekeeper"), signed_in("bob", group)
    session = open_by_form(
        keeper, "artem", group="thursday/", variant="standard", directions="universal"
    )
    for client in (keeper, member):
        assert "Artem, round 1, playing to 15 points Ida, Joe, Kim" in words(
            client.get("/").content.decode()
        )
    play_once(keeper, session)
    other_phone = signed_in("kim")
    for client in (keeper, other_phone):
        assert again_buttons(client) == [str(session.uuid)]
    assert again_buttons(member) == []
    assert again_buttons(signed_in("charlie")) == []
    answer = other_phone.post(f"/table/{session.uuid}/rematch/")
    assert answer.status_code == 302
    assert Session.objects.latest("pk").group == group


def test_the_home_page_knows_the_tables_of_the_accounts_other_phones() -> None:
    """Those that it can go on with: of its groups, and those that it logged out of."""
    group = Group.objects.create(name="Thursday", slug="thursday")
    laptop, other = signed_in("kim", group, "scorekeeper"), signed_in("kim")
    rules = {"variant": "standard", "directions": "universal"}
    of_group = open_by_form(laptop, "artem", group="thursday/", **rules)
    quick = open_by_form(laptop, "artem", **rules)
    assert f'href="/table/{of_group.uuid}/"' in other.get("/").content.decode()
    laptop.post("/accounts/logout/")
    page = other.get("/").content.decode()
    assert f'href="/table/{quick.uuid}/"' in page
    assert other.get(f"/table/{quick.uuid}/").status_code == 200
    assert str(quick.uuid) not in signed_in("charlie").get("/").content.decode()


def test_the_home_page_of_an_old_account_asks_no_more_than_that_of_a_new_one(
    client: Client,
) -> None:
    rules = {"variant": "standard", "directions": "universal"}
    counts = []
    for tables in (4, 6):
        for _number in range(tables):
            play_once(client, open_by_form(client, "artem", **rules))
        with CaptureQueriesContext(connection) as queries:
            client.get("/")
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12


def test_only_what_is_over_is_played_again() -> None:
    """And only after something was played: a table that was just opened has a form to fill in."""
    browser = "b" * 32
    session = artem_table("")
    session.phones.create(browser=browser, hosts=True, joined_at=timezone.now())
    again = Session.objects.all().to_play_again
    assert [*again(browser, None)] == []
    Session.objects.update(finished_at=timezone.now())
    assert [*again(browser, None)] == [session]
    assert [*again("c" * 32, None)] == []
    session.phones.filter(browser=browser).update(hosts=False)
    assert [*again(browser, None)] == []  # it only watched
    session.phones.filter(browser=browser).update(seat=session.seats.get(place=1))
    assert [*again(browser, None)] == [session]
    Session.objects.update(result_only=True)
    assert [*again(browser, None)] == []
    Session.objects.update(result_only=False, revision=1)
    assert [*again(browser, None)] == []
