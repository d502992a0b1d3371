"""A player: what their page shows, read in so many queries however much was played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils.formats import date_format

from scoring.contract import Game
from scoring.core.outcome import POINTS
from scoring.core.standings import WHOLE, thousandths, value
from scoring.core.standings import Tally as Counted
from scoring.groups.visibility import PlayerLink, player_link, session_result_url
from scoring.models import (
    Career,
    Meeting,
    Player,
    PlayerDay,
    PlayerFact,
    Result,
    Season,
    Tally,
)
from scoring.registry import get_game, installed_games
from scoring.statistics.fact_sections import Chapter, Told, chapters
from scoring.statistics.rates import Meetings, average_share, nemeses, rate, victims
from scoring.web.charts import Chart, Column, Course, line_chart
from scoring.web.group_access import Guest
from scoring.web.numbers import from_thousandths

LATEST = 10
MOST_SEASONS = 12
MOST_DAYS = 30  # on the curve


@dataclass(frozen=True, slots=True)
class CareerShown:
    name: str  # of the game; empty for all games
    slug: str
    career: Career

    @property
    def share(self) -> Fraction | None:
        return average_share(self.career.share, self.career.plays)

    @property
    def points(self) -> Fraction | None:
        """Per play; points of different games are never added up."""
        return rate(self.career.points, self.career.plays) if self.slug else None


@dataclass(frozen=True, slots=True)
class MetShown:
    who: PlayerLink
    meetings: Meetings


@dataclass(frozen=True, slots=True)
class Latest:
    game: str
    result: Result
    points: str  # in the words of the game
    address: str


@dataclass(frozen=True, slots=True)
class SeasonShown:
    tally: Tally

    @property
    def season(self) -> Season:
        return self.tally.season

    @property
    def value(self) -> Fraction:
        return _value(self.season, self.tally.plays, self.tally.sum)

    @property
    def missing(self) -> int:
        return max(self.season.minimum - self.tally.plays, 0)


@dataclass(frozen=True, slots=True)
class Evening:
    day: date
    plays: int
    gained: Fraction


@dataclass(frozen=True, slots=True)
class Telling:
    """What the rounds of one game say."""

    name: str
    slug: str
    chapters: list[Chapter]

    @property
    def whole(self) -> list[Told]:
        return [one.whole for one in self.chapters if one.whole]

    @property
    def by_subject(self) -> list[Chapter]:
        return [one for one in self.chapters if one.parts]


@dataclass(frozen=True, slots=True)
class SeasonNow:
    """The season in which a player played last."""

    season: Season
    course: Chart | None
    best: Evening | None


@dataclass(frozen=True, slots=True)
class Portrait:
    name: str
    all_games: CareerShown | None
    games: list[CareerShown]
    met: list[MetShown]
    nemeses: list[MetShown]
    victims: list[MetShown]
    told: list[Telling]
    latest: list[Latest]
    seasons: list[SeasonShown]
    now: SeasonNow | None


def portrait(player: Player, guest: Guest) -> Portrait:
    name = player_link(player, guest).name
    careers = {one.game: one for one in Career.objects.of_player(player)}
    met = _met(player, guest)
    seasons = [SeasonShown(one) for one in Tally.objects.of_player(player, MOST_SEASONS)]
    return Portrait(
        name=name,
        all_games=CareerShown("", "", careers[""]) if "" in careers else None,
        games=[
            CareerShown(game.name, slug, careers[slug])
            for slug, game in installed_games().items()
            if slug in careers
        ],
        met=met,
        nemeses=_among(met, nemeses([one.meetings for one in met])),
        victims=_among(met, victims([one.meetings for one in met])),
        told=_told(list(PlayerFact.objects.of_player(player))),
        latest=_latest(player, guest),
        seasons=seasons,
        now=_now(seasons, player, name),
    )


def _met(player: Player, guest: Guest) -> list[MetShown]:
    return [
        MetShown(
            player_link(one.other, guest), Meetings(one.other_id, one.met, one.ahead, one.level)
        )
        for one in Meeting.objects.of_player(player)
    ]


def _among(met: Sequence[MetShown], chosen: Sequence[Meetings]) -> list[MetShown]:
    return [one for one in met if one.meetings in chosen]


def _told(facts: Sequence[PlayerFact]) -> list[Telling]:
    told = [_telling(game, facts) for game in installed_games().values()]
    return [one for one in told if one.chapters]


def _telling(game: Game[Any], facts: Sequence[PlayerFact]) -> Telling:
    own = [fact for fact in facts if fact.game == game.slug]
    return Telling(game.name, game.slug, chapters(game, own))


def _latest(player: Player, guest: Guest) -> list[Latest]:
    results = Result.objects.latest_of(player, LATEST)
    return [_shown(result, get_game(result.game), guest) for result in results]


def _shown(result: Result, game: Game[Any], guest: Guest) -> Latest:
    held = game.wording.rungs[POINTS](result.points)
    return Latest(game.name, result, held, session_result_url(result.session, guest))


# The season


def _now(seasons: Sequence[SeasonShown], player: Player, name: str) -> SeasonNow | None:
    if not seasons:
        return None
    played = [one.season for one in seasons]
    season = max(played, key=lambda one: (one.last_day or one.starts_on, one.pk))
    days = PlayerDay.objects.of_player(season, player)
    return SeasonNow(
        season, _season_chart(season, name, days.course(MOST_DAYS)), _best(days.best())
    )


def _value(season: Season, plays: int, gained: int) -> Fraction:
    return value(season.rules, Counted(player=0, name="", plays=plays, sum=gained))


def _season_chart(season: Season, name: str, days: Iterable[Any]) -> Chart | None:
    """Draw the player's value after each day, in thousandths: a drawing has whole numbers only."""
    days = list(days)
    values = [thousandths(season.rules, day.so_far, day.plays_so_far) for day in days]
    columns = [
        Column(date_format(day.day, "SHORT_DATE_FORMAT"), number)
        for number, day in enumerate(days, 1)
    ]
    course = Course(name, 1, tuple(values))
    return line_chart([course], columns, start=0, write=from_thousandths)


def _best(day: PlayerDay | None) -> Evening | None:
    if day is None or day.gained <= 0:
        return None
    return Evening(day.day, day.plays, Fraction(day.gained, WHOLE))
