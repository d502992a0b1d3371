"""Groups, who belongs to them, and the players whose evenings they keep."""

import secrets
from collections.abc import Iterable
from typing import Self

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 60  # as in session documents


class GroupQuerySet(models.QuerySet["Group"]):
    def managed_by(self, user: User) -> Self:
        """Those that this person owns; a superuser: all."""
        if user.is_superuser:
            return self
        owned = Membership.objects.filter(user=user, role=Membership.Role.OWNER)
        return self.filter(pk__in=owned.values("group"))

    def locked(self, pk: int) -> "Group":
        """Nobody else seats, moves or merges its players until the transaction is over.

        Rows that only point at it may come meanwhile: who writes them may hold what we wait for."""
        return self.select_for_update(no_key=True).get(pk=pk)

    def kept_by(self, user: User) -> Self:
        """Those for which this person may open tables and enter what is played."""
        keeps = (Membership.Role.OWNER, Membership.Role.SCOREKEEPER)
        memberships = Membership.objects.filter(user=user, role__in=keeps)
        return self.filter(pk__in=memberships.values("group"))


def new_group_token() -> str:
    return secrets.token_urlsafe(16)


class Group(models.Model):
    class Visibility(models.TextChoices):
        PUBLIC = "public", _("everybody")
        LINK = "link", _("whoever has the link")
        MEMBERS = "members", _("its members")

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    slug = models.SlugField(
        _("address"),
        max_length=NAME_LENGTH,
        unique=True,
        error_messages={"unique": _("Another group already has this address.")},
    )
    visibility = models.CharField(
        _("who may see it"), max_length=10, choices=Visibility, default=Visibility.MEMBERS
    )
    # Who has it may look, where those with the link may.
    link_token = models.CharField(max_length=40, default=new_group_token, editable=False)
    time_zone = models.CharField(_("time zone"), max_length=60, default="UTC")
    language = models.CharField(_("language"), max_length=10, default="en")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = GroupQuerySet.as_manager()

    class Meta:
        verbose_name = _("group")
        verbose_name_plural = _("groups")

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        SCOREKEEPER = "scorekeeper", _("scorekeeper")
        MEMBER = "member", _("member")

    group = models.ForeignKey(Group, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role, default=Role.MEMBER)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = (
            models.UniqueConstraint(
                fields=("group", "user"),
                name="scoring_one_membership_a_person_and_group",
                violation_error_message=_("This person already belongs to the group."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


class PlayerQuerySet(models.QuerySet["Player"]):
    def with_sessions(self) -> Self:
        """Who played most first."""
        return self.annotate(sessions=models.Count("seats")).order_by("-sessions", "pk")

    def managed_by(self, user: User) -> Self:
        return self if user.is_superuser else self.filter(group__in=Group.objects.managed_by(user))

    def shown_in(self, group: Group, *, inside: bool) -> Self:
        """Outside the group nobody finds who hides."""
        return self.filter(group=group) if inside else self.filter(group=group, hidden=False)

    def locked(self, pks: Iterable[int]) -> Self:
        """Nobody else adds up what they played until the transaction is over."""
        return self.select_for_update(no_key=True).filter(pk__in=pks).order_by("pk")


class Player(models.Model):
    """Somebody who plays, with or without an account; without a group: at a quick table."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="players", null=True, blank=True)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        related_name="players",
        null=True,
        blank=True,
        verbose_name=_("account"),
    )
    # What stands on pages that others see instead of the name, if anything does.
    nickname = models.CharField(_("nickname"), max_length=NAME_LENGTH, blank=True)
    hidden = models.BooleanField(_("hidden from all but the group"), default=False)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = (
            models.UniqueConstraint(
                fields=("group", "name"),
                name="scoring_one_player_of_a_name_in_a_group",
                violation_error_message=_("The group already has a player of that name."),
            ),
        )

    def __str__(self) -> str:
        return self.name

    def called(self, *, inside: bool) -> str:
        """What a page calls them: the group knows everybody by name, others as each of them chose;
        somebody hidden has no name there."""
        if inside:
            return self.name
        return "" if self.hidden else self.nickname or self.name
