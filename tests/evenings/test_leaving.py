"""People at an evening can say that they leave, that it is not them, and find their table."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.groups.members import assign_player
from scoring.models import Answer, Evening, Group
from tests.builders.evenings import answer, answered, evening_url, planned
from tests.builders.groups import player, thursday_group, url_of
from tests.builders.tables import artem_table, signed_in
from tests.pages import page_words

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return thursday_group()


@pytest.fixture
def evening(group: Group) -> Evening:
    made = planned(group)
    made.starts_at = timezone.now() - timedelta(hours=1)
    made.save(update_fields=["starts_at"])
    return made


@pytest.fixture
def alice(group: Group) -> Client:
    return signed_in("alice", group)


def names_here(evening: Evening) -> list[str]:
    return [one.name for one in Answer.objects.filter(evening=evening).here()]


def tick(alice: Client, evening: Evening, *answers: Answer) -> None:
    """Save the list of the page with these ticks."""
    shown = list(evening.answers.values_list("pk", flat=True))
    values = {"shown": shown, "answers": [one.pk for one in answers]}
    assert alice.post(evening_url(evening, "who_is_here"), values).status_code == 302


def here_since(evening: Evening, minutes: int) -> None:
    evening.answers.update(here_at=timezone.now() - timedelta(minutes=minutes))


def test_whoever_leaves_is_not_here_and_comes_back(
    evening: Evening, alice: Client, client: Client
) -> None:
    answer(client, evening, "Mia", "here")
    since = Answer.objects.get().here_at
    assert "I’m leaving" in page_words(client, evening_url(evening))
    assert client.post(evening_url(evening, "leave_evening")).status_code == 302
    assert names_here(evening) == []
    page = page_words(client, evening_url(evening))
    assert "Mia, you have left." in page
    assert "0 here · 1 left" in page
    assert "Left: M Mia" in page_words(alice, evening_url(evening))
    assert "1 left" in page_words(alice, url_of("evenings", evening.group))
    answer(client, evening, "Mia", "here")
    assert names_here(evening) == ["Mia"]
    assert Answer.objects.get().here_at == since


def test_those_who_left_have_come(evening: Evening, alice: Client, client: Client) -> None:
    answer(client, evening, "Mia", "here")
    answer(Client(), evening, "Noa", "here")
    client.post(evening_url(evening, "leave_evening"))
    Evening.objects.update(starts_at=timezone.now() - timedelta(hours=13))
    assert "Who came 2 came" in page_words(client, evening_url(evening))
    assert "Came: M Mia N Noa" in page_words(alice, evening_url(evening))


def test_nobody_leaves_for_somebody_else(evening: Evening, client: Client) -> None:
    answer(client, evening, "Mia", "here")
    assert Client().post(evening_url(evening, "leave_evening")).status_code == 302
    assert names_here(evening) == ["Mia"]


def test_a_member_who_was_ticked_leaves(group: Group, evening: Evening, alice: Client) -> None:
    bob = signed_in("bob")
    ana = player(group, "Ana")
    assign_player(membership=group.memberships.get(user__username="bob"), player=ana)
    alice.post(evening_url(evening, "who_is_here"), {"players": [ana.pk]})
    page = page_words(bob, evening_url(evening))
    assert "Ana, you are here." in page
    assert "Not me" not in page
    bob.post(evening_url(evening, "leave_evening"))
    assert names_here(evening) == []


@pytest.mark.parametrize(("more", "names"), [({}, []), ({"is_here": "1"}, ["Mia"])])
def test_a_phone_is_not_whose_name_it_gave(
    evening: Evening, client: Client, more: dict[str, str], names: list[str]
) -> None:
    """That person is taken off the list, or is here without a phone."""
    answer(client, evening, "Mia", "here")
    assert "Not me" in page_words(client, evening_url(evening))
    assert client.post(evening_url(evening, "not_me"), more).status_code == 302
    assert names_here(evening) == names
    assert "Mia, you are here." not in page_words(client, evening_url(evening))
    answer(client, evening, "Noa", "here")
    assert names_here(evening) == [*names, "Noa"]


def test_another_phone_takes_nobody_off(evening: Evening, client: Client) -> None:
    answer(client, evening, "Mia", "here")
    assert Client().post(evening_url(evening, "not_me")).status_code == 302
    assert names_here(evening) == ["Mia"]
    assert "Mia, you are here." in page_words(client, evening_url(evening))


@pytest.mark.parametrize("way", ["no", "not me"])
def test_a_scorekeepers_tick_outlives_a_phone_that_gave_the_name(
    evening: Evening, alice: Client, client: Client, way: str
) -> None:
    ana = player(evening.group, "Ana")
    alice.post(evening_url(evening, "who_is_here"), {"players": [ana.pk]})
    answer(client, evening, "Ana", "here")
    if way == "no":
        answer(client, evening, "Ana", "no")
    else:
        client.post(evening_url(evening, "not_me"))
    assert names_here(evening) == ["Ana"]


def test_a_scorekeeper_who_unticks_somebody_later_says_that_they_left(
    evening: Evening, alice: Client
) -> None:
    mia, noa = answered(evening, "Mia"), answered(evening, "Noa")
    tick(alice, evening, mia, noa)
    tick(alice, evening, noa)  # by mistake
    page = alice.get(evening_url(evening)).context["answers"]
    assert [page.count_here, page.count_yes, page.count_left] == [1, 1, 0]
    tick(alice, evening, mia, noa)
    here_since(evening, minutes=11)
    tick(alice, evening, noa)
    page = alice.get(evening_url(evening)).context["answers"]
    assert [page.count_here, page.count_yes, page.count_left] == [1, 0, 1]
    assert "Mia has left" in page_words(alice, evening_url(evening))
    tick(alice, evening, mia, noa)
    assert sorted(names_here(evening)) == ["Mia", "Noa"]


def test_a_guest_finds_the_table_as_soon_as_there_is_one(
    group: Group, evening: Evening, client: Client
) -> None:
    answer(client, evening, "Mia", "here")
    page = page_words(client, evening_url(evening))
    assert "You are not at a table yet. At which table?" in page
    artem_table(group=group, players=["Mia", "Ben"])
    led = client.get(evening_url(evening, "my_table"))
    assert led["Location"] == f"{evening_url(evening)}#your-table"
    page = client.get(evening_url(evening)).content.decode()
    assert page.index('id="your-table"') < page.index("Your table: Artem")
    assert "not at a table yet" not in page


def test_a_member_is_led_to_the_table(group: Group, evening: Evening) -> None:
    bob = signed_in("bob")
    assign_player(
        membership=group.memberships.get(user__username="bob"), player=player(group, "Ana")
    )
    assert bob.get(evening_url(evening, "my_table"))["Location"].endswith("#your-table")
    own = artem_table(group=group, players=["Dov", "Ana"])
    led = bob.get(evening_url(evening, "my_table"))
    assert led["Location"] == reverse("table", args=[own.uuid])
