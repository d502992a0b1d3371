"""`manage.py tend` removes what is past its time, and nothing else; also twice at once."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as BrowserSession
from django.core.cache import cache
from django.core.mail import send_mail
from django.core.management import call_command
from django.utils import timezone

from config.mail import OUTBOX
from scoring.models import CachedValue, Group, Invitation, OpenEntry, OutgoingMail, Session
from scoring.sessions.recording import QUICK_TABLE_LIFE
from scoring.upkeep import remove_expired
from scoring.upkeep.duties import tend
from tests.builders.tables import artem_table
from tests.serving import ROOT, prepared_environment
from tools.load.verbs import asked

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def ran(**more: Any) -> dict[str, int]:
    """Run it, and return how many it removed of what."""
    lines = [done.line.split(" ", 2) for done in tend(at=NOW, **more) if done.removed]
    return {of.rstrip("."): int(number) for _removed, number, of in lines}


def test_it_removes_tables_whose_days_are_over() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    of_group, young, old = artem_table(group=group), artem_table(), artem_table()
    Session.objects.filter(pk=old.pk).update(expires_at=NOW - timedelta(seconds=1))
    assert ran() == {"deleted sessions and quick tables after 30 days": 1}
    assert set(Session.objects.all()) == {of_group, young}
    assert young.expires_at is not None
    assert timedelta(days=30) == QUICK_TABLE_LIFE


def test_it_forgets_after_two_days_how_taps_on_an_open_round_are_undone() -> None:
    table = {"session": artem_table(), "round": 1, "revision": 1, "values": {}, "changes": []}
    for number, hours in enumerate((47, 49)):
        OpenEntry.objects.create(number=number, at=NOW - timedelta(hours=hours), **table)
    assert ran() == {"entries of open rounds, after 2 days": 1}
    assert OpenEntry.objects.get().number == 0


def test_it_removes_invitations_that_ended_30_days_ago() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    alice = User.objects.create_user("alice")

    def invitation(expired: int, withdrawn: int | None = None) -> None:
        """Days ago."""
        Invitation.objects.create(
            group=group,
            created_by=alice,
            created_at=NOW - timedelta(days=100),
            expires_at=NOW - timedelta(days=expired),
            withdrawn_at=None if withdrawn is None else NOW - timedelta(days=withdrawn),
        )

    for expired, withdrawn in ((-1, None), (29, None), (31, None), (-1, 29), (-1, 31)):
        invitation(expired, withdrawn)
    assert ran() == {"invitations 30 days after they ended": 2}
    assert Invitation.objects.count() == 3


def test_it_removes_mail_that_is_over(settings: Any) -> None:
    settings.EMAIL_BACKEND = OUTBOX

    def mail(**times: Any) -> None:
        send_mail("Hello", "Hello", None, ["zoe@mail.example"])
        over = {"content": None} if times else {}
        newest = OutgoingMail.objects.filter(pk=OutgoingMail.objects.latest("pk").pk)
        newest.update(created_at=NOW - timedelta(days=60), **times, **over)

    mail()
    for days in (6, 8):
        mail(sent_at=NOW - timedelta(days=days))
    for days in (29, 31):
        mail(failed_at=NOW - timedelta(days=days))
    assert ran() == {"emails, 7 days after they were sent or 30 after they were given up": 2}
    assert OutgoingMail.objects.waiting().count() == 1


def test_it_removes_sign_ins_and_cached_values_that_expired() -> None:
    cache.clear()
    for number, hours in enumerate((-1, 1)):
        expires = NOW + timedelta(hours=hours)
        BrowserSession.objects.create(session_key=str(number), expire_date=expires)
        CachedValue.objects.create(cache_key=str(number), value="", expires=expires)
    assert ran() == {"expired sessions of browsers": 1, "expired cached values": 1}


def expired_values(number: int) -> None:
    cache.clear()
    old = NOW - timedelta(days=1)
    CachedValue.objects.bulk_create(
        CachedValue(cache_key=str(at), value="", expires=old) for at in range(number)
    )


def test_it_leaves_what_is_too_much_to_the_next_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remove_expired, "MOST_ROWS", 200)
    expired_values(250)
    assert ran() == {"expired cached values, and more next time": 200}
    assert ran() == {"expired cached values": 50}


def test_it_stops_between_two_batches_when_it_is_asked_to() -> None:
    expired_values(250)
    assert ran(stopped=lambda: CachedValue.objects.count() <= 150) == {"expired cached values": 100}


def test_it_prints_a_line_for_each_kind_of_work(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("tend")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 18
    assert lines[1] == "Removed 0 invitations 30 days after they ended."


def test_it_empties_the_write_ahead_log_of_sqlite(tmp_path: Path) -> None:
    environment = prepared_environment(tmp_path / "log", beside="sqlite")
    database = tmp_path / "log" / "scorefolio.sqlite3"
    log = database.with_name(f"{database.name}-wal")
    # As long as somebody is connected, the log stays as long as it ever was.
    with closing(sqlite3.connect(database, isolation_level=None)) as site:
        site.execute("CREATE TABLE written (number)")
        assert log.stat().st_size > 0
        tend = [sys.executable, "manage.py", "tend"]
        done = subprocess.run(
            tend, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
        )
        assert log.stat().st_size == 0
    assert done.stdout.splitlines()[-1].startswith("Emptied SQLite")


def test_two_at_once_remove_everything_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    environment = prepared_environment(tmp_path_factory.mktemp("tend"))

    def tend() -> "subprocess.Popen[str]":
        command = [sys.executable, "manage.py", "tend"]
        return subprocess.Popen(
            command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE
        )

    with asked("tools.load.expired", environment) as expired:
        assert expired(45) == "45"
        with tend() as first, tend() as second:
            outputs = [process.communicate(timeout=60)[0] for process in (first, second)]
            assert (first.returncode, second.returncode) == (0, 0)
        removed = [int(output.split()[1]) for output in outputs]
        assert sum(removed) == 45
        assert expired(0) == "0"
