"""Artem: its database tables."""

from games.artem import models, rules
from scoring.sessions.derived_store import Entries, derive_store

CLAIMS = Entries(models.Claim, rules.Claim, key="play")
TURNS = Entries(
    models.Turn, rules.Turn, key="number", renamed={"player": "seat"}, parts={"claims": CLAIMS}
)
STORE = derive_store(rules.State, models.Setup, parts={"turns": TURNS})
