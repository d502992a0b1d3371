"""Remove sessions for good that were deleted 30 days ago, and quick tables as old."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from scoring.models import Session


class Command(BaseCommand):
    help = "Remove deleted sessions and quick tables after their 30 days."

    def handle(self, *, verbosity: int, **options: Any) -> None:
        removed, _per_table = Session.objects.expired(timezone.now()).delete()
        if removed and verbosity:
            self.stdout.write(f"Removed for good: {removed} rows of sessions past their 30 days.")
