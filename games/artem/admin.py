"""Artem: entering a session in the admin."""

from games.artem.store import STORE
from scoring.admin.entry import ENTRIES, entry_of

ENTRIES["artem"] = entry_of(STORE)
