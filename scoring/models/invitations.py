"""Invitations to a group: by a link that can be passed on, or by email to one person."""

import secrets
from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scoring.models.constraints import named
from scoring.models.people import Group, Membership, Player


def new_invitation_token() -> str:
    return secrets.token_urlsafe(24)


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self, at: datetime) -> Self:
        """Return those that can still be accepted."""
        room = Q(most=None) | Q(uses__lt=F("most"))
        return self.filter(room, withdrawn_at=None, expires_at__gt=at)

    def ended_before(self, at: datetime) -> Self:
        return self.filter(Q(expires_at__lt=at) | Q(withdrawn_at__lt=at))

    def newest_first(self) -> Self:
        return self.select_related("created_by", "player").order_by("-pk")

    def with_token(self, token: str) -> "Invitation | None":
        invitations = self.filter(token=token).select_related("group", "created_by", "player")
        return invitations.first()


class Invitation(models.Model):
    group = models.ForeignKey(Group, models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=40, unique=True, default=new_invitation_token)
    role = models.CharField(max_length=20, choices=Membership.Role, default=Membership.Role.MEMBER)
    email = models.EmailField(_("email address"), blank=True)
    # Whom of the group's players the invited person is.
    player = models.ForeignKey(
        Player, models.CASCADE, related_name="invitations", null=True, blank=True
    )
    most = models.PositiveSmallIntegerField(null=True, blank=True)  # who may come by it; none: all
    uses = models.PositiveSmallIntegerField(default=0)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations"
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    # The latest that came by it.
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, blank=True
    )
    used_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = named(
            scoring_nobody_is_invited_as_an_owner=(
                Q(role__in=(Membership.Role.MEMBER, Membership.Role.SCOREKEEPER)),
                _("Owners are chosen among a group’s members, not by invitation."),
            ),
            scoring_an_invitation_of_somebody_is_for_one=(
                Q(email="", player=None) | Q(most=1),
                _("An invitation by email, or for a player, is for one person."),
            ),
            scoring_an_invitation_is_used_as_often_as_it_may=(
                Q(most=None) | Q(uses__lte=F("most")),
                _("This invitation has been used up."),
            ),
            scoring_an_invitation_runs_out_later=(
                Q(expires_at__gt=F("created_at")),
                _("An invitation cannot expire before it is made."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.group}: {self.email or self.role}"

    @property
    def message_id(self) -> str:
        """Return the Message-ID of the mail with this invitation."""
        return f"<{self.created_at:%Y%m%d%H%M%S}.{self.pk}@invitation.scorefolio>"

    def is_open(self, at: datetime) -> bool:
        room = self.most is None or self.uses < self.most
        return room and self.withdrawn_at is None and self.expires_at > at
