"""Processes that finish, correct, move, merge and settle evenings of one season; one that checks.

`python -m tools.load.evenings begin | play SEED | check`
"""

import sys
from contextlib import suppress
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import django

EVENINGS = 12
VERBS = 40


def begin() -> None:
    from scoring.models import Group
    from tests.builders.seasons import play_session, sample_document, season_of

    group = Group.objects.create(name="Thursday", slug="thursday")
    season = season_of(group, skill=True)
    for seed in range(EVENINGS):
        play_session(group, sample_document(seed, day=seed % 3), league=season.league)


def play(seed: int) -> None:
    """Whatever people do, on whichever evening; somebody else does the same at the same time."""
    from django.utils import timezone

    from scoring.core.refusals import Refused
    from scoring.groups.merging import CannotMerge, CannotUndoMerge
    from scoring.models import Group, Merge, Session
    from scoring.models.revisions import By
    from scoring.models.sessions import SessionIsDeleted
    from scoring.sessions import lifecycle, recording
    from scoring.totals.standings_preview import preview_standings
    from tests.builders.seasons import play_session, sample_document

    dice = Random(seed)
    group = Group.objects.get()
    league = group.leagues.get()
    late = (Refused, SessionIsDeleted, lifecycle.SessionIsNotDeleted)
    for _ in range(VERBS):
        by = By(at=timezone.now())
        session = dice.choice(list(Session.objects.in_order()))
        with suppress(*late, CannotMerge, CannotUndoMerge, Merge.DoesNotExist):
            match dice.randrange(9):
                case 0:
                    played = sample_document(dice.randrange(10**6), day=dice.randrange(4))
                    play_session(group, played, league=league)
                case 1:
                    recording.stop(session=session, by=by)
                case 2:
                    recording.reopen(session=session, by=by)
                case 3:
                    lifecycle.delete(session=session, by=by)
                case 4:
                    lifecycle.undelete(session=session, by=by)
                case 5:
                    to = dice.choice([league, None])
                    lifecycle.move(session=session, group=group, league=to, by=by)
                case 6:
                    act = partial(lifecycle.delete, session=session, by=by)
                    preview_standings(session, act, name_of=str)
                case 7:
                    _settle(league, dice)
                case _:
                    _merge_or_part(group, dice)


def _settle(league: Any, dice: Random) -> None:
    from scoring.leagues import leagues
    from scoring.registry import installed_games
    from tests.builders.seasons import FIRST

    season = league.seasons.get()
    season.ends_on = FIRST + timedelta(days=dice.randrange(4))
    leagues.settle(season=season, games=dice.sample(sorted(installed_games()), 3))


def _merge_or_part(group: Any, dice: Random) -> None:
    from django.utils import timezone

    from scoring.groups.merging import merge, undo_merge
    from scoring.models import Merge, Player

    source, target = dice.sample(list(Player.objects.filter(group=group)), 2)
    if dice.random() < 0.5:
        merge(source=source, target=target, at=timezone.now())
    elif (latest := Merge.objects.order_by("pk").last()) is not None:
        undo_merge(latest, at=timezone.now())


def check() -> None:
    from scoring.models import Group, Season, Session
    from scoring.upkeep.rescore import differences, group_differences, season_differences

    wrong_sessions = [
        wrong for session in Session.objects.in_order() for wrong in differences(session.pk)
    ]
    sums = group_differences(Group.objects.get()) + season_differences(Season.objects.get())
    if wrong_sessions or sums:
        raise AssertionError([*wrong_sessions, *sums])


if __name__ == "__main__":
    django.setup()
    verb, *arguments = sys.argv[1:]
    globals()[verb](*map(int, arguments))
