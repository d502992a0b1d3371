"""Migrations run while the release before them serves: none of them may break it."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, migrations, models
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.models import Q

from scoring.management.commands import migrate
from scoring.models.online_migrations import AddCheckOnline, AddIndexOnline, ValidateOnline
from tests.online_migrations import BASELINE, OURS, all_problems, problems

POSITIVE = models.CheckConstraint(condition=Q(version__gte=0), name="scoring_version_is_positive")
BY_VERSION = models.Index(fields=["version"], name="scoring_by_version")


def nothing(apps: Any, schema_editor: Any) -> None:
    """Represent a change of data."""


def migration(*operations: Any, atomic: bool = True) -> Migration:
    """The next migration of scoring, if it did that."""
    values = {
        "dependencies": [("scoring", BASELINE["scoring"])],
        "operations": list(operations),
        "atomic": atomic,
    }
    made: Migration = type("Migration", (Migration,), values)("9999_next", "scoring")
    return made


def add(name: str, field: Any) -> Any:
    return migrations.AddField("session", name, field)


def alter(name: str, field: Any) -> Any:
    return migrations.AlterField("session", name, field)


def forget(name: str) -> Any:
    """Remove a column from the state and leave it in the database."""
    return migrations.SeparateDatabaseAndState(
        state_operations=[migrations.RemoveField("session", name)]
    )


def test_no_migration_breaks_the_release_before_it() -> None:
    assert all_problems() == []


def test_each_app_has_one_migration_until_the_first_release() -> None:
    """It is made again by `make migrations` whenever a model changes."""
    ours = {
        key
        for key, migration in MigrationLoader(None).disk_migrations.items()
        if migration.__module__.startswith(OURS)
    }
    assert ours == set(BASELINE.items())


@pytest.mark.django_db
@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(add("mood", models.TextField(null=True)), id="a column that may be null"),
        pytest.param(add("mood", models.TextField(db_default="")), id="one with a default"),
        pytest.param(alter("location", models.CharField(max_length=300)), id="a longer text"),
        pytest.param(
            alter("version", models.PositiveIntegerField(null=True)), id="null is allowed"
        ),
        pytest.param(
            migrations.RemoveConstraint("phone", "scoring_a_browser_comes_once"),
            id="a constraint less",
        ),
        pytest.param(AddCheckOnline("session", POSITIVE), id="a check of new rows"),
        pytest.param(forget("finished_at"), id="a column forgotten that may be null"),
        pytest.param(migrations.RunPython(nothing), id="data alone"),
    ],
)
def test_what_the_release_before_does_not_notice(operation: Any) -> None:
    assert list(problems(migration(operation), MigrationLoader(None))) == []


@pytest.mark.django_db
def test_what_happens_to_a_table_of_the_same_migration_is_not_noticed() -> None:
    created = migrations.CreateModel("Visit", [("id", models.BigAutoField(primary_key=True))])
    noted = migrations.AddField("visit", "note", models.TextField())
    by_note = migrations.AddIndex(
        "visit", models.Index(fields=["note"], name="scoring_visits_by_note")
    )
    assert list(problems(migration(created, noted, by_note), MigrationLoader(None))) == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("operations", "problem"),
    [
        ([add("mood", models.TextField(default=""))], "mood needs a db_default or null"),
        ([add("mood", models.TextField(null=True, unique=True))], "keeps writers waiting"),
        ([migrations.RemoveField("session", "location")], "session.location is removed"),
        ([migrations.DeleteModel("Tally")], "Tally is removed"),
        ([migrations.RenameField("session", "location", "place")], "location is renamed"),
        ([migrations.RenameModel("Tally", "Sum")], "Tally is renamed"),
        ([alter("version", models.TextField())], "session.version is altered"),
        ([migrations.AddIndex("session", BY_VERSION)], "use AddIndexOnline"),
        ([AddIndexOnline("session", BY_VERSION)], "set atomic = False"),
        ([migrations.AddConstraint("session", POSITIVE)], "use AddCheckOnline"),
        ([migrations.RunSQL("SELECT 1")], "RunSQL is not known to be harmless"),
        ([forget("version")], "session.version needs a db_default first"),
        (
            [
                AddCheckOnline("session", POSITIVE),
                ValidateOnline("session", POSITIVE.name),
            ],
            "validates a constraint in the migration that adds it",
        ),
        (
            [add("mood", models.TextField(null=True)), migrations.RunPython(nothing)],
            "changes data and schema at once",
        ),
    ],
)
def test_what_breaks_the_release_before_is_found(operations: list[Any], problem: str) -> None:
    (sentence,) = problems(migration(*operations), MigrationLoader(None))
    assert problem in sentence


def test_a_migration_may_say_why_it_breaks_the_rules() -> None:
    removing = migration(migrations.RemoveField("session", "location"))
    removing.breaks_online = "Nothing has read this column since version 0.3."  # type: ignore[attr-defined]
    assert list(problems(removing, MigrationLoader(None))) == []


# The operations, in the database


@contextmanager
def applied(*operations: Any) -> Iterator[None]:
    """Run operations one after the other, as migrations that are not atomic do, and undo them."""
    states = [MigrationLoader(None).project_state()]
    for operation in operations:
        states.append(states[-1].clone())
        operation.state_forwards("scoring", states[-1])
        with connection.schema_editor(atomic=False) as editor:
            operation.database_forwards("scoring", editor, *states[-2:])
    yield
    steps = list(zip(operations, states, states[1:], strict=False))
    for operation, before, after in reversed(steps):
        with connection.schema_editor(atomic=False) as editor:
            operation.database_backwards("scoring", editor, after, before)


def constraints() -> dict[str, Any]:
    with connection.cursor() as cursor:
        by_name: dict[str, Any] = connection.introspection.get_constraints(
            cursor, "scoring_session"
        )
    return by_name


@pytest.mark.django_db(transaction=True)
def test_indexes_and_checks_are_added_online_on_both_databases() -> None:
    index = AddIndexOnline("session", BY_VERSION)
    check = AddCheckOnline("session", POSITIVE)
    validate = ValidateOnline("session", POSITIVE.name)
    with applied(index, check, validate):
        assert {BY_VERSION.name, POSITIVE.name} <= constraints().keys()
    assert not {BY_VERSION.name, POSITIVE.name} & constraints().keys()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_an_index_whose_building_was_interrupted_is_built_again() -> None:
    index = AddIndexOnline("session", BY_VERSION)
    state = MigrationLoader(None).project_state()
    before = state.clone()
    index.state_forwards("scoring", state)
    with applied(index), connection.schema_editor(atomic=False) as editor:
        index.database_forwards("scoring", editor, before, state)


# Locks


@pytest.fixture
def busy_table() -> Any:
    """Somebody reads a table that each migration needs, until the event is set."""
    begun, over = Event(), Event()

    def read() -> None:
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("LOCK TABLE django_migrations IN ACCESS EXCLUSIVE MODE")
            begun.set()
            over.wait()
            cursor.execute("ROLLBACK")
        connection.close()

    thread = Thread(target=read)
    thread.start()
    begun.wait()
    yield over
    over.set()
    thread.join()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_migration_waits_shortly_for_a_lock_and_tries_again(
    busy_table: Event, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(migrate, "LOCK_TIMEOUT", 0.1)
    monkeypatch.setattr("time.sleep", lambda _seconds: busy_table.set())
    call_command("migrate", verbosity=0)
    assert "A table is busy; trying again (1/30)." in capsys.readouterr().err


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("busy_table")
def test_a_migration_gives_up_when_a_table_is_always_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrate, "LOCK_TIMEOUT", 0.1)
    monkeypatch.setattr(migrate, "PAUSE", 0.0)
    monkeypatch.setattr(migrate, "ATTEMPTS", 2)
    with pytest.raises(CommandError, match="A table was busy all the time"):
        call_command("migrate", verbosity=0)
