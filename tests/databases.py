"""Which tests run on PostgreSQL as well as on SQLite.

What a database decides is asked of both: constraints, locks, sums, orders, searches, who sees what.
Pages and forms show the same on either."""

from fnmatch import fnmatchcase

# The beginnings of their names, as pytest has them.
ON_BOTH = (
    "games/*/tests/test_constraints.py*",
    "games/*/tests/test_dealing.py*",
    "games/*/tests/test_deck.py*",
    "games/*/tests/test_open_rows.py*",
    "games/*/tests/test_row_facts.py*",
    "games/*/tests/test_judging_rows.py*",
    "games/*/tests/test_copying_points.py*",
    "tests/accounts/test_deletion.py*",
    "tests/admin/test_permissions.py*",
    "tests/admin/test_session_history.py*",
    "tests/admin/test_session_list.py*",
    "tests/admin/test_session_search.py*",
    "tests/background/test_jobs.py*",
    "tests/background/test_outbox.py*",
    "tests/background/test_worker.py::test_the_job_of_a_killed_worker*",
    "tests/background/test_worker.py::test_two_workers*",
    "tests/evenings/*",
    "tests/exchange/*",
    "tests/folio/test_gallery.py*",
    "tests/folio/test_removal.py*",
    "tests/groups/*",
    "tests/leagues/*",
    "tests/models/test_[!t]*",  # test_transactions is about SQLite
    "tests/monitoring/test_metrics.py::test_[!a]*",
    "tests/monitoring/test_probes.py*",
    "tests/noted/*",
    "tests/permissions/*",
    "tests/play/test_earlier_tables.py*",
    "tests/play/test_joining.py*",
    "tests/play/test_queries.py*",
    "tests/play/test_statements.py*",
    "tests/play/test_taps.py*",
    "tests/play/test_typed_names.py*",
    "tests/sessions/*",
    "tests/statistics/*",
    "tests/test_caches.py*",
    "tests/test_connection_pool.py*",
    "tests/test_online_migrations.py*",
    "tests/test_transactions.py*",
    "tests/totals/*",
    "tests/upkeep/test_backup.py*",
    "tests/upkeep/test_check_beside_taps.py*",
    "tests/upkeep/test_d[ou]*",
    "tests/upkeep/test_prepare.py*",
    "tests/upkeep/test_re*",
    "tests/web/test_access.py::test_everybody*[[]owner]",
    "tests/web/test_network_limits.py*",
)


def runs_on_both(name: str) -> bool:
    return any(fnmatchcase(name, each) for each in ON_BOTH)
