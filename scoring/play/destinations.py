"""Where a table may be kept: in which of somebody's groups, and for which of its leagues."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.contrib.auth.models import User

from scoring.models import Group, League, Session


@dataclass(frozen=True, slots=True)
class Destination:
    group: Group
    league: League | None
    has_leagues: bool = field(default=True, compare=False)

    @property
    def said(self) -> str:
        """In a form: "thursday/cup"; "thursday/" for no league."""
        return f"{self.group.slug}/{self.league.slug if self.league else ''}"


def destinations(groups: Iterable[Group]) -> list[Destination]:
    """Every league of each, and none of them."""
    groups = list(groups)
    leagues = list(League.objects.filter(group__in=groups).order_by("name", "pk"))
    found = []
    for group in groups:
        own = [league for league in leagues if league.group_id == group.pk]
        found += [Destination(group, league, bool(own)) for league in (*own, None)]
    return found


def destination(user: User | None, said: str) -> Destination | None:
    """What the form means; None if this person does not keep that group's scores.

    Where it says nothing of a league, it is the usual one. Compared here and not in the database,
    which would not even look for some characters."""
    slug, slash, league = said.partition("/")
    groups = Group.objects.with_scorekeeper(user) if user else ()
    group = next((group for group in groups if group.slug == slug), None)
    if group is None:
        return None
    if not slash:
        return Destination(group, usual_league(group))
    if not league:
        return Destination(group, None)
    found = next((one for one in group.leagues.all() if one.slug == league), None)
    return Destination(group, found) if found else None


def usual_league(group: Group) -> League | None:
    """The only one, or that of the latest table."""
    some = list(League.objects.filter(group=group)[:2])
    if len(some) < 2:
        return some[0] if some else None
    latest = Session.objects.kept().filter(group=group).order_by("-pk").first()
    return latest.league if latest else None
