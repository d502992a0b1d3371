"""An evening while it goes on: who is here, what is played, and the standings of the evening."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.core.standings import Place, Ranks, Row, Rules, Tally, table, tally
from scoring.evenings.running_tables import RunningTable, shown_tables
from scoring.groups.session_list import SessionLine, session_lines
from scoring.groups.visibility import PlayerLink, VisibleName, player_link, player_name
from scoring.models import Answer, Evening, Player, Season, Seat, Session
from scoring.models.evenings.answers import MOST_ANSWERS
from scoring.models.evenings.evenings import LONGEST_EVENING
from scoring.models.sessions import SessionQuerySet
from scoring.sessions.name_matching import name_key
from scoring.web.etag import digest
from scoring.web.group_access import Guest
from scoring.web.numbers import ValueColumn

MOST_SESSIONS = 60  # of an evening
COVERS = 4  # on the picture of its standings
SHOWN_ON_PHONES = 3  # rows of its standings, and players tied with the last of them
Seated = Mapping[str, Session]  # where somebody sits, by the key of their name


@dataclass(frozen=True, slots=True)
class StandingsRow:
    rank: int
    player: PlayerLink
    number: int  # of the player, for their seal; 0 for who hides
    plays: int
    value: str
    is_own: bool = False  # the reader's
    is_folded: bool = False  # hidden on phones until all rows are asked for


@dataclass(frozen=True, slots=True)
class Tonight:
    running: list[RunningTable]
    finished: list[SessionLine]
    standings: list[StandingsRow]
    seated: Seated
    seasons: Sequence[Season] = ()  # by whose rules it can be ranked, if anything was played
    season: Season | None = None  # by whose rules it is ranked

    @property
    def own(self) -> list[RunningTable]:
        return [table for table in self.running if table.is_own]

    @property
    def others(self) -> list[RunningTable]:
        return [table for table in self.running if not table.is_own]

    @property
    def is_long(self) -> bool:
        """Return whether phones show only the first of the standings, until all are asked for."""
        return any(row.is_folded for row in self.standings)


def sessions_of(evening: Evening) -> list[Session]:
    """Return what is and was played on the evening, in the order of opening."""
    return list(_sessions(evening).with_hosts().with_seats()[:MOST_SESSIONS])


def latest_finished(evening: Evening) -> list[Session]:
    """Return the sessions whose covers stand for the evening, the last one first."""
    finished = _sessions(evening).filter(finished_at__isnull=False)
    return list(finished.order_by("-finished_at")[:COVERS])


def _sessions(evening: Evening) -> SessionQuerySet:
    ends_at = evening.starts_at + LONGEST_EVENING
    return Session.objects.of_evening(evening.group, evening.day, ends_at)


def tonight(
    evening: Evening, guest: Guest, mine: Answer | None = None, *, season: str = ""
) -> Tonight:
    """Read what is and was played; `mine`: the reader's answer.

    `season`: the address of the one by whose rules to rank, among those that have the evening's
    day; else the main one of them."""
    sessions = sessions_of(evening)
    running = [session for session in sessions if session.finished_at is None]
    finished = [session for session in sessions if session.finished_at is not None]
    seasons = Season.objects.on_day(evening.league_id, evening.day) if finished else []
    main = seasons[0] if seasons else None
    chosen = next((one for one in seasons if one.slug == season), main)
    return Tonight(
        running=[
            replace(table, is_own=_sits_at(session, guest, mine))
            for session, table in zip(running, shown_tables(running, guest), strict=True)
        ],
        finished=session_lines(finished, guest),
        standings=standings(chosen, finished, guest) if finished else [],
        seated=seated_at(running),
        seasons=seasons,
        season=chosen,
    )


def _sits_at(session: Session, guest: Guest, mine: Answer | None) -> bool:
    if mine and mine.has_left:
        return False
    return any(_is_seat_of(seat, guest, mine) for seat in session.seats.all())


def _is_seat_of(seat: Seat, guest: Guest, mine: Answer | None) -> bool:
    """Return whether it is the seat of the member's player, or of who gave the answer.

    Names are compared as this reader sees them, so that nobody finds out who hides."""
    player = seat.player
    if player and guest.belongs and guest.user and player.user_id == guest.user.pk:
        return True
    if mine is None:
        return False
    if player and mine.player_id:
        return player.pk == mine.player_id
    shown = player_name(player, is_member=guest.belongs) if player else VisibleName(seat.name)
    return shown.is_known and name_key(shown.name) == name_key(mine.name)


def state_of(evening: Evening) -> str:
    """Return what is another one as soon as the board shows something else."""
    versions = _sessions(evening).values_list("pk", "version")[:MOST_SESSIONS]
    here = evening.answers.here().values_list("pk", flat=True)[:MOST_ANSWERS]
    return digest(evening.changed_at, *versions, *here)


def seated_at(running: Iterable[Session]) -> dict[str, Session]:
    """Return at which table people sit, by their names there and as the players are called now."""
    seated: dict[str, Session] = {}
    for session in running:
        for seat in session.seats.all():
            for name in (seat.name, seat.player.name if seat.player else seat.name):
                seated[name_key(name)] = session
    return seated


def standings(
    season: Season | None, finished: Sequence[Session], guest: Guest
) -> list[StandingsRow]:
    """Rank who played, by the rules of the season, if any; one play is enough on an evening."""
    rules = replace(season.rules if season else Rules(), minimum=1)
    players = {player.pk: player for player, _place in _places(finished)}
    rows = table(rules, _tallies(rules, finished), lambda _level: _ranks(finished))
    column = [row.value for row in rows]
    last_shown = max((row.rank or 0 for row in rows[:SHOWN_ON_PHONES]), default=0)
    return [
        _row(row, value, players[row.tally.player], guest, last_shown)
        for row, value in zip(rows, ValueColumn.of(column).values(column), strict=True)
    ]


def _row(row: Row, value: str, player: Player, guest: Guest, last_shown: int) -> StandingsRow:
    rank, link = row.rank or 0, player_link(player, guest)
    return StandingsRow(
        rank=rank,
        player=link,
        number=player.pk if link.url else 0,
        plays=row.tally.plays,
        value=value,
        is_own=guest.user is not None and player.user_id == guest.user.pk,
        is_folded=rank > last_shown,
    )


def _tallies(rules: Rules, finished: Sequence[Session]) -> list[Tally]:
    counts: dict[Player, Counter[Place]] = {}
    for player, place in _places(finished):
        counts.setdefault(player, Counter())[place] += 1
    return [tally(rules, player.pk, player.name, places) for player, places in counts.items()]


def _places(finished: Iterable[Session]) -> Iterator[tuple[Player, Place]]:
    for session in finished:
        for seat in session.seats.all():
            result = getattr(seat, "result", None)
            if seat.player is not None and result is not None:
                yield seat.player, Place(result.players, result.rank, result.sharing)


def _ranks(finished: Iterable[Session]) -> Iterator[Ranks]:
    for session in finished:
        seats = [seat for seat in session.seats.all() if hasattr(seat, "result")]
        yield {seat.player_id: seat.result.rank for seat in seats if seat.player_id}
