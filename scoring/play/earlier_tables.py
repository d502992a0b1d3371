"""What a new table takes over from earlier ones: who sat there, and by which rules they played."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from django.contrib.auth.models import User

from scoring.core.wording import headline
from scoring.models import Group, Player, Seat, Session
from scoring.play.opening import OptionsForm
from scoring.play.screen import table_now
from scoring.sessions.loading import load

MOST_REGULARS = 16
MOST_SEATS_READ = 64
MOST_TABLES, MOST_SHOWN, MOST_GROUPS = 8, 3, 3


def regulars(group: Group) -> list[str]:
    """Return the names of those who played most in the group."""
    players = Player.objects.filter(group=group).not_merged().most_played_first()
    return [player.name for player in players[:MOST_REGULARS]]


def latest_table(browser: str, group: Group | None, game: str = "") -> Session | None:
    """Return the group's latest table, of any game or of one; without a group, the latest one that
    this browser hosted."""
    if group is not None:
        tables = Session.objects.not_deleted().filter(group=group)
    elif browser:
        tables = Session.objects.not_deleted().hosted_by(browser)
    else:
        return None
    if game:
        tables = tables.filter(game=game, result_only=False)
    return tables.order_by("-pk").first()


def empty_table_before(session: Session, browser: str) -> Session | None:
    """Return the table that this browser opened before this one, if nothing is recorded there and
    nobody else came: it may have been opened by mistake."""
    tables = Session.objects.not_deleted().hosted_by(browser).filter(pk__lt=session.pk)
    latest = tables.order_by("-pk").first()
    if latest is None or latest.finished_at or latest.result_only or latest.revision > 1:
        return None
    return None if latest.phones.exclude(browser=browser).exists() else latest


def last_table(browser: str, group: Group | None) -> tuple[str, ...]:
    """Return who sat at the latest table."""
    session = latest_table(browser, group)
    return session.seats.names() if session else ()


def people_known(browser: str, group: Group | None) -> list[str]:
    """Return the names that a new table offers: the group's regulars, or who sat at the latest
    tables that this browser hosted."""
    if group is not None:
        return regulars(group)
    if not browser:
        return []
    names = Seat.objects.at_tables_hosted_by(browser)[:MOST_SEATS_READ]
    return [*dict.fromkeys(names)][:MOST_REGULARS]


def rules_of(
    session: Session | None, options: type[OptionsForm], group: Group | None, browser: str = ""
) -> dict[str, Any]:
    """Return the values of the form that repeat the rules of a table."""
    if session is None or session.result_only:
        return {}
    return options.values_of(load(session).state, group, browser)


@dataclass(frozen=True, slots=True)
class EarlierTable:
    """A table as the home page lists it."""

    session: Session
    game: str  # its name
    sentence: str  # how far it is, or who won
    names: str
    again: bool  # whether one tap opens the next table with the same people and rules


@dataclass(frozen=True, slots=True)
class HomeTables:
    """The tables of a browser and its account, the latest first, and what their groups do next."""

    going_on: Sequence[EarlierTable] = ()
    over: Sequence[EarlierTable] = ()
    groups: Sequence[tuple[Group, EarlierTable | None]] = ()

    @property
    def latest(self) -> EarlierTable | None:
        """Return the table to play again, unless one still goes on."""
        first = self.over[0] if self.over and not self.going_on else None
        return first if first and first.again else None


def tables_of_browser(browser: str, user: User | None) -> HomeTables:
    """Return the tables of the home page; without the code of a table nobody else learns of it."""
    if not browser and user is None:
        return HomeTables()
    sessions = Session.objects.not_deleted().at_phones_of(browser, user)
    latest = [*sessions.with_seats().order_by("-pk")[:MOST_TABLES]]
    groups = list(Group.objects.of(user)) if user else []
    of_groups = [latest_table(browser, group) for group in groups[:MOST_GROUPS]]
    read = [one.pk for one in (*latest, *of_groups) if one]
    repeatable = Session.objects.with_keys(read).to_play_again(browser, user).keys()
    going_on = [one for one in latest if one.finished_at is None][:MOST_SHOWN]
    over = [one for one in latest if one.finished_at is not None][:MOST_SHOWN]
    listed = {one.pk for one in (*going_on, *over)}
    next_steps = [
        None if one is None or one.pk in listed else _earlier_table(one, repeatable)
        for one in of_groups
    ]
    return HomeTables(
        going_on=[_earlier_table(one, repeatable) for one in going_on],
        over=[_earlier_table(one, repeatable) for one in over],
        groups=list(zip_longest(groups, next_steps)),
    )


def _earlier_table(session: Session, repeatable: Collection[int]) -> EarlierTable:
    now = table_now(session)
    sentence = headline(now.outcome)
    if not now.outcome.finished:
        sentence = now.game.play.progress(now.state, now.outcome)
    return EarlierTable(
        session, now.game.name, sentence, ", ".join(now.seats), session.pk in repeatable
    )
