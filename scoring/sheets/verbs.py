"""Save a sheet: one revision, by the verbs that every other entry uses."""

from functools import partial

from scoring.models import Group, League, Session
from scoring.models.revisions import By
from scoring.models.transactions import write_transaction
from scoring.sessions.recording import Played, Recorded, action_between, record, start
from scoring.sessions.seating import get_or_create_players
from scoring.sheets.filled import Correction
from scoring.sheets.moved_lines import moved_lines

SHEET = "sheet"


@write_transaction()
def enter_session(*, document: Played, by: By, group: Group, league: League | None) -> Session:
    """Add a session that was typed in, with the players that the group lacks."""
    players, _new_names = get_or_create_players(group, document.state.players)
    return start(
        document=document, by=by, group=group, league=league, players=players, action=SHEET
    )


def correct_session(*, correction: Correction, by: By) -> Recorded:
    """Record the sheet, if nothing else was recorded since it was opened.

    Raises MovedOn, Refused."""
    state = correction.reading.state
    return record(
        session=correction.session,
        change=lambda _before: state,
        action=partial(action_between, SHEET),
        by=by,
        seen=correction.fields.cleaned_data["seen"],
        moved=moved_lines(correction),
    )
