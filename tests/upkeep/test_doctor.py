"""`manage.py doctor` says what is wrong with an installation, and nothing else."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from config.caches import cache_settings
from scoring.background.jobs import enqueue
from scoring.models import Backup, OutgoingMail
from scoring.monitoring import health
from scoring.upkeep import doctor
from tests.builders.tables import artem_table
from tests.serving import free_port
from tests.test_settings import with_environment

SENTENCES = "; ".join


@pytest.fixture(autouse=True)
def _settings_as_shipped(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take back what the tests need, and give a key, as a machine that shares its database has."""
    monkeypatch.delenv("DJANGO_ALLOW_ASYNC_UNSAFE", raising=False)  # tests in a browser set it
    settings.SECRET_KEY_IS_GIVEN = True
    settings.ALLOWED_HOSTS = settings.OWN_HOSTS


def examined(ahead: timedelta = timedelta()) -> list[str]:
    return list(doctor.examine(timezone.now() + ahead))


@pytest.mark.django_db
def test_nothing_is_wrong_with_a_new_site(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("doctor")
    assert capsys.readouterr().out == "Nothing is wrong.\n"


@pytest.mark.django_db
def test_it_exits_with_1_if_something_is_wrong(
    settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.DEBUG = True
    with pytest.raises(SystemExit, match="1"):
        call_command("doctor")
    assert "- You should not have DEBUG set to True in deployment." in capsys.readouterr().out


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        pytest.param({"SECRET_KEY": "short"}, "SECRET_KEY", id="a weak key"),
        pytest.param({"STORED_SECRET_KEY": None}, "every start would log all out", id="no key"),
        pytest.param({"ALLOWED_HOSTS": ["scores.example.org"]}, "sent in the clear", id="no TLS"),
        pytest.param({"ALLOWED_HOSTS": ["*"], "HTTPS": True}, "allows every name", id="any host"),
        pytest.param({"HTTPS": True}, "answers only locally", id="no host"),
        pytest.param({"HTTPS": True}, "set EMAIL_URL to a mail server", id="no mail"),
        pytest.param(
            {"HTTPS": True, "EMAIL_URL": "smtp://localhost"},
            "Set PUBLIC_ADDRESS to its address",
            id="mail that leads nowhere",
        ),
        pytest.param(
            {"PUBLIC_ADDRESS": "https://scores.example.org"},
            "The server only prints emails: set EMAIL_URL",
            id="a public site without mail",
        ),
        pytest.param(
            {"ERROR_MAIL": ["ana@example.org"]},
            "no email can be sent: set EMAIL_URL",
            id="mail of errors without mail",
        ),
        pytest.param(
            {"EMAIL_URL": "smtp://localhost"},
            "Links in emails lead to http://localhost:8000, which only works on this machine:"
            " set PUBLIC_ADDRESS.",
            id="links to this machine",
        ),
        pytest.param(
            {"EMAIL_URL": "smtp://localhost"},
            "Emails are sent from scorefolio@localhost, which other mail servers refuse: set"
            " MAIL_FROM.",
            id="mail from this machine",
        ),
        pytest.param(
            {"HTTPS": True, "CSRF_TRUSTED_ORIGINS": ["http://scores.example.org"]},
            "which is not https",
            id="an origin in the clear",
        ),
    ],
)
def test_settings_that_are_wrong(settings: Any, changes: dict[str, Any], sentence: str) -> None:
    for name, value in changes.items():
        setattr(settings, name, value)
    assert sentence in SENTENCES(examined())


@pytest.mark.django_db
@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"HTTPS": True}, id="mail that is printed leads nowhere"),
        pytest.param(
            {"EMAIL_URL": "smtp://localhost", "MAIL_ADDRESS": "http://192.0.2.7:8000"},
            id="a site without HTTPS is not public",
        ),
    ],
)
def test_an_address_is_asked_for_only_where_mail_is_sent(
    settings: Any, changes: dict[str, Any]
) -> None:
    for name, value in changes.items():
        setattr(settings, name, value)
    assert "PUBLIC_ADDRESS" not in SENTENCES(examined())


@pytest.mark.django_db
def test_a_mail_server_that_does_not_answer(settings: Any) -> None:
    settings.EMAIL_URL = "smtp://localhost"
    settings.DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    assert "does not accept our emails: [Errno 111]" in SENTENCES(examined())


@pytest.mark.django_db
def test_mail_that_nobody_sends() -> None:
    now = timezone.now()
    OutgoingMail.objects.create(
        message_id="1",
        recipients="ana@example.org",
        content={},
        created_at=now - timedelta(hours=1),
        due_at=now - timedelta(minutes=20),
        expires_at=now + timedelta(days=1),
    )
    assert "has been waiting for 20 minutes: is the worker running" in SENTENCES(examined())


@pytest.mark.django_db
def test_a_job_that_nobody_begins() -> None:
    asker = User.objects.create(username="alice")
    enqueue("import sessions", asked_by=asker, arguments={})
    assert examined() == []
    later = examined(ahead=timedelta(minutes=30))
    assert "has been waiting for 30 minutes: is the worker running" in SENTENCES(later)


@pytest.mark.django_db
def test_a_cache_that_does_not_answer(settings: Any) -> None:
    settings.CACHES = cache_settings(f"redis://127.0.0.1:{free_port()}")
    assert "each process counts limits by itself" in SENTENCES(examined())


@pytest.mark.django_db
@pytest.mark.parametrize(("free", "number"), [(2**30 - 1, 1), (2**30, 0)])
def test_a_disk_that_has_less_than_a_gigabyte_left(
    settings: Any, monkeypatch: pytest.MonkeyPatch, free: int, number: int
) -> None:
    monkeypatch.setattr(health, "free_bytes", lambda: free)
    sentence = f"Only 1023 MB are free where VAR_DIR is ({settings.VAR_DIR})."
    assert examined() == [sentence] * number


@pytest.mark.django_db
def test_backups_that_are_missing_or_old() -> None:
    assert examined() == []
    artem_table()
    assert examined() == ["No backup has been made yet: run manage.py backup."]
    Backup.objects.create(created_at=timezone.now() - timedelta(days=5))
    assert examined() == ["The latest backup is 5 days old."]
    Backup.objects.create(created_at=timezone.now())
    assert examined() == []


@pytest.mark.django_db
def test_a_clock_that_goes_wrong() -> None:
    Backup.objects.create(created_at=timezone.now())
    artem_table()
    assert "; a table was opened at" in SENTENCES(examined(ahead=-timedelta(hours=1)))


@pytest.mark.postgresql
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("synchronous_commit = off", "synchronous_commit is off"),
        ("transaction_isolation = 'repeatable read'", "isolation is repeatable read"),
    ],
)
def test_settings_of_postgresql(setting: str, sentence: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL {setting}")
    assert sentence in SENTENCES(examined())


@pytest.mark.postgresql
@pytest.mark.django_db
def test_a_database_whose_clock_is_another() -> None:
    assert "differ by 60 seconds" in SENTENCES(examined(ahead=timedelta(seconds=60)))


def doctor_of(tmp_path: Path, **environment: str) -> str:
    code = "import django; django.setup(); from django.core.management import call_command\n"
    done = with_environment(f"{code}call_command('doctor')", VAR_DIR=str(tmp_path), **environment)
    assert done.returncode == 1, done.stderr
    return done.stdout


def test_a_database_that_is_not_migrated(tmp_path: Path) -> None:
    output = doctor_of(tmp_path)
    assert "The database lacks" in output
    assert "run manage.py prepare" in output


def test_a_database_that_does_not_answer(tmp_path: Path) -> None:
    output = doctor_of(tmp_path, DATABASE_URL="postgres://nobody@127.0.0.1:1/none")
    assert "The database cannot be used: " in output
    assert "This machine made its own secret key" in output
