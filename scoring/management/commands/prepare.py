"""Everything that has to be done before serving, in one process, so that a restart is quick."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from scoring.models import Career, Group, Result
from scoring.registry import installed_games


class Command(BaseCommand):
    help = "Migrate, load what the games print, collect static files. Safe to run again."

    def handle(self, *, verbosity: int, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=verbosity)
        for game in installed_games().values():
            added = game.load_catalogue()
            if added and verbosity:
                self.stdout.write(f"{game.name}: {added} printed cards added.")
        if settings.DEMO and not Group.objects.filter(slug=settings.DEMO_GROUP).exists():
            call_command("demo", verbosity=verbosity)
            if verbosity:
                self.stdout.write(
                    "To have a group of your own, sign up on the site;"
                    " `manage.py createsuperuser` makes one who may see everything."
                )
        if Result.objects.exclude(group=None).exists() and not Career.objects.exists():
            call_command("rescore", verbosity=verbosity)  # from a version that stored no totals
        call_command("collectstatic", interactive=False, verbosity=0)
