"""Duplik: its database tables, and the rounds that were judged on phones."""

from games.duplik import models, rules
from games.duplik.judged_rounds import read_judged_rounds
from games.duplik.open_round import OPEN_ROUND
from scoring.sessions.derived_store import ByPlayer, Entries, Scalars, derive_store

CRITERIA_MET = Scalars(models.Check, key="criterion")
SHEET_ROWS = ByPlayer(models.Sheet, key="artist_id", value=CRITERIA_MET)
ROUND_ROWS = Entries(models.Round, rules.Round, key="number", parts={"sheets": SHEET_ROWS})
STORE = derive_store(
    rules.State,
    models.Setup,
    parts={"rounds": ROUND_ROWS},
    load_extra=read_judged_rounds,
    open_round=OPEN_ROUND,
)
