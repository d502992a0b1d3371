"""Players with many sessions are merged by the worker, and the person who asked sees the result."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.background.jobs import run_ready_jobs
from scoring.groups import jobs, merging
from scoring.models import Career, Group, Job, Merge, Player, Result
from scoring.models.revisions import By
from scoring.sessions import lifecycle
from scoring.upkeep.rescore import group_differences, season_differences
from tests.builders.groups import player
from tests.builders.seasons import FIRST, artem_document, play_session, sample_document, season_of
from tests.builders.tables import signed_in

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Ben", "Cleo", "Dov", "Eva", "Finn")


@pytest.fixture
def group(monkeypatch: pytest.MonkeyPatch) -> Group:
    """Ana won two evenings, and as Anna three more and some of every game."""
    group = Group.objects.create(name="Thursday", slug="thursday")
    season = season_of(group, skill=True)
    for day, name in enumerate(("Ana", "Anna", "Ana", "Anna", "Anna")):
        document = artem_document(1, 2, names=(name, "Ben"), day=FIRST + timedelta(days=day))
        play_session(group, document, league=season.league)
    for seed in range(6):
        play_session(group, sample_document(seed, NAMES, day=seed), league=season.league)
    monkeypatch.setattr(jobs, "MOST_AT_ONCE", 2)
    return group


@pytest.fixture
def alice(group: Group) -> Client:
    return signed_in("alice", group, "owner")


def ask(client: Client, group: Group, source: str, target: str) -> Any:
    both = {"source": player(group, source).pk, "target": player(group, target).pk}
    return client.post(reverse("merge_players", args=[group.slug]), both)


def assert_is_exact(group: Group) -> None:
    assert group_differences(group) == []
    for season in group.leagues.get().seasons.all():
        assert season_differences(season) == []


def plays(group: Group, name: str) -> int:
    career = Career.objects.filter(player=player(group, name), game="").first()
    return career.plays if career else 0


def test_a_player_with_few_sessions_is_merged_at_once(alice: Client, group: Group) -> None:
    answer = ask(alice, group, "Ana", "Anna")
    assert answer.headers["Location"] == "/g/thursday/players/"
    assert not Job.objects.exists()
    assert Result.objects.filter(player=player(group, "Ana")).count() == 0
    assert_is_exact(group)


def test_a_player_with_many_is_merged_by_the_worker(alice: Client, group: Group) -> None:
    before = plays(group, "Anna")
    answer = ask(alice, group, "Anna", "Ana")
    job = Job.objects.get()
    assert answer.headers["Location"] == f"/jobs/{job.pk}/"
    assert plays(group, "Anna") == before
    run_ready_jobs()
    job = Job.objects.get()
    sentence = "Anna’s sessions now belong to Ana. You can undo this in the list of merged players."
    assert (job.failed, job.sentences, job.link) == (False, [sentence], "/g/thursday/players/")
    assert (plays(group, "Anna"), plays(group, "Ana")) == (0, before + 2)
    assert_is_exact(group)


def test_what_a_killed_worker_merged_is_not_merged_again(alice: Client, group: Group) -> None:
    ask(alice, group, "Anna", "Ana")
    merging.merge(source=player(group, "Anna"), target=player(group, "Ana"), at=group.created_at)
    run_ready_jobs()
    assert not Job.objects.get().failed
    assert Merge.objects.count() == 1
    assert_is_exact(group)


def test_a_refusal_is_told_at_once_or_by_the_job(alice: Client, group: Group) -> None:
    assert ask(alice, group, "Anna", "Ben").status_code == 422
    assert not Job.objects.exists()
    ask(alice, group, "Anna", "Ana")
    document = artem_document(1, 2, names=("Ana", "Anna"))
    play_session(group, document, league=None)
    run_ready_jobs()
    job = Job.objects.get()
    met = "These two have played at the same table, so they are two people."
    assert (job.failed, job.sentences) == (True, [met])


def test_a_large_merge_is_undone_by_the_worker(alice: Client, group: Group) -> None:
    before = plays(group, "Anna")
    ask(alice, group, "Anna", "Ana")
    run_ready_jobs()
    merged = Merge.objects.get()
    address = reverse("undo_merge", args=[group.slug, merged.pk])
    assert alice.post(address).headers["Location"].startswith("/jobs/")
    assert Merge.objects.exists()
    run_ready_jobs()
    assert Job.objects.get(kind=jobs.UNDO).sentences == ["Anna has their own sessions back."]
    assert (plays(group, "Anna"), plays(group, "Ana")) == (before, 2)
    assert not Merge.objects.exists()
    assert_is_exact(group)


def test_a_session_that_changes_while_a_merge_is_undone_is_read_again(group: Group) -> None:
    ana, anna = player(group, "Ana"), player(group, "Anna")
    merged = merging.merge(source=anna, target=ana, at=group.created_at)
    first = merged.seats.order_by("session").first()
    assert first is not None

    def delete(done: int, total: int) -> None:
        if done == total:
            lifecycle.delete(session=first.session, by=By(at=group.created_at))

    merging.undo_merge(merged, at=group.created_at, progress=delete)
    assert_is_exact(group)


def test_who_lost_the_group_meanwhile_merges_nobody(alice: Client, group: Group) -> None:
    ask(alice, group, "Anna", "Ana")
    User.objects.get(username="alice").memberships.all().delete()
    run_ready_jobs()
    assert Job.objects.get().failed
    assert not Merge.objects.exists()


def test_a_merge_leaves_the_careers_of_the_others_as_they_are(group: Group) -> None:
    others = Player.objects.filter(group=group).exclude(name__in=["Ana", "Anna"])
    before = list(Career.objects.filter(player__in=others).order_by("pk").values())
    merging.merge(source=player(group, "Anna"), target=player(group, "Ana"), at=group.created_at)
    assert list(Career.objects.filter(player__in=others).order_by("pk").values()) == before
