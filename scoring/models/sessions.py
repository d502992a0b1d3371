"""Sessions and their seats. What was played there is in the tables of its game."""

import re
import secrets
import uuid
from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Self
from uuid import UUID

from django.apps import apps
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Count, Max, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from scoring.core.limits import LETTERS_OF_NOTES
from scoring.models.constraints import named, once, within
from scoring.models.join_codes import new_code
from scoring.models.people import NAME_LENGTH, Group, Player
from scoring.models.seasons import League, Season, game_choices

MOST_SEATS = 8
PLACES = range(1, MOST_SEATS + 1)
MOST_FOUND = 1_000  # by a search
OPENED_LAST = 500  # sessions of a group, among which its latest results are
# Few are, and an index has them alone; a query has to say all of it.
UNFINISHED_OR_UNDATED = Q(finished_at__isnull=True) | Q(played_on__isnull=True)


def new_token() -> str:
    return secrets.token_urlsafe(16)


def _uuid_of(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


class SessionIsDeleted(Exception):
    """Raised where a deleted session would be changed; it has to be restored first."""


class SessionQuerySet(models.QuerySet["Session"]):
    def managed_by(self, user: User) -> Self:
        """Return what this account may see and correct in the admin: its own groups' sessions."""
        return self if user.is_superuser else self.filter(group__in=Group.objects.managed_by(user))

    def not_deleted(self) -> Self:
        return self.filter(deleted_at=None)

    def at(self, uuid: UUID) -> "Session | None":
        return self.not_deleted().filter(uuid=uuid).first()

    def hosted_by(self, browser: str) -> Self:
        return self.filter(phones__browser=browser, phones__hosts=True)

    def played_on(self, browser: str) -> Self:
        """Return the tables at which this browser hosts or sits."""
        takes_part = Q(phones__hosts=True) | Q(phones__seat__isnull=False)
        return self.filter(takes_part, phones__browser=browser)

    def at_phones_of(self, browser: str, user: User | None) -> Self:
        """Return the tables at which this browser hosts or sits, as far as this account may, and
        those of the account's other phones that it can go on with here."""
        own = Q(phones__account=None) | Q(phones__account=user)
        own_membership = Q(phones__user=None) | Q(phones__user=user)
        takes_part = Q(phones__hosts=True) | Q(phones__seat__isnull=False)
        here = Q(phones__browser=browser) & own & own_membership
        if user is not None:
            signed_out = Q(phones__signed_out_at__isnull=False, phones__user=None)
            as_member = Q(phones__user=user, group__in=Group.objects.of(user).values("pk"))
            here |= Q(phones__account=user) & (signed_out | as_member)
        return self.filter(pk__in=Session.objects.filter(here, takes_part).values("pk"))

    def to_play_again(self, browser: str, user: User | None) -> Self:
        """Return finished sessions of which this browser may open a rematch and nobody has yet.

        What was played when it was opened has no rules to start from: it has one revision."""
        played = Q(group=None, pk__in=Session.objects.at_phones_of(browser, user).values("pk"))
        kept = Q(group__in=Group.objects.with_scorekeeper(user)) if user else Q(pk__in=())
        followed = Rematch.objects.filter(next_session__deleted_at=None)
        sessions = self.filter(finished_at__isnull=False, result_only=False, revision__gt=1)
        sessions = sessions.exclude(pk__in=followed.values("session"))
        return sessions.filter(pk__in=Session.objects.filter(played | kept).values("pk"))

    def deleted_of(self, group: Group) -> Self:
        """Return the sessions of a group that can still be restored, the last one deleted first."""
        deleted = self.filter(group=group, deleted_at__isnull=False)
        return deleted.order_by("-deleted_at", "-pk")

    def with_uuid(self, uuid: UUID) -> "Session | None":
        return self.filter(uuid=uuid).first()

    def shared_as(self, token: str, at: datetime) -> "Session | None":
        """Return the session of a link, as long as it is shared and not deleted."""
        alive = Q(expires_at=None) | Q(expires_at__gt=at)
        return self.not_deleted().filter(alive, share_token=token).first()

    def finished_of(self, group: Group, uuid: UUID) -> "Session | None":
        """Return a finished session of the group, with its group."""
        sessions = self.not_deleted().filter(group=group, uuid=uuid, finished_at__isnull=False)
        return sessions.select_related("group").first()

    def with_code(self, code: str) -> "Session | None":
        """Return the session whose table one joins by this code."""
        return self.not_deleted().filter(code=code).first()

    def in_order(self) -> Self:
        return self.order_by("pk")

    def with_keys(self, keys: Collection[int]) -> Self:
        return self.filter(pk__in=keys)

    def keys(self) -> set[int]:
        return {*self.values_list("pk", flat=True)}

    def counting_for(self, season: Season, game: str = "") -> Self:
        """Return the sessions that count, in the order of their recording."""
        sessions = self.filter(pk__in=season.counted_sessions.values("session"))
        return (sessions.filter(game=game) if game else sessions).order_by("pk")

    def versions_counting_for(self, season: Season) -> int:
        """Return a number that grows with every change of one of these sessions."""
        return self.counting_for(season).aggregate(all=Sum("version"))["all"] or 0

    def with_identity(self) -> Self:
        """Read as `identity` the id by which a group knows a session in its documents."""
        return self.annotate(identity=Coalesce("document_id", "uuid"))

    def known_ids(self, group: Group, ids: Collection[UUID]) -> dict[UUID, UUID]:
        """Map those of the ids that a session of the group has in its documents, deleted or not,
        to the uuid of its address."""
        own = Q(document_id=None, uuid__in=ids)
        known = self.filter(Q(document_id__in=ids) | own, group=group)
        rows: Any = known.with_identity()
        rows = rows.values_list("identity", "uuid")
        return {identity: uuid for identity, uuid in rows}  # noqa: C416 (it has `keys`, as a dict)

    def state(self) -> list[object]:
        """Return figures of which one changes with every session that is added, ends or changes.

        Not with the taps at open tables."""
        ended = Q(finished_at__isnull=False)
        return list(
            self.order_by()
            .aggregate(
                number=Count("pk"),
                last=Max("pk"),
                deleted=Count("pk", filter=Q(deleted_at__isnull=False)),
                ended=Count("pk", filter=ended),
                revisions=Sum("revision", filter=ended),
            )
            .values()
        )

    def open_on(self, group: Group, game: str, day: date) -> Self:
        """Return the tables of a group, a game and a day that have not ended, with their seats."""
        tables = self.not_deleted().filter(group=group, game=game, played_on=day, finished_at=None)
        return tables.with_seats().order_by("pk")

    def finished_on(self, group: Group, days: Collection[date]) -> Self:
        """Return the finished sessions of a group that were played on these days."""
        sessions = self.not_deleted().filter(group=group, played_on__in=days)
        return sessions.exclude(finished_at=None).order_by("pk")

    def of_evening(self, group: Group, day: date, ends_at: datetime) -> Self:
        """Return a group's sessions of a day, and those of the next one that were opened earlier
        than this moment: an evening may go on after midnight."""
        after_midnight = Q(played_on=day + timedelta(days=1), created_at__lt=ends_at)
        sessions = self.not_deleted().filter(group=group)
        return sessions.filter(Q(played_on=day) | after_midnight).order_by("pk")

    def with_hosts(self) -> Self:
        """Read as `host` the account that opened each table, if one did."""
        opened = apps.get_model("scoring", "Revision")._default_manager.filter(
            session=OuterRef("pk"), number=1
        )
        return self.annotate(host=Subquery(opened.values("actor__username")[:1]))

    def latest_finished(self, group: Group, most: int) -> Self:
        """Return the latest finished of the group's latest sessions, so that few rows are read."""
        opened = self.not_deleted().filter(group=group).order_by("-pk").values("pk")[:OPENED_LAST]
        sessions = self.filter(pk__in=list(opened.values_list("pk", flat=True)))
        return sessions.exclude(finished_at=None).order_by("-finished_at", "-pk")[:most]

    def latest_counting(self, season: Season, most: int) -> Self:
        """Return the sessions of a season that were played last."""
        latest = season.counted_sessions.latest_first().values_list("session_id", flat=True)
        return self.filter(pk__in=list(latest[:most])).order_by("-played_on", "-finished_at", "-pk")

    def latest_first(self) -> Self:
        """Return sessions whose day is known, latest first, in the order of the index."""
        return self.exclude(played_on=None).order_by("-played_on", "-pk")

    def found_by(self, text: str) -> Self:
        """Return the session of an id, or the newest with each word in a player's name or nickname,
        the league's name, the place or the notes.

        Players are searched as they are called now, the names at quick tables as they are there: to
        look at all seats took longer than all else. They are looked for once, and not again for
        their number and for a page of them."""
        if uuid := _uuid_of(text.strip()):
            return self.filter(Q(uuid=uuid) | Q(document_id=uuid))
        matching = self
        for word in text.split():
            called = Q(name__icontains=word) | Q(nickname__icontains=word)
            seats = Seat.objects.filter(player__in=Player.objects.filter(called))
            at_quick_tables = Seat.objects.filter(player=None, name__icontains=word)
            words = Q(location__icontains=word) | Q(notes__icontains=word)
            leagues = Q(league__in=League.objects.filter(name__icontains=word))
            seated = Q(pk__in=seats.values("session")) | Q(pk__in=at_quick_tables.values("session"))
            matching = matching.filter(seated | words | leagues)
        newest = matching.order_by("-pk").values_list("pk", flat=True)[:MOST_FOUND]
        return self.filter(pk__in=list(newest))

    def with_seats(self) -> Self:
        """Read the seats too, with their players and results."""
        return self.prefetch_related(models.Prefetch("seats", Seat.objects.with_results()))

    def opened_with(self, key: UUID) -> "Session | None":
        """Return the session that this key opened before."""
        return self.filter(revisions__key=key, revisions__number=1).first()

    def expired(self, at: datetime) -> Self:
        """Return quick tables that no group took, and sessions deleted long enough ago."""
        return self.filter(expires_at__lte=at)


class Session(models.Model):
    group = models.ForeignKey(Group, models.CASCADE, related_name="sessions", null=True, blank=True)
    # It counts for the season of this league that has its day and its game (L-1).
    league = models.ForeignKey(
        League, models.SET_NULL, related_name="sessions", null=True, blank=True
    )
    # In its addresses: always the site's own, so that nobody can ask whether a session exists.
    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    # In its documents, where that is another one: it came with a document, or follows from it.
    document_id = models.UUIDField(null=True, editable=False)
    code = models.CharField(max_length=40, default=new_code, unique=True, editable=False)
    # Anyone with it may read the result; none until the host shares it.
    share_token = models.CharField(  # noqa: DJ001 (many have none, and they differ)
        max_length=40, null=True, unique=True, editable=False
    )
    game = models.CharField(_("game"), max_length=20, choices=game_choices)
    # Whether it has a result and no rounds: its document is a `scorefolio/result@1`, its rows
    # are those of scoring/noted/, and no rules of its game apply to it.
    result_only = models.BooleanField(
        _("result only"), default=False, db_default=False, editable=False
    )
    stopped = models.BooleanField(_("stopped early"), default=False)
    played_on = models.DateField(_("played on"), null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(_("minutes"), null=True, blank=True)
    location = models.CharField(_("location"), max_length=200, blank=True)
    notes = models.TextField(_("notes"), max_length=LETTERS_OF_NOTES, blank=True)
    revision = models.PositiveIntegerField(default=0, editable=False)
    # What its changes take in the history, all of which is kept.
    stored_bytes = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    # Moves with whatever a phone shows: revisions, what is being entered, phones, the hourglass.
    version = models.PositiveIntegerField(default=0, editable=False)
    # Whether a phone asks something of the others: scoring/play/phones/requests.py.
    has_requests = models.BooleanField(default=False, db_default=False, editable=False)
    # Whether it has ever had photos: otherwise a change need not look for them.
    has_photos = models.BooleanField(default=False, db_default=False, editable=False)
    timer_started_at = models.DateTimeField(null=True, blank=True, editable=False)
    timer_seconds = models.PositiveSmallIntegerField(default=0, editable=False)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    expires_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = SessionQuerySet.as_manager()

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        constraints = named(
            scoring_a_league_needs_a_group=(
                Q(group__isnull=False) | Q(league__isnull=True),
                _("Only a group’s session can count for a league."),
            ),
            scoring_one_session_of_an_id_in_a_group=(
                once("group", "document_id", where=Q(document_id__isnull=False)),
                _("The group already has a session with this id."),
            ),
        )
        # Lists of sessions are in this order, whatever they are filtered by.
        indexes = (
            models.Index(fields=("group", "-played_on", "-id"), name="scoring_group_latest"),
            models.Index(
                fields=("group", "game", "-played_on", "-id"), name="scoring_group_game_latest"
            ),
            models.Index(fields=("league", "-played_on", "-id"), name="scoring_league_latest"),
            models.Index(
                fields=("group", "location", "-played_on", "-id"), name="scoring_group_place_latest"
            ),
            models.Index(
                fields=("group", "-played_on", "-id"),
                condition=Q(stopped=True),
                name="scoring_stopped_latest",
            ),
            models.Index(
                fields=("group", "-played_on", "-id"),
                condition=Q(result_only=True),
                name="scoring_result_only_latest",
            ),
            models.Index(
                fields=("group", "-id"), condition=UNFINISHED_OR_UNDATED, name="scoring_unfinished"
            ),
            models.Index(
                fields=("group", "-deleted_at", "-id"),
                condition=Q(deleted_at__isnull=False),
                name="scoring_deleted_latest",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_game_display()} {self.played_on or ''}".strip()

    @property
    def spoken_code(self) -> str:
        """Return the code in groups of four, as people read it to each other."""
        return "-".join(re.findall(".{1,4}", self.code))


class SeatQuerySet(models.QuerySet["Seat"]):
    def at(self, place: int) -> "Seat | None":
        """Return the seat of a place, with its phone, if it has one."""
        return self.filter(place=place).select_related("phone").first()

    def clockwise(self) -> Self:
        return self.order_by("place")

    def with_phones(self) -> Self:
        """Read the phones that sit there too."""
        return self.select_related("phone")

    def with_players(self) -> Self:
        """Read the players who sit there too."""
        return self.select_related("player")

    def with_results(self) -> Self:
        """Read the players who sit there and their results too, clockwise."""
        return self.select_related("player", "result").clockwise()

    def at_tables_hosted_by(self, browser: str) -> "models.QuerySet[Seat, str]":
        """Return the names of who sat there, the latest table first."""
        hosted = self.filter(session__phones__browser=browser, session__phones__hosts=True)
        seats = hosted.filter(session__deleted_at=None).order_by("-session_id", "place")
        return seats.values_list("name", flat=True)

    def names(self) -> tuple[str, ...]:
        """Return the names at the table, clockwise."""
        return tuple(self.clockwise().values_list("name", flat=True))


def read_seats(sessions: Sequence[Session]) -> None:
    """Read the seats of these sessions as with_seats() does, with one query for all of them."""
    models.prefetch_related_objects(sessions, models.Prefetch("seats", Seat.objects.with_results()))


class Seat(models.Model):
    """A player's place at the table.

    `name` is the player's name in the documents of the session; it stays when the player is renamed
    or merged."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField(_("seat, clockwise"))
    name = models.CharField(_("name at the table"), max_length=NAME_LENGTH)
    player = models.ForeignKey(Player, models.RESTRICT, related_name="seats", null=True, blank=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = named(
            scoring_one_player_a_place=(
                once("session", "place"),
                _("Someone else already sits there."),
            ),
            scoring_one_seat_a_name=(
                once("session", "name"),
                _("Two players at the same table need different names."),
            ),
            scoring_one_seat_a_player=(
                once("session", "player"),
                _("This player already has a seat at the table."),
            ),
            scoring_eight_places_at_most=(
                within("place", PLACES),
                _("A table has seats 1 to 8."),
            ),
        )

    def __str__(self) -> str:
        return self.name


class RematchQuerySet(models.QuerySet["Rematch"]):
    def after(self, session: Session) -> "Rematch | None":
        """Return the rematch of a session, with its table, unless that was deleted."""
        rows = self.filter(session=session, next_session__deleted_at=None)
        return rows.select_related("next_session").first()


class Rematch(models.Model):
    """The table to which the people of a session went on, with their phones."""

    session = models.OneToOneField(Session, models.CASCADE, related_name="rematch")
    next_session = models.OneToOneField(Session, models.CASCADE, related_name="rematch_of")

    objects = RematchQuerySet.as_manager()

    class Meta:
        verbose_name = _("rematch")
        verbose_name_plural = _("rematches")

    def __str__(self) -> str:
        return f"{self.session} → {self.next_session}"


class OfSession(models.Model):
    """A row of a game's database table that belongs to a session."""

    session = models.ForeignKey(
        Session, models.CASCADE, related_name="%(app_label)s_%(class)s_rows"
    )

    class Meta:
        abstract = True
