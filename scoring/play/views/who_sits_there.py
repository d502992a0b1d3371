"""The page that asks whom the names at a quick table mean in the group that it is moved to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

from scoring.models import Group
from scoring.noted.game import game_of
from scoring.play.joining import default_names
from scoring.play.league_choices import LeagueChoice
from scoring.sessions.typed_names import (
    MEANT,
    SOMEBODY_NEW,
    NameQuestion,
    answered_name,
    match_names,
    names_of_new_people,
)
from scoring.web.requests import render_form
from scoring.web.table_access import Visit


@dataclass(frozen=True, slots=True)
class NamesAtTable:
    """Whom the names at a quick table mean in a group; `answers`: what was said about them."""

    questions: Sequence[tuple[str, NameQuestion]]
    said: Mapping[str, str]
    answers: Sequence[tuple[str, str]]


def matched_at_table(request: HttpRequest, group: Group, names: Sequence[str]) -> NamesAtTable:
    """Compare the names at a quick table with the players of a group of which it becomes one."""
    post = request.POST
    at_table = {str(at): name for at, name in enumerate(names) if name not in default_names()}
    typed = {at: answered_name(post, at, name) for at, name in at_table.items()}
    new = names_of_new_people(post, names)
    matched = match_names(group.players.merged_by_name(), typed, new=new)
    return NamesAtTable(
        [
            (name, question)
            for at, name in at_table.items()
            if (question := matched.questions.get(at))
        ],
        said={name: matched.names[at] for at, name in at_table.items()},
        answers=[
            *[(SOMEBODY_NEW, name) for name in new],
            *[(f"{MEANT}{at}", typed[at]) for at, name in at_table.items() if typed[at] != name],
        ],
    )


def ask_who_sits_there(
    request: HttpRequest, visit: Visit, choice: LeagueChoice, names: NamesAtTable
) -> HttpResponse:
    session = visit.session
    context = {"visit": visit, "session": session, "game": game_of(session)}
    context |= {"choice": choice, "names": names}
    return render_form(request, "play/naming/who_sits_there.html", context, refused=True)
