"""Check that a migration can run while the previous release still serves, on the same database.

Each release is deployed in this order: migrate, then replace the processes one by one. So the code
before a migration has to work after it: it inserts rows without the new columns, and reads all that
it knew."""

from collections.abc import Iterator
from typing import Any

from django.db import connection
from django.db.migrations import Migration
from django.db.migrations import operations as ops
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models.fields import NOT_PROVIDED

from scoring.models.online_migrations import AddCheckOnline, AddIndexOnline, ValidateOnline

# The migrations of 1.0.0, which are changed in place until then. Do not add to these: a migration
# that cannot keep the rules says why it may break them, as `breaks_online`.
BASELINE = dict.fromkeys(("artbox", "artem", "canvas", "duplik", "scoring"), "0001_initial")
OURS = ("scoring", "games.")
HARMLESS = (
    ops.CreateModel,
    ops.AlterModelOptions,
    ops.AlterModelManagers,
    ops.RemoveConstraint,
    ops.RemoveIndex,
    ops.RenameIndex,
    ops.RunPython,
    AddIndexOnline,
    AddCheckOnline,
    ValidateOnline,
)
LATER = "the code before still uses it: stop using it now, remove it one release later"


def all_problems() -> list[str]:
    """Return what is wrong with the migrations since the baseline."""
    loader = MigrationLoader(None)
    return [
        f"{migration.app_label}.{migration.name}: {problem}"
        for migration in new_migrations(loader)
        for problem in problems(migration, loader)
    ]


def new_migrations(loader: MigrationLoader) -> Iterator[Migration]:
    for (app, name), migration in sorted(loader.disk_migrations.items()):
        if migration.__module__.startswith(OURS) and name > BASELINE.get(app, ""):
            yield migration


def problems(migration: Migration, loader: MigrationLoader) -> Iterator[str]:
    if getattr(migration, "breaks_online", ""):
        return
    node = loader.graph.node_map.get((migration.app_label, migration.name))
    parents = [parent.key for parent in node.parents] if node else migration.dependencies
    state = loader.project_state(list(parents), at_end=True)
    yield from _mixed(migration)
    created = set()
    for operation in migration.operations:
        if isinstance(operation, ops.CreateModel):
            created.add(operation.name_lower)
        # The release before knows nothing of a table that this migration creates.
        if getattr(operation, "model_name_lower", "") not in created:
            yield from _operation_problems(operation, migration, state)
        operation.state_forwards(migration.app_label, state)


def _mixed(migration: Migration) -> Iterator[str]:
    kinds = {type(operation) for operation in migration.operations}
    if ops.RunPython in kinds and len(kinds) > 1:
        yield "changes data and schema at once: locks are held until both are done"
    if AddCheckOnline in kinds and ValidateOnline in kinds:
        yield "validates a constraint in the migration that adds it: locks are held for both"
    if migration.atomic and AddIndexOnline in kinds:
        yield "builds an index in a transaction: set atomic = False"


def _operation_problems(
    operation: Operation, migration: Migration, state: ProjectState
) -> Iterator[str]:
    if isinstance(operation, ops.SeparateDatabaseAndState):
        yield from _separate_problems(operation, migration, state)
    elif isinstance(operation, ops.AddField):
        yield from _new_column(operation)
    elif isinstance(operation, ops.AlterField):
        if _changes_column(operation, migration.app_label, state):
            yield f"{_name(operation)} is altered: add a column, and remove this one later"
    elif isinstance(operation, ops.RemoveField | ops.DeleteModel):
        yield f"{_name(operation)} is removed: {LATER}"
    elif isinstance(operation, ops.RenameField | ops.RenameModel | ops.AlterModelTable):
        yield f"{_name(operation)} is renamed: {LATER}"
    elif isinstance(operation, ops.AddIndex) and not isinstance(operation, AddIndexOnline):
        yield f"{operation.index.name} keeps writers waiting: use AddIndexOnline"
    elif isinstance(operation, ops.AddConstraint) and not isinstance(operation, AddCheckOnline):
        yield f"{operation.constraint.name} keeps writers waiting: use AddCheckOnline"
    elif not isinstance(operation, HARMLESS):
        yield f"{type(operation).__name__} is not known to be harmless"


def _separate_problems(
    operation: ops.SeparateDatabaseAndState, migration: Migration, state: ProjectState
) -> Iterator[str]:
    """Only the state may forget a column that rows can be inserted without."""
    for inner in operation.database_operations:
        yield from _operation_problems(inner, migration, state)
    for inner in operation.state_operations:
        if isinstance(inner, ops.RemoveField):
            model = state.models[migration.app_label, inner.model_name_lower]
            if not _can_be_left_out(model.fields[inner.name]):
                yield f"{_name(inner)} needs a db_default first: the new code leaves it out"


def _new_column(operation: ops.AddField) -> Iterator[str]:
    field: Any = operation.field
    if field.many_to_many:
        return
    if not _can_be_left_out(field):
        yield f"{_name(operation)} needs a db_default or null: the code before leaves it out"
    # An index of a foreign key is of a new and empty column.
    if field.unique or (field.db_index and not field.is_relation):
        yield f"{_name(operation)} has an index that keeps writers waiting: use AddIndexOnline"


def _can_be_left_out(field: Any) -> bool:
    return bool(field.null or field.db_default is not NOT_PROVIDED or field.generated)


def _changes_column(operation: ops.AlterField, app_label: str, state: ProjectState) -> bool:
    """Return whether the database would notice, other than that more is allowed now."""
    after = state.clone()
    operation.state_forwards(app_label, after)
    old, new = (
        one.apps.get_model(app_label, operation.model_name)._meta.get_field(operation.name)
        for one in (state, after)
    )
    old.default = new.default  # Python's, which the database does not know
    if new.null:
        old.null = True
    if (new.max_length or 0) > (old.max_length or 0):
        old.max_length = new.max_length
    editor: Any = connection.SchemaEditorClass
    return bool(editor(connection)._field_should_be_altered(old, new))


def _name(operation: Operation) -> str:
    names = (getattr(operation, name, "") for name in ("model_name", "name", "old_name"))
    return ".".join(dict.fromkeys(filter(None, names)))
