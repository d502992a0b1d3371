"""What a group's evenings come to, player by player and game by game, kept with every result.

`game` is empty where all games are meant."""

from collections.abc import Collection
from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.models.people import Group, Player

# A page reads no more rows than this, however many there are.
MOST_CAREERS = 20
MOST_MEETINGS = 200
MOST_FACTS = 300
MOST_LEADING = 2_000


class CareerQuerySet(models.QuerySet["Career"]):
    def of_player(self, player: Player) -> Self:
        """The one of all games first."""
        return self.filter(player=player).order_by("game")

    def in_game(self, group: Group, game: str) -> Self:
        """Whoever won most first."""
        found = self.filter(player__group=group, game=game).select_related("player")
        return found.order_by("-wins", "plays", "pk")[:MOST_CAREERS]


class Career(models.Model):
    """All that a player ever played in the group."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="careers")
    game = models.CharField(max_length=20, blank=True)
    plays = models.IntegerField()
    wins = models.IntegerField()  # shared ones included
    share = models.BigIntegerField()  # of opponents beaten, added up, in 840ths
    points = models.BigIntegerField()
    run = models.PositiveIntegerField(default=0)  # wins in a row, up to now
    longest_run = models.PositiveIntegerField(default=0)

    objects = CareerQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("player", "game"),
                name="scoring_one_career_a_player_and_game",
                violation_error_message=_("This player’s results are added up already."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} {self.game}: {self.wins}/{self.plays}"


class MeetingQuerySet(models.QuerySet["Meeting"]):
    def of_player(self, player: Player) -> Self:
        """Whom they met most first."""
        found = self.filter(player=player).select_related("other")
        return found.order_by("-met", "pk")[:MOST_MEETINGS]


class Meeting(models.Model):
    """Two players who sat at one table; once from each side."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="meetings")
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")
    met = models.IntegerField()
    ahead = models.IntegerField()
    level = models.IntegerField()

    objects = MeetingQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("player", "other"),
                name="scoring_two_players_meet_in_one_row",
                violation_error_message=_("These two are compared already."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} – {self.other}: {self.ahead}/{self.met}"


class PlayerFactQuerySet(models.QuerySet["PlayerFact"]):
    def of_player(self, player: Player) -> Self:
        """What there was most of first."""
        return self.filter(player=player).order_by("-of", "pk")[:MOST_FACTS]

    def in_game(self, group: Group, game: str, whats: Collection[str]) -> Self:
        found = self.filter(player__group=group, game=game, what__in=whats)
        return found.select_related("player").order_by("-of", "pk")[:MOST_LEADING]


class PlayerFact(models.Model):
    """What a game's rounds say of a player: so many times, of so many."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="facts")
    game = models.CharField(max_length=20)
    what = models.CharField(max_length=30)
    subject = models.CharField(max_length=60, blank=True)
    times = models.BigIntegerField()
    of = models.BigIntegerField()

    objects = PlayerFactQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("player", "game", "what", "subject"),
                name="scoring_a_fact_of_a_player_is_kept_once",
                violation_error_message=_("This is added up already."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} {self.what} {self.subject}: {self.times}/{self.of}"


class GameFactQuerySet(models.QuerySet["GameFact"]):
    def in_game(self, group: Group, game: str) -> Self:
        return self.filter(group=group, game=game).order_by("-of", "pk")[:MOST_FACTS]


class GameFact(models.Model):
    """What a group's sessions of a game say of the game."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="facts")
    game = models.CharField(max_length=20)
    what = models.CharField(max_length=30)
    subject = models.CharField(max_length=60, blank=True)
    times = models.BigIntegerField()
    of = models.BigIntegerField()

    objects = GameFactQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("group", "game", "what", "subject"),
                name="scoring_a_fact_of_a_game_is_kept_once",
                violation_error_message=_("This is added up already."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.what} {self.subject}: {self.times}/{self.of}"
