"""Invitations into a group: how long they last; make, send, withdraw and accept them.

Each verb is one transaction. `Invitation.is_open()` decides whether one can still be accepted."""

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db import models
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.background.outbox import expires_header, sends_mail
from scoring.models import Group, Invitation, Membership, Player
from scoring.models.locks import lock_group, lock_invitation
from scoring.models.revisions import By
from scoring.models.transactions import write_transaction
from scoring.web.mail import with_html

MOST_A_DAY = 40  # of one group, so that nobody uses the site to send unwanted mail


class Lifetime(models.IntegerChoices):
    """After how many days an invitation expires; its sender chooses."""

    DAY = 1, gettext_lazy("a day")
    WEEK = 7, gettext_lazy("a week")
    MONTH = 30, gettext_lazy("a month")


class TooManyInvitations(Exception):
    """The group made as many within a day as it may."""


class InvitationIsOver(Exception):
    """Raised when an invitation was withdrawn, has expired, or was accepted as often as allowed."""


class InvitedByMail(Exception):
    """Raised when the invitation was sent to an address that the account has not confirmed."""


@write_transaction()
def invite(
    *,
    group: Group,
    by: By,
    role: str,
    days: int,
    email: str = "",
    player: Player | None = None,
    most: int | None = None,
) -> Invitation:
    """Make an invitation, and withdraw an unused one to the same email address.

    Raises TooManyInvitations."""
    assert by.actor is not None  # noqa: S101 (owners are somebody)
    lock_group(group.pk)
    today = group.invitations.filter(created_at__gt=by.at - timedelta(days=1))
    if today.count() >= MOST_A_DAY:
        raise TooManyInvitations
    if email:
        unused = group.invitations.filter(email__iexact=email, withdrawn_at=None, uses=0)
        unused.update(withdrawn_at=by.at)
    return Invitation.objects.create(
        group=group,
        role=role,
        email=email,
        player=player,
        most=1 if email or player else most,
        created_by=by.actor,
        created_at=by.at,
        expires_at=by.at + timedelta(days=days),
    )


def send_invitation(*, invitation: Invitation, link: str, opt_out_link: str) -> None:
    """Send the mail, in the group's language: nobody knows yet which one the reader speaks.

    The subject has no words of the sender, who may be unknown to the reader."""
    group = invitation.group
    with translation.override(group.language), timezone.override(group.zone):
        names = {"name": invitation.created_by.get_username(), "group": group.name}
        until = date_format(timezone.localtime(invitation.expires_at), "DATETIME_FORMAT")
        subject = _("An invitation to a group on Scorefolio")
        paragraphs = (
            _(
                "%(name)s invites you to join the group %(group)s on Scorefolio, which keeps score"
                " for games about art."
            )
            % names,
            _("Open this link to see the group and join it:"),
            link,
            _(
                "It is only for you and valid until %(time)s. If you do not know anyone by this"
                " name, you can ignore this email."
            )
            % {"time": until},
            _("To stop invitations from Scorefolio to this address:"),
            opt_out_link,
        )
        message = EmailMessage(
            subject,
            "\n\n".join(paragraphs),
            to=[invitation.email],
            headers={
                "Message-ID": invitation.message_id,
                "List-Unsubscribe": f"<{opt_out_link}>",
                **expires_header(invitation.expires_at),
            },
        )
        with_html(message, link=link).send()


@write_transaction()
def withdraw(*, invitation: Invitation, at: datetime) -> None:
    Invitation.objects.filter(pk=invitation.pk, withdrawn_at=None).update(withdrawn_at=at)


@write_transaction()
def accept(*, invitation: Invitation, user: User, at: datetime) -> Membership:
    """Make the account a member; who is one already uses no place up.

    Raises InvitationIsOver, InvitedByMail."""
    lock_group(invitation.group_id)
    locked = lock_invitation(invitation.pk)
    existing = Membership.objects.filter(group=locked.group_id, user=user).first()
    if existing is not None:
        return existing
    if not locked.is_open(at):
        raise InvitationIsOver
    # Without a mail server nobody can confirm an address, and the link is passed on by hand.
    if locked.email and sends_mail() and not _has_confirmed(user, locked.email):
        raise InvitedByMail
    locked.uses += 1
    locked.used_by, locked.used_at = user, at
    locked.save(update_fields=["uses", "used_by", "used_at"])
    membership = Membership.objects.create(group_id=locked.group_id, user=user, role=locked.role)
    _assign_player(locked, user)
    return membership


def _has_confirmed(user: User, address: str) -> bool:
    confirmed = EmailAddress.objects.filter(user=user, email__iexact=address, verified=True)
    return bool(confirmed.exists())


def _assign_player(invitation: Invitation, user: User) -> None:
    """Make the invitation's player theirs, unless they were a player of the group before."""
    if invitation.player_id is None:
        return
    if Player.objects.filter(group=invitation.group_id, user=user).exists():
        return
    free = Player.objects.not_merged().without_account().filter(pk=invitation.player_id)
    free.update(user=user)
