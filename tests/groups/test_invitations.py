"""Invitations into a group: by a link or by email, until they are used, withdrawn or run out."""

import re
from base64 import b64encode
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import unquote

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from config.mail import OUTBOX
from scoring.groups.invitations import MOST_A_DAY, InvitationIsOver, accept, invite
from scoring.groups.members import change_role, remove_member
from scoring.models import Group, Invitation, MailOptOut, Membership, OutgoingMail
from scoring.models.revisions import By
from tests.builders.groups import (
    MEMBER,
    OWNER,
    SCOREKEEPER,
    membership,
    page_source,
    player,
    thursday_group,
    url_of,
)
from tests.builders.tables import finished_table, signed_in

pytestmark = pytest.mark.django_db

NOW = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)
SAID = {"role": "member", "days": "7"}


@pytest.fixture(autouse=True)
def _mail_server(settings: Any) -> None:
    settings.EMAIL_URL = "smtp://mail.example"


@pytest.fixture
def group() -> Group:
    return thursday_group()


def make_invitation(group: Group, *, at: datetime | None = None, **more: Any) -> Invitation:
    alice = User.objects.get(username="alice")
    fields: dict[str, Any] = {"role": MEMBER, "days": 7, **more}
    return invite(group=group, by=By(at=at or timezone.now(), actor=alice), **fields)


def page_of(invitation: Invitation) -> str:
    return reverse("invited", args=[invitation.token])


def user(name: str) -> User:
    return User.objects.get_or_create(username=name)[0]


# Made


def test_an_owner_gets_a_link_to_pass_on(group: Group) -> None:
    alice = signed_in("alice")
    assert alice.post(url_of("invite", group), SAID).status_code == 302
    one = Invitation.objects.get()
    assert len(one.token) >= 32
    page, link = page_source(alice, url_of("invite", group)), f"http://testserver{page_of(one)}"
    assert f'<a href="{link}">' in page
    assert f'hidden data-copy="{link}" data-copied="Copied">Copy the link<' in page
    assert f'hidden data-share="{link}" data-title="Thursday">Share<' in page
    assert "/share" in page
    assert mail.outbox == []


def test_one_by_mail_has_no_link_to_copy(group: Group) -> None:
    alice = signed_in("alice")
    alice.post(url_of("invite", group), {**SAID, "email": "zoe@mail.example"})
    assert "data-copy" not in page_source(alice, url_of("invite", group))


def test_one_by_mail_is_sent_in_the_language_of_the_group(group: Group) -> None:
    Group.objects.update(language="fr", time_zone="Europe/Paris")
    alice, fields = signed_in("alice"), {**SAID, "email": "zoe@mail.example", "most": "9"}
    alice.post(url_of("invite", group), fields, headers={"accept-language": "en"})
    one = Invitation.objects.get()
    assert one.most == 1
    (sent,) = mail.outbox
    assert sent.to == ["zoe@mail.example"]
    assert f"http://localhost:8000{page_of(one)}" in str(sent.body)
    until = timezone.localtime(one.expires_at, one.group.zone)
    months = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
    assert f"{until.day} {months.split()[until.month - 1]} {until.year}" in str(sent.body)


def test_no_words_of_the_sender_are_in_the_subject(group: Group) -> None:
    User.objects.filter(username="alice").update(username="al\nBcc: all@mail.example")
    client = Client()
    client.force_login(User.objects.get(username__startswith="al\n"))
    client.post(url_of("invite", group), {**SAID, "email": "zoe@mail.example"})
    assert mail.outbox[0].subject == "An invitation to a group on Scorefolio"
    assert mail.outbox[0].recipients() == ["zoe@mail.example"]


def test_an_account_sends_twenty_by_mail_a_day_also_if_it_deletes_the_group(group: Group) -> None:
    alice = signed_in("alice")
    for number in range(20):
        alice.post(url_of("invite", group), {**SAID, "email": f"{number}@mail.example"})
    assert len(mail.outbox) == 20
    Invitation.objects.all().delete()
    page = alice.post(url_of("invite", group), {**SAID, "email": "zoe@mail.example"})
    assert "You have sent too many invitations by email today." in page.content.decode()
    assert len(mail.outbox) == 20
    assert alice.post(url_of("invite", group), SAID).status_code == 302


def test_whoever_wants_no_invitations_gets_none_from_anybody(group: Group) -> None:
    alice, zoe = signed_in("alice"), Client()
    alice.post(url_of("invite", group), {**SAID, "email": "Zoe@mail.example"})
    link = re.search(r"http://localhost:8000(/no-invitations/\S+)", str(mail.outbox[0].body))
    assert link
    assert "Stop these emails" in page_source(zoe, link[1])
    encoded = b64encode(b"Zoe@mail.example").decode().rstrip("=")
    assert encoded not in link[1]
    assert "oe@" not in unquote(link[1])
    for _ in range(2):
        page = zoe.post(link[1])
    assert (
        "We will not send invitations or questions about evenings to your address again."
        in page.content.decode()
    )
    answer = alice.post(url_of("invite", group), {**SAID, "email": "zoe@mail.example"})
    assert "We cannot send email to this address." in answer.content.decode()
    assert len(mail.outbox) == 1
    assert "zoe" not in MailOptOut.objects.get().address_hash
    assert zoe.post(f"{link[1][:-2]}/").status_code == 404


@override_settings(EMAIL_BACKEND=OUTBOX)
def test_a_mail_waits_in_the_outbox_for_as_long_as_its_invitation_is_open(group: Group) -> None:
    signed_in("alice").post(url_of("invite", group), {**SAID, "email": "zoe@mail.example"})
    waiting = OutgoingMail.objects.get()
    assert waiting.recipients == "zoe@mail.example"
    until = Invitation.objects.get().expires_at
    assert waiting.expires_at == until.replace(microsecond=0)


@override_settings(EMAIL_BACKEND=OUTBOX)
def test_an_owner_sees_that_a_mail_was_not_delivered(group: Group) -> None:
    alice = signed_in("alice")
    alice.post(url_of("invite", group), {**SAID, "email": "zoe@mail.example"})
    assert "The email could not be delivered." not in page_source(alice, url_of("invite", group))
    OutgoingMail.objects.update(failed_at=timezone.now(), content=None)
    assert "The email could not be delivered." in page_source(alice, url_of("invite", group))


def test_without_a_mail_server_an_invitation_by_mail_is_a_link_to_pass_on(
    group: Group, settings: Any
) -> None:
    settings.EMAIL_URL = "console://"
    alice, page = signed_in("alice"), url_of("invite", group)
    form = page_source(alice, page)
    assert "This site does not send email: you get a link to pass on, for one person." in form
    assert "We email the invitation to this address" not in form
    alice.post(page, {**SAID, "email": "zoe@mail.example"})
    one = Invitation.objects.get()
    shown = page_source(alice, page)
    assert "This site does not send email. Pass this link on yourself:" in shown
    assert f"http://testserver{page_of(one)}" in shown
    assert mail.outbox == []
    signed_in("zoe").post(page_of(one))  # who cannot confirm an address here
    assert membership(group, "zoe").role == MEMBER
    signed_in("eve").post(page_of(one))
    assert group.memberships.count() == 3


def test_with_a_mail_server_the_link_of_a_mail_is_not_shown(group: Group) -> None:
    alice, page = signed_in("alice"), url_of("invite", group)
    alice.post(page, {**SAID, "email": "zoe@mail.example"})
    assert page_of(Invitation.objects.get()) not in page_source(alice, page)
    assert "does not send email" not in page_source(alice, page)


def test_nobody_is_invited_as_an_owner(group: Group) -> None:
    page = signed_in("alice").post(url_of("invite", group), {**SAID, "role": OWNER})
    assert page.status_code == 422
    assert not Invitation.objects.exists()


def test_nobody_sends_the_worlds_mail_through_the_site(group: Group) -> None:
    for _ in range(MOST_A_DAY):
        make_invitation(group)
    page = signed_in("alice").post(url_of("invite", group), SAID)
    assert page.status_code == 422
    assert "Try again tomorrow" in page.content.decode()


def test_a_newer_one_to_the_same_address_takes_the_place_of_the_older(group: Group) -> None:
    older = make_invitation(group, email="zoe@mail.example")
    newer = make_invitation(group, email="Zoe@mail.example")
    assert list(Invitation.objects.open(timezone.now())) == [newer]
    assert Client().get(page_of(older)).status_code == 410


# Seen


def test_the_invited_see_what_they_join_and_who_invites(group: Group) -> None:
    page = page_source(Client(), page_of(make_invitation(group, role=SCOREKEEPER)))
    assert "<h1>Thursday</h1>" in page
    assert "alice invites you to join this group." in page
    assert "As a scorekeeper you see everything" in page


def test_looking_at_it_uses_nothing_up(group: Group) -> None:
    one = make_invitation(group, most=1)
    for client in (Client(), signed_in("zoe")):
        assert client.get(page_of(one)).status_code == 200
        client.head(page_of(one))
    Client().post(page_of(one))
    one.refresh_from_db()
    assert one.uses == 0


def test_whoever_signs_up_on_the_way_comes_back_and_joins(group: Group) -> None:
    one, client = make_invitation(group), Client()
    there_and_back = re.search(
        r'href="(/accounts/signup/[^"]+)"', page_source(client, page_of(one))
    )
    assert there_and_back
    assert f'value="{page_of(one)}"' in client.get(there_and_back[1]).content.decode()
    fields = {"username": "zoe", "password1": "a gallery of one", "next": page_of(one)}
    back = client.post(reverse("account_signup"), fields).headers["Location"]
    assert back == page_of(one)
    assert client.post(back).headers["Location"] == "/g/thursday/"
    assert membership(group, "zoe").role == MEMBER


# Accepted


def test_it_gives_the_role_that_it_says(group: Group) -> None:
    signed_in("zoe").post(page_of(make_invitation(group, role=SCOREKEEPER)))
    assert membership(group, "zoe").role == SCOREKEEPER


def test_a_link_may_be_for_everybody(group: Group) -> None:
    one = make_invitation(group)
    for number in range(3):
        assert accept(invitation=one, user=user(f"guest {number}"), at=timezone.now())
    one.refresh_from_db()
    assert one.uses == 3


def test_a_link_may_be_for_so_many(group: Group) -> None:
    one = make_invitation(group, most=2)
    for number in range(2):
        accept(invitation=one, user=user(f"guest {number}"), at=timezone.now())
    with pytest.raises(InvitationIsOver):
        accept(invitation=one, user=user("one more"), at=timezone.now())
    assert signed_in("one more").get(page_of(one)).status_code == 410


def test_one_by_mail_is_for_one_person_and_says_who_came(group: Group) -> None:
    one = make_invitation(group, email="zoe@mail.example")
    zoe = user("zoe")
    with_address(zoe, "Zoe@mail.example")
    accept(invitation=one, user=zoe, at=timezone.now())
    one.refresh_from_db()
    assert (one.used_by, one.used_at is not None) == (zoe, True)
    with pytest.raises(InvitationIsOver):
        accept(invitation=one, user=user("charlie"), at=timezone.now())


def with_address(user: User, email: str, *, verified: bool = True) -> None:
    EmailAddress.objects.create(user=user, email=email, verified=verified, primary=True)


@pytest.mark.parametrize("address", ["", "eve@mail.example", "not confirmed"])
def test_one_by_mail_is_for_nobody_who_has_not_confirmed_that_address(
    group: Group, address: str
) -> None:
    one, eve = make_invitation(group, email="zoe@mail.example"), signed_in("eve")
    if address == "not confirmed":
        with_address(user("eve"), "zoe@mail.example", verified=False)
    elif address:
        with_address(user("eve"), address)
    page = eve.post(page_of(one))
    assert page.status_code == 403
    text = page.content.decode()
    assert "was sent to an email address that your account has not confirmed" in text
    assert "zoe" not in text
    assert not Membership.objects.filter(user__username="eve").exists()
    EmailAddress.objects.filter(user__username="eve").delete()
    with_address(user("eve"), "zoe@mail.example")
    assert eve.post(page_of(one)).headers["Location"] == "/g/thursday/"


def test_whoever_belongs_already_keeps_their_role_and_takes_no_place(group: Group) -> None:
    one = make_invitation(group, most=1)
    alice = signed_in("alice")
    assert alice.get(page_of(one)).headers["Location"] == "/g/thursday/"
    assert alice.post(page_of(one)).headers["Location"] == "/g/thursday/"
    accept(invitation=one, user=user("alice"), at=timezone.now())
    one.refresh_from_db()
    assert one.uses == 0
    assert membership(group, "alice").role == OWNER


# Over


def is_over(invitation: Invitation) -> bool:
    page = signed_in("zoe").get(page_of(invitation))
    with pytest.raises(InvitationIsOver):
        accept(invitation=invitation, user=user("zoe"), at=timezone.now())
    assert "Thursday" not in page.content.decode()
    return page.status_code == 410 and signed_in("zoe").post(page_of(invitation)).status_code == 410


def test_it_can_be_withdrawn(group: Group) -> None:
    one = make_invitation(group)
    signed_in("alice").post(url_of("withdraw", group, one.pk))
    assert is_over(one)
    assert "Pending invitations" not in page_source(signed_in("alice"), url_of("invite", group))


def test_it_runs_out(group: Group) -> None:
    assert is_over(make_invitation(group, at=timezone.now() - timedelta(days=8)))


def test_it_ends_when_whoever_made_it_goes_or_no_longer_owns(group: Group) -> None:
    change_role(membership=membership(group, "bob"), role=OWNER, at=NOW)
    first = make_invitation(group)
    change_role(membership=membership(group, "alice"), role=MEMBER, at=timezone.now())
    assert is_over(first)
    second = make_invitation(group)
    remove_member(membership=membership(group, "alice"), at=timezone.now())
    assert is_over(second)


def test_one_group_does_not_withdraw_anothers(group: Group) -> None:
    one = make_invitation(group)
    other = Group.objects.create(name="Other", slug="other")
    oscar = signed_in("oscar")
    other.memberships.create(user=user("oscar"), role=OWNER)
    assert oscar.post(url_of("withdraw", other, one.pk)).status_code == 404
    assert Invitation.objects.open(timezone.now()).exists()


def test_a_link_that_never_was_is_not_there() -> None:
    assert Client().get(reverse("invited", args=["x" * 32])).status_code == 404


# As a player


def test_who_comes_as_a_player_gets_their_whole_past(group: Group) -> None:
    finished_table(group=group)
    joe = group.players.get(name="Joe")
    form = page_source(signed_in("alice"), f"{url_of('invite', group)}?player={joe.pk}")
    assert f'<option value="{joe.pk}" selected>Joe</option>' in form
    signed_in("alice").post(url_of("invite", group), {**SAID, "player": str(joe.pk)})
    one = Invitation.objects.get()
    assert one.most == 1
    assert "In this group you will be Joe" in page_source(signed_in("zoe"), page_of(one))
    signed_in("zoe").post(page_of(one))
    joe.refresh_from_db()
    assert joe.user == user("zoe")
    assert joe.results.count() == 1


def test_a_player_who_is_somebody_by_now_stays_theirs(group: Group) -> None:
    joe = player(group, "Joe")
    one = make_invitation(group, player=joe)
    joe.user = user("bob")
    joe.save()
    accept(invitation=one, user=user("zoe"), at=timezone.now())
    joe.refresh_from_db()
    assert joe.user == user("bob")
    assert membership(group, "zoe").role == MEMBER


def test_whoever_comes_back_is_who_they_were(group: Group) -> None:
    old = player(group, "Zoe", user=user("zoe"))
    new = player(group, "Zo")
    accept(invitation=make_invitation(group, player=new), user=user("zoe"), at=timezone.now())
    assert list(group.players.filter(user=user("zoe"))) == [old]


def test_who_plays_in_another_group_becomes_the_player_of_the_invitation(group: Group) -> None:
    player(Group.objects.create(name="Friday", slug="friday"), "Zoe", user=user("zoe"))
    new = player(group, "Zo")
    accept(invitation=make_invitation(group, player=new), user=user("zoe"), at=timezone.now())
    assert list(group.players.filter(user=user("zoe"))) == [new]
