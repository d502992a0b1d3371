"""Facts as pages read them: with the words of their game, and who leads."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext_lazy, ngettext

from scoring.contract import Game
from scoring.core.fact_wording import FactWording, Reading
from scoring.groups.visibility import PlayerLink, player_link
from scoring.models import PlayerFact
from scoring.statistics.rates import leading, rate
from scoring.web.group_access import Guest

VARIANT = "variant"  # a fact of any game: wins, of plays
LEAST_PLAYS = 5  # with a variant, before anybody is called the best at it
MOST_SUBJECTS = 24


@dataclass(frozen=True, slots=True)
class Told:
    label: str
    says: str
    rate: Fraction | None
    is_share: bool


@dataclass(frozen=True, slots=True)
class Chapter:
    """What a player's facts of one kind say: of it as a whole, or of each subject."""

    title: str
    whole: Told | None
    parts: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Leader:
    title: str
    who: tuple[PlayerLink, ...]
    told: Told


def wins(times: int, of: int) -> str:
    text = ngettext("%(times)d of %(of)d play won", "%(times)d of %(of)d plays won", of)
    return text % {"times": times, "of": of}


def fact_wording_of(game: Game[Any]) -> dict[str, FactWording]:
    """The game's own, and what is told of any game."""
    said = game.wording.variants
    variant = FactWording(
        title=gettext_lazy("Wins by variant"),
        says=wins,
        label=lambda code: str(said.get(code, code)),
    )
    return {**game.fact_wording, VARIANT: variant}


def chapters(game: Game[Any], facts: Iterable[PlayerFact]) -> list[Chapter]:
    """In the order of the game; what it has no words for is not told."""
    by_what: dict[str, list[PlayerFact]] = defaultdict(list)
    for fact in facts:
        by_what[fact.what].append(fact)
    return [
        _chapter(words, by_what[what])
        for what, words in fact_wording_of(game).items()
        if what in by_what
    ]


def _chapter(words: FactWording, facts: Sequence[PlayerFact]) -> Chapter:
    whole = next((fact for fact in facts if not fact.subject), None)
    parts = [_told(words, fact) for fact in facts if fact.subject][:MOST_SUBJECTS]
    return Chapter(
        title=str(words.title),
        whole=_told(words, whole) if whole else None,
        parts=tuple(sorted(parts, key=lambda told: told.label)),
    )


def _told(words: FactWording, fact: PlayerFact) -> Told:
    return Told(
        label=str(words.label(fact.subject)) if fact.subject else str(words.title),
        says=words.says(fact.times, fact.of),
        rate=rate(fact.times, fact.of),
        is_share=words.reading == Reading.SHARE,
    )


# Who leads in a group


def whats_with_leaders(game: Game[Any]) -> list[str]:
    return [*(what for what, words in game.fact_wording.items() if words.leader), VARIANT]


def leaders(game: Game[Any], facts: Sequence[PlayerFact], guest: Guest) -> list[Leader]:
    told = [
        _leader(words, [fact for fact in facts if fact.what == what], guest)
        for what, words in game.fact_wording.items()
        if words.leader
    ]
    return [one for one in told if one is not None]


def _leader(words: FactWording, facts: Sequence[PlayerFact], guest: Guest) -> Leader | None:
    first = _first(facts, words.least)
    if not first:
        return None
    who = tuple([player_link(fact.player, guest) for fact in first])
    return Leader(str(words.leader), who, _told(words, first[0]))


def best_at(variant: str, facts: Iterable[PlayerFact]) -> list[PlayerFact]:
    """Who won the largest share of enough plays with it."""
    found = [fact for fact in facts if (fact.what, fact.subject) == (VARIANT, variant)]
    return _first(found, LEAST_PLAYS)


def _first(facts: Sequence[PlayerFact], least: int) -> list[PlayerFact]:
    first = leading([(fact.player_id, fact.times, fact.of) for fact in facts], least)
    return [fact for fact in facts if fact.player_id in first]
