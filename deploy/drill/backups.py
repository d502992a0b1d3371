"""A backup while people play, restored into an empty database."""

import time
from uuid import UUID

import psycopg

from deploy.cluster import lifecycle
from deploy.cluster.layout import Layout
from deploy.drill.report import Missed

RESTORED = "restored"


def back_up_and_restore(layout: Layout) -> str:
    """Back up, restore, and look for every tap that was recorded before the backup began."""
    recorded = stored_keys(layout.primary_database)
    path = layout.folder / f"{time.monotonic():.0f}.tar.gz"
    lifecycle.manage(layout, "web-1", "backup", str(path), "--verbosity", "0")
    address = lifecycle.new_database(layout, RESTORED)
    lifecycle.manage(layout, "web-1", "restore", str(path), "--verbosity", "0", database=address)
    if missing := len(recorded - stored_keys(address)):
        raise Missed(f"{missing} of {len(recorded)} taps are not in the backup")
    return f"all {len(recorded)} taps from before are in it"


def stored_keys(address: str) -> set[UUID]:
    """Return the key of every tap that this database has recorded."""
    with psycopg.connect(address) as connection:
        rows = connection.execute("SELECT key FROM scoring_revision WHERE key IS NOT NULL")
        return {key for (key,) in rows}
