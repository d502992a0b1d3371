"""The standings of a season, brought up to date with every result that counts.

`game` is empty in the standings of all games of the season."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Self

from django.db import models
from django.db.models import Count, F, Q, Sum, Window
from django.db.models.functions import Mod, RowNumber
from django.utils.translation import gettext_lazy as _

from scoring.core.standings import LAST_PLACE
from scoring.models.constraints import named, numbered, once
from scoring.models.fields import NumbersField
from scoring.models.people import Player
from scoring.models.seasons import Season, game_choices
from scoring.models.sessions import Session

NO_PLACES = (0,) * LAST_PLACE
MOST_CHANGES_SHOWN = 50  # since a season was closed


class PlayerDayQuerySet(models.QuerySet["PlayerDay"]):
    def of_player(self, season: int, player: int) -> Self:
        return self.filter(season=season, game="", player=player)

    def best_first(self) -> Self:
        """Return the day that brought most first; of several the latest."""
        return self.order_by("-gained", "-day")

    def course(self, most: int) -> Self:
        """Return the sum after each day, of at most so many days, evenly spread, with the last."""
        by_day = F("day").asc()
        here: Self = self.annotate(
            so_far=Window(Sum("gained"), order_by=by_day),
            plays_so_far=Window(Sum("plays"), order_by=by_day),
            at=Mod(Window(RowNumber(), order_by=by_day) * most, Window(Count("*"))),
        )
        return here.filter(at__lt=most).order_by("day")


class PlayerDay(models.Model):
    """What one day added to a player's sum; with `best` it may be nothing."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="player_days")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    game = models.CharField(max_length=20, blank=True)
    day = models.DateField()
    plays = models.IntegerField()
    gained = models.BigIntegerField()  # in 840ths

    objects = PlayerDayQuerySet.as_manager()

    class Meta:
        constraints = named(
            scoring_a_day_is_added_up_once=(
                once("season", "game", "player", "day"),
                _("This day has already been added up."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} {self.day}: {self.gained}"


class TallyQuerySet(models.QuerySet["Tally"]):
    def in_order(self, game: str = "") -> Self:
        """Return the standings: the ranked, best first, then those with too few plays."""
        return self.filter(game=game).order_by("position")

    def of_player(self, player: int, most: int) -> Self:
        """Return the tallies of all games, newest season first."""
        tallies = self.filter(player=player, game="").select_related("season__league")
        in_order = ("-season__ends_on", "-season__starts_on", "-season_id")
        return tallies.order_by(*in_order)[:most]

    def leading(self, season: int, most: int) -> Self:
        """Return the first of the standings, and the first of the standings of each game."""
        first_of_all = Q(position__lte=most, game="")
        tallies = self.filter(first_of_all | (Q(rank=1, position=1) & ~Q(game="")))
        return tallies.filter(season=season).select_related("player").order_by("game", "position")

    def climbed(self, season: int) -> Self:
        """Return who climbed on the last evening, the farthest first."""
        climbed = self.filter(season=season, game="", rank_before__gt=F("rank"))
        farthest = climbed.annotate(by=F("rank_before") - F("rank")).order_by("-by", "pk")
        return farthest.select_related("player")

    def of(self, season: Season, player: int, game: str) -> "Tally | None":
        """Return a player's tally."""
        # By its own column, which knows numbers that no player has; a foreign key does not.
        tallies = self.filter(season=season, player__pk=player, game=game)
        return tallies.select_related("player").first()


class Tally(models.Model):
    """One player's line in the standings of a season."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="tallies")
    player = models.ForeignKey(Player, models.CASCADE, related_name="tallies")
    game = models.CharField(max_length=20, blank=True)
    position = models.PositiveSmallIntegerField()  # in the table, from 1
    rank = models.PositiveSmallIntegerField(null=True)  # none below the line (L-4)
    decided_by = models.CharField(max_length=20, blank=True)
    plays = models.PositiveIntegerField()
    sum = models.BigIntegerField()  # in 840ths: of all results, or of the best
    places = NumbersField(max_length=80)  # how often first, second, … eighth
    form = NumbersField(max_length=20)  # the last five ranks, the latest last
    # As it was before the last day that was played.
    plays_before = models.PositiveIntegerField(default=0)
    sum_before = models.BigIntegerField(default=0)
    places_before = NumbersField(max_length=80, default=NO_PLACES)
    rank_before = models.PositiveSmallIntegerField(null=True)
    # Skill (L-8), over all games alone.
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)

    objects = TallyQuerySet.as_manager()

    class Meta:
        verbose_name = _("row of standings")
        verbose_name_plural = _("rows of standings")
        constraints = named(
            scoring_one_line_a_player_and_table=(
                once("season", "game", "player"),
                _("This player already has a row in these standings."),
            ),
            scoring_a_line_needs_a_play=(
                numbered("plays"),
                _("A player who has not played is not in the standings."),
            ),
        )
        indexes = (models.Index(fields=("season", "game", "position"), name="scoring_table_order"),)

    def __str__(self) -> str:
        return f"{self.rank or '–'} {self.player}"


class SkillCheckpointQuerySet(models.QuerySet["SkillCheckpoint"]):
    def since_day(self, day: date) -> Self:
        return self.filter(played_on__gte=day)

    def last_played(self) -> "SkillCheckpoint | None":
        return self.order_by("-played_on", "-finished_at", "-session_number").first()


class SkillCheckpoint(models.Model):
    """The ratings of all players after one session of a season, to go on from there."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="skill_checkpoints")
    # The session by its place in the order of play; it may be removed before the checkpoint.
    played_on = models.DateField()
    finished_at = models.DateTimeField()
    session_number = models.BigIntegerField()
    ratings = models.JSONField()  # by player: mu and sigma

    objects = SkillCheckpointQuerySet.as_manager()

    class Meta:
        constraints = named(
            scoring_one_checkpoint_after_a_session=(
                once("season", "played_on", "finished_at", "session_number"),
                _("There is already a checkpoint after this session."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.season}, {self.played_on}"

    @classmethod
    def after(
        cls,
        season: Season,
        order: tuple[date, datetime, int],
        ratings: Mapping[int, tuple[float, float]],
    ) -> Self:
        day, at, session = order
        return cls(
            season=season,
            played_on=day,
            finished_at=at,
            session_number=session,
            ratings={str(player): [mu, sigma] for player, (mu, sigma) in ratings.items()},
        )

    @property
    def order(self) -> tuple[date, datetime, int]:
        return self.played_on, self.finished_at, self.session_number


# What changed after a season was closed (L-9)


class ClosedSeasonChangeQuerySet(models.QuerySet["ClosedSeasonChange"]):
    def latest_of(self, season: Season) -> Self:
        """Return the last changes of a season, the newest first, with whose ranks moved."""
        moves = models.Prefetch("moves", RankMove.objects.best_first())
        of_season = self.filter(season=season).select_related("session").prefetch_related(moves)
        return of_season.order_by("-at", "-pk")[:MOST_CHANGES_SHOWN]


class ClosedSeasonChange(models.Model):
    """A change of a closed season's standings: when, what was done, and to which session."""

    class What(models.TextChoices):
        ADDED = "added", _("added")
        ENDED = "ended", _("ended after the season was closed")
        CORRECTED = "corrected", _("corrected")
        REOPENED = "reopened", _("no longer over")
        DELETED = "deleted", _("deleted")
        RESTORED = "restored", _("restored")
        MOVED = "moved", _("moved")
        IMPORT_UNDONE = "import-undone", _("deleted with its import")
        MERGED = "merged", _("two players merged")
        SEPARATED = "separated", _("two players separated again")

    season = models.ForeignKey(Season, models.CASCADE, related_name="changes_since_closed")
    at = models.DateTimeField()
    what = models.CharField(max_length=20, choices=What)
    # The session, if it was one, as long as it exists; its game and day also afterwards.
    session = models.ForeignKey(Session, models.SET_NULL, null=True, related_name="+")
    game = models.CharField(max_length=20, choices=game_choices, blank=True)
    played_on = models.DateField(null=True)
    sessions = models.PositiveIntegerField()  # how many, none where players were merged

    objects = ClosedSeasonChangeQuerySet.as_manager()

    class Meta:
        constraints = named(
            scoring_a_change_names_its_only_session=(
                models.Q(session=None) | models.Q(sessions=1),
                _("A change of several sessions cannot name one of them."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.season}: {self.what}"


class RankMoveQuerySet(models.QuerySet["RankMove"]):
    def best_first(self) -> Self:
        """Order moves by the new ranks, with their players."""
        rank = models.F("after").asc(nulls_last=True)
        return self.select_related("player").order_by(rank, "player__name", "pk")


class RankMove(models.Model):
    """A player whose rank in all games together another one is since the change."""

    change = models.ForeignKey(ClosedSeasonChange, models.CASCADE, related_name="moves")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    before = models.PositiveSmallIntegerField(null=True)  # None without a rank
    after = models.PositiveSmallIntegerField(null=True)

    objects = RankMoveQuerySet.as_manager()

    class Meta:
        constraints = named(
            scoring_a_player_moves_once_by_a_change=(
                once("change", "player"),
                _("This player’s change of rank is already stored."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.before} → {self.after}"
