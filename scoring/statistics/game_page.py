"""Read the page of a game in a group in a fixed number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.contract import Game
from scoring.core.outcome import SHARED
from scoring.core.wording import Template
from scoring.groups.visibility import PlayerLink, player_link, session_result_url
from scoring.models import Career, GameFact, PlayerFact, Result
from scoring.statistics.fact_sections import (
    VARIANT,
    Leader,
    best_at,
    leaders,
    whats_with_leaders,
    wins,
)
from scoring.statistics.rates import average_share, rate
from scoring.web.group_access import Guest

NOT_BROKEN: Template = _("Nothing: they stayed tied")


@dataclass(frozen=True, slots=True)
class Record:
    player: PlayerLink
    result: Result
    result_address: str  # empty if this reader may not see it


@dataclass(frozen=True, slots=True)
class Tie:
    label: str
    times: int


@dataclass(frozen=True, slots=True)
class SeatShown:
    place: str
    wins: int
    plays: int
    rate: Fraction | None


@dataclass(frozen=True, slots=True)
class VariantShown:
    label: str
    sessions: int
    winning: Fraction | None  # the points that won, on average
    best_players: tuple[PlayerLink, ...]
    best_text: str


@dataclass(frozen=True, slots=True)
class GamePlayer:
    player: PlayerLink
    career: Career

    @property
    def share(self) -> Fraction | None:
        return average_share(self.career.share, self.career.plays)

    @property
    def points(self) -> Fraction | None:
        return rate(self.career.points, self.career.plays_with_points)


@dataclass(frozen=True, slots=True)
class GamePage:
    sessions: int
    points: Fraction | None  # a player's, on average
    winning: Fraction | None
    records: list[Record]
    ties: list[Tie]
    seats: list[SeatShown]
    variants: list[VariantShown]
    leaders: list[Leader]
    players: list[GamePlayer]


def game_page(game: Game[Any], guest: Guest) -> GamePage:
    facts = list(GameFact.objects.in_game(guest.group, game.slug))
    whats = whats_with_leaders(game)
    player_facts = list(PlayerFact.objects.in_game(guest.group, game.slug, whats))
    points, winning = _of(facts, "points"), _of(facts, "winning")
    return GamePage(
        sessions=sum(fact.of for fact in (*winning, *_of(facts, "without-points"))),
        points=rate(points[0].times, points[0].of) if points else None,
        winning=rate(winning[0].times, winning[0].of) if winning else None,
        records=_records(game, guest),
        ties=_ties(game, _of(facts, "decided")),
        seats=_seats(_of(facts, "seat")),
        variants=_variants(game, _of(facts, VARIANT), player_facts, guest),
        leaders=leaders(game, player_facts, guest),
        players=[
            GamePlayer(player_link(career.player, guest), career)
            for career in Career.objects.in_game(guest.group, game.slug)
        ],
    )


def _of(facts: Sequence[GameFact], what: str) -> list[GameFact]:
    return [fact for fact in facts if fact.what == what]


def _records(game: Game[Any], guest: Guest) -> list[Record]:
    return [
        _record(player_link(result.player, guest), result, guest)
        for result in Result.objects.records(guest.group, game.slug)
        if result.player is not None
    ]


def _record(player: PlayerLink, result: Result, guest: Guest) -> Record:
    """Link the result, unless it would name a player who hides."""
    address = session_result_url(result.session, guest) if player.url else ""
    return Record(player, result, address)


def _ties(game: Game[Any], decided: Sequence[GameFact]) -> list[Tie]:
    """Return what broke ties, the most frequent first."""
    words = {**game.wording.ties, SHARED: NOT_BROKEN}
    by_frequency = sorted(decided, key=lambda fact: (-fact.times, fact.subject))
    return [Tie(str(words.get(fact.subject, fact.subject)), fact.times) for fact in by_frequency]


def _seats(seats: Sequence[GameFact]) -> list[SeatShown]:
    return [
        SeatShown(fact.subject, fact.times, fact.of, rate(fact.times, fact.of))
        for fact in sorted(seats, key=lambda fact: fact.subject)
    ]


def _variants(
    game: Game[Any], facts: Sequence[GameFact], player_facts: Sequence[PlayerFact], guest: Guest
) -> list[VariantShown]:
    by_frequency = sorted(facts, key=lambda fact: (-fact.of, fact.subject))
    return [
        _variant(game, fact, best_at(fact.subject, player_facts), guest) for fact in by_frequency
    ]


def _variant(
    game: Game[Any], fact: GameFact, best: Sequence[PlayerFact], guest: Guest
) -> VariantShown:
    return VariantShown(
        label=str(game.wording.variants.get(fact.subject, fact.subject)),
        sessions=fact.of,
        winning=rate(fact.times, fact.of),
        best_players=tuple([player_link(fact.player, guest) for fact in best]),
        best_text=wins(best[0].times, best[0].of) if best else "",
    )
