"""Duplik: its database tables, and the rounds that were judged on phones."""

from games.duplik import models, rules
from games.duplik.judged_rounds import read_judged_rounds
from scoring.sessions.derived_store import ByPlayer, Entries, Scalars, derive_store

CRITERIA_MET = Scalars(models.Check, key="criterion")
SHEETS = ByPlayer(models.Sheet, key="artist_id", value=CRITERIA_MET)
ROUNDS = Entries(models.Round, rules.Round, key="number", parts={"sheets": SHEETS})
STORE = derive_store(
    rules.State, models.Setup, parts={"rounds": ROUNDS}, load_extra=read_judged_rounds
)
