"""Ask which player a typed name is meant for: whoever typed it, or a scorekeeper.

A player is named to nobody who may not see them; results are a player's by the name at the table,
so a scorekeeper is asked before a table is opened."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.models import Answer, Evening, Group, Player
from scoring.sessions.name_matching import SimilarNames
from scoring.web.group_access import Guest


class NameQuestion(NamedTuple):
    """Whether a guest is this player."""

    answer: Answer
    player: Player


def player_meant(guest: Guest, name: str, players: Mapping[str, Player]) -> str:
    """Return the name of the player whom this reader may mean; empty if nobody may be named."""
    if name in players or not (guest.belongs or guest.group.visibility == Group.Visibility.PUBLIC):
        return ""
    return SimilarNames(players).most_similar(name) or ""


def name_questions(evening: Evening, guests: Sequence[Answer]) -> list[NameQuestion]:
    """Return what a scorekeeper is asked about those of whom nobody has said who they are."""
    if not guests:
        return []
    others = Player.objects.filter(group=evening.group_id).without_answer(evening)
    players = {player.name: player for player in others.by_name()}
    similar = SimilarNames(players)
    meant = (
        (answer, answer.name if answer.name in players else similar.most_similar(answer.name))
        for answer in guests
    )
    return [NameQuestion(answer, players[name]) for answer, name in meant if name]
