"""Store the revisions of earlier versions in less space; see scoring/upkeep/pack_revisions.py."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from scoring.upkeep.pack_revisions import pack, sessions_to_pack


class Command(BaseCommand):
    help = (
        "Store every revision as its difference to an earlier one. Nothing that was recorded"
        " changes. The site may be used meanwhile, and a run that was stopped can be repeated."
    )

    def handle(self, *, verbosity: int, **options: Any) -> None:
        revisions, sessions = 0, sessions_to_pack()
        for pk in sessions:
            while packed := pack(pk):
                revisions += packed
        if verbosity:
            line = _("Packed %(revisions)s revisions of %(sessions)s sessions.")
            self.stdout.write(line % {"revisions": revisions, "sessions": len(sessions)})
