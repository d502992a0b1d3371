"""Recalculate seasons with many sessions in the background."""

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.background.jobs import Done, JobFailed, Run, enqueue, kind
from scoring.leagues.counting import recalculate_season
from scoring.models import Job, Season

COUNT = "count-season"


def ask_to_count(season: Season, *, asked_by: User) -> Job | None:
    """Let the worker recalculate the season; return None if that was done at once."""
    if not Season.objects.being_counted().filter(pk=season.pk).exists():
        return None
    return enqueue(COUNT, asked_by=asked_by, arguments={"season": season.pk})


@kind(COUNT, gettext_lazy("Updating a season’s standings"))
def count_season(run: Run, *, season: int) -> Done:
    found = Season.objects.select_related("league__group").filter(pk=season).first()
    if found is None:
        raise JobFailed(_("This season was deleted."))
    recalculate_season(found, run.progress)
    league = found.league
    address = reverse("season", args=[league.group.slug, league.slug, found.slug])
    sentence = _("The standings of %(season)s are up to date.") % {"season": found.name}
    return Done((sentence,), link=address)
