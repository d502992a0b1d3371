"""Restore a backup into an empty place, and check every result."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.db.migrations.exceptions import InconsistentMigrationHistory

from scoring.upkeep.backup import BackupRefused
from scoring.upkeep.database_copy import CopyFailed
from scoring.upkeep.restore import has_other_key, restore


class Command(BaseCommand):
    help = "Restore a file of `manage.py backup` into an empty database, and check it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, verbosity: int, **options: Any) -> None:
        try:
            manifest = restore(file)
        except (BackupRefused, CopyFailed, OSError) as problem:
            raise CommandError(str(problem)) from None
        if has_other_key(manifest):
            self.stderr.write(
                "SECRET_KEY is not the key of the backup: everyone has to log in again, unless"
                " SECRET_KEY_FALLBACKS also names that key."
            )
        try:
            call_command("migrate", interactive=False, verbosity=0)
            if verbosity:
                self.stdout.write(f"Restored as of {manifest.created_at}; checking every result.")
            call_command("rescore", check=True, stdout=self.stdout)
        except (DatabaseError, InconsistentMigrationHistory) as problem:
            raise CommandError(
                f"This backup does not match its manifest: {problem}. Empty the database again."
            ) from None
