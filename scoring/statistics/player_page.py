"""Read a player's page in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils.formats import date_format

from scoring.contract import Game
from scoring.core.facts import CountedFact
from scoring.core.outcome import POINTS
from scoring.core.standings import WHOLE, thousandths, value
from scoring.core.standings import Tally as CountedTally
from scoring.groups.visibility import (
    PlayerLink,
    player_link,
    session_result_url,
    visible_cover,
)
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
from scoring.statistics.fact_sections import FactSection, FactShown, fact_sections
from scoring.statistics.rates import average_share, rate
from scoring.statistics.rivals import Meetings, nemeses, victims
from scoring.totals.latest_ranks import LATEST_RANKS
from scoring.web.group_access import Guest
from scoring.web.line_charts import Chart, ChartLine, Column, line_chart
from scoring.web.numbers import from_thousandths

LATEST = 10
MOST_WINS, WALL = 6, 3  # covers, and how many a row has
LEAST_PLAYS = 3  # of a game, before it can be called a player's strongest
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
        """Return the points per play; those of different games are never added up."""
        return rate(self.career.points, self.career.plays_with_points) if self.slug else None


@dataclass(frozen=True, slots=True)
class Opponent:
    player: PlayerLink
    meetings: Meetings


@dataclass(frozen=True, slots=True)
class LatestResult:
    game: str
    result: Result
    points: str  # in the words of the game
    result_address: str  # empty if this reader may not see it
    cover: str  # its picture; that of the game for who may not see it


@dataclass(frozen=True, slots=True)
class SeasonShown:
    tally: Tally

    @property
    def season(self) -> Season:
        return self.tally.season

    @property
    def value(self) -> Fraction:
        tally = self.tally
        counted = CountedTally(player=0, name="", plays=tally.plays, sum=tally.sum)
        return value(self.season.rules, counted)

    @property
    def missing(self) -> int:
        return max(self.season.minimum - self.tally.plays, 0)


@dataclass(frozen=True, slots=True)
class BestDay:
    day: date
    plays: int
    gained: Fraction


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The facts about a player from the rounds of one game."""

    name: str
    slug: str
    sections: list[FactSection]

    @property
    def overall(self) -> list[FactShown]:
        return [section.overall for section in self.sections if section.overall]

    @property
    def by_subject(self) -> list[FactSection]:
        return [section for section in self.sections if section.by_subject]


@dataclass(frozen=True, slots=True)
class CurrentSeason:
    """The season in which a player played last."""

    season: Season
    rank: int | None
    chart: Chart | None
    best_day: BestDay | None


@dataclass(frozen=True, slots=True)
class PlayerPage:
    name: str
    all_games: CareerShown | None
    games: list[CareerShown]
    opponents: list[Opponent]
    nemeses: list[Opponent]
    victims: list[Opponent]
    facts: list[GameFacts]
    latest_results: list[LatestResult]
    seasons: list[SeasonShown]
    current_season: CurrentSeason | None
    wall: list[str]  # the covers of the latest wins
    strongest: CareerShown | None

    @property
    def form(self) -> list[int]:
        """Return the latest places, the last one last."""
        contests = [one.result.rank for one in self.latest_results if one.result.players > 1]
        return contests[:LATEST_RANKS][::-1]


def player_page(player: Player, guest: Guest) -> PlayerPage:
    name = player_link(player, guest).name
    careers = {career.game: career for career in Career.objects.of_player(player.pk)}
    opponents = _opponents(player, guest)
    meetings = [opponent.meetings for opponent in opponents]
    tallies = Tally.objects.of_player(player.pk, MOST_SEASONS)
    seasons = [SeasonShown(tally) for tally in tallies]
    games = [
        CareerShown(game.name, slug, careers[slug])
        for slug, game in installed_games().items()
        if slug in careers
    ]
    return PlayerPage(
        name=name,
        all_games=CareerShown("", "", careers[""]) if "" in careers else None,
        games=games,
        opponents=opponents,
        nemeses=_with_meetings(opponents, nemeses(meetings)),
        victims=_with_meetings(opponents, victims(meetings)),
        facts=_facts(player),
        latest_results=[
            _latest_result(result, get_game(result.game), guest)
            for result in latest_results(player)
        ],
        seasons=seasons,
        current_season=_current_season(seasons, player, name),
        wall=_wall(player, guest),
        strongest=_strongest(games),
    )


def _opponents(player: Player, guest: Guest) -> list[Opponent]:
    return [
        Opponent(
            player_link(pair.other, guest),
            Meetings(pair.other_id, pair.met, pair.ahead, pair.tied),
        )
        for pair in Meeting.objects.of_player(player.pk)
    ]


def _with_meetings(opponents: Sequence[Opponent], chosen: Sequence[Meetings]) -> list[Opponent]:
    return [opponent for opponent in opponents if opponent.meetings in chosen]


def _facts(player: Player) -> list[GameFacts]:
    facts: dict[str, list[PlayerFact | CountedFact]] = defaultdict(list)
    for fact in PlayerFact.objects.of_player(player.pk):
        facts[fact.game].append(fact)
    # A game without facts of the player was not played: its rows are not counted.
    of_games = [
        _game_facts(game, [*facts[slug], *game.row_facts(player.pk)])
        for slug, game in installed_games().items()
        if slug in facts
    ]
    return [of_game for of_game in of_games if of_game.sections]


def _game_facts(game: Game[Any], facts: Sequence[PlayerFact | CountedFact]) -> GameFacts:
    return GameFacts(game.name, game.slug, fact_sections(game, facts))


def latest_results(player: Player) -> list[Result]:
    """Return the latest results; those whose day is unknown come last."""
    dated = list(Result.objects.latest_of(player.pk, dated=True)[:LATEST])
    if len(dated) < LATEST:
        dated += Result.objects.latest_of(player.pk, dated=False)[: LATEST - len(dated)]
    return dated


def _latest_result(result: Result, game: Game[Any], guest: Guest) -> LatestResult:
    points = "" if result.points is None else game.wording.rungs[POINTS](result.points)
    url = session_result_url(result.session, guest)
    return LatestResult(game.name, result, points, url, visible_cover(result.session, guest))


def _wall(player: Player, guest: Guest) -> list[str]:
    """Return full rows of covers of the latest wins that this reader may open."""
    wins = [result.session for result in Result.objects.wins_of(player.pk)[:MOST_WINS]]
    shown = [one for one in wins if guest.belongs or session_result_url(one, guest)]
    return [visible_cover(session, guest) for session in shown[: len(shown) // WALL * WALL]]


def _strongest(games: Sequence[CareerShown]) -> CareerShown | None:
    """Return the game in which the player won most often, if they won there at all."""
    played = [one for one in games if one.career.plays >= LEAST_PLAYS and one.career.wins]
    return max(played, key=lambda one: Fraction(one.career.wins, one.career.plays), default=None)


# The current season


def _current_season(
    seasons: Sequence[SeasonShown], player: Player, name: str
) -> CurrentSeason | None:
    counted = [shown.season for shown in seasons if not shown.season.is_being_counted]
    if not counted:
        return None
    season = max(
        counted,
        key=lambda season: (season.last_day or season.starts_on, season.weight),
    )
    rank = next(shown.tally.rank for shown in seasons if shown.season == season)
    days = PlayerDay.objects.of_player(season=season.pk, player=player.pk)
    chart = _season_chart(season, name, list(days.course(MOST_DAYS)))
    return CurrentSeason(season, rank, chart, _best_day(days.best_first().first()))


def _season_chart(season: Season, name: str, days: Sequence[Any]) -> Chart | None:
    """Draw the player's value after each day, in thousandths: a drawing has whole numbers only."""
    values = [thousandths(season.rules, day.so_far, day.plays_so_far) for day in days]
    columns = [
        Column(date_format(day.day, "SHORT_DATE_FORMAT"), number)
        for number, day in enumerate(days, 1)
    ]
    course = ChartLine(name, 1, tuple(values))
    return line_chart([course], columns, start=0, write=from_thousandths)


def _best_day(day: PlayerDay | None) -> BestDay | None:
    if day is None or day.gained <= 0:
        return None
    return BestDay(day.day, day.plays, Fraction(day.gained, WHOLE))
