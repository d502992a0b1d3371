"""Emails the day before an evening and after it, only to people who asked for them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from scoring.evenings.evenings import cancel_evening
from scoring.evenings.mail import announce, conclude, write_due_mail
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
    day = f"{starts_at:%A} {starts_at.day} {starts_at:%B, %H:%M}"
    assert sent.subject == f"Thursday: game evening, {day}"
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


def test_the_mail_before_it_says_exactly_this(evening: Evening, settings: Any) -> None:
    """It is useless once the evening begins."""
    settings.MAIL_ADDRESS = "https://club.example"
    answered(evening, "Mia", "maybe", email=MAIL)
    starts_at = datetime(2026, 7, 2, 17, 30, tzinfo=UTC)
    Evening.objects.update(starts_at=starts_at)
    assert announce(evening=evening, at=starts_at - timedelta(hours=20))
    (sent,) = mail.outbox
    address = AnswerAddress.objects.get()
    stop = f"https://club.example{evening_url_of_mail(address.token)}"
    assert sent.body.split("\n\n") == [
        "Thursday: game evening, Thursday 2 July, 19:30",
        "Sam’s attic",
        "With cake.",
        "Who is coming, and everything else about the evening:",
        f"https://club.example{evening_url(evening)}",
        "To stop emails about this evening:",
        stop,
    ]
    assert sent.extra_headers == {
        "Message-ID": f"<{evening.uuid}.{address.pk}.before.0@evening.scorefolio>",
        "List-Unsubscribe": f"<{stop}>",
        "Expires": "Thu, 02 Jul 2026 17:30:00 +0000",
    }


def test_the_mail_after_it_says_exactly_this(evening: Evening, settings: Any) -> None:
    """It is of use for two days."""
    settings.MAIL_ADDRESS = "https://club.example"
    answered(evening, "Mia", email=MAIL)
    assert conclude(evening=evening, at=datetime(2026, 7, 3, 8, 0, tzinfo=UTC))
    (sent,) = mail.outbox
    address = AnswerAddress.objects.get()
    stop = f"https://club.example{evening_url_of_mail(address.token)}"
    assert sent.body.split("\n\n") == [
        "Here are the evening’s standings, and a picture of them:",
        f"https://club.example{evening_url(evening)}",
        "To stop emails about this evening:",
        stop,
    ]
    assert sent.extra_headers == {
        "Message-ID": f"<{evening.uuid}.{address.pk}.after.0@evening.scorefolio>",
        "List-Unsubscribe": f"<{stop}>",
        "Expires": "Sun, 05 Jul 2026 08:00:00 +0000",
    }


@pytest.mark.parametrize(
    ("hours", "written"), [(24.1, 0), (23.9, 1), (-11.9, 0), (-12.1, 1), (-59.9, 1), (-60.1, 0)]
)
def test_it_is_due_a_day_before_and_for_two_days_after_twelve_hours(
    evening: Evening, hours: float, written: int
) -> None:
    answered(evening, "Mia", email=MAIL)
    begins_in(evening, hours=hours)
    assert write_due_mail() == written
    assert len(mail.outbox) == written


@pytest.mark.parametrize("hours", [12, -13])
def test_a_worker_that_is_stopped_writes_no_more_of_it(evening: Evening, hours: float) -> None:
    answered(evening, "Mia", email=MAIL)
    begins_in(evening, hours=hours)
    assert write_due_mail(stopped=lambda: True) == 0
    assert mail.outbox == []


@pytest.mark.parametrize("write", [announce, conclude])
def test_of_two_workers_one_writes_it(evening: Evening, write: Callable[..., bool]) -> None:
    """And neither does where the evening was cancelled while they began."""
    answered(evening, "Mia", email=MAIL)
    at = timezone.now()
    assert [write(evening=evening, at=at) for _worker in range(2)] == [True, False]
    assert len(mail.outbox) == 1
    Evening.objects.update(announced_at=None, concluded_at=None, cancelled_at=at)
    assert not write(evening=evening, at=at)
    assert len(mail.outbox) == 1


def test_it_is_in_the_language_of_the_group(evening: Evening) -> None:
    evening.group.language = "fr"
    evening.group.save(update_fields=["language"])
    answered(evening, "Mia", email=MAIL)
    begins_in(evening, hours=-13)
    write_due_mail()
    assert mail.outbox[0].subject == "Comment s’est passée la soirée du groupe Thursday"


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
    assert "Stop emails to you" in page_words(client, stop)
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
