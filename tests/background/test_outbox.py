"""The outbox: mail is written into the database by requests, and sent once by the worker."""

import re
import socket
from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes, policy
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives, send_mail
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.mail import OUTBOX, SMTP
from scoring.background.outbox import LEASE, MOST_ATTEMPTS, claim, expires_header, send_due_mail
from scoring.models import OutgoingMail
from tests.background.smtp import Mailbox, mail_server
from tests.builders.staff import with_second_factor

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _through_the_outbox(settings: Any) -> None:
    cache.clear()
    settings.EMAIL_BACKEND, settings.DELIVERY_BACKEND = OUTBOX, SMTP


@pytest.fixture
def mailbox(settings: Any) -> Iterator[Mailbox]:
    with mail_server() as mailbox:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", mailbox.port
        yield mailbox


@pytest.fixture
def silent_server(settings: Any) -> Iterator[None]:
    """A mail server that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        settings.EMAIL_HOST, settings.EMAIL_PORT = listener.getsockname()
        settings.EMAIL_TIMEOUT = 0.1
        yield


def write(body: str = "The code is 4711.", **headers: str) -> OutgoingMail:
    message = EmailMultiAlternatives("Hello", body, to=["zoe@mail.example"], headers=headers)
    message.send()
    return OutgoingMail.objects.latest("pk")


def again(mail: OutgoingMail) -> OutgoingMail:
    """Let the time pass until its next attempt, and make it."""
    OutgoingMail.objects.filter(pk=mail.pk).update(due_at=timezone.now())
    send_due_mail()
    mail.refresh_from_db()
    return mail


# Sending


def test_it_sends_a_mail_as_it_was_written(mailbox: Mailbox) -> None:
    message = EmailMultiAlternatives(
        "Bonne soirée",
        "À jeudi",
        "Thursday <thursday@mail.example>",
        ["zoe@mail.example"],
        bcc=["secret@mail.example"],
        cc=["ben@mail.example"],
        reply_to=["alice@mail.example"],
        headers={"X-Evening": "1"},
    )
    message.attach_alternative("<p>À jeudi</p>", "text/html")
    message.send()
    assert mailbox.taken == []
    assert send_due_mail() == 1
    (envelope,) = mailbox.taken
    assert envelope.rcpt_tos == ["zoe@mail.example", "ben@mail.example", "secret@mail.example"]
    content = envelope.original_content or b""
    mail = message_from_bytes(content, policy=policy.default)
    for name, value in {
        "Subject": "Bonne soirée",
        "From": "Thursday <thursday@mail.example>",
        "To": "zoe@mail.example",
        "Cc": "ben@mail.example",
        "Reply-To": "alice@mail.example",
        "X-Evening": "1",
    }.items():
        assert mail[name] == value
    html = mail.get_body(("html",))
    assert html is not None
    assert html.get_content().strip() == "<p>À jeudi</p>"
    assert b"secret@mail.example" not in content


def test_it_deletes_the_text_of_a_mail_that_was_sent(mailbox: Mailbox) -> None:
    mail = write()
    assert "The code is 4711." in str(mail.content)
    send_due_mail()
    mail.refresh_from_db()
    assert mail.sent_at is not None
    assert mail.content is None
    assert mailbox.bodies() == ["The code is 4711."]


def test_it_sends_nothing_twice(mailbox: Mailbox) -> None:
    write()
    assert [send_due_mail(), send_due_mail()] == [1, 0]
    assert len(mailbox.taken) == 1


def test_a_mail_that_one_worker_sends_is_not_there_for_another() -> None:
    mail, at = write(), timezone.now()
    assert claim(at=at) == mail
    assert claim(at=at) is None
    assert claim(at=at + LEASE) == mail


def test_of_mails_that_are_due_at_once_a_worker_takes_one() -> None:
    first, second = write(), write()
    at = timezone.now()
    OutgoingMail.objects.update(due_at=at)
    assert [claim(at=at), claim(at=at), claim(at=at)] == [first, second, None]
    assert set(OutgoingMail.objects.values_list("attempts", flat=True)) == {1}


def test_a_stopped_worker_begins_no_other_mail(mailbox: Mailbox) -> None:
    write()
    write()
    assert send_due_mail(lambda: len(mailbox.taken) == 1) == 1


# Mail servers that refuse or say nothing


def test_what_a_server_does_not_take_now_is_tried_again(mailbox: Mailbox) -> None:
    mailbox.answers = ["451 come back later"]
    mail = write()
    before = timezone.now()
    assert send_due_mail() == 0
    mail.refresh_from_db()
    assert mail.due_at >= before + timedelta(seconds=10)
    assert "come back later" in mail.problem
    assert send_due_mail() == 0
    assert again(mail).sent_at is not None
    assert len(mailbox.taken) == 1


def test_it_waits_longer_after_every_attempt(
    mailbox: Mailbox, caplog: pytest.LogCaptureFixture
) -> None:
    mailbox.answers = ["451 no"] * 9
    mail = write(**expires_header(timezone.now() + timedelta(days=30)))
    waits = []
    for _ in range(8):
        again(mail)
        waits.append(round((mail.due_at - timezone.now()).total_seconds()))
    assert waits == [10, 40, 160, 640, 2560, 10240, 14400, 14400]
    assert again(mail).failed_at is not None
    assert (mail.attempts, mail.content) == (MOST_ATTEMPTS, None)
    assert f"Mail {mail.pk} given up; attempts: 9." in caplog.text


def test_what_a_server_refuses_for_good_is_given_up(
    mailbox: Mailbox, caplog: pytest.LogCaptureFixture
) -> None:
    mailbox.answers = ["550 nobody of this name"]
    mail = again(write())
    assert mail.failed_at is not None
    assert mail.content is None
    assert "nobody of this name" in mail.problem
    assert "given up; attempts: 1." in caplog.text
    assert "4711" not in caplog.text
    assert "zoe" not in caplog.text


def test_one_mail_that_is_refused_holds_no_other_up(mailbox: Mailbox) -> None:
    mailbox.answers = ["550 nobody of this name"]
    write("first")
    write("second")
    assert send_due_mail() == 1
    assert mailbox.bodies() == ["second"]


def test_a_mail_of_which_no_message_can_be_made_is_given_up(mailbox: Mailbox) -> None:
    mail = again(write(**{"X-Line": "one\ntwo"}))
    assert mail.failed_at is not None
    assert mailbox.taken == []


@pytest.mark.usefixtures("silent_server")
def test_a_server_that_says_nothing_is_left_after_the_timeout() -> None:
    mail = again(write())
    assert (mail.attempts, mail.sent_at, mail.failed_at) == (1, None, None)
    assert "TimeoutError" in mail.problem or "timed out" in mail.problem


# Time


def test_nothing_is_sent_after_it_expired(
    mailbox: Mailbox, caplog: pytest.LogCaptureFixture
) -> None:
    mail = write(**expires_header(timezone.now() + timedelta(minutes=15)))
    OutgoingMail.objects.update(
        created_at=timezone.now() - timedelta(minutes=20),
        expires_at=timezone.now() - timedelta(minutes=5),
    )
    mail = again(mail)
    assert mailbox.taken == []
    assert (mail.content, mail.problem) == (None, "It expired before a mail server took it.")
    assert "given up" in caplog.text


def test_it_is_given_up_as_soon_as_it_expires(mailbox: Mailbox) -> None:
    mailbox.answers = ["451 no"]
    expires_at = timezone.now() + timedelta(seconds=9)
    mail = write(**expires_header(expires_at))
    assert again(mail).due_at == mail.expires_at


@pytest.fixture
def alice() -> User:
    alice = User.objects.create_user("alice", "alice@mail.example", "a gallery of one")
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    return alice


@pytest.mark.usefixtures("alice")
@pytest.mark.parametrize("page", ["account_request_login_code", "account_reset_password"])
def test_a_code_is_sent_while_it_is_valid(mailbox: Mailbox, page: str) -> None:
    Client().post(reverse(page), {"email": "alice@mail.example"})
    mail = OutgoingMail.objects.get()
    assert minutes(mail.expires_at - mail.created_at) == 15
    send_due_mail()
    assert re.search(r"^[A-Z0-9]{4,}-?[A-Z0-9]+\r?$", mailbox.bodies()[0], re.MULTILINE)


def minutes(time: timedelta) -> int:
    return round(time / timedelta(minutes=1))


@pytest.mark.usefixtures("alice", "silent_server")
def test_no_request_waits_for_the_mail_server() -> None:
    answer = Client().post(reverse("account_request_login_code"), {"email": "alice@mail.example"})
    assert answer.status_code == 302
    assert OutgoingMail.objects.waiting().count() == 1


def test_a_mail_that_says_nothing_of_its_end_is_tried_for_two_days() -> None:
    send_mail("Hello", "Hello", None, ["zoe@mail.example"])
    mail = OutgoingMail.objects.get()
    assert mail.expires_at - mail.created_at == timedelta(days=2)


def test_what_is_written_in_a_transaction_that_fails_is_not_sent(mailbox: Mailbox) -> None:
    with transaction.atomic():
        write()
        transaction.set_rollback(True)
    assert send_due_mail() == 0
    assert mailbox.taken == []


# Seen


def test_the_admin_shows_superusers_what_became_of_mail_and_not_what_it_says(
    admin_client: Client, alice: User, mailbox: Mailbox
) -> None:
    mailbox.answers = ["550 nobody of this name"]
    again(write())
    waiting = write()
    listed = admin_client.get("/admin/scoring/outgoingmail/").content.decode()
    assert "nobody of this name" in listed
    page = admin_client.get(f"/admin/scoring/outgoingmail/{waiting.pk}/change/")
    assert page.status_code == 200
    assert "zoe@mail.example" in page.content.decode()
    assert "4711" not in listed + page.content.decode()
    alice.is_staff = True
    alice.save(update_fields=["is_staff"])
    staff = Client()
    staff.force_login(with_second_factor(alice))
    assert staff.get("/admin/scoring/outgoingmail/").status_code == 403
