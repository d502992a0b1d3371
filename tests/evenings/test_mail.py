"""Mail the day before an evening and after it, to those alone who asked for it."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from scoring.evenings.evenings import cancel_evening
from scoring.evenings.mail import write_due_mail
from scoring.models import AnswerAddress, Evening
from scoring.upkeep.remove_expired import remove_expired
from tests.builders.evenings import answered, evening_url, planned
from tests.builders.groups import thursday_group
from tests.pages import page_words

pytestmark = pytest.mark.django_db
MAIL = "mia@mail.example"


@pytest.fixture(autouse=True)
def _mail_server(settings: Any) -> None:
    settings.EMAIL_URL = "smtp://mail.example"


@pytest.fixture
def evening() -> Evening:
    return planned(thursday_group(time_zone="Europe/Paris"))


def begins_in(evening: Evening, **delta: float) -> None:
    Evening.objects.filter(pk=evening.pk).update(starts_at=timezone.now() + timedelta(**delta))


def test_a_mail_goes_out_the_day_before_and_once(evening: Evening) -> None:
    answered(evening, "Mia", email=MAIL)
    answered(evening, "Noa")
    assert write_due_mail() == 0
    begins_in(evening, hours=23)
    assert [write_due_mail(), write_due_mail()] == [1, 0]
    (sent,) = mail.outbox
    evening.refresh_from_db()
    starts_at = timezone.localtime(evening.starts_at, evening.group.zone)
    assert sent.to == [MAIL]
    assert sent.subject == f"Thursday meets: {starts_at:%A} {starts_at.day} {starts_at:%B, %H:%M}"
    stop = evening_url_of_mail(AnswerAddress.objects.get().token)
    for values in ("Sam’s attic", "With cake.", evening_url(evening), stop):
        assert values in sent.body
    assert sent.extra_headers["List-Unsubscribe"].endswith(f"{stop}>")


def evening_url_of_mail(token: str) -> str:
    return f"/no-evening-mail/{token}/"


def test_a_mail_goes_out_when_it_is_over(evening: Evening) -> None:
    answered(evening, "Mia", email=MAIL)
    begins_in(evening, hours=-13)
    assert [write_due_mail(), write_due_mail()] == [1, 0]
    (sent,) = mail.outbox
    assert sent.subject == "How the evening of Thursday went"
    assert evening_url(evening) in sent.body


def test_it_is_in_the_language_of_the_group(evening: Evening) -> None:
    evening.group.language = "fr"
    evening.group.save(update_fields=["language"])
    answered(evening, "Mia", email=MAIL)
    begins_in(evening, hours=-13)
    write_due_mail()
    assert mail.outbox[0].subject == "Comment s’est passée la soirée de Thursday"


@pytest.mark.parametrize("hours", [12, -13])
def test_who_stays_away_gets_none(evening: Evening, hours: int) -> None:
    answered(evening, "Mia", "no", email=MAIL)
    begins_in(evening, hours=hours)
    write_due_mail()
    assert mail.outbox == []


@pytest.mark.parametrize("hours", [12, -13])
def test_a_cancelled_evening_is_not_written_about(evening: Evening, hours: int) -> None:
    answered(evening, "Mia", email=MAIL)
    begins_in(evening, hours=hours)
    cancel_evening(evening=evening, cancelled=True, at=timezone.now())
    assert write_due_mail() == 0
    assert mail.outbox == []


def test_nothing_is_sent_without_a_mail_server(evening: Evening, settings: Any) -> None:
    settings.EMAIL_URL = "console://"
    answered(evening, "Mia", email=MAIL)
    begins_in(evening, hours=12)
    assert write_due_mail() == 0
    assert mail.outbox == []


def test_whoever_has_the_link_of_a_mail_stops_it(evening: Evening, client: Client) -> None:
    answered(evening, "Mia", email=MAIL)
    stop = evening_url_of_mail(AnswerAddress.objects.get().token)
    assert "Shall we stop writing to you" in page_words(client, stop)
    assert AnswerAddress.objects.exists()
    client.post(stop)
    assert not AnswerAddress.objects.exists()
    assert client.get(stop).status_code == 404
    begins_in(evening, hours=12)
    assert write_due_mail() == 0


def test_addresses_are_removed_a_week_afterwards(evening: Evening) -> None:
    answered(evening, "Mia", email=MAIL)
    begins_in(evening, days=-6)
    list(remove_expired(at=timezone.now(), stopped=lambda: False))
    assert AnswerAddress.objects.exists()
    begins_in(evening, days=-7, hours=-1)
    list(remove_expired(at=timezone.now(), stopped=lambda: False))
    assert not AnswerAddress.objects.exists()
    assert evening.answers.count() == 1
