"""A game in a group: what its page shows, read in so many queries however much was played."""

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

NOT_BROKEN: Template = _("Nothing: the place was shared")


@dataclass(frozen=True, slots=True)
class Record:
    who: PlayerLink
    result: Result
    address: str


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
    best: tuple[PlayerLink, ...]
    best_says: str


@dataclass(frozen=True, slots=True)
class Regular:
    """Somebody who plays it."""

    who: PlayerLink
    career: Career

    @property
    def share(self) -> Fraction | None:
        return average_share(self.career.share, self.career.plays)

    @property
    def points(self) -> Fraction | None:
        return rate(self.career.points, self.career.plays)


@dataclass(frozen=True, slots=True)
class House:
    sessions: int
    points: Fraction | None  # a player's, on average
    winning: Fraction | None
    records: list[Record]
    ties: list[Tie]
    seats: list[SeatShown]
    variants: list[VariantShown]
    leaders: list[Leader]
    regulars: list[Regular]


def house(game: Game[Any], guest: Guest) -> House:
    facts = list(GameFact.objects.in_game(guest.group, game.slug))
    whats = whats_with_leaders(game)
    told = list(PlayerFact.objects.in_game(guest.group, game.slug, whats))
    points, winning = _of(facts, "points"), _of(facts, "winning")
    return House(
        sessions=winning[0].of if winning else 0,
        points=rate(points[0].times, points[0].of) if points else None,
        winning=rate(winning[0].times, winning[0].of) if winning else None,
        records=_records(game, guest),
        ties=_ties(game, _of(facts, "decided")),
        seats=_seats(_of(facts, "seat")),
        variants=_variants(game, _of(facts, VARIANT), told, guest),
        leaders=leaders(game, told, guest),
        regulars=[
            Regular(player_link(one.player, guest), one)
            for one in Career.objects.in_game(guest.group, game.slug)
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


def _record(who: PlayerLink, result: Result, guest: Guest) -> Record:
    """The result would say who hides."""
    return Record(who, result, session_result_url(result.session, guest) if who.url else "")


def _ties(game: Game[Any], decided: Sequence[GameFact]) -> list[Tie]:
    """What broke them, most often first."""
    words = {**game.wording.ties, SHARED: NOT_BROKEN}
    often = sorted(decided, key=lambda fact: (-fact.times, fact.subject))
    return [Tie(str(words.get(fact.subject, fact.subject)), fact.times) for fact in often]


def _seats(seats: Sequence[GameFact]) -> list[SeatShown]:
    return [
        SeatShown(fact.subject, fact.times, fact.of, rate(fact.times, fact.of))
        for fact in sorted(seats, key=lambda fact: fact.subject)
    ]


def _variants(
    game: Game[Any], facts: Sequence[GameFact], told: Sequence[PlayerFact], guest: Guest
) -> list[VariantShown]:
    often = sorted(facts, key=lambda fact: (-fact.of, fact.subject))
    return [_variant(game, fact, best_at(fact.subject, told), guest) for fact in often]


def _variant(
    game: Game[Any], fact: GameFact, best: Sequence[PlayerFact], guest: Guest
) -> VariantShown:
    return VariantShown(
        label=str(game.wording.variants.get(fact.subject, fact.subject)),
        sessions=fact.of,
        winning=rate(fact.times, fact.of),
        best=tuple([player_link(one.player, guest) for one in best]),
        best_says=wins(best[0].times, best[0].of) if best else "",
    )
