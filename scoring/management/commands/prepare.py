"""Everything that has to be done before serving, in one process, so that a restart is quick."""

import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.accounts.first_account import first_account_link
from scoring.models import Group
from scoring.monitoring.health import newer_migrations, unapplied_migrations
from scoring.registry import installed_games
from scoring.upkeep.backup import back_up_before_migrating
from scoring.upkeep.prepare import (
    DatabaseIsAway,
    collect_static,
    is_of_another_version,
    one_at_a_time,
    wait_for_database,
)
from scoring.web.links import link_in_mail


class Command(BaseCommand):
    help = "Migrate, load the printed cards of games, collect static files. Safe to run again."
    # The others take as long as all the rest, and a new game, whose parts they check, migrates.
    requires_system_checks = ("installation",)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--wait", type=float, default=30, metavar="SECONDS", help="for the database to respond"
        )

    def run_from_argv(self, argv: list[str]) -> None:
        os.umask(0o077)  # of this process: nobody else reads the database that it makes
        super().run_from_argv(argv)

    def handle(self, *, verbosity: int, wait: float, **options: Any) -> None:
        try:
            wait_for_database(self.stderr.write, wait)
        except DatabaseIsAway as problem:
            message = _(
                "The database is not responding. Start it, or correct DATABASE_URL: %(answer)s"
            )
            raise CommandError(message % {"answer": problem}) from None
        with one_at_a_time(self.stderr.write):
            self._prepare(verbosity)

    def _prepare(self, verbosity: int) -> None:
        if newer_migrations() and not unapplied_migrations():
            raise CommandError(
                _(
                    "A newer version of Scorefolio has used this database. Start that version, or"
                    " restore a backup of this one."
                )
            )
        if is_of_another_version():
            raise CommandError(
                _(
                    "Another version of Scorefolio made this database. Delete it, or export its"
                    " groups with the version that made it."
                )
            )
        if unapplied_migrations():
            self.check()
            if (backup := back_up_before_migrating(timezone.now())) and verbosity:
                self.stdout.write(f"Backed up to {backup} before migrating.")
            call_command("migrate", interactive=False, verbosity=verbosity)
        for game in installed_games().values():
            added = game.load_catalogue()
            if added and verbosity:
                self.stdout.write(f"{game.name}: {added} printed cards added.")
        if settings.DEMO and not Group.objects.filter(slug=settings.DEMO_GROUP).exists():
            call_command("demo", verbosity=verbosity)
            if verbosity:
                self.stdout.write(f"To create your own group, sign up at {link_in_mail('/')}.")
        collect_static()
        if verbosity and (link := first_account_link()):
            self.stdout.write(
                f"Nobody administers this site yet. Create the first account within an hour: {link}"
            )
