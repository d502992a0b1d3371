"""All that must be done before serving, in one process, so that a second start is quick."""

from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Migrate, load what the games print, collect static files. Safe to run again."

    def handle(self, *, verbosity: int, **options: Any) -> None:
        settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
        call_command("migrate", interactive=False, verbosity=verbosity)
        for command in sorted(get_commands()):
            if command.startswith("load_catalogue_"):
                call_command(command, verbosity=verbosity)
        call_command("collectstatic", interactive=False, verbosity=0)
