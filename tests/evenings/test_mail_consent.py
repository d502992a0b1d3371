"""An address that nobody has confirmed is asked, in our words, before it gets a group's mail."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.evenings.mail import write_due_mail
from scoring.groups.groups import create_group
from scoring.groups.mail_opt_out import opt_out_token
from scoring.models import AnswerAddress, Evening, MailConsent
from scoring.upkeep.remove_expired import remove_expired
from tests.builders.evenings import answer, evening_url, planned
from tests.builders.groups import thursday_group
from tests.builders.tables import signed_in
from tests.pages import page_words

pytestmark = pytest.mark.django_db
MAIL = "mia@mail.example"
WANTED = {"wants_mail": "on", "email": MAIL}


@pytest.fixture(autouse=True)
def _mail_server(settings: Any) -> None:
    settings.EMAIL_URL = "smtp://mail.example"
    settings.MAIL_ADDRESS = "https://club.example"


@pytest.fixture
def evening() -> Evening:
    """Plan an evening whose group, place and notes are words of a stranger."""
    group = thursday_group()
    group.name = "Buy-Pills"
    group.save(update_fields=["name"])
    return planned(group, location="Pill street", notes="Cheap pills")


def link_of(question: Any) -> str:
    """Return the path of the page that a question leads to."""
    line: str = next(one for one in question.body.split("\n") if "/evening-mail/" in one)
    return line.removeprefix("https://club.example")


def due(evening: Evening, hours: float) -> list[Any]:
    """Write all mail that is due when the evening begins in so many hours; return it."""
    begins = timezone.now() + timedelta(hours=hours)
    Evening.objects.filter(pk=evening.pk).update(starts_at=begins)
    mail.outbox.clear()
    write_due_mail()
    return mail.outbox


def test_the_question_has_no_words_of_a_stranger(evening: Evening) -> None:
    answer(Client(), evening, "Pill seller", **WANTED)
    (question,) = mail.outbox
    assert question.to == [MAIL]
    said = f"{question.subject} {question.body}"
    assert not [word for word in ("Pill", "pill", evening.link) if word in said]
    stop = f"https://club.example{reverse('opt_out', args=[opt_out_token(MAIL)])}"
    assert question.extra_headers["List-Unsubscribe"] == f"<{stop}>"
    assert stop in question.body


@pytest.mark.parametrize("hours", [12, -13])
def test_no_mail_of_the_evening_goes_before_a_yes(evening: Evening, hours: float) -> None:
    answer(Client(), evening, "Mia", **WANTED)
    question = mail.outbox[0]
    assert due(evening, hours) == []
    Evening.objects.update(announced_at=None, concluded_at=None)
    page = link_of(question)
    assert "Buy-Pills" in page_words(Client(), page)
    assert due(evening, hours) == []  # programs that check mail open its links
    Client().post(page, {"wants_mail": "yes"})
    Evening.objects.update(announced_at=None, concluded_at=None)
    (sent,) = due(evening, hours)
    assert sent.to == [MAIL]


def test_an_address_is_asked_once_a_group(evening: Evening) -> None:
    answer(Client(), evening, "Mia", **WANTED)
    later = planned(evening.group, days=14)
    answer(Client(), later, "Mia again", **{**WANTED, "email": MAIL.upper()})
    assert len(mail.outbox) == 1
    Client().post(link_of(mail.outbox[0]), {"wants_mail": "yes"})
    assert len(due(later, 12)) == 1


def test_after_a_no_the_address_is_forgotten_and_not_asked_again(evening: Evening) -> None:
    answer(Client(), evening, "Mia", **WANTED)
    page = link_of(mail.outbox[0])
    Client().post(page, {"wants_mail": "no"})
    assert not AnswerAddress.objects.exists()
    answer(Client(), planned(evening.group, days=14), "Mia", **WANTED)
    assert len(mail.outbox) == 1
    assert not AnswerAddress.objects.exists()
    assert "We will not email you" in page_words(Client(), page)


def test_the_reader_may_change_their_mind(evening: Evening) -> None:
    answer(Client(), evening, "Mia", **WANTED)
    page = link_of(mail.outbox[0])
    for wanted, sentence in (("no", "We will not email you"), ("yes", "You will get emails")):
        Client().post(page, {"wants_mail": wanted})
        assert sentence in page_words(Client(), page)


def test_who_has_confirmed_the_address_is_not_asked(evening: Evening) -> None:
    mia = signed_in("mia")
    user = User.objects.get(username="mia")
    EmailAddress.objects.create(user=user, email=MAIL, verified=True, primary=True)
    answer(mia, evening, "Mia", **WANTED)
    assert mail.outbox == []
    assert len(due(evening, 12)) == 1


@pytest.mark.parametrize("verified", [True, False])
def test_an_account_that_somebody_else_has_tells_nobody_that_it_is_there(
    evening: Evening, verified: bool
) -> None:
    user = User.objects.create(username="mia")
    EmailAddress.objects.create(user=user, email=MAIL, verified=verified, primary=True)
    stranger = Client()
    answer(stranger, evening, "Mia", **WANTED)
    assert len(mail.outbox) == 1
    assert "We have written to this address" in page_words(stranger, evening_url(evening))


def test_an_owner_asks_so_many_addresses_a_day_in_all_groups(evening: Evening) -> None:
    owner = evening.group.memberships.get(role="owner").user
    other = planned(create_group(owner=owner, at=timezone.now(), name="Other", slug="other"))
    for number in range(20):
        where = evening if number % 2 else other
        asked = {"wants_mail": "on", "email": f"m{number}@mail.example"}
        assert answer(Client(), where, f"M{number}", **asked).status_code == 302
    one_more = {"wants_mail": "on", "email": "more@mail.example"}
    refused = answer(Client(), other, "More", **one_more)
    assert refused.status_code == 422
    assert (
        "Too many email addresses have been entered for this group today"
        in refused.content.decode()
    )
    assert len(mail.outbox) == 20
    again = {"wants_mail": "on", "email": "m1@mail.example"}
    assert answer(Client(), evening, "Once more", **again).status_code == 302


def test_who_wants_no_mail_of_strangers_is_not_asked(evening: Evening) -> None:
    Client().post(reverse("opt_out", args=[opt_out_token(MAIL)]))
    answer(Client(), evening, "Mia", **WANTED)
    assert mail.outbox == []
    assert not AnswerAddress.objects.exists()


def test_a_consent_holds_after_the_key_has_changed(evening: Evening, settings: Any) -> None:
    answer(Client(), evening, "Mia", **WANTED)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another"  # noqa: S105 (of nobody)
    answer(Client(), evening, "Mia again", **WANTED)
    assert len(mail.outbox) == 1


def test_a_question_without_an_answer_is_forgotten_after_thirty_days(evening: Evening) -> None:
    answer(Client(), evening, "Mia", **WANTED)
    for days, is_there in ((29, True), (31, False)):
        list(remove_expired(at=timezone.now() + timedelta(days=days), stopped=lambda: False))
        assert MailConsent.objects.exists() == is_there
    assert not AnswerAddress.objects.exists()


def test_a_made_up_link_is_not_there() -> None:
    assert Client().get("/evening-mail/nothing/").status_code == 404
