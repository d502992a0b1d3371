"""Take apart what files say at once of a result: points, places and who won.

What contradicts itself is refused, and nothing is left out without a remark."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from scoring.contract import Game

MOST_PLAYERS_SHOWN = 20  # of a result with more players than the game seats
BY_POINTS = "points"  # what somebody chooses where places or winners contradict the points


@dataclass(frozen=True, slots=True)
class Said:
    """Hold what a file says of a player. `label`: a name by which the file tells players apart."""

    label: str
    points: int | None = None
    place: int | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class Figures:
    """Hold the players of a document; what was left out of it; why it is refused.

    `winners`: of whom somebody may say that they won, where the file does not say it."""

    players: Sequence[dict[str, Any]]
    remarks: Sequence[str] = ()
    problem: str = ""
    winners: Sequence[str] = field(default=())
    has_points: bool = False


def take_apart(said: Sequence[Said], game: Game[Any], chosen: str = "") -> Figures:
    """Return the players of a document. `chosen`: who won, or BY_POINTS, as somebody said."""
    if len(said) > game.most_players:
        most = {"number": len(said), "most": game.most_players}
        problem = _("There are %(number)d players, but at most %(most)d can play this game.")
        return Figures(_as_said(said[:MOST_PLAYERS_SHOWN]), (), problem % most)
    labels = [each.label for each in said]
    has_points = bool(said) and all(each.points is not None for each in said)
    if chosen == BY_POINTS and has_points:
        plain = [Said(each.label, each.points) for each in said]
        left_out = any(each.place is not None or each.won for each in said)
        remark = [_("The file’s places and winners are ignored: the points decide.")]
        return Figures(_of_points(plain, game), remark if left_out else ())
    if chosen in labels:
        return _won_by(said, chosen, game)
    problem = _contradiction(said, game)
    if problem:
        return Figures(_as_said(said), (), problem, labels, has_points)
    if has_points:
        return Figures(*_with_points(said, game), has_points=True)
    return _without_points(said)


def _with_points(
    said: Sequence[Said], game: Game[Any]
) -> tuple[list[dict[str, Any]], list[str], str, Sequence[str]]:
    players = _of_points(said, game)
    tied = _tied(said, game)
    told = any("place" in player or "winner" in player for player in players)
    if not tied or told:
        return players, [], "", ()
    remark = _("%(names)s are tied: the file does not say who was ahead.")
    on_top = [each.label for each in tied if each.points == max(_points(said))]
    return players, [remark % {"names": _names(tied)}], "", on_top


def _of_points(said: Sequence[Said], game: Game[Any]) -> list[dict[str, Any]]:
    """Return players with points; places and winners where points leave a tie that is broken."""
    tied = _tied(said, game)
    best = max(_points(said))
    tied_on_top = [each for each in tied if each.points == best]
    places_known = bool(tied) and all(each.place is not None for each in tied)
    someone_wins = any(each.won for each in tied_on_top)
    players = []
    for each in said:
        player: dict[str, Any] = {"name": each.label, "points": each.points}
        if places_known and each in tied:
            player["place"] = 1 + sum(_order(other) < _order(each) for other in said)
        elif not places_known and someone_wins and each.won:
            player["winner"] = True
        players.append(player)
    return players


def _without_points(said: Sequence[Said]) -> Figures:
    remarks = []
    if any(each.points is not None for each in said):
        lacking = _names([each for each in said if each.points is None])
        remark = (
            _("The file has no points for %(names)s, so only the places are imported.")
            if _all_placed(said)
            else _("The file has no points for %(names)s, so only the win is imported.")
        )
        remarks.append(remark % {"names": lacking})
    if _all_placed(said):
        places = [each.place or 0 for each in said]
        ranks = {place: 1 + sum(other < place for other in places) for place in places}
        players = [{"name": each.label, "place": ranks[each.place or 0]} for each in said]
        if ranks != {place: place for place in places}:
            remarks.append(
                _("The file leaves no gap after tied places; the places were renumbered.")
            )
        return Figures(players, remarks)
    players = [{"name": each.label} | ({"winner": True} if each.won else {}) for each in said]
    if any(each.won for each in said):
        return Figures(players, remarks)
    if remarks:
        lacking = _names([each for each in said if each.points is None])
        problem = _("The file has no points for %(names)s and does not say who won.")
        problem %= {"names": lacking}
    else:
        problem = _("The file does not say who won.")
    return Figures(players, (), problem, [each.label for each in said])


def _won_by(said: Sequence[Said], winner: str, game: Game[Any]) -> Figures:
    """Return the result in which this player won; points that say otherwise are left out."""
    marked = [Said(each.label, each.points, None, each.label == winner) for each in said]
    has_points = all(each.points is not None for each in said)
    if has_points and not _contradiction(marked, game):
        return Figures(_of_points(marked, game), [_("The winner was chosen here.")])
    players = [{"name": each.label} | ({"winner": True} if each.won else {}) for each in marked]
    remark = _("Only the win is imported, as chosen here; points and places are ignored.")
    return Figures(players, [remark])


def _contradiction(said: Sequence[Said], game: Game[Any]) -> str:
    """Return what points, places and winners say against each other, if anything."""
    for above in said:
        for below in said:
            if problem := _against(above, below, game):
                return problem
    placed = sorted(each.place for each in said if each.place is not None)
    if placed and len(placed) == len(said) and not _is_counted(placed):
        numbers = ", ".join(map(str, placed))
        return _("One place is missing among %(numbers)s.") % {"numbers": numbers}
    return ""


def _against(above: Said, below: Said, game: Game[Any]) -> str:
    """Return why one player cannot be ahead of another one, if the file says that they are not.

    It compares points first, and then winners with whatever is known."""
    values: dict[str, object] = {"one": above.label, "other": below.label}
    both_have_points = above.points is not None and below.points is not None
    both_have_places = above.place is not None and below.place is not None
    if both_have_points and both_have_places:
        values |= {"points": above.points, "fewer": below.points}
        values |= {"place": above.place, "better": below.place}
        if _number(above.points) > _number(below.points) and _number(above.place) >= _number(
            below.place
        ):
            sentence = _(
                "%(one)s has %(points)s points and place %(place)s, but %(other)s has"
                " %(fewer)s points and place %(better)s."
            )
            return sentence % values
        placed_apart = above.points == below.points and above.place != below.place
        if placed_apart and not game.breaks_ties:
            sentence = _(
                "%(one)s and %(other)s have %(points)s points each but different places,"
                " and this game has no tie-break."
            )
            return sentence % values
    if not below.won or above.won:
        return ""
    if both_have_points and _number(above.points) > _number(below.points):
        return _("The file says that %(other)s won, but %(one)s has more points.") % values
    if both_have_points and above.points == below.points and not game.breaks_ties:
        sentence = _(
            "The file says that only %(other)s won, but %(one)s has as many points, and"
            " this game has no tie-break."
        )
        return sentence % values
    if both_have_places and _number(above.place) <= _number(below.place):
        return (
            _("The file says that %(other)s won, but %(one)s has the same place or a better one.")
            % values
        )
    return ""


def _is_counted(places: Sequence[int]) -> bool:
    """Return whether places are 1, 1, 3 or, counted without gaps, 1, 1, 2."""
    times = Counter(places)
    ranks = {place: 1 + sum(other < place for other in places) for place in times}
    without_gaps = {place: number for number, place in enumerate(sorted(times), 1)}
    return all(ranks[place] == place for place in times) or all(
        without_gaps[place] == place for place in times
    )


def may_sit_together(said: Sequence[Said], game: Game[Any]) -> bool:
    """Return whether nothing speaks against these players being at one table so far."""
    for above in said:
        if any(_against(above, below, game) for below in said):
            return False
    places = Counter(each.place for each in said if each.place is not None)
    return not any(
        other in places
        for place, times in places.items()
        for other in range(place + 1, place + times)
    )


def _as_said(said: Sequence[Said]) -> list[dict[str, Any]]:
    """Return players with all that the file says, to be shown where it contradicts itself."""
    return [
        {"name": each.label}
        | ({} if each.points is None else {"points": each.points})
        | ({} if each.place is None else {"place": each.place})
        | ({"winner": True} if each.won else {})
        for each in said
    ]


def _tied(said: Sequence[Said], game: Game[Any]) -> list[Said]:
    """Return the players with equal points, if the game can break that tie."""
    times = Counter(each.points for each in said)
    return [each for each in said if times[each.points] > 1] if game.breaks_ties else []


def _order(each: Said) -> tuple[int, int]:
    return -_number(each.points), _number(each.place)


def _all_placed(said: Sequence[Said]) -> bool:
    return bool(said) and all(each.place is not None for each in said)


def _points(said: Sequence[Said]) -> list[int]:
    return [_number(each.points) for each in said]


def _number(number: int | None) -> int:
    return number or 0


def _names(said: Sequence[Said]) -> str:
    return get_text_list([each.label for each in said], _("and"))
