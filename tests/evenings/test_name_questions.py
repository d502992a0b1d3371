"""A name that is nearly a player's causes a question, also to scorekeepers before a table."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scoring.evenings.pages import answers_of, name_questions
from scoring.models import Answer, Evening, Group, Player, Seat
from scoring.models.people import NAME_LENGTH
from tests.builders.evenings import answer, answered, evening_url, planned
from tests.builders.groups import player, thursday_group
from tests.builders.tables import signed_in
from tests.pages import page_words, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return thursday_group(visibility=Group.Visibility.PUBLIC)


@pytest.fixture
def evening(group: Group) -> Evening:
    made = planned(group)
    made.starts_at = timezone.now() - timedelta(hours=1)
    made.save(update_fields=["starts_at"])
    return made


@pytest.fixture
def alice(group: Group) -> Client:
    return signed_in("alice", group)


@pytest.fixture
def ben(group: Group) -> Player:
    return player(group, "Ben Braun")


def asked(evening: Evening) -> list[tuple[str, str]]:
    questions = name_questions(evening, answers_of(evening).nobody_so_far)
    return [(one.typed, name) for one in questions for name in one.players]


def settle(alice: Client, evening: Evening, guest: Answer, **values: object) -> Any:
    return alice.post(evening_url(evening, "settle_name", guest.pk), values)


def open_table(alice: Client, evening: Evening, *people: Answer) -> Any:
    seats = {f"table-{one.pk}": "1" for one in people}
    values = {"game": "artem", "key": str(uuid4()), "do": "open", **seats}
    return alice.post(evening_url(evening, "evening_tables"), values)


@pytest.mark.parametrize("typed", ["ben braun", "Bén Braun"])
def test_a_players_name_in_other_capitals_or_accents_is_theirs(
    evening: Evening, client: Client, ben: Player, typed: str
) -> None:
    assert answer(client, evening, typed, "here").status_code == 302
    one = Answer.objects.get()
    assert (one.name, one.player, one.is_guest) == ("Ben Braun", ben, False)


def test_a_name_that_is_nearly_a_players_is_asked_about(
    evening: Evening, client: Client, ben: Player
) -> None:
    page = answer(client, evening, "Ben Braum", "here")
    assert "Is this Ben Braun?" in words(page.content.decode())
    assert not Answer.objects.exists()
    answer(client, evening, "Ben Braum", "here", **{"meant-name": "Ben Braun"})
    one = Answer.objects.get()
    assert (one.name, one.player, one.is_here) == ("Ben Braun", ben, True)


@pytest.mark.usefixtures("ben")
def test_whoever_is_somebody_else_stays_a_guest_and_is_not_asked_about_again(
    evening: Evening, client: Client
) -> None:
    answer(client, evening, "Ben Braum", "here", somebody_new="Ben Braum")
    one = Answer.objects.get()
    assert (one.name, one.player, one.is_here) == ("Ben Braum", None, True)
    assert asked(evening) == []


def test_of_two_players_of_one_spelling_each_may_be_meant(
    group: Group, evening: Evening, client: Client, alice: Client
) -> None:
    ben, small = player(group, "Ben"), player(group, "ben")
    page = answer(client, evening, "BEN", "here").content.decode()
    assert "Which player is this?" in words(page)
    assert ["Yes, I’m Ben" in page, "Yes, I’m ben" in page] == [True, True]
    guest = answered(evening, "x", is_here=True)
    Answer.objects.filter(pk=guest.pk).update(name="BEN")
    assert asked(evening) == [("BEN", "Ben"), ("BEN", "ben")]
    assert "“BEN” is here. Which player is this?" in page_words(alice, evening_url(evening))
    settle(alice, evening, guest, player="ben")
    assert Answer.objects.get().player == small != ben


@pytest.mark.parametrize("typed", ["Ben Braun", "Zoe"])
def test_other_names_are_not_asked_about(
    evening: Evening, client: Client, ben: Player, typed: str
) -> None:
    assert answer(client, evening, typed, "here").status_code == 302
    assert Answer.objects.get().player == (ben if typed == ben.name else None)


@pytest.mark.usefixtures("ben")
@pytest.mark.parametrize("hides", ["player", "group"])
@pytest.mark.parametrize("typed", ["ben braun", "Ben Braum"])
def test_nobody_is_told_of_a_player_whom_they_may_not_see(
    evening: Evening, alice: Client, typed: str, hides: str
) -> None:
    """Nor by another answer than that to a name of nobody; a scorekeeper is asked instead."""
    Player.objects.update(hidden=hides == "player")
    Group.objects.update(visibility="members" if hides == "group" else "public")
    client, other = Client(), Client()
    to_a_player = answer(client, evening, typed, "here")
    to_nobody = answer(other, evening, "Zoe", "here")
    assert to_a_player.status_code == to_nobody.status_code == 302
    assert "Ben Braun" not in page_words(client, evening_url(evening))
    assert asked(evening) == [(typed, "Ben Braun")]
    assert f"“{typed}” is here. Is this Ben Braun?" in page_words(alice, evening_url(evening))
    assert "Is this" not in page_words(signed_in("bob"), evening_url(evening))


@pytest.mark.usefixtures("ben")
def test_members_are_asked_in_a_group_of_their_own(evening: Evening) -> None:
    Group.objects.update(visibility="members")
    Player.objects.update(hidden=True)
    page = answer(signed_in("bob"), evening, "Ben Braum", "here")
    assert "Is this Ben Braun?" in words(page.content.decode())


@pytest.mark.parametrize("typed", ["ben braun", "Ben Braun"])
def test_no_table_is_opened_before_a_scorekeeper_has_said_who_it_is(
    evening: Evening, alice: Client, ben: Player, typed: str
) -> None:
    """Also the very name is no proof: else it would be the player's result."""
    Player.objects.update(hidden=True)
    guest, zoe = (answered(evening, "x", is_here=True), answered(evening, "Zoe", is_here=True))
    Answer.objects.filter(pk=guest.pk).update(name=typed)
    refused = open_table(alice, evening, guest, zoe)
    assert refused.status_code == 422
    assert f"First say who “{typed}” is." in words(refused.content.decode())
    assert "Is this Ben Braun?" in words(refused.content.decode())
    settled = settle(alice, evening, guest, player=ben.name, at_tables="on")
    assert settled["Location"] == evening_url(evening, "evening_tables")
    assert open_table(alice, evening, guest, zoe).status_code == 302
    assert Seat.objects.get(player=ben).name == "Ben Braun"


@pytest.mark.parametrize(
    ("typed", "name"), [("ben braun", "ben braun"), ("Ben Braun", "Ben Braun 2")]
)
def test_results_of_somebody_else_are_not_the_players(
    evening: Evening, alice: Client, ben: Player, typed: str, name: str
) -> None:
    guest, zoe = (answered(evening, "x", is_here=True), answered(evening, "Zoe", is_here=True))
    Answer.objects.filter(pk=guest.pk).update(name=typed)
    settle(alice, evening, guest, player="")
    assert asked(evening) == []
    assert open_table(alice, evening, guest, zoe).status_code == 302
    assert not Seat.objects.filter(player=ben).exists()
    assert Seat.objects.get(place=1).name == name


def test_a_guest_who_has_played_is_not_asked_about(
    group: Group, evening: Evening, alice: Client
) -> None:
    """The table made them a player, who is called as they are."""
    zoe, mia = (answered(evening, name, is_here=True) for name in ("Zoe", "Mia"))
    assert open_table(alice, evening, zoe, mia).status_code == 302
    assert asked(evening) == []
    assert Answer.objects.get(name="Zoe").player == group.players.get(name="Zoe")


def test_a_guest_with_the_longest_name_gets_a_number_too(
    group: Group, evening: Evening, alice: Client
) -> None:
    longest = "x" * NAME_LENGTH
    player(group, longest)
    player(group, f"{'x' * (NAME_LENGTH - 4)} 2")
    guest = answered(evening, "y", is_here=True)
    Answer.objects.filter(pk=guest.pk).update(name=longest)
    settle(alice, evening, guest, player="")
    assert Answer.objects.get().name == f"{'x' * (NAME_LENGTH - 4)} 3"


def test_a_player_who_has_answered_is_not_asked_about(evening: Evening, ben: Player) -> None:
    answered(evening, "Ben Braun", is_here=True)
    guest = answered(evening, "Ben Braum", is_here=True)
    assert asked(evening) == []
    settle(signed_in("alice"), evening, guest, player=ben.name)
    assert [*evening.answers.order_by("pk").values_list("player", flat=True)] == [ben.pk, None]


def test_only_scorekeepers_say_who_somebody_is(evening: Evening, ben: Player) -> None:
    guest = answered(evening, "Ben Braum", is_here=True)
    assert settle(signed_in("bob"), evening, guest, player=ben.name).status_code == 403
    assert settle(Client(), evening, guest, player=ben.pk).status_code == 404
    other = Group.objects.create(name="Other", slug="other")
    settle(signed_in("alice"), evening, guest, player=player(other, "Zed").name)
    assert Answer.objects.get().player is None
