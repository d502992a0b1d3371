"""A backup while people play, restored into an empty database."""

import time
from uuid import UUID

import psycopg

from deploy.cluster import lifecycle
from deploy.cluster.layout import Layout
from deploy.drill.accounts import Missed
from deploy.drill.ledger import Ledger

RESTORED = "restored"


def back_up_and_restore(layout: Layout, ledger: Ledger) -> None:
    """Back up, restore, and look for every tap that was accepted before the backup began."""
    began_at = time.monotonic()
    path = layout.folder / f"{began_at:.0f}.tar.gz"
    accepted = {
        tap.key
        for tap in ledger.taps
        if tap.accepted and tap.at >= 0 and (tap.answered_at or began_at) < began_at
    }
    lifecycle.manage(layout, "web-1", "backup", str(path), "--verbosity", "0")
    address = lifecycle.new_database(layout, RESTORED)
    lifecycle.manage(layout, "web-1", "restore", str(path), "--verbosity", "0", database=address)
    if missing := len(accepted - stored_keys(address)):
        raise Missed(f"{missing} of {len(accepted)} taps are not in the backup")


def stored_keys(address: str) -> set[UUID]:
    """Return the key of every tap that this database has recorded."""
    with psycopg.connect(address) as connection:
        rows = connection.execute("SELECT key FROM scoring_revision WHERE key IS NOT NULL")
        return {key for (key,) in rows}
