"""The phones and other screens that joined a table."""

import secrets
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Self
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, models
from django.db.models import F, OuterRef, Q, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Concat
from django.utils.translation import gettext_lazy as _

from scoring.models.constraints import named, once
from scoring.models.people import Membership
from scoring.models.sessions import Seat, Session
from scoring.models.transactions import write_transaction

SEEN_EVERY = timedelta(minutes=1)  # no phone is noted as seen more often


def new_browser() -> str:
    """Return a new secret by which the site knows a browser."""
    return secrets.token_urlsafe(24)


class Polling(NamedTuple):
    """The data of a poll: the version of the table, which account alone may use the phone, if it is
    one's, whether the phone only watches, without an account, its number, and when it was seen."""

    version: int
    account: int | None
    watches: bool
    phone: int
    last_seen_at: datetime


class PhoneQuerySet(models.QuerySet["Phone"]):
    def at_table(self, uuid: UUID, browser: str, user: User | int | None) -> Self:
        """Return the browser's phone at a table, if this account may use it, with its `role`.

        One of an account is found only while that account is signed in on it; one that joined as a
        member only while they still are one. What it may do is for scoring/web/table_access.py."""
        phones = self.of_account(user).filter(session__uuid=uuid, browser=browser)
        if user is None:
            return phones.annotate(role=Value(None, models.CharField()))
        own = Membership.objects.filter(user=user, group=OuterRef("session__group"))
        phones = phones.annotate(role=Subquery(own.values("role")[:1]))
        return phones.filter(Q(user=None) | Q(role__isnull=False))

    def with_session(self, uuid: UUID, browser: str, user: User | None) -> "Phone | None":
        """Return the phone of at_table() with its session, the group and the seat, in one query."""
        phones = self.at_table(uuid, browser, user)
        return phones.select_related("session__group", "seat").first()

    @write_transaction()
    def join(
        self, *, session: Session, browser: str, account: User | None, at: datetime, **rights: Any
    ) -> "Phone":
        """Return the browser's phone at a table: a new one, unless it has one that it may use."""
        rights |= {"account": account, "joined_at": at}
        phone, is_new = self.get_or_create(session=session, browser=browser, defaults=rights)
        if is_new or self.at_table(session.uuid, browser, account).exists():
            return phone
        self.filter(pk=phone.pk).sign_out(at)
        return self.create(session=session, browser=browser, **rights)

    def make_host(self, phone: "Phone") -> None:
        """Let a phone host its table instead of the one that did.

        It is there by nobody's membership from then on: what was handed over does not end with a
        role. Those who host by their role keep that."""
        hosting = self.filter(session=phone.session_id, user=None, hosts=True)
        hosting.exclude(pk=phone.pk).update(hosts=False)
        account = Coalesce("account", "user")
        self.filter(pk=phone.pk).update(hosts=True, user=None, account=account)

    def of_account(self, user: User | int | None) -> Self:
        """Return those that this account may use: its own, and those of nobody."""
        if user is None:
            return self.filter(account=None, user=None)
        return self.filter(Q(account=None) | Q(account=user), Q(user=None) | Q(user=user))

    def sign_out(self, at: datetime) -> None:
        """Take phones from their browser; each waits for its account to log in again."""
        # No cookie has such a value, and a session has it once.
        nobody = Concat(Value("signed out "), Cast("pk", models.CharField()))
        account = Coalesce("account", "user")
        self.update(browser=nobody, signed_out_at=at, account=account)

    def signed_out_of(self, account: User) -> Self:
        """Return what this account may take back, the phones with most rights first."""
        is_member = Q(session__group__memberships__user=account)
        phones = self.filter(Q(user=None) | is_member, account=account, signed_out_at__isnull=False)
        return phones.order_by("-hosts", F("seat_id").asc(nulls_last=True), "-pk")

    def signed_in(self) -> Self:
        """Return those that some browser can use now."""
        return self.filter(signed_out_at=None)

    def with_seats(self) -> Self:
        """Read the seats of the phones too."""
        return self.select_related("seat")

    def seated(self) -> Self:
        return self.exclude(seat=None)

    def hosting(self, session: Session) -> Self:
        """Return those that host a table, by themselves or by their account's role."""
        keepers = Membership.objects.keepers_of(session.group_id).values("user")
        phones = self.filter(session=session)
        return phones.filter(Q(hosts=True, user=None) | Q(account__in=keepers))

    def seen_since(self, moment: datetime) -> Self:
        """Return those that asked for their table since then, give or take SEEN_EVERY."""
        return self.filter(Q(seen_at__gte=moment) | Q(seen_at=None, joined_at__gte=moment))

    def note_seen(self, phone: int, last_seen_at: datetime, at: datetime) -> None:
        """Note that a phone asks for its table, at most once in SEEN_EVERY.

        It is answered also while nothing can be written."""
        if at - last_seen_at > SEEN_EVERY:
            with suppress(DatabaseError):
                self.filter(pk=phone).update(seen_at=at)

    def of_seats(self, session: Session) -> dict[int, int]:
        """Return the phone of each seat that has one; both by their primary keys."""
        phones = self.filter(session=session, seat__isnull=False).order_by("pk")
        return {seat: phone for seat, phone in phones.values_list("seat_id", "pk") if seat}

    def watching(self) -> Self:
        return self.filter(hosts=False, seat=None)

    def polling(self, uuid: UUID, browser: str) -> "Polling | None":
        """Return what a poll of a table needs, if this browser is at it.

        Asked all the time by everybody, so by hand."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT s.version, COALESCE(p.account_id, p.user_id),"
                " p.account_id IS NULL AND p.user_id IS NULL AND p.seat_id IS NULL AND NOT p.hosts,"
                " p.id, COALESCE(p.seen_at, p.joined_at)"
                " FROM scoring_session s"
                " JOIN scoring_phone p ON p.session_id = s.id"
                " WHERE s.uuid = %s AND p.browser = %s AND s.deleted_at IS NULL"
                " AND (p.user_id IS NULL OR EXISTS (SELECT 1 FROM scoring_membership m"
                " WHERE m.user_id = p.user_id AND m.group_id = s.group_id))",
                [Session.uuid.field.get_db_prep_value(uuid, connection), browser],
            )
            row: Any = cursor.fetchone()
        return Polling(*row)._replace(last_seen_at=_moment(row[-1])) if row else None


def _moment(value: datetime | str) -> datetime:
    """Read a moment from a cursor: SQLite has it as text, in UTC."""
    return value if isinstance(value, datetime) else datetime.fromisoformat(f"{value}+00:00")


class Phone(models.Model):
    """A browser at one table: it hosts, sits for a player, or watches."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="phones")
    browser = models.CharField(max_length=40)
    hosts = models.BooleanField(default=False)
    seat = models.OneToOneField(Seat, models.SET_NULL, related_name="phone", null=True, blank=True)
    joined_at = models.DateTimeField()
    # When it last asked for its table, give or take SEEN_EVERY; none until then.
    seen_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Whose membership of the group it came by; nobody's, if by the table's code.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="phones", null=True, blank=True
    )
    # The account signed in on it, or when it was used last: nobody else may use it, and it leaves
    # the group's tables when their membership ends.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", null=True, blank=True
    )

    # Since when that account is signed out on it. No browser has its value then.
    signed_out_at = models.DateTimeField(null=True, blank=True)

    # No columns, scoring/web/table_access.py sets them: whether it may use its seat or its hosting
    # now, and whether a member of the table's group is signed in on it.
    may_change = True
    belongs = False
    # The session's version when all this was read.
    version_read: int | None = None

    objects = PhoneQuerySet.as_manager()

    class Meta:
        verbose_name = _("phone")
        verbose_name_plural = _("phones")
        constraints = named(
            scoring_a_browser_comes_once=(
                once("session", "browser"),
                _("This browser is already at the table."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.session}: {self.seat or ('host' if self.hosts else 'watching')}"

    @property
    def last_seen_at(self) -> datetime:
        return self.seen_at or self.joined_at


class HostRequest(models.Model):
    """A phone asks the others at a table to let it host, because the host's phone is away."""

    session = models.OneToOneField(Session, models.CASCADE, related_name="host_request")
    phone = models.ForeignKey(Phone, models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()
    agreed = models.ManyToManyField(Phone, related_name="+")

    class Meta:
        verbose_name = _("request to host")
        verbose_name_plural = _("requests to host")

    def __str__(self) -> str:
        return str(self.phone)


class SeatRequestQuerySet(models.QuerySet["SeatRequest"]):
    def of_session(self, session: Session) -> Self:
        """Return the requests that can still be granted, the first one first, with phone and seat:
        the phone has no seat, and the seat another phone."""
        open_requests = self.filter(seat__session=session, phone__seat=None)
        taken = open_requests.filter(seat__phone__isnull=False, seat__phone__signed_out_at=None)
        return taken.select_related("phone__account", "seat__phone").order_by("pk")


class SeatRequest(models.Model):
    """A phone asks to go on playing in place of the one that has a seat, whose battery is dead."""

    phone = models.OneToOneField(Phone, models.CASCADE, related_name="seat_request")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="requests")

    objects = SeatRequestQuerySet.as_manager()

    class Meta:
        verbose_name = _("request for a seat")
        verbose_name_plural = _("requests for seats")

    def __str__(self) -> str:
        return str(self.seat)

    @property
    def shown_number(self) -> int:
        """Return what the phone that asks shows, so that nobody confirms another one."""
        return 100 + self.pk % 900
