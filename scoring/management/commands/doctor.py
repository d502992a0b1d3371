"""Say what is wrong with this installation."""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from scoring.upkeep.doctor import examine


class Command(BaseCommand):
    help = "List what is wrong with this installation; exit with 1 if anything is."
    requires_system_checks: tuple[str, ...] = ()  # it asks them itself, and goes on

    def handle(self, **options: Any) -> None:
        problems = list(examine(timezone.now()))
        for problem in problems:
            self.stdout.write(f"- {problem}")
        if problems:
            sys.exit(1)
        self.stdout.write("Nothing is wrong.")
