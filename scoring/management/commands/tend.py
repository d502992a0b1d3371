"""Remove what is past its time, and let the database tidy itself up."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from scoring.upkeep.duties import tend


class Command(BaseCommand):
    help = (
        "Remove deleted sessions, quick tables, invitations, uploads, mail and sign-ins that are"
        " past their time. The worker does it every hour; it may run at any time, also twice."
    )

    def handle(self, *, verbosity: int, **options: Any) -> None:
        for done in tend(at=timezone.now()):
            if verbosity:
                self.stdout.write(done.line)
