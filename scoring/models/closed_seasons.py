"""What changed the standings of a season after it was closed (L-9)."""

from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.models.people import Player
from scoring.models.seasons import Season, game_choices
from scoring.models.sessions import Session

MOST_SHOWN = 50


class ClosedSeasonChangeQuerySet(models.QuerySet["ClosedSeasonChange"]):
    def latest_of(self, season: Season) -> Self:
        """Return the last changes of a season, the newest first, with whose ranks moved."""
        moves = models.Prefetch("moves", RankMove.objects.best_first())
        of_season = self.filter(season=season).select_related("session").prefetch_related(moves)
        return of_season.order_by("-at", "-pk")[:MOST_SHOWN]


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
        IMPORT_UNDONE = "import-undone", _("removed with its import")
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
        constraints = (
            models.CheckConstraint(
                condition=models.Q(session=None) | models.Q(sessions=1),
                name="scoring_a_change_names_its_only_session",
                violation_error_message=_("A change of several sessions names none of them."),
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
        constraints = (
            models.UniqueConstraint(
                fields=("change", "player"),
                name="scoring_a_player_moves_once_by_a_change",
                violation_error_message=_("This player’s move is already stored."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.before} → {self.after}"
