"""What a change would do, before it is made: to the points at the table, and to the standings."""

from collections.abc import Callable, Sequence

from django.contrib.auth.models import User

from scoring.core.entries import score_change
from scoring.core.refusals import Refused
from scoring.groups.visibility import player_name
from scoring.models import Group, League, Session
from scoring.noted.game import game_of
from scoring.play.taps import TapForm
from scoring.sessions.effects import Effect, effect
from scoring.sessions.loading import load
from scoring.totals.standings_preview import StandingsChange, preview_standings
from scoring.web.table_access import Visit


def preview_tap(form: TapForm, session: Session) -> Effect | None:
    """Return what the form would change; if it is refused, None, and the form says why."""
    if not form.is_valid():
        return None
    game = game_of(session)
    state = load(session).state
    for _attempt in range(2):
        try:
            after, outcome = score_change(game.score, state, form.change(state))
            form.check(after, outcome)
            return effect(game.score(state), outcome)
        except Refused as refused:
            if not form.offers_to_end(refused):
                form.refuse(refused, game.wording)
                break
    return None


def standings_changes(
    visit: Visit, change: Callable[[], object], *, new_league: League | None = None
) -> Sequence[StandingsChange]:
    """Return what the change would do to the standings; nothing to those who may not see them.

    `new_league` is the league that the session would then count for, if it has none yet."""
    league = visit.session.league or new_league
    if league is None or not may_see_standings(visit.user, league.group):
        return ()
    member = is_member(visit.user, league.group)
    return preview_standings(
        visit.session, change, name_of=lambda player: player_name(player, is_member=member).name
    )


def may_see_standings(user: User | None, group: Group) -> bool:
    """Return whether somebody at a table may see the group's standings.

    The code of a table opens nothing but the table."""
    return group.visibility == Group.Visibility.PUBLIC or is_member(user, group)


def is_member(user: User | None, group: Group) -> bool:
    return user is not None and group.memberships.filter(user=user).exists()
