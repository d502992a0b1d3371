"""Back up the site to one file, while it runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scoring.upkeep.backup import BackupRefused, back_up
from scoring.upkeep.database_copy import CopyFailed


class Command(BaseCommand):
    help = "Back up the database and the secret key to one file, while the site runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a new file, such as scores.tar.gz")

    def handle(self, *, file: Path, verbosity: int, **options: Any) -> None:
        try:
            back_up(file, at=timezone.now())
        except (BackupRefused, CopyFailed, OSError) as problem:
            raise CommandError(str(problem)) from None
        if verbosity:
            self.stdout.write(f"Backed up to {file}. The secret key is in it: keep it private.")
