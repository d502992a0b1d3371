"""Leagues and their seasons: what a session can count for."""

from collections.abc import Sequence
from datetime import date
from importlib import import_module
from itertools import pairwise
from typing import Self

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Exists, ExpressionWrapper, F, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.core.standings import LAST_PLACE, LEAST_PLAYERS, Aggregate, Rules, Scheme
from scoring.models.constraints import named, once
from scoring.models.fields import NumbersField
from scoring.models.people import NAME_LENGTH, Group, Player

USUAL = Rules()
SIZES = range(LEAST_PLAYERS, LAST_PLACE + 1)  # of tables that count
PODIUMS = {players: f"podium_{players}" for players in SIZES}  # their columns
MOST_POINTS = 100  # that a place is worth
MOST_RESULTS = 1_000  # that the best of can be asked for


def check_podium(points: Sequence[int]) -> None:
    """Refuse points by place that no table can give (L-2)."""
    if len(points) > LAST_PLACE:
        raise ValidationError(_("There are at most eight places."))
    if max(points, default=0) > MOST_POINTS:
        raise ValidationError(_("A place can be worth at most 100 points."))
    if any(later > earlier for earlier, later in pairwise(points)):
        raise ValidationError(_("A place cannot be worth more than the one before it."))


def _podium_of_size() -> NumbersField:
    return NumbersField(
        max_length=60, blank=True, default=(), db_default="", validators=[check_podium]
    )


def game_choices() -> list[tuple[str, str]]:
    """Return the games by their folders, with their names.

    Called once all models are there: what else a game provides needs these first."""
    return [(one.rpartition(".")[2], _name_of_game(one)) for one in settings.INSTALLED_GAMES]


def _name_of_game(package: str) -> str:
    """Return its name; its folder, if it has none: a system check says what is wrong with it."""
    try:
        return str(import_module(f"{package}.game").NAME)
    except (ImportError, AttributeError):
        return package.rpartition(".")[2]


def first_of_this_year() -> date:
    return timezone.localdate().replace(month=1, day=1)


def last_of_this_year() -> date:
    return timezone.localdate().replace(month=12, day=31)


class LeagueQuerySet(models.QuerySet["League"]):
    def managed_by(self, user: User) -> Self:
        return self if user.is_superuser else self.filter(group__in=Group.objects.managed_by(user))

    def with_seasons(self) -> Self:
        """Read their seasons too, newest first; by name."""
        seasons = models.Prefetch("seasons", Season.objects.newest_first())
        return self.prefetch_related(seasons).by_name()

    def by_name(self) -> Self:
        return self.order_by("name", "pk")

    def with_groups(self) -> Self:
        """Read their groups too, by whose names they are ordered."""
        return self.select_related("group").order_by("group__name", "name", "pk")

    def oldest(self) -> "League | None":
        return self.order_by("pk").first()


class League(models.Model):
    group = models.ForeignKey(Group, models.CASCADE, related_name="leagues")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    slug = models.SlugField(_("address"), max_length=NAME_LENGTH)

    objects = LeagueQuerySet.as_manager()

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        constraints = named(
            scoring_one_league_of_an_address_in_a_group=(
                once("group", "slug"),
                _("The group already has a league at this address."),
            ),
        )

    def __str__(self) -> str:
        return self.name


def _has_session(session: int) -> Q:
    """Match by the few rows of the session: those of a season may be very many."""
    counted = apps.get_model("scoring", "SeasonSession")._default_manager.filter(session=session)
    return Q(pk__in=counted.values("season"))


class SeasonQuerySet(models.QuerySet["Season"]):
    def managed_by(self, user: User) -> Self:
        leagues = League.objects.managed_by(user)
        return self if user.is_superuser else self.filter(league__in=leagues)

    def with_day(self, league: int, day: date) -> Self:
        """Return the seasons of a league that cover a day."""
        return self.filter(league=league, starts_on__lte=day, ends_on__gte=day)

    def is_closed_for(self, session: int) -> bool:
        """Return whether a session counts for a closed season."""
        return self.with_session(session).filter(closed_at__isnull=False).exists()

    def closed_of(self, *leagues: int) -> Self:
        """Return the closed seasons of these leagues."""
        return self.filter(league__in=leagues, closed_at__isnull=False).order_by("pk")

    def counting(self, league: int, game: str, day: date) -> Self:
        """Return the seasons that a session of this league counts for (L-1)."""
        return self.with_day(league, day).filter(games__game=game).order_by("pk")

    def with_session(self, session: int) -> Self:
        """Return the seasons that a session counts for."""
        return self.filter(_has_session(session)).order_by("pk")

    def of_session(self, session: int) -> Self:
        """Return the seasons that a session counts for, with their league, newest first."""
        return self.with_session(session).select_related("league").newest_first()

    def counting_session(self, session: int, league: int, game: str, day: date | None) -> Self:
        """Return the seasons that a session counts for as it is stored, as `has_results`, and those
        that it counts for on this day, as `has_day`; often they are the same."""
        games = SeasonGame.objects.filter(season=OuterRef("pk"), game=game)
        has_day = Q(Exists(games), starts_on__lte=day, ends_on__gte=day) if day else Q(pk=None)
        seasons = self.filter(league=league).annotate(
            has_results=ExpressionWrapper(_has_session(session), models.BooleanField()),
            has_day=ExpressionWrapper(has_day, models.BooleanField()),
        )
        return seasons.filter(Q(has_results=True) | Q(has_day=True)).order_by("pk")

    def at(self, group: str, league: str, season: str) -> "Season | None":
        """Return the season of an address, with its league and its group."""
        of_league = self.filter(league__group__slug=group, league__slug=league)
        return of_league.filter(slug=season).select_related("league__group").first()

    def on_day(self, league: int | None, day: date) -> "list[Season]":
        """Return the seasons of a league that have a day, the longest first: that is the main one.

        Those of all time come last; there are none without a league."""
        if league is None:
            return []
        return sorted(self.with_day(league, day), key=lambda season: season.by_length)

    def of_group(self, group: int) -> Self:
        """Return the seasons of all leagues of the group, with their leagues."""
        return self.filter(league__group=group).select_related("league")

    def newest_first(self) -> Self:
        """Order seasons by their last days; those of all time come first."""
        return self.order_by("-ends_on", "-starts_on", "-pk")

    def with_stale_skill(self) -> Self:
        """Return seasons whose skill can be computed: all their sessions are known."""
        return self.filter(skill_is_stale=True, sessions_are_stale=False).order_by("pk")

    def being_counted(self) -> Self:
        return self.filter(Q(sessions_are_stale=True) | Q(days_are_stale=True)).order_by("pk")


class Season(models.Model):
    """Part of a league: which sessions count, for how much, and in which order (L-1 to L-5)."""

    class Schemes(models.TextChoices):
        BEATEN = Scheme.BEATEN.value, _("the share of opponents beaten")
        PODIUM = Scheme.PODIUM.value, _("points by place")
        WINS = Scheme.WINS.value, _("wins only")

    class Aggregates(models.TextChoices):
        TOTAL = Aggregate.TOTAL.value, _("all results added up")
        AVERAGE = Aggregate.AVERAGE.value, _("the average per play")
        BEST = Aggregate.BEST.value, _("the best results added up")

    league = models.ForeignKey(League, models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    slug = models.SlugField(_("address"), max_length=NAME_LENGTH)
    starts_on = models.DateField(_("first day"), default=first_of_this_year)
    ends_on = models.DateField(_("last day"), default=last_of_this_year)
    scheme = models.CharField(
        _("what a place is worth"), max_length=10, choices=Schemes, default=Schemes.BEATEN
    )
    podium = NumbersField(
        _("points by place, from first place down"),
        max_length=60,
        default=USUAL.podium,
        validators=[check_podium],
    )
    # Lists for tables of so many players; where they are empty, the one above counts.
    podium_2 = _podium_of_size()
    podium_3 = _podium_of_size()
    podium_4 = _podium_of_size()
    podium_5 = _podium_of_size()
    podium_6 = _podium_of_size()
    podium_7 = _podium_of_size()
    podium_8 = _podium_of_size()
    aggregate = models.CharField(
        _("how results add up"), max_length=10, choices=Aggregates, default=Aggregates.TOTAL
    )
    best = models.PositiveSmallIntegerField(
        _("how many best results"),
        default=USUAL.best,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_RESULTS)],
    )
    minimum = models.PositiveSmallIntegerField(
        _("plays needed for a rank"), default=USUAL.minimum, validators=[MinValueValidator(1)]
    )
    skill = models.BooleanField(_("show skill"), default=False)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)
    # When a session of the closed season was last corrected (L-9).
    corrected_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Moves with whatever its page shows.
    version = models.PositiveIntegerField(default=0, editable=False)
    sessions = models.PositiveIntegerField(default=0, editable=False)  # that count
    last_day = models.DateField(null=True, blank=True, editable=False)  # on which one was played
    # A session came in between others: the worker recalculates skill.
    skill_is_stale = models.BooleanField(default=False, editable=False)
    # Other days or games count than before, and the worker has yet to move the sessions: until then
    # results change how often each place was taken, and the tallies stay as they are.
    sessions_are_stale = models.BooleanField(default=False, db_default=False, editable=False)
    # What players gained on each day has yet to be computed by the season's rules.
    days_are_stale = models.BooleanField(default=False, db_default=False, editable=False)
    # Moves when other sessions count, or count for something else: what was begun before is begun
    # again.
    settled = models.PositiveIntegerField(default=0, db_default=0, editable=False)

    objects = SeasonQuerySet.as_manager()

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        constraints = named(
            scoring_one_season_of_an_address_in_a_league=(
                once("league", "slug"),
                _("The league already has a season at this address."),
            ),
            scoring_a_season_ends_after_it_starts=(
                Q(ends_on__gte=F("starts_on")),
                _("The last day cannot be before the first."),
            ),
            scoring_a_season_asks_for_one_play_at_least=(
                Q(minimum__gte=1, best__gte=1),
                _("A season needs at least one play and one result."),
            ),
        )
        indexes = (
            # The worker looks for them every second.
            models.Index(
                fields=["id"], condition=Q(skill_is_stale=True), name="scoring_stale_skill"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_all_time(self) -> bool:
        """Return whether the season has no days of its own: it begins and ends with the calendar.

        So it is counted as any other, and needs no rule of its own."""
        return (self.starts_on, self.ends_on) == (date.min, date.max)

    @property
    def weight(self) -> tuple[bool, int, int]:
        """Sort seasons that were played on one day: the main one has most sessions.

        One of all time is that only where there is no other."""
        return not self.is_all_time, self.sessions, self.pk

    @property
    def by_length(self) -> tuple[bool, int, int]:
        """Sort seasons of one day: the longest first, the older of two, and last those of all time.

        Unlike `weight` it does not change with every result."""
        return self.is_all_time, (self.starts_on - self.ends_on).days, self.pk

    def game_slugs(self) -> list[str]:
        return list(self.games.values_list("game", flat=True))

    @property
    def is_being_counted(self) -> bool:
        return self.sessions_are_stale or self.days_are_stale

    @property
    def rules(self) -> Rules:
        return Rules(
            scheme=Scheme(self.scheme),
            podium=tuple(self.podium),
            podium_of={
                players: tuple(points)
                for players, name in PODIUMS.items()
                if (points := getattr(self, name))
            },
            aggregate=Aggregate(self.aggregate),
            best=self.best,
            minimum=self.minimum,
        )


class SeasonGame(models.Model):
    """A game that counts for a season, and the version of its own standings."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="games")
    game = models.CharField(_("game"), max_length=20, choices=game_choices)
    sessions = models.PositiveIntegerField(default=0, editable=False)
    last_day = models.DateField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("game of a season")
        verbose_name_plural = _("games of a season")
        constraints = named(
            scoring_a_game_counts_once_in_a_season=(
                once("season", "game"),
                _("The season already has this game."),
            ),
        )

    def __str__(self) -> str:
        return self.game


def versions_of(group: Group) -> list[object]:
    """Return numbers that change with whatever the players and the seasons of a group show."""
    players = Player.objects.filter(group=group)
    seasons = Season.objects.filter(league__group=group)
    summed = {"number": models.Count("pk"), "versions": models.Sum("version")}
    return [rows.aggregate(**summed) for rows in (players, seasons)]
