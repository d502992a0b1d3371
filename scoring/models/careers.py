"""The totals of a group, by player and by game, brought up to date with every result.

`game` is empty in totals of all games."""

from collections.abc import Collection
from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.models.constraints import named, once
from scoring.models.people import Group, Player

# A page reads at most so many rows, however many there are.
MOST_CAREERS = 20
MOST_MEETINGS = 200
MOST_FACTS = 300
MOST_LEADING = 2_000


class CareerQuerySet(models.QuerySet["Career"]):
    def of_player(self, player: int) -> Self:
        """Return the totals of all games first."""
        return self.filter(player=player).order_by("game")

    def on_a_streak(self, group: int, least: int) -> Self:
        """Return who won so many sessions in a row at least, the longest streak first."""
        careers = self.filter(player__group=group, game="", run__gte=least)
        return careers.select_related("player").order_by("-run", "pk")

    def in_game(self, group: Group, game: str) -> Self:
        """Return the player with the most wins first."""
        careers = self.filter(player__group=group, game=game).select_related("player")
        return careers.order_by("-wins", "plays", "pk")[:MOST_CAREERS]


class Career(models.Model):
    """All results of a player in the group."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="careers")
    game = models.CharField(max_length=20, blank=True)
    plays = models.IntegerField()
    wins = models.IntegerField()  # shared ones included
    share = models.BigIntegerField()  # of opponents beaten, added up, in 840ths
    points = models.BigIntegerField()
    # Plays of which only the places are known; the points are those of the others.
    without_points = models.IntegerField(default=0, db_default=0)
    run = models.PositiveIntegerField(default=0)  # wins in a row, up to now
    longest_run = models.PositiveIntegerField(default=0)

    objects = CareerQuerySet.as_manager()

    class Meta:
        constraints = named(
            scoring_one_career_a_player_and_game=(
                once("player", "game"),
                _("This player’s results have already been added up."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} {self.game}: {self.wins}/{self.plays}"

    @property
    def plays_with_points(self) -> int:
        return self.plays - self.without_points


class MeetingQuerySet(models.QuerySet["Meeting"]):
    def of_player(self, player: int) -> Self:
        """Return whom they met most first."""
        meetings = self.filter(player=player).select_related("other")
        return meetings.order_by("-met", "pk")[:MOST_MEETINGS]


class Meeting(models.Model):
    """Two players who sat at one table; a row from each side."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="meetings")
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")
    met = models.IntegerField()
    ahead = models.IntegerField()
    tied = models.IntegerField()

    objects = MeetingQuerySet.as_manager()

    class Meta:
        constraints = named(
            scoring_two_players_meet_in_one_row=(
                once("player", "other"),
                _("These two have already been compared."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} – {self.other}: {self.ahead}/{self.met}"


class PlayerFactQuerySet(models.QuerySet["PlayerFact"]):
    def of_player(self, player: int) -> Self:
        """Return the facts with the most opportunities first."""
        return self.filter(player=player).order_by("-of", "pk")[:MOST_FACTS]

    def in_game(self, group: Group, game: str, whats: Collection[str]) -> Self:
        facts = self.filter(player__group=group, game=game, what__in=whats)
        return facts.select_related("player").order_by("-of", "pk")[:MOST_LEADING]


class PlayerFact(models.Model):
    """The sum of a player's facts of one kind (see scoring/core/facts.py)."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="facts")
    game = models.CharField(max_length=20)
    what = models.CharField(max_length=30)
    subject = models.CharField(max_length=60, blank=True)
    times = models.BigIntegerField()
    of = models.BigIntegerField()

    objects = PlayerFactQuerySet.as_manager()

    class Meta:
        constraints = named(
            scoring_a_fact_of_a_player_is_kept_once=(
                once("player", "game", "what", "subject"),
                _("This has already been added up."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} {self.what} {self.subject}: {self.times}/{self.of}"


class GameFactQuerySet(models.QuerySet["GameFact"]):
    def in_game(self, group: Group, game: str) -> Self:
        return self.filter(group=group, game=game).order_by("-of", "pk")[:MOST_FACTS]


class GameFact(models.Model):
    """The sum of a game's facts in a group."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="facts")
    game = models.CharField(max_length=20)
    what = models.CharField(max_length=30)
    subject = models.CharField(max_length=60, blank=True)
    times = models.BigIntegerField()
    of = models.BigIntegerField()

    objects = GameFactQuerySet.as_manager()

    class Meta:
        constraints = named(
            scoring_a_fact_of_a_game_is_kept_once=(
                once("group", "game", "what", "subject"),
                _("This has already been added up."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.what} {self.subject}: {self.times}/{self.of}"
