"""A row for each seat of a finished session: all that standings and statistics read."""

from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple, Self
from uuid import UUID

from django.db import models
from django.db.models import Count, Exists, F, Max, OuterRef, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from scoring.core.standings import LEAST_PLAYERS
from scoring.models.constraints import named, once, within
from scoring.models.people import Group, Player
from scoring.models.seasons import Season, game_choices
from scoring.models.sessions import PLACES, OfSession, Seat, Session

MOST_RECORDS = 5

Order = tuple[date, datetime, int]  # the day, the end of play and the session
AS_PLAYED = ("played_on", "finished_at", "session_id")


def _after(order: Order) -> Q:
    """Match what was played after the evening of this day, end and session."""
    day, at, session = order
    # SQLite compares moments as text, and rows written by hand end in "+00:00": there, one is
    # later than itself, but earlier than the next microsecond.
    later = Q(finished_at__gte=at + timedelta(microseconds=1))
    level = Q(finished_at__gte=at, session__gt=session)
    return Q(played_on__gt=day) | Q(played_on=day) & (later | level)


class ResultRow(NamedTuple):
    """The columns of a result that files show; faster to read in great numbers than a Result."""

    session_id: int
    session: UUID
    game: str
    played_on: date | None
    place: int
    seat_name: str
    rank: int
    points: int | None
    decided_by: str
    player: int | None
    player_name: str | None
    nickname: str | None
    hidden: bool | None


ROW_COLUMNS = (
    *("session_id", "session__uuid", "session__game", "session__played_on"),
    *("seat__place", "seat__name", "rank", "points", "decided_by"),
    *("player_id", "player__name", "player__nickname", "player__hidden"),
)


class ResultQuerySet(models.QuerySet["Result"]):
    def in_order_of_recording(self) -> Self:
        """Return results session by session, in the order of the seats."""
        return self.order_by("session_id", "seat__place")

    def of_sessions(self, sessions: Collection[int]) -> Self:
        """Return the results of these sessions, to be read with their seats.

        The seats are named too: for each part of a long list PostgreSQL would else read all seats
        that there are."""
        return self.filter(session__in=sessions, seat__session__in=sessions)

    def latest_of(self, player: int, *, dated: bool) -> Self:
        """Return results by the day played, latest first; or those of unknown days."""
        results = self.filter(player=player, played_on__isnull=not dated)
        latest = results.order_by("-played_on", "-finished_at", "-session_id")
        return latest.select_related("session")

    def wins_of(self, player: int) -> Self:
        """Return the results in which a player was ahead of others, latest first."""
        return self.latest_of(player, dated=True).filter(rank=1, players__gt=F("sharing"))

    def records(self, group: Group, game: str) -> Self:
        """Return the most points that anybody had; of equal ones the latest first."""
        results = self.filter(group=group, game=game, player__isnull=False, points__isnull=False)
        return results.select_related("player", "session").order_by("-points", "-pk")[:MOST_RECORDS]

    def best_of_each(self, group: int, games: Iterable[str]) -> "models.QuerySet[Result, int]":
        """Return the number of the result with the most points of each game; one query."""
        of_group = self.filter(group=group, player__isnull=False).order_by("-points", "-pk")
        best = Q()
        for game in games:
            best |= Q(pk=models.Subquery(of_group.filter(game=game).values("pk")[:1]))
        return self.filter(best).values_list("pk", flat=True)

    def played_after(self, order: Order) -> Self:
        """Return results of sessions that come after a day, an end of play and a session."""
        # The day is said apart, so that an index finds it.
        return self.filter(_after(order)).filter(played_on__gte=order[0])

    def seated_since(
        self, players: Collection[int], day: date
    ) -> "models.QuerySet[Result, tuple[int, int]]":
        """Return session and player of results since a day, the latest first."""
        results = self.filter(player__in=players, played_on__gte=day)
        return results.order_by("-played_on", "-pk").values_list("session_id", "player_id")

    def recorded_after(self, last: "Result | ResultRow") -> Self:
        """Return results that come after this one in the order of recording and of the seats."""
        beside = Q(session=last.session_id, seat__place__gt=last.place)
        later = self.filter(Q(session__gt=last.session_id) | beside)
        return later.filter(session__gte=last.session_id)

    def of_season(self, season: Season) -> Self:
        """Return the results of all players that count for a season."""
        return self.filter(session__counts_for__season=season, player__isnull=False)

    def counting_for(self, season: Season, game: str = "") -> Self:
        """Return the results that count for a season, to be filtered by their players.

        Written as a condition and not as a join: SQLite would else read all of the season."""
        counted = SeasonSession.objects.filter(season=season, session=OuterRef("session"))
        results = self.filter(game=game) if game else self
        return results.filter(Exists(counted))

    def contests(self) -> Self:
        """Return the results of sessions in which somebody could be beaten."""
        return self.filter(players__gte=LEAST_PLAYERS)

    def as_played(self) -> Self:
        """Return results session by session as they were played, each in the order of the seats."""
        results = self.select_related("session", "seat", "player")
        return results.order_by(*AS_PLAYED, "seat__place")

    def meetings(self, player: int) -> "models.QuerySet[Result, tuple[int, int, int, int, int]]":
        """Return each opponent of a player: times met, ahead, tied and behind."""
        others = self.filter(session__results__player=player, player__isnull=False)
        met = others.exclude(player=player).order_by().values_list("player_id")
        rank = F("session__results__rank")
        return met.annotate(
            met=Count("pk"),
            ahead=Count("pk", filter=Q(rank__gt=rank)),
            tied=Count("pk", filter=Q(rank=rank)),
            behind=Count("pk", filter=Q(rank__lt=rank)),
        )

    def names_and_figures(
        self, sessions: Collection[int]
    ) -> "models.QuerySet[Result, tuple[int, str, int | None, int]]":
        """Return session, player's name, points and rank of each result."""
        name = Coalesce("player__name", "seat__name")
        results = self.filter(session__in=list(sessions)).order_by("pk")
        return results.values_list("session_id", name, "points", "rank")

    def figures_of(
        self, sessions: Collection[UUID]
    ) -> "models.QuerySet[Result, tuple[UUID, str, int | None, int]]":
        """Return address, player's name, points and rank of each result of these sessions."""
        name = Coalesce("player__name", "seat__name")
        results = self.filter(session__uuid__in=list(sessions)).order_by("session_id", "rank", "pk")
        return results.values_list("session__uuid", name, "points", "rank")

    def rows(self) -> "models.QuerySet[Result, tuple[Any, ...]]":
        """Return the values of a ResultRow for each."""
        return self.values_list(*ROW_COLUMNS)

    def placed(self, sessions: Collection[int]) -> Self:
        """Return the results, best first, and tied players in the order of their seats."""
        results = self.filter(session__in=sessions).select_related("seat", "player")
        return results.order_by("session_id", "rank", "seat__place")


class Result(models.Model):
    session = models.ForeignKey(Session, models.CASCADE, related_name="results")
    seat = models.OneToOneField(Seat, models.CASCADE, related_name="result")
    rank = models.PositiveSmallIntegerField()
    points = models.PositiveIntegerField(null=True)  # unknown where only the places were noted
    decided_by = models.CharField(max_length=30, blank=True)
    # Whose it is, and what else a list of results is found and ordered by.
    group = models.ForeignKey(Group, models.CASCADE, related_name="+", null=True, blank=True)
    # The first of the seasons that it counts for (L-1), by their numbers: so an index finds what
    # counts for nothing, and the release before finds its season. All of them: SeasonSession.
    season = models.ForeignKey(
        Season, models.SET_NULL, related_name="results", null=True, blank=True
    )
    player = models.ForeignKey(
        Player, models.RESTRICT, related_name="results", null=True, blank=True
    )
    game = models.CharField(max_length=20, choices=game_choices)
    players = models.PositiveSmallIntegerField()  # at the table
    sharing = models.PositiveSmallIntegerField()  # this rank
    played_on = models.DateField(null=True, blank=True)
    finished_at = models.DateTimeField()

    objects = ResultQuerySet.as_manager()

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = named(
            scoring_ranks_are_one_to_eight=(
                within("rank", PLACES),
                _("A rank must be from 1 to 8."),
            ),
        )
        indexes = (
            # Wins in a row are read from the first of these alone, and what a player's results add
            # up to from the second, without the results themselves: in half the time.
            models.Index(
                fields=(
                    *("player", "played_on", "finished_at", "session"),
                    *("game", "rank", "players"),
                ),
                name="scoring_player_in_order",
            ),
            models.Index(
                fields=(
                    *("player", "players", "rank", "sharing", "game"),
                    *("played_on", "session", "points"),
                ),
                name="scoring_player_places",
            ),
            models.Index(
                fields=("player", "game", "played_on", "finished_at", "session"),
                name="scoring_player_game_in_order",
            ),
            models.Index(fields=("group", "game", "points", "id"), name="scoring_group_records"),
            models.Index(
                fields=("group", "-played_on", "-session"),
                condition=Q(season__isnull=True),
                name="scoring_counts_for_nothing",
            ),
        )

    def __str__(self) -> str:
        return f"{self.seat}: {self.rank}"

    @property
    def place(self) -> int:
        return self.seat.place


class SeasonSessionQuerySet(models.QuerySet["SeasonSession"]):
    def of(self, season: Season | int, game: str = "") -> Self:
        """Return the sessions that count for a season, or for a game in it."""
        of_season = self.filter(season=season)
        return of_season.filter(game=game) if game else of_season

    def latest_first(self) -> Self:
        return self.order_by("-played_on", "-finished_at", "-session_id")

    def as_played(self) -> Self:
        return self.order_by(*AS_PLAYED)

    def played_after(self, order: Order) -> Self:
        """Return those that come after a day, an end of play and a session."""
        # The day is said apart, so that an index finds it.
        return self.filter(_after(order)).filter(played_on__gte=order[0])

    def seasons_of(self, sessions: Collection[int]) -> dict[int, list[Season]]:
        """Return the seasons that each of these sessions counts for."""
        seasons: dict[int, list[Season]] = {}
        counted = self.filter(session__in=sessions).select_related("season")
        for row in counted.order_by("session_id", "season_id"):
            seasons.setdefault(row.session_id, []).append(row.season)
        return seasons

    def counted(self, season: Season, games: Collection[str]) -> dict[str, tuple[int, date | None]]:
        """Return how many sessions of each game count, and the last day that it was played."""
        counted: dict[str, tuple[int, date | None]] = dict.fromkeys(games, (0, None))
        rows = self.filter(season=season, game__in=games).order_by().values_list("game")
        for game, sessions, last in rows.annotate(sessions=Count("pk"), last=Max("played_on")):
            counted[game] = sessions, last
        return counted


class SeasonSession(models.Model):
    """A session that counts for a season (L-1), with what such sessions are found by."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="counts_for")
    season = models.ForeignKey(
        Season, models.CASCADE, related_name="counted_sessions", db_index=False
    )
    game = models.CharField(max_length=20, choices=game_choices)
    played_on = models.DateField()
    finished_at = models.DateTimeField()

    objects = SeasonSessionQuerySet.as_manager()

    class Meta:
        constraints = named(
            scoring_a_session_counts_once_for_a_season=(
                once("season", "session"),
                _("This session already counts for this season."),
            ),
        )
        indexes = (
            models.Index(
                fields=("season", "played_on", "finished_at", "session"),
                name="scoring_season_as_played",
            ),
            models.Index(
                fields=("season", "game", "played_on", "finished_at", "session"),
                name="scoring_season_game_as_played",
            ),
        )

    def __str__(self) -> str:
        return f"{self.season}: {self.session}"


class NotedEdition(OfSession):
    """Which printing of the game it was, of a session of which only the result is known."""

    edition = models.CharField(max_length=20)

    class Meta:
        constraints = named(
            scoring_one_noted_edition=(
                once("session"),
                _("This result already has its edition."),
            ),
        )

    def __str__(self) -> str:
        return self.edition


class NotedPlace(OfSession):
    """A seat's part in a result without rounds: points, a place, or that it won (R-6)."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="noted_place")
    points = models.PositiveIntegerField(_("points"), null=True, blank=True)
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    winner = models.BooleanField(_("winner"), default=False)

    class Meta:
        constraints = named(
            scoring_noted_places_are_one_to_eight=(
                Q(place=None) | within("place", PLACES),
                _("A place must be from 1 to 8."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.seat}: {self.place or self.points}"
