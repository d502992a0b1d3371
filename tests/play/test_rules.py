"""The rules of a table, which may change as long as nothing was entered."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.canvas.models import GroupCard
from games.canvas.printed import load_catalogue
from scoring.models import Group, Session
from scoring.models.revisions import By
from scoring.play.rematch import open_rematch
from scoring.sessions.loading import load
from scoring.sessions.recording import stop
from scoring.sessions.undo import undo
from tests.builders.tables import artem_table, enter_turns, open_empty, phone
from tests.pages import words

pytestmark = pytest.mark.django_db

ALL_IN = {"variant": "all-in", "directions": "universal"}


def now() -> By:
    return By(at=timezone.now())


def rules_page(session: Session) -> str:
    return f"/table/{session.uuid}/rules/"


def post_rules(client: Client, session: Session, *, do: str = "save", **fields: Any) -> Any:
    return client.post(rules_page(session), {"do": do, "key": str(uuid4()), **fields})


def test_the_table_says_its_rules_and_leads_its_host_to_their_change() -> None:
    session = artem_table()
    address = f"/table/{session.uuid}/"
    page = phone(session, hosts=True).get(address).content.decode()
    assert "Standard rules change the rules" in words(page)
    assert f'href="{rules_page(session)}"' in page
    seat = phone(session, place=1).get(address).content.decode()
    assert "Standard rules" in words(seat)
    assert "change the rules" not in words(seat)


def test_the_host_changes_them_before_the_first_entry() -> None:
    session = artem_table()
    host = phone(session, hosts=True)
    answer = post_rules(host, session, **ALL_IN)
    assert answer["Location"] == f"/table/{session.uuid}/"
    assert load(session).state.variant == "all-in"
    page = words(host.get(f"/table/{session.uuid}/").content.decode())
    assert "All-in variant · Universal directions change the rules" in page
    assert "Rules changed" in page


def test_it_keeps_the_day_and_the_place() -> None:
    session = artem_table(location="Sam’s attic")
    post_rules(phone(session, hosts=True), session, **ALL_IN)
    assert load(session).cover.location == "Sam’s attic"
    assert load(session).cover.played_on is not None


def test_a_change_of_the_rules_is_undone_like_any_other() -> None:
    session = artem_table()
    post_rules(phone(session, hosts=True), session, **ALL_IN)
    undo(session=session, by=now())
    assert load(session).state.variant is None


def test_they_are_fixed_with_the_first_entry() -> None:
    session = artem_table("")
    host = phone(session, hosts=True)
    answer = post_rules(host, session, **ALL_IN)
    assert answer.status_code == 422
    assert "The game has started, so the rules can no longer change" in words(
        answer.content.decode()
    )
    assert load(session).state.variant is None
    page = host.get(rules_page(session)).content.decode()
    assert "Standard rules" in words(page)
    assert "these rules can no longer change" in words(page)
    assert 'value="save"' not in page
    assert "change the rules" not in words(host.get(f"/table/{session.uuid}/").content.decode())


def test_they_may_change_again_once_the_first_entry_is_undone() -> None:
    session = artem_table("")
    undo(session=session, by=now())
    post_rules(phone(session, hosts=True), session, **ALL_IN)
    assert load(session).state.variant == "all-in"


@pytest.mark.parametrize("place", [1, None])
def test_nobody_but_a_host_changes_them(place: int | None) -> None:
    session = artem_table()
    other = phone(session, place=place)
    assert other.get(rules_page(session)).status_code == 403
    assert post_rules(other, session, **ALL_IN).status_code == 403
    assert Client().get(rules_page(session)).status_code == 404
    assert load(session).state.variant is None


def test_the_form_starts_with_the_rules_that_hold() -> None:
    session = open_empty("artbox", edition="fr-2019", options={"variant": "experienced"})
    page = phone(session, hosts=True).get(rules_page(session)).content.decode()
    chosen = re.findall(r'name="(\w+)" value="([\w-]+)"[^>]* checked', page)
    assert ("edition", "fr-2019") in chosen
    assert ("variant", "experienced") in chosen


def test_a_choice_that_does_not_exist_is_refused_in_the_form() -> None:
    session = artem_table()
    answer = post_rules(phone(session, hosts=True), session, variant="fast")
    assert answer.status_code == 422
    assert load(session).state.variant is None


def test_another_edition_brings_its_cards_before_anything_is_saved() -> None:
    load_catalogue()
    session = open_empty("canvas", "Ida", "Joe")
    host = phone(session, hosts=True)
    answer = post_rules(host, session, do="look", edition="retail", cards_of="r2i-2021")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert 'value="retail" checked' in re.sub(r" (id|required)[^ >]*", "", page)
    assert f'hx-post="{rules_page(session)}"' in page
    assert load(session).state.edition == "r2i-2021"


def test_new_cards_are_those_of_the_table_and_their_points_are_remembered_in_the_group() -> None:
    load_catalogue()
    group = Group.objects.create(name="Thursday", slug="thursday")
    session = open_empty("canvas", "Ida", "Joe", group=group)
    chosen = ["Variety", "Repetition", "Composition", "Space"]
    points = {f"points-retail-{name.lower()}_0": 3 for name in chosen}
    fields: dict[str, Any] = {"edition": "retail", "cards_of": "retail", "cards": chosen, **points}
    answer = post_rules(phone(session, hosts=True), session, **fields)
    assert answer.status_code == 302, words(answer.content.decode())
    state = load(session).state
    assert state.edition == "retail"
    assert {card.name for card in state.cards} == {*chosen}
    card = GroupCard.objects.get(group=group, name="Variety")
    assert card.points == (3,)


def test_the_next_table_has_the_rules_as_they_were_changed() -> None:
    session = artem_table()
    post_rules(phone(session, hosts=True), session, **ALL_IN)
    session.refresh_from_db()
    enter_turns(session, "", "", "1x2")
    stop(session=session, by=now())
    assert load(open_rematch(session=session, by=now())).state.variant == "all-in"
