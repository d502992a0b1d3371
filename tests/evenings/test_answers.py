"""Anyone with the link of an evening says whether they come; members see the answers."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.evenings import answers
from scoring.evenings.answers import EveningIsFull
from scoring.groups.mail_opt_out import hash_in, opt_out, opt_out_token
from scoring.models import Answer, AnswerAddress, Evening, Group
from tests.builders.evenings import answer, answered, evening_url, planned
from tests.builders.groups import player, thursday_group
from tests.builders.tables import signed_in
from tests.pages import fields_beside, page_words, words

pytestmark = pytest.mark.django_db
SERVER = "smtp://mail.example"


@pytest.fixture
def group() -> Group:
    return thursday_group()


@pytest.fixture
def evening(group: Group) -> Evening:
    return planned(group)


def test_an_answer_needs_a_name_and_no_account(evening: Evening, client: Client) -> None:
    assert answer(client, evening, " Mia ", "maybe").status_code == 302
    one = Answer.objects.get()
    assert (one.name, one.player, one.coming) == ("Mia", None, "maybe")
    page = page_words(client, evening_url(evening))
    assert "Mia, you said: maybe." in page
    assert "0 yes · 1 maybe" in page


def test_a_browser_changes_its_own_answer_and_no_other(evening: Evening, client: Client) -> None:
    answered(evening, "Noa")
    answer(client, evening, "Mia", "yes")
    answer(client, evening, "Mia", "no")
    values = Answer.objects.order_by("pk").values_list("name", "coming")
    assert list(values) == [("Noa", "yes"), ("Mia", "no")]


def test_a_name_of_the_group_is_its_player_and_is_suggested_to_members_only(
    evening: Evening, client: Client
) -> None:
    ana = player(evening.group, "Ana")
    option = '<option value="Ana">'
    assert option in signed_in("bob").get(evening_url(evening)).content.decode()
    assert option not in client.get(evening_url(evening)).content.decode()
    answer(client, evening, "Ana")
    assert Answer.objects.get().player == ana


def test_a_visitor_is_offered_no_player_and_finds_no_hidden_one_by_name(
    evening: Evening, client: Client
) -> None:
    player(evening.group, "Ana", hidden=True)
    bear = player(evening.group, "Ben", nickname="Bear")
    source = client.get(evening_url(evening)).content.decode()
    assert not [name for name in ("Ana", "Ben", "Bear") if name in source]
    answer(client, evening, "Ana")
    assert Answer.objects.get().player is None
    answer(client, evening, "Bear")
    assert Answer.objects.get().player == bear


def test_who_answered_is_for_members_alone(evening: Evening, client: Client) -> None:
    answered(evening, "Mia")
    assert "Mia" not in page_words(client, evening_url(evening))
    assert "Yes: M Mia" in page_words(signed_in("bob"), evening_url(evening))


def test_nobody_takes_the_answer_of_somebody_else_away(evening: Evening, client: Client) -> None:
    ana = player(evening.group, "Ana")
    answered(evening, "Ana", "yes")
    answer(client, evening, "Ana", "no")
    values = Answer.objects.order_by("pk").values_list("player", "coming")
    assert list(values) == [(ana.pk, "yes"), (None, "no")]


def test_whoever_is_the_player_takes_over_what_somebody_said_for_them(evening: Evening) -> None:
    bob = signed_in("bob")
    ana = player(
        evening.group, "Ana", user=evening.group.memberships.get(user__username="bob").user
    )
    answered(evening, "Ana", "yes", email="else@mail.example")
    assert "else@mail.example" not in bob.get(evening_url(evening)).content.decode()
    answer(bob, evening, "Ana", "no")
    one = Answer.objects.get()
    assert (one.player, one.coming) == (ana, "no")
    assert not AnswerAddress.objects.exists()


def test_members_answer_as_the_player_who_they_are(evening: Evening) -> None:
    bob = signed_in("bob")
    assert _typed_name(bob, evening) == ""
    user = evening.group.memberships.get(user__username="bob").user
    player(evening.group, "Ana", user=user)
    page = bob.get(evening_url(evening))
    assert _typed_name(bob, evening) == "Ana"
    assert "you said" not in words(page.content.decode())
    answered(evening, "Ana", "maybe")
    assert "Ana, you said: maybe." in page_words(bob, evening_url(evening))
    assert _typed_name(signed_in("mia"), evening) == ""


def _typed_name(client: Client, evening: Evening) -> str:
    """Return the initial value of the field for the reader's name."""
    page = client.get(evening_url(evening)).content.decode()
    field = re.search(r'<input[^>]* id="id_name"[^>]*>', page)
    assert field
    value = re.search(r' value="([^"]*)"', field[0])
    return value[1] if value else ""


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"name": "", "coming": "yes"}, "name"),
        ({"name": "a\nb", "coming": "yes"}, "name"),
        ({"name": "x" * 61, "coming": "yes"}, "name"),
        ({"name": "Mia", "coming": "perhaps"}, ""),
    ],
)
def test_it_refuses_what_is_no_answer(
    evening: Evening, client: Client, values: dict[str, str], field: str
) -> None:
    page = client.post(evening_url(evening), values)
    assert page.status_code == 422
    assert not Answer.objects.exists()
    for sentence in page.context["form"].errors.get(field, []):
        assert fields_beside(page.content.decode(), sentence) == {field}


def test_an_evening_that_is_over_takes_no_answer(evening: Evening, client: Client) -> None:
    Evening.objects.update(starts_at=timezone.now() - timedelta(hours=13))
    page = answer(client, evening, "Mia")
    assert page.status_code == 422
    assert not Answer.objects.exists()


def test_so_many_answers_and_no_more(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MOST_ANSWERS", 2)
    answered(evening, "Mia")
    answered(evening, "Noa")
    with pytest.raises(EveningIsFull):
        answered(evening, "Zoe")


def test_one_network_gives_so_many_answers_an_hour(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.web.request_limits.ANSWERS_OF_A_NETWORK", 2)
    assert [answer(Client(), evening, name).status_code for name in ("Mia", "Noa", "Zoe")] == [
        302,
        302,
        422,
    ]


def test_a_scorekeeper_removes_an_answer(evening: Evening) -> None:
    one = answered(evening, "Mia")
    address = evening_url(evening, "remove_answer", one.pk)
    assert signed_in("bob").post(address).status_code == 403
    assert signed_in("alice").post(address).status_code == 302
    assert not Answer.objects.exists()


def ticked(evening: Evening, name: str) -> Answer:
    """Store what a scorekeeper says of a player: no browser gave it."""
    values = {"players": [player(evening.group, name).pk]}
    signed_in("alice").post(evening_url(evening, "who_is_here"), values)
    return evening.answers.get(name=name)


def test_what_a_scorekeeper_said_of_a_player_becomes_the_players_own(evening: Evening) -> None:
    """Also of a phone that had answered by another name: nobody is there twice."""
    phone, other = Client(), Client()
    ana = ticked(evening, "Ana")
    assert "Ana, you are here." not in page_words(other, evening_url(evening))
    answer(phone, evening, "Mia")
    answer(phone, evening, "Ana", "maybe")
    answer(other, evening, "Ana", "no")
    first, second = evening.answers.order_by("pk")
    assert (first, first.player, first.coming) == (ana, ana.player, "maybe")
    assert (second.name, second.player, second.coming) == ("Ana", None, "no")


def test_nobody_says_no_for_a_player_whom_a_scorekeeper_has_ticked(
    evening: Evening, client: Client
) -> None:
    ana = ticked(evening, "Ana")
    answer(client, evening, "Ana", "no")
    ana.refresh_from_db()
    assert (ana.coming, ana.browser, ana.here_at is None) == ("", "", False)
    assert evening.answers.exclude(pk=ana.pk).get().player is None


def test_who_said_that_they_are_here_has_been_here_since(evening: Evening, client: Client) -> None:
    Evening.objects.update(starts_at=timezone.now())
    answer(client, evening, "Mia", "here")
    since = Answer.objects.get().here_at
    assert since is not None
    answer(client, evening, "Mia", "here")
    assert Answer.objects.get().here_at == since


def test_a_scorekeeper_ticks_no_more_than_the_list_holds(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "MOST_ANSWERS", 2)
    answered(evening, "Mia")
    alice, address = signed_in("alice"), evening_url(evening, "who_is_here")
    assert alice.post(address, {"name": "Noa"}).status_code == 302
    refused = alice.post(address, {"name": "Zoe"})
    assert refused.status_code == 422
    assert "The list is full" in words(refused.content.decode())
    assert evening.answers.count() == 2


def test_a_typed_name_of_a_player_who_has_answered_is_somebody_else(evening: Evening) -> None:
    ana = ticked(evening, "Ana")
    signed_in("alice").post(evening_url(evening, "who_is_here"), {"name": "Ana"})
    values = evening.answers.order_by("pk").values_list("name", "player")
    assert [*values] == [("Ana", ana.player_id), ("Ana", None)]


def test_a_member_takes_over_the_answer_of_nobody_else(evening: Evening) -> None:
    """Not even one that says the name of another player."""
    bob = signed_in("bob")
    player(evening.group, "Ana", user=evening.group.memberships.get(user__username="bob").user)
    ben = player(evening.group, "Ben")
    answered(evening, "Ben", "yes")
    answer(bob, evening, "Ben", "no")
    values = evening.answers.order_by("pk").values_list("player", "coming")
    assert [*values] == [(ben.pk, "yes"), (None, "no")]


def test_an_answer_to_another_evening_is_not_removed_here(evening: Evening) -> None:
    other = answered(planned(evening.group, 9), "Mia")
    address = evening_url(evening, "remove_answer", other.pk)
    assert signed_in("alice").post(address).status_code == 404
    assert Answer.objects.exists()


def test_a_cancelled_evening_takes_no_answer(evening: Evening, client: Client) -> None:
    Evening.objects.update(cancelled_at=timezone.now())
    page = answer(client, evening, "Mia")
    assert page.status_code == 422
    assert not Answer.objects.exists()


# Mail


def test_an_address_is_stored_for_whoever_asks_for_mail(
    evening: Evening, client: Client, settings: Any
) -> None:
    settings.EMAIL_URL = SERVER
    answer(client, evening, "Mia", email="mia@mail.example", wants_mail="on")
    assert AnswerAddress.objects.get().email == "mia@mail.example"
    assert 'value="mia@mail.example"' in client.get(evening_url(evening)).content.decode()
    answer(client, evening, "Mia", email="mia@mail.example")
    assert not AnswerAddress.objects.exists()


def test_mail_needs_an_address(evening: Evening, client: Client, settings: Any) -> None:
    settings.EMAIL_URL = SERVER
    page = answer(client, evening, "Mia", wants_mail="on")
    assert page.status_code == 422
    assert not Answer.objects.exists()


def test_who_wants_no_mail_from_us_at_all_gets_none(
    evening: Evening, client: Client, settings: Any
) -> None:
    settings.EMAIL_URL = SERVER
    token = hash_in(opt_out_token("mia@mail.example"))
    opt_out(address_hash=token or "", at=timezone.now())
    answer(client, evening, "Mia", email="mia@mail.example", wants_mail="on")
    assert not AnswerAddress.objects.exists()


def test_without_a_mail_server_no_address_is_asked_for_or_stored(evening: Evening) -> None:
    alice = signed_in("alice")
    page = page_words(alice, evening_url(evening))
    assert "This site does not send email" in page
    answer(alice, evening, "Mia", email="mia@mail.example", wants_mail="on")
    assert not AnswerAddress.objects.exists()
