"""Find the players of a group who take the seats of a session, by the names at the table."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db.models import CharField, Exists, OuterRef, Value
from django.db.models.functions import Cast, Concat

from scoring.models import Group, Merge, Player, Seat, Session
from scoring.models.locks import lock_group
from scoring.sessions.typed_names import match_names


def get_or_create_players(
    group: Group, names: Collection[str]
) -> tuple[dict[str, Player], tuple[str, ...]]:
    """Return a player for each name, and the names for which a player was created.

    The name of a merged player stands for the one that they were merged into. The group is locked,
    so that nobody else creates the same player meanwhile."""
    players, new_names = find_or_create_players(group, names)
    seated = {name: players[name] for name in names}
    if any(getattr(player, "is_merged", False) for player in seated.values()):
        seated = _follow_merges(seated, merge_targets(group))
    return seated, new_names


def find_or_create_players(
    group: Group, names: Collection[str]
) -> tuple[dict[str, Player], tuple[str, ...]]:
    """Return the players of these names, also merged ones, and the names that were created.

    The group is locked, so that nobody else creates the same player meanwhile."""
    lock_group(group.pk)
    merged = Exists(Merge.objects.filter(source=OuterRef("pk")))
    existing: Any = group.players.filter(name__in=names).annotate(is_merged=merged)
    players = {player.name: player for player in existing}
    new_names = tuple([name for name in names if name not in players])
    created = Player.objects.bulk_create(Player(group=group, name=name) for name in new_names)
    return players | {player.name: player for player in created}, new_names


def seat_players(
    group: Group, tables: Sequence[Collection[str]], player_ids: Mapping[str, int]
) -> list[dict[str, Player]]:
    """Return for each table the players of its names, as they were found earlier, by their ids.

    A player merged since is the one they were merged into; a deleted one is created again.
    The group is locked by the caller."""
    names = dict.fromkeys(name for table in tables for name in table)
    by_id = group.players.in_bulk({player_ids[name] for name in names if name in player_ids})
    players = {name: by_id[player_ids[name]] for name in names if player_ids.get(name) in by_id}
    if missing := [name for name in names if name not in players]:
        players |= find_or_create_players(group, missing)[0]
    seated = [{name: players[name] for name in table} for table in tables]
    if targets := merge_targets(group):
        return [_follow_merges(table, targets) for table in seated]
    return seated


def merge_targets(group: Group) -> dict[int, int]:
    """Return merged player -> the player that they are now, after all merges of the group."""
    targets: dict[int, int] = {}
    merges = Merge.objects.filter(target__group=group).order_by("pk")
    for source, target in merges.values_list("source_id", "target_id"):
        targets = {pk: target if now == source else now for pk, now in targets.items()}
        targets[source] = target
    return targets


def _follow_merges(players: dict[str, Player], targets: dict[int, int]) -> dict[str, Player]:
    """Replace merged players by those they were merged into, but never seat one of them twice.

    Two names at one table are two people (L-10): each then stays the player of that name."""
    own = {name: player.pk for name, player in players.items()}
    chosen = {name: targets.get(pk, pk) for name, pk in own.items()}
    while len(seats := Counter(chosen.values())) < len(chosen):
        chosen = {name: own[name] if seats[pk] > 1 else pk for name, pk in chosen.items()}
    in_bulk = Player.objects.in_bulk(chosen.values())
    return {name: in_bulk[pk] for name, pk in chosen.items()}


def seat_group_players(session: Session, said: Mapping[str, str]) -> None:
    """Seat players of the session's group by the names at the table; create those it lacks.

    `said`: the names of the players whom somebody said that names at the table mean."""
    if session.group is None:
        return
    session.seats.update(player=None)  # so that nobody sits there twice on the way
    seats = list(session.seats.all())
    meant = {seat.name: said.get(seat.name, seat.name) for seat in seats}
    of_name = _two_people_apart(match_names(session.group.players.merged_by_name(), meant).names)
    players, _new_names = get_or_create_players(session.group, of_name.values())
    for seat in seats:
        seat.player = players[of_name[seat.name]]
    Seat.objects.bulk_update(seats, ["player"])


def _two_people_apart(players: Mapping[str, str]) -> dict[str, str]:
    """Return the names of players by names at one table; two of these never mean one player.

    "Ben" and "ben" at one table are two people (L-10): each has a player of that very name."""
    times = Counter(players.values())
    return {name: name if times[player] > 1 else player for name, player in players.items()}


def reseat(seats: Sequence[Seat]) -> None:
    """Save the names and players of a session's seats; two of them may change places."""
    pks = [seat.pk for seat in seats]
    # No name begins with a blank, so that no two are the same on the way.
    on_the_way = Concat(Value(" "), Cast("place", CharField()))
    Seat.objects.filter(pk__in=pks).update(name=on_the_way, player=None)
    Seat.objects.bulk_update(seats, ["name", "player"])
