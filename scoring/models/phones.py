"""The phones and other screens that joined a table."""

import secrets
from typing import Any, NamedTuple, Self
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, models
from django.db.models import Exists, OuterRef, Q, Subquery
from django.utils.translation import gettext_lazy as _

from scoring.models.people import Membership
from scoring.models.seasons import Season
from scoring.models.sessions import Seat, Session


def new_browser() -> str:
    """Return a new secret by which the site knows a browser."""
    return secrets.token_urlsafe(16)


class Polling(NamedTuple):
    """The version of a table, and whether the phone that polls only watches, without an account."""

    version: int
    watches: bool


class PhoneQuerySet(models.QuerySet["Phone"]):
    def at_table(self, uuid: UUID, browser: str, user: User | None) -> "Phone | None":
        """Return the browser's phone at a table, with the rights that it has now.

        One that joined as a member is found only while that member is signed in on it and still is
        one, and hosts by their role. What counts for a closed season is for scorekeepers alone."""
        own = Membership.objects.filter(user=user, group=OuterRef("session__group"))
        closed = Season.objects.filter(closed_at__isnull=False)
        closed = closed.filter(results__session=OuterRef("session"))
        phones = self.filter(session__uuid=uuid, browser=browser)
        phones = phones.annotate(
            role=Subquery(own.values("role")[:1]), counts_for_closed_season=Exists(closed)
        )
        phones = phones.filter(Q(user=None) | Q(user=user, role__isnull=False))
        phone: Any = phones.select_related("session__group", "seat").first()
        if phone is not None:
            keeps_scores = phone.role in {Membership.Role.OWNER, Membership.Role.SCOREKEEPER}
            phone.may_change = keeps_scores or not phone.counts_for_closed_season
            if phone.user_id is not None:
                phone.hosts = keeps_scores
        joined: Phone | None = phone
        return joined

    def seated(self) -> Self:
        return self.exclude(seat=None)

    def of_seats(self, session: Session) -> dict[int, int]:
        """Return the phone of each seat that has one; both by their primary keys."""
        phones = self.filter(session=session, seat__isnull=False).order_by("pk")
        return {seat: phone for seat, phone in phones.values_list("seat_id", "pk") if seat}

    def watching(self) -> Self:
        return self.filter(hosts=False, seat=None)

    def polling(self, uuid: UUID, browser: str) -> "Polling | None":
        """Return what a poll of a table needs, if this browser is at it.

        Asked all the time by everybody, so by hand."""
        kept_uuid = Session._meta.get_field("uuid").get_db_prep_value(uuid, connection)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT s.version, p.user_id IS NULL AND p.seat_id IS NULL AND NOT p.hosts"
                " FROM scoring_session s"
                " JOIN scoring_phone p ON p.session_id = s.id"
                " WHERE s.uuid = %s AND p.browser = %s AND s.deleted_at IS NULL"
                " AND (p.user_id IS NULL OR EXISTS (SELECT 1 FROM scoring_membership m"
                " WHERE m.user_id = p.user_id AND m.group_id = s.group_id))",
                [kept_uuid, browser],
            )
            row: tuple[int, bool] | None = cursor.fetchone()
        return Polling(*row) if row else None


class Phone(models.Model):
    """A browser at one table: it hosts, sits for a player, or watches."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="phones")
    browser = models.CharField(max_length=40)
    hosts = models.BooleanField(default=False)
    seat = models.OneToOneField(Seat, models.SET_NULL, related_name="phone", null=True, blank=True)
    joined_at = models.DateTimeField()
    # Whose membership of the group it came by; nobody's, if by the table's code.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="phones", null=True, blank=True
    )
    # Who was signed in on it when it came by the code: it leaves when their membership ends.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", null=True, blank=True
    )

    # Whether it may use its seat or its hosting now: no column, at_table() sets it.
    may_change = True

    objects = PhoneQuerySet.as_manager()

    class Meta:
        verbose_name = _("phone")
        verbose_name_plural = _("phones")
        constraints = (
            models.UniqueConstraint(
                fields=("session", "browser"),
                name="scoring_a_browser_comes_once",
                violation_error_message=_("This browser is already at the table."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.session}: {self.seat or ('host' if self.hosts else 'watching')}"
