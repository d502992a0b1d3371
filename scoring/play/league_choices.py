"""The choices of group and league for a table, as the forms offer them."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.contrib.auth.models import User

from scoring.models import Group, League, Session


@dataclass(frozen=True, slots=True)
class LeagueChoice:
    """A group that a table may be kept in, and the league that it counts for, or none."""

    group: Group
    league: League | None
    group_has_leagues: bool = field(default=True, compare=False)

    @property
    def value(self) -> str:
        """Return the value in a form: "thursday/cup", or "thursday/" for no league."""
        return f"{self.group.slug}/{self.league.slug if self.league else ''}"


def league_choices(groups: Iterable[Group]) -> list[LeagueChoice]:
    """Return a choice for each league of the groups, and one without a league for each group."""
    groups = list(groups)
    leagues = list(League.objects.filter(group__in=groups).by_name())
    choices = []
    for group in groups:
        of_group = [league for league in leagues if league.group_id == group.pk]
        choices += [LeagueChoice(group, league, bool(of_group)) for league in (*of_group, None)]
    return choices


def chosen_league(user: User | None, value: str) -> LeagueChoice | None:
    """Return the choice that a form or a link means; None if this account may not enter there.

    A value without a slash means the group's usual league. Slugs are compared here and not in the
    database, which would refuse some characters."""
    group_slug, slash, league_slug = value.partition("/")
    groups = Group.objects.with_scorekeeper(user) if user else ()
    group = next((group for group in groups if group.slug == group_slug), None)
    if group is None:
        return None
    if not slash:
        return LeagueChoice(group, usual_league(group))
    if not league_slug:
        return LeagueChoice(group, None)
    league = next((league for league in group.leagues.all() if league.slug == league_slug), None)
    return LeagueChoice(group, league) if league else None


def only_group(user: User | None) -> LeagueChoice | None:
    """Return the choice of the only group whose scores an account keeps, if it is the only one."""
    groups = list(Group.objects.with_scorekeeper(user)[:2]) if user else []
    return LeagueChoice(groups[0], usual_league(groups[0])) if len(groups) == 1 else None


def usual_league(group: Group) -> League | None:
    """Return the group's only league, or that of its latest table."""
    leagues = list(League.objects.filter(group=group)[:2])
    if len(leagues) < 2:
        return leagues[0] if leagues else None
    latest = Session.objects.not_deleted().filter(group=group).order_by("-pk").first()
    return latest.league if latest else None
