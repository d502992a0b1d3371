"""Groups, their members, and the players whose sessions they keep."""

import secrets
from functools import cache
from typing import Self
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from scoring.models.constraints import named, once

MOST_OWN_GROUPS = 100  # in which a device knows who its reader is
NAME_LENGTH = 60  # as in session documents


def language_choices() -> list[tuple[str, str]]:
    return list(settings.LANGUAGES)


@cache
def time_zones() -> tuple[str, ...]:
    """Return the time zones that are named after places, and UTC."""
    places = {name for name in available_timezones() if "/" in name}
    named = [name for name in places if not name.startswith(("Etc/", "SystemV/", "posix/"))]
    return ("UTC", *sorted(named))


def check_time_zone(name: str) -> None:
    if name not in time_zones():
        raise ValidationError(_("There is no time zone with this name."))


class GroupQuerySet(models.QuerySet["Group"]):
    def at(self, slug: str) -> "Group | None":
        """Return the group of an address."""
        return self.filter(slug=slug).first()

    def public_at(self, slug: str) -> "Group | None":
        return self.filter(slug=slug, visibility=Group.Visibility.PUBLIC).first()

    def managed_by(self, user: User) -> Self:
        """Return the groups that this account owns; for a superuser: all."""
        if user.is_superuser:
            return self
        owned = Membership.objects.filter(user=user, role=Membership.Role.OWNER)
        return self.filter(pk__in=owned.values("group"))

    def with_scorekeeper(self, user: User) -> Self:
        """Return the groups for which this account may open tables and enter what is played."""
        roles = (Membership.Role.OWNER, Membership.Role.SCOREKEEPER)
        memberships = Membership.objects.filter(user=user, role__in=roles)
        return self.filter(pk__in=memberships.values("group"))

    def of(self, user: User) -> Self:
        """Return the groups that this account is a member of."""
        return self.filter(memberships__user=user).by_name()

    def by_name(self) -> Self:
        return self.order_by("name", "pk")


def new_group_token() -> str:
    return secrets.token_urlsafe(16)


class Group(models.Model):
    class Visibility(models.TextChoices):
        PUBLIC = "public", _("everyone")
        LINK = "link", _("anyone with the link")
        MEMBERS = "members", _("members only")

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    slug = models.SlugField(
        _("address"),
        max_length=NAME_LENGTH,
        unique=True,
        error_messages={"unique": _("Another group already has this address.")},
    )
    visibility = models.CharField(
        _("who can see it"), max_length=10, choices=Visibility, default=Visibility.MEMBERS
    )
    # Anyone with it may look, if the group is open to people with its link.
    link_token = models.CharField(max_length=40, default=new_group_token, editable=False)
    # People who may see the group may open all results of its sessions, not only shared ones.
    shows_results = models.BooleanField(
        _("results open to visitors"), default=True, db_default=True
    )
    # Whoever may open the results of its sessions may see the photos of drawings too.
    shows_photos = models.BooleanField(
        _("photos open to visitors"), default=False, db_default=False
    )
    # It says which day it is when a table is opened, and how times are shown.
    time_zone = models.CharField(
        _("time zone"), max_length=60, default="UTC", validators=[check_time_zone]
    )
    # Of its emails, and of its pages for readers whose own language the site does not have.
    language = models.CharField(
        _("language"), max_length=10, default="en", choices=language_choices
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects = GroupQuerySet.as_manager()

    class Meta:
        verbose_name = _("group")
        verbose_name_plural = _("groups")

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        """Return the group's time zone; UTC if this machine does not know it."""
        return ZoneInfo(self.time_zone if self.time_zone in time_zones() else "UTC")


class MembershipQuerySet(models.QuerySet["Membership"]):
    def in_order(self) -> Self:
        return self.select_related("user", "says").order_by("user__username", "pk")

    def of_account(self, user: int | None) -> Self:
        return self.filter(user=user)

    def keepers_of(self, group: int | None) -> Self:
        """Return the memberships of those who keep the scores of a group."""
        keepers = (Membership.Role.OWNER, Membership.Role.SCOREKEEPER)
        return self.filter(group=group, role__in=keepers)

    def of(self, group: Group, user: User) -> "Membership | None":
        """Return an account's membership of a group."""
        return self.filter(group=group, user=user).first()

    def with_groups(self) -> Self:
        """Read the groups too, by whose names they are ordered."""
        return self.select_related("group").order_by("group__name", "pk")

    def own_players(self) -> list[tuple[str, int | None, int | None]]:
        """Return for each group its address, which player the account is there, and which one it
        says that it is."""
        theirs = Player.objects.filter(group=models.OuterRef("group"), user=models.OuterRef("user"))
        rows = self.annotate(own=models.Subquery(theirs.values("pk")[:1])).order_by("pk")
        return list(rows.values_list("group__slug", "own", "says_id")[:MOST_OWN_GROUPS])


class Membership(models.Model):
    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        SCOREKEEPER = "scorekeeper", _("scorekeeper")
        MEMBER = "member", _("member")

    group = models.ForeignKey(Group, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role, default=Role.MEMBER)
    # Whom of the group's players they say they are, until an owner agrees or not.
    says = models.ForeignKey(
        "Player", models.SET_NULL, related_name="said_by", null=True, blank=True, editable=False
    )

    objects = MembershipQuerySet.as_manager()

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = named(
            scoring_one_membership_a_person_and_group=(
                once("group", "user"),
                _("This person already belongs to the group."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


class PlayerQuerySet(models.QuerySet["Player"]):
    def with_sessions(self) -> Self:
        """Count the sessions of each player, and order by them."""
        return self.annotate(sessions=models.Count("seats")).order_by("-sessions", "pk")

    def most_played_first(self) -> Self:
        """Order by the plays of their careers, which needs no sum over sessions."""
        careers = models.FilteredRelation("careers", condition=models.Q(careers__game=""))
        plays = Coalesce(models.F("career__plays"), 0)
        return self.annotate(career=careers, plays=plays).order_by("-plays", "pk")

    def managed_by(self, user: User) -> Self:
        return self if user.is_superuser else self.filter(group__in=Group.objects.managed_by(user))

    def not_merged(self) -> Self:
        """Return the players that have not been merged into another one."""
        return self.filter(merges_away=None)

    def without_account(self) -> Self:
        return self.filter(user=None)

    def with_accounts(self) -> Self:
        """Read the accounts too."""
        return self.select_related("user")

    def of_account(self, group: Group, user: User) -> "Player | None":
        """Return whom of a group's players an account is."""
        return self.filter(group=group, user=user).first()

    def names(self) -> "models.QuerySet[Player, str]":
        return self.order_by("pk").values_list("name", flat=True)

    def merged_by_name(self) -> dict[str, bool]:
        """Return the names, each with whether its player was merged into another one."""
        merges = self.values_list("name", "merges_away")
        return {name: merge is not None for name, merge in merges}

    def without_answer(self, evening: models.Model) -> Self:
        """Return the players who have not answered to an evening."""
        return self.exclude(evening_answers__evening=evening)

    def created_by(self, source: models.Model) -> Self:
        """Return the players whom an import created."""
        return self.filter(imported__source=source)

    def without_traces(self) -> Self:
        """Return players without seats, accounts and merges, whom nobody claims to be."""
        unseated = self.filter(seats=None, user=None, said_by=None)
        return unseated.filter(merges_away=None, merges_in=None)

    def other_than(self, player: "Player") -> Self:
        return self.exclude(pk=player.pk)

    def by_name(self) -> Self:
        return self.order_by("name", "pk")


class Player(models.Model):
    """Somebody who plays, with or without an account; at a quick table without a group."""

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
    # Pages that others see have it instead of the name.
    nickname = models.CharField(_("nickname"), max_length=NAME_LENGTH, blank=True)
    hidden = models.BooleanField(_("hidden outside the group"), default=False)
    # Changes with their results and names: pages about players are cached by it.
    version = models.PositiveIntegerField(default=0, db_default=0, editable=False)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = named(
            scoring_one_player_of_a_name_in_a_group=(
                once("group", "name"),
                _("The group already has a player with that name."),
            ),
            scoring_one_player_an_account_in_a_group=(
                once("group", "user", where=Q(user__isnull=False)),
                _("This account already has a player in the group."),
            ),
        )

    def __str__(self) -> str:
        return self.name
