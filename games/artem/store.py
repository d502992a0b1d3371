"""Artem: its database tables."""

from games.artem import models, rules
from scoring.sessions.derived_store import Entries, derive_store

CLAIM_ROWS = Entries(models.Claim, rules.Claim, key="play")
TURN_ROWS = Entries(
    models.Turn, rules.Turn, key="number", renamed={"player": "seat"}, parts={"claims": CLAIM_ROWS}
)
STORE = derive_store(rules.State, models.Setup, parts={"turns": TURN_ROWS})
