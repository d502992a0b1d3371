"""Each email that the site sends has its sentences as HTML, too."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.evenings.mail import write_due_mail
from scoring.models import Evening, Group
from scoring.web.mail import with_html
from tests.builders.evenings import answer, answered, evening_url, planned
from tests.builders.groups import thursday_group, url_of
from tests.builders.seasons import artem_document, play_session
from tests.builders.tables import signed_in
from tests.pages import words

pytestmark = pytest.mark.django_db
SITE = "https://club.example"
MAIL = "mia@mail.example"
BUTTON = re.compile(r'<a class="button" href="([^"]+)">Open the page</a>')


@pytest.fixture(autouse=True)
def _mail_server(settings: Any) -> None:
    settings.EMAIL_URL = "smtp://mail.example"
    settings.MAIL_ADDRESS = SITE


@pytest.fixture
def group() -> Group:
    return thursday_group()


def html_of(message: Any) -> str:
    ((html, kind),) = message.alternatives
    assert kind == "text/html"
    return str(html)


def said(text: str) -> str:
    """Return the words of a text without its addresses."""
    return " ".join(re.sub(r"https?://\S+", "", text).split())


def said_in_html(message: Any) -> str:
    _head, _brand, text = html_of(message).partition(" Scorefolio</p>")
    return said(unescape(words(BUTTON.sub("", text))))


def the_mail() -> Any:
    (sent,) = mail.outbox
    return sent


def begins_in(evening: Evening, hours: float) -> None:
    begins = timezone.now() + timedelta(hours=hours)
    Evening.objects.filter(pk=evening.pk).update(starts_at=begins)


def test_the_mail_before_an_evening_has_its_sentences_and_a_button(group: Group) -> None:
    evening = planned(group)
    answered(evening, "Mia", email=MAIL)
    begins_in(evening, 23)
    write_due_mail()
    sent = the_mail()
    assert said_in_html(sent) == said(sent.body)
    assert BUTTON.findall(html_of(sent)) == [f"{SITE}{evening_url(evening)}"]


def test_the_mail_after_an_evening_shows_its_standings(group: Group) -> None:
    evening = planned(group)
    answered(evening, "Mia", email=MAIL)
    begins_in(evening, -13)
    evening.refresh_from_db()
    play_session(group, artem_document(1, 2, names=("Mia", "Noa"), day=evening.day), league=None)
    write_due_mail()
    picture = f'src="{SITE}{reverse("standings_picture", args=[evening.link])}"'
    assert picture in html_of(the_mail())
    assert 'alt="Picture of the evening’s standings"' in html_of(the_mail())


def test_the_mail_after_an_evening_without_results_has_no_picture(group: Group) -> None:
    evening = planned(group)
    answered(evening, "Mia", email=MAIL)
    begins_in(evening, -13)
    write_due_mail()
    assert "standings.png" not in html_of(the_mail())


def test_an_invitation_has_its_sentences_and_a_button(group: Group) -> None:
    olga = signed_in("olga", group, "owner")
    olga.post(url_of("invite", group), {"role": "member", "email": MAIL, "days": "7"})
    sent = the_mail()
    assert said_in_html(sent) == said(sent.body)
    (link,) = BUTTON.findall(html_of(sent))
    assert link.startswith(f"{SITE}/invited/")


def test_the_question_about_mail_has_its_sentences_and_a_button(group: Group) -> None:
    answer(Client(), planned(group), "Mia", wants_mail="on", email=MAIL)
    sent = the_mail()
    assert said_in_html(sent) == said(sent.body)
    (link,) = BUTTON.findall(html_of(sent))
    assert link.startswith(f"{SITE}/evening-mail/")


def test_a_code_to_log_in_is_shown_large(client: Client) -> None:
    mia = User.objects.create_user("mia", MAIL)
    EmailAddress.objects.create(user=mia, email=MAIL, verified=True, primary=True)
    client.post(reverse("account_request_login_code"), {"email": MAIL})
    sent = the_mail()
    assert said_in_html(sent) == said(sent.body)
    (code,) = re.findall(r'<p class="code">([^<]+)</p>', html_of(sent))
    assert code in sent.body.splitlines()


def test_names_are_escaped_and_addresses_that_people_typed_are_no_links() -> None:
    text = f"<b>Bo</b> & Co\n\nhttps://pills.example/\n\nHere:\n\n{SITE}/here/"
    html = html_of(with_html(EmailMessage("Hi", text, to=[MAIL]), link=f"{SITE}/here/"))
    assert "<p>&lt;b&gt;Bo&lt;/b&gt; &amp; Co</p>" in html
    assert 'href="https://pills.example/"' not in html
    assert html.count("<a ") == 1


def test_a_link_within_a_sentence_becomes_the_button_after_it() -> None:
    text = f"To confirm this, go to {SITE}/confirm/1/"
    html = html_of(with_html(EmailMessage("Hi", text, to=[MAIL]), link=f"{SITE}/confirm/1/"))
    assert html.index("go to</p>") < html.index('<a class="button"')
