"""What the pages of evenings show, read in a fixed number of queries."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.urls import reverse

from scoring.groups.visibility import player_name, visible_players
from scoring.models import Answer, Evening, Group, Player
from scoring.models.evenings.answers import MOST_ANSWERS
from scoring.models.evenings.evenings import LONGEST_EVENING
from scoring.sessions.name_matching import name_key
from scoring.sessions.typed_names import (
    MatchedNames,
    NameQuestion,
    match_names,
    questions_about_guests,
)
from scoring.web.group_access import Guest

MOST_SUGGESTED = 200  # names of players in the form
MOST_PAST = 12
BEFORE = LONGEST_EVENING / 2  # an evening is tonight from so long before it begins


@dataclass(frozen=True, slots=True)
class NextEvening:
    """The next evening on the page of the group: visitors see the day alone."""

    evening: Evening
    url: str
    location: str
    is_tonight: bool

    @property
    def day_of_results(self) -> date | None:
        """Return the day whose results the evening's own page shows to this reader, if any."""
        return self.evening.day if self.url and self.is_tonight else None

    @property
    def state(self) -> tuple[object, ...]:
        """Return what changes with whatever is shown of it."""
        shown = self.evening
        counts = (shown.count_yes, shown.count_maybe, shown.count_no)
        came = (shown.count_here, shown.count_left)
        return (shown.pk, shown.changed_at, self.is_tonight, *counts, *came)


def next_evening(guest: Guest, evening: Evening | None, at: datetime) -> NextEvening | None:
    """Return what is shown of an evening; its answers are counted only for who sees them."""
    if evening is None:
        return None
    if not guest.belongs:
        return NextEvening(evening, "", "", is_tonight(evening, at))
    counted = Evening.objects.counted(evening.pk) or evening
    url = reverse("evening", args=[counted.link])
    return NextEvening(counted, url, counted.location, is_tonight(counted, at))


class EveningList(NamedTuple):
    upcoming: list[Evening]
    past: list[Evening]


def evening_list(group: Group, at: datetime) -> EveningList:
    """Return the evenings to come, and the last ones."""
    evenings = Evening.objects.of_group(group)
    return EveningList(
        list(evenings.upcoming(at).with_counts()),
        list(evenings.past(at).with_counts()[:MOST_PAST]),
    )


class AnswerLine(NamedTuple):
    answer: Answer
    name: str  # of the player as they are called now


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to an evening; only members of the group see who gave them.

    People who are here or have left are in no other list, so that each person is counted once."""

    lines: list[AnswerLine]

    @property
    def here(self) -> list[AnswerLine]:
        return [line for line in self.lines if line.answer.is_here]

    @property
    def left(self) -> list[AnswerLine]:
        return [line for line in self.lines if line.answer.has_left]

    def free(self, seated: Container[str]) -> list[AnswerLine]:
        """Return who is here and not among these keys of names."""
        return [line for line in self.here if name_key(line.name) not in seated]

    def of_browser(self, browser: str) -> Answer | None:
        """Return what this browser said, or None."""
        own = (line.answer for line in self.lines if browser and line.answer.browser == browser)
        return next(own, None)

    def of_player(self, player: Player) -> Answer | None:
        theirs = (line.answer for line in self.lines if line.answer.player_id == player.pk)
        return next(theirs, None)

    @property
    def count_here(self) -> int:
        return len(self.here)

    @property
    def nobody_so_far(self) -> list[Answer]:
        """Return those who are here, and of whom nobody has said whether they are a player."""
        return [line.answer for line in self.here if line.answer.is_nobody_so_far]

    @property
    def came(self) -> list[AnswerLine]:
        return [line for line in self.lines if line.answer.here_at is not None]

    @property
    def count_came(self) -> int:
        return len(self.came)

    @property
    def count_left(self) -> int:
        return len(self.left)

    @property
    def count_yes(self) -> int:
        return len(self.yes)

    @property
    def count_maybe(self) -> int:
        return len(self.maybe)

    @property
    def count_no(self) -> int:
        return len(self.no)

    @property
    def yes(self) -> list[AnswerLine]:
        return self._saying(Answer.Coming.YES)

    @property
    def maybe(self) -> list[AnswerLine]:
        return self._saying(Answer.Coming.MAYBE)

    @property
    def no(self) -> list[AnswerLine]:
        return self._saying(Answer.Coming.NO)

    @property
    def expected_first(self) -> list[AnswerLine]:
        """Return those who may be ticked: who said yes, then who may come, by name."""
        lines = [line for line in self.lines if line.answer.coming != Answer.Coming.NO]
        return sorted(lines, key=lambda line: line.answer.coming != Answer.Coming.YES)

    @property
    def not_expected(self) -> list[AnswerLine]:
        """Return those who said no, whether or not they came after all."""
        return [line for line in self.lines if line.answer.coming == Answer.Coming.NO]

    def _saying(self, coming: str) -> list[AnswerLine]:
        absent = (line for line in self.lines if line.answer.here_at is None)
        return [line for line in absent if line.answer.coming == coming]


def answers_of(evening: Evening) -> Answers:
    answers = evening.answers.in_order()[:MOST_ANSWERS]
    return Answers(
        [AnswerLine(one, one.player.name if one.player else one.name) for one in answers]
    )


def known_players(guest: Guest) -> dict[str, Player]:
    """Map the names by which this reader may know players to them, as many as the form offers."""
    players = visible_players(guest).not_merged().most_played_first()[:MOST_SUGGESTED]
    return {player_name(player, is_member=guest.belongs).name: player for player in players}


def name_matched(guest: Guest, typed: str, players: Mapping[str, Player]) -> MatchedNames:
    """Compare the name of an answer with those of players, if this reader may see these."""
    if not (guest.belongs or guest.group.visibility == Group.Visibility.PUBLIC):
        return MatchedNames({"name": typed}, {})
    return match_names(dict.fromkeys(players, False), {"name": typed})


def name_questions(evening: Evening, guests: Sequence[Answer]) -> list[NameQuestion]:
    """Return what a scorekeeper is asked about those of whom nobody has said who they are.

    Each question is about the answer whose number its field is."""
    if not guests:
        return []
    players = Player.objects.filter(group=evening.group_id).without_answer(evening)
    names = {str(answer.pk): answer.name for answer in guests}
    asked = questions_about_guests(players.merged_by_name(), names)
    return [question for question in asked.values() if question.players]


def others(players: Iterable[Player], answers: Answers) -> list[Player]:
    """Return the players who have not answered, by name."""
    answered = {line.answer.player_id for line in answers.lines}
    return sorted((one for one in players if one.pk not in answered), key=lambda one: one.name)


def is_tonight(evening: Evening, at: datetime) -> bool:
    begun = evening.starts_at - BEFORE <= at
    return begun and not evening.is_over(at) and evening.cancelled_at is None
