from typing import Any

from django.core.management.base import BaseCommand

from games.canvas.printed import load_catalogue


class Command(BaseCommand):
    help = "Add the printed Canvas cards that are missing; leave those that are there as they are."

    def handle(self, *, verbosity: int, **options: Any) -> None:
        added = load_catalogue()
        if added and verbosity:
            self.stdout.write(f"Canvas catalogue: {added} cards added.")
