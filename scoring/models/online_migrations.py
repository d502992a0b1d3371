"""Operations for migrations during which the code before them goes on serving.

PostgreSQL locks a table against writers while it builds an index or validates a constraint, unless
it is told otherwise. SQLite has no such way; there a migration of a home's size takes no time."""

from typing import Any

from django.contrib.postgres import operations
from django.db.migrations import operations as plain

POSTGRESQL = "postgresql"


class AddIndexOnline(operations.AddIndexConcurrently):
    """Build an index while others write. Its migration needs `atomic = False`."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        if schema_editor.connection.vendor != POSTGRESQL:
            plain.AddIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)
            return
        # An attempt that was interrupted left an index that is not valid.
        model = to_state.apps.get_model(app_label, self.model_name)
        self._ensure_not_in_transaction(schema_editor)
        schema_editor.remove_index(model, self.index, concurrently=True)
        super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        if schema_editor.connection.vendor == POSTGRESQL:
            super().database_backwards(app_label, schema_editor, from_state, to_state)
        else:
            plain.AddIndex.database_backwards(self, app_label, schema_editor, from_state, to_state)


class AddCheckOnline(operations.AddConstraintNotValid):
    """Check what is written from now on; a later migration checks the rest by ValidateOnline."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        if schema_editor.connection.vendor == POSTGRESQL:
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        else:
            plain.AddConstraint.database_forwards(
                self, app_label, schema_editor, from_state, to_state
            )


class ValidateOnline(operations.ValidateConstraint):
    """Check the rows from before AddCheckOnline while others write."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        if schema_editor.connection.vendor == POSTGRESQL:
            super().database_forwards(app_label, schema_editor, from_state, to_state)
