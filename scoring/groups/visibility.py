"""Decide what a reader may see of a player: members every name, others what each player chose."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import count
from typing import Any, NamedTuple
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.models import Group, Player, Result, Seat, Session
from scoring.models.people import NAME_LENGTH, PlayerQuerySet
from scoring.models.results import ResultRow
from scoring.web.group_access import Guest
from scoring.web.pictures import cover_address


class VisibleName(NamedTuple):
    """A player's name for one reader."""

    name: str
    nickname: str = ""  # shown beside the name to members: it is what others see instead
    is_known: bool = True  # False where the player hides: nothing of theirs may be linked


def visible_name(name: str, nickname: str, hidden: bool, *, is_member: bool) -> VisibleName:
    """Name a player: by name to members, to others by nickname, or as "A player" who hides."""
    if is_member:
        return VisibleName(name, nickname)
    if hidden:
        return VisibleName(_("A player"), is_known=False)
    return VisibleName(nickname or name)


def player_name(player: Player, *, is_member: bool) -> VisibleName:
    return visible_name(player.name, player.nickname, player.hidden, is_member=is_member)


def visible_players(guest: Guest) -> PlayerQuerySet:
    """Return the group's players whose pages this reader may open: members all, others those who
    do not hide and were not merged into another one."""
    return players_visible_to(guest.group.pk, is_member=guest.belongs)


def players_visible_to(group: int, *, is_member: bool) -> PlayerQuerySet:
    players = Player.objects.filter(group=group)
    return players if is_member else players.not_merged().filter(hidden=False)


def own_player(guest: Guest) -> Player | None:
    """Return whom of the group's players the reader is."""
    if guest.user is None or not guest.belongs:
        return None
    return Player.objects.of_account(guest.group, guest.user)


def seat_name(seat: Seat, guest: Guest) -> str:
    """Name the player of a seat: to members as at the table, to others as the player wants it."""
    if guest.belongs or seat.player is None:
        return seat.name
    return player_name(seat.player, is_member=False).name


# Links


@dataclass(frozen=True, slots=True)
class PlayerLink:
    """A player's name, and the address of their page; empty where this reader may not open it."""

    name: str
    url: str


def player_link(player: Player, guest: Guest) -> PlayerLink:
    visible = player_name(player, is_member=guest.belongs)
    url = reverse("player", args=[guest.group.slug, player.pk]) if visible.is_known else ""
    return PlayerLink(visible.name, url)


def session_result_url(session: Session, guest: Guest) -> str:
    return result_url(session.uuid, session.share_token, guest)


def result_url(session: UUID, share_token: str | None, guest: Guest) -> str:
    """Return the address of a session's result; empty if this reader may not open it."""
    if guest.membership is not None:
        return reverse("result", args=[session])
    return visitors_result_url(session, share_token, guest.group)


def visitors_result_url(session: UUID, share_token: str | None, group: Group) -> str:
    """Return where others than members open a result: it is shared, or the group shows them all."""
    if share_token:
        return reverse("shared", args=[share_token])
    return reverse("group_result", args=[group.slug, session]) if group.shows_results else ""


def visible_cover(session: Session, guest: Guest) -> str:
    """Return the picture of a session, or that of its game where this reader may not open it."""
    if guest.belongs or (session.finished_at and session_result_url(session, guest)):
        return cover_address(session)
    return reverse("game_cover", args=[session.game])


# Files and feeds


@dataclass(frozen=True, slots=True)
class PlayerNames:
    """Name players in a file for one reader.

    A file is written after its view has returned, when the request's language is no longer
    active: so `hidden_name` is translated beforehand."""

    is_member: bool
    hidden_name: str

    def of(self, player: Player | None) -> str:
        if player is None:
            return self.hidden_name
        visible = player_name(player, is_member=self.is_member)
        return visible.name if visible.is_known else self.hidden_name

    def of_result(self, result: Result) -> str:
        if self.is_member and result.player is None:
            return result.seat.name
        return self.of(result.player)

    def of_row(self, row: ResultRow) -> str:
        """Return what of_result() returns."""
        if row.player_name is None:
            return row.seat_name if self.is_member else self.hidden_name
        name, nickname, hidden = row.player_name, row.nickname or "", bool(row.hidden)
        visible = visible_name(name, nickname, hidden, is_member=self.is_member)
        return visible.name if visible.is_known else self.hidden_name

    def with_id(self, player: Player | None) -> dict[str, Any]:
        """Name a player with their number, but without it who hides: it would tell them apart."""
        if player is None or not player_name(player, is_member=self.is_member).is_known:
            return {"id": None, "name": self.hidden_name}
        return {"id": player.pk, "name": self.of(player)}


def player_names(*, is_member: bool) -> PlayerNames:
    return PlayerNames(is_member, _("A player"))


# A result that is shared outside the group


def names_outside_group(seats: Iterable[Seat]) -> dict[str, str]:
    """Map seats' names to others where a reader outside the group sees another one.

    No two players at one table get the same name."""
    wanted = {seat.name: _name_outside_group(seat) for seat in seats}
    taken = {name for name, other in wanted.items() if not other}
    names: dict[str, str] = {}
    for name, other in wanted.items():
        if other:
            names[name] = next(free for free in _numbered(other) if free not in taken)
            taken.add(names[name])
    return {name: other for name, other in names.items() if name != other}


def _name_outside_group(seat: Seat) -> str:
    """Return the nickname or "A player"; nothing where the seat's own name may be seen."""
    if seat.player is None:
        return ""
    return _("A player") if seat.player.hidden else seat.player.nickname


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name[: NAME_LENGTH - 2]} {number}" for number in count(2))


def rename_players(value: Any, names: Mapping[str, str]) -> Any:
    """Replace players' names in a value, however deep in dataclasses and collections they are."""
    if type(value) is str:
        return names.get(value, value)
    if is_dataclass(value) and not isinstance(value, type):
        own = {field.name: getattr(value, field.name) for field in fields(value)}
        return replace(value, **{key: rename_players(part, names) for key, part in own.items()})
    if isinstance(value, Mapping):
        return {
            rename_players(key, names): rename_players(part, names) for key, part in value.items()
        }
    if type(value) in {list, tuple, set, frozenset}:
        return type(value)([rename_players(part, names) for part in value])
    return value
