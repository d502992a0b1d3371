"""Remove for good what was put away 30 days ago, and quick tables that nobody took in."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from scoring.models import Session


class Command(BaseCommand):
    help = "Remove deleted sessions and quick tables after their 30 days."

    def handle(self, *, verbosity: int, **options: Any) -> None:
        gone, _per_table = Session.objects.expired(timezone.now()).delete()
        if gone and verbosity:
            self.stdout.write(f"Removed for good: {gone} rows of sessions past their 30 days.")
