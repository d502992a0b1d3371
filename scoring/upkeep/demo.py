"""An example group: players, a league, what they played over two years, and the next evening.

The same seed, slug and day make the same group. Sessions come from each game's `sample`."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from random import Random
from typing import Any
from uuid import UUID

from django.conf import settings

from scoring.core.refusals import Refused
from scoring.documents.samples import renamed
from scoring.documents.scorer import dump_document, read_document
from scoring.leagues import leagues
from scoring.models import Answer, Evening, Group, League, Player, Season, Seat, Session
from scoring.models.revisions import By
from scoring.models.transactions import write_transaction
from scoring.registry import installed_games
from scoring.sessions import recording, rows
from scoring.sessions.bulk_create import NewSession, start_many
from scoring.sessions.loading import load
from scoring.sessions.recording import Played
from scoring.totals import skill

BATCH = 500
CORRECTION = "names-put-right"
NAMES = (
    "Nora", "Emil", "Amira", "Tom", "Chloé", "Bilal", "Greta", "Hugo", "Inès", "Jun",
    "Kofi", "Léa", "Mika", "Priya", "Oskar", "Rosa", "Sam", "Tove", "Ada", "Dov",
    "Esther", "Farid", "Ida", "Joris", "Kim", "Luca", "Maya", "Nils", "Olga", "Paul",
    "Quinn", "Rafael", "Selin", "Theo", "Uma", "Vera", "Wim", "Xenia", "Yara", "Zoé",
    "Anton", "Björk", "Cleo", "Diego", "Elif", "Finn", "Gita", "Hana", "Ivo", "Jade",
)  # fmt: skip
NICKNAMES = ("the Owl", "Brushes", "Quick Pencil", "Umber", "Dotty")
PLACES = ("at Nora’s", "at the library", "in the back room of the café")
NOTES = ("The cat sat on the score sheet.", "First evening with the new box.")
FEW, MANY = 18, 50  # people, with less and with more than MANY_SESSIONS
MANY_SESSIONS = 10_000
LEAST_PEOPLE = 12
GUESTS = 2  # people who come so rarely that they are not ranked
MINIMUM = 5  # plays needed for a rank
EVENING_BEGINS, EVENING_LENGTH = time(18, 30), timedelta(hours=5)
MOST_CORRECTIONS = 12
NEXT_EVENING_IN = timedelta(days=6)
ANSWERS = ("yes", "yes", "yes", "maybe", "no")  # in turn, of those who answer
CLOSED_AFTER, CORRECTED_AFTER = timedelta(days=3), timedelta(days=1)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The size and the dates of the made-up group."""

    today: date
    slug: str = settings.DEMO_GROUP
    sessions: int = 400
    seed: int = 1
    people: int | None = None
    seasons: int = 2  # this year's, and the one before

    @property
    def unfinished_slug(self) -> str:
        """Return the address of the group until all is played, by which the next run finds it."""
        return f"{self.slug}-unfinished"

    @property
    def names(self) -> tuple[str, ...]:
        usual = MANY if self.sessions >= MANY_SESSIONS else FEW
        return NAMES[: self.people or usual]

    @property
    def first_day(self) -> date:
        return date(self.today.year - self.seasons + 1, 1, 1)


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    strength: float
    keenness: float


@dataclass(frozen=True, slots=True)
class FinishedGame:
    document: Played
    finished_at: datetime


# Sessions


def finished_games(plan: Plan) -> Iterator[FinishedGame]:
    """Yield everything that the group plays, in order."""
    dice = Random(f"{plan.seed} {plan.slug}")  # two groups of one seed share no session's id
    people = [Person(name, dice.gauss(0, 1), dice.uniform(0.5, 3)) for name in plan.names[:-GUESTS]]
    guests = [Person(name, 0, 0) for name in plan.names[-GUESTS:]]
    visits = dict(zip(_visits(plan, dice), guests * 2, strict=False))
    at = 0
    for day, number in _evenings(plan, dice):
        attending = _attending(people, dice)
        for game in range(number):
            guest = visits.get(at)
            document = _played(dice, day, [guest, *attending] if guest else attending, guest)
            begins = datetime.combine(day, EVENING_BEGINS, UTC)
            yield FinishedGame(document, begins + EVENING_LENGTH * (game + 1) / number)
            at += 1


def _visits(plan: Plan, dice: Random) -> list[int]:
    """Return the numbers of the sessions, among the latest, that a guest comes to."""
    latest = range(plan.sessions * 3 // 4, plan.sessions)
    return sorted(dice.sample(latest, min(GUESTS * 2, len(latest))))


def _evenings(plan: Plan, dice: Random) -> Iterator[tuple[date, int]]:
    """Yield the days on which they meet, up to yesterday, and how many games they play on each."""
    days = max((plan.today - plan.first_day).days, 1)
    number = min(days, max(plan.sessions // 4, 1))
    met = [*sorted(dice.sample(range(days - 1), number - 1)), days - 1]
    for evening, day in enumerate(met):
        before, after = (plan.sessions * each // number for each in (evening, evening + 1))
        yield plan.first_day + timedelta(days=day), after - before


def _attending(people: Sequence[Person], dice: Random) -> list[Person]:
    """Draw at least eight people, enough for every game; who is keen comes more often."""
    by_luck = sorted(people, key=lambda each: dice.random() ** (1 / each.keenness), reverse=True)
    return by_luck[: dice.randint(8, 10)]


def _played(dice: Random, day: date, attending: Sequence[Person], guest: Person | None) -> Played:
    """Play any game to its end; who is stronger is more often ahead."""
    value, ranked = _finished_sample(dice)
    regulars = [person for person in attending if person != guest]
    others = dice.sample(regulars, len(ranked) - bool(guest))
    table = [guest, *others] if guest else others
    table.sort(key=lambda person: person.strength + dice.gauss(0, 1), reverse=True)
    names = {old: person.name for old, person in zip(ranked, table, strict=True)}
    value = renamed(value, names) | {"id": str(UUID(int=dice.getrandbits(128), version=4))}
    if dice.random() < 0.3:
        value["location"] = dice.choice(PLACES)
    if dice.random() < 0.03:
        value["notes"] = dice.choice(NOTES)
    return read_document({**value, "played_on": day.isoformat()})


def _finished_sample(dice: Random) -> tuple[dict[str, Any], list[str]]:
    """Return a finished document in which somebody has a point, and its players, best first."""
    while True:
        game = dice.choice(list(installed_games().values()))
        value = game.sample(dice)
        outcome = game.score(read_document(value).state)
        if outcome.finished and outcome.standings[0].points > 0 and len(outcome.standings) > 1:
            return value, [place.player for place in outcome.standings]


# The group


class Demo:
    """Make the group of a plan: create_group(), then play(), then finish()."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def create_group(self) -> None:
        plan = self.plan
        dice = Random(plan.seed)
        with write_transaction():
            self.group = Group.objects.create(
                name="Thursday Canvas Club",
                slug=plan.unfinished_slug,
                visibility=Group.Visibility.MEMBERS,
            )
            players = [Player(group=self.group, name=name) for name in plan.names]
            shy, *named = dice.sample(players[:-GUESTS], 1 + len(NICKNAMES))
            shy.hidden = True
            for player, nickname in zip(named, NICKNAMES, strict=True):
                player.nickname = nickname
            Player.objects.bulk_create(players)
            self.players = {player.name: player for player in players}
            self.league = League.objects.create(group=self.group, name="Club league", slug="club")
            self.seasons = [self._season(plan.today.year - at) for at in range(plan.seasons)]

    def _season(self, year: int) -> Season:
        season = Season(
            league=self.league,
            name=str(year),
            slug=str(year),
            starts_on=date(year, 1, 1),
            ends_on=date(year, 12, 31),
            minimum=MINIMUM,
            skill=year == self.plan.today.year,
        )
        leagues.settle(season=season, games=list(installed_games()))
        return season

    def play(self) -> Iterator[int]:
        """Add the sessions, a batch at a time; yield the number of each batch."""
        remaining = finished_games(self.plan)
        while batch := list(islice(remaining, BATCH)):
            new_sessions = [
                NewSession(game.document, By(at=game.finished_at), self._players(game.document))
                for game in batch
            ]
            start_many(new_sessions=new_sessions, group=self.group, league=self.league)
            yield len(batch)

    def _players(self, document: Played) -> Mapping[str, Player]:
        return {name: self.players[name] for name in document.state.players}

    def finish(self) -> None:
        """Close the seasons that are over, correct a few sessions, compute the ratings, publish."""
        running, *over = self.seasons
        dice = Random(self.plan.seed)
        for season in over:
            closed = datetime.combine(season.ends_on + CLOSED_AFTER, EVENING_BEGINS, UTC)
            leagues.close(season=season, at=closed)
            self._correct(season, 1, closed + CORRECTED_AFTER, dice)
        number = min(MOST_CORRECTIONS, self.plan.sessions // 40)
        yesterday = datetime.combine(self.plan.today, EVENING_BEGINS, UTC) - CORRECTED_AFTER
        self._correct(running, number, yesterday, dice)
        self._plan_evenings()
        skill.refresh(running)
        rows.look_over()
        self.group.slug, self.group.visibility = self.plan.slug, Group.Visibility.PUBLIC
        self.group.save(update_fields=["slug", "visibility"])

    def _plan_evenings(self) -> None:
        """Enter the evening that was played last, and the next one, with answers to both."""
        last, zone = self.plan.today - timedelta(days=1), self.group.zone
        seats = Seat.objects.filter(session__group=self.group, session__played_on=last)
        came = [self.players[name] for name in sorted({*seats.values_list("name", flat=True)})]
        entered_at = datetime.combine(last, EVENING_BEGINS, zone) - NEXT_EVENING_IN
        for day, answering in (
            (last, came),
            (last + NEXT_EVENING_IN, list(self.players.values())[:-GUESTS]),
        ):
            evening = Evening.objects.create(
                group=self.group,
                league=self.league,
                starts_at=datetime.combine(day, EVENING_BEGINS, zone),
                location=PLACES[0],
                created_at=entered_at,
                changed_at=entered_at,
            )
            here_at = evening.starts_at if day == last else None
            Answer.objects.bulk_create(
                Answer(
                    evening=evening,
                    name=player.name,
                    player=player,
                    coming=Answer.Coming.YES if here_at else ANSWERS[at % len(ANSWERS)],
                    changed_at=entered_at,
                    here_at=here_at,
                )
                for at, player in enumerate(answering)
            )

    def _correct(self, season: Season, number: int, at: datetime, dice: Random) -> None:
        """Correct a number of sessions of the season, in which two players had been mixed up."""
        counted = season.counted_sessions.order_by("session_id")
        sessions = list(counted.values_list("session_id", flat=True))
        left = number
        for pk in dice.sample(sessions, len(sessions)):
            if left <= 0:
                return
            left -= _swap_two_players(Session.objects.get(pk=pk), at, dice)


def _swap_two_players(session: Session, at: datetime, dice: Random) -> bool:
    """Swap the names of two players; False if the rules refuse it or it changes nothing."""
    played = load(session)
    one, other = dice.sample(played.state.players, 2)
    value = dump_document(played)
    swapped = renamed(value, {one: other, other: one}) | {"players": value["players"]}
    with suppress(Refused):
        state = read_document(swapped).state
        if state == played.state:
            return False
        by = By(at=max(at, (session.finished_at or at) + timedelta(hours=1)))
        recording.record(session=session, change=lambda _: state, action=CORRECTION, by=by)
        return True
    return False
