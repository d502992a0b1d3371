"""Remove what is past its time, and let the database tidy itself up."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from scoring.upkeep.duties import tend


class Command(BaseCommand):
    help = (
        "Remove expired sessions, quick tables, invitations, uploads, emails and sign-ins."
        " The worker does it every hour; it is safe to run at any time."
    )

    def handle(self, *, verbosity: int, **options: Any) -> None:
        for done in tend(at=timezone.now()):
            if verbosity:
                self.stdout.write(done.line)
