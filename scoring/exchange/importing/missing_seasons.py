"""Find the days of an import that no season has, so that its results count for nothing."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max, Min
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import Import


@dataclass(frozen=True, slots=True)
class MissingSeason:
    """Hold how many sessions no season counts, and the first and the last day of these."""

    sessions: int
    first: date
    last: date

    @property
    def sentence(self) -> str:
        return ngettext(
            "%(number)s of them was played on a day that no season covers, so it does not count.",
            "%(number)s of them were played on days that no season covers, so they do not count.",
            self.sessions,
        ) % {"number": self.sessions}

    @property
    def offer(self) -> str:
        days = {name: date_format(getattr(self, name), "DATE_FORMAT") for name in ("first", "last")}
        return _("Create a season from %(first)s to %(last)s") % days


def missing_season(source: Import) -> MissingSeason | None:
    """Return what of an import counts for nothing as its league has no season then, if anything."""
    day = "session__played_on"
    counted = source.sessions.without_season().aggregate(
        sessions=Count("pk"), first=Min(day), last=Max(day)
    )
    return MissingSeason(**counted) if counted["sessions"] else None
