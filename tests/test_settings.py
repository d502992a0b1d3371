"""Settings: all from the environment, all in docs/settings.md, safe with nothing set."""

import os
import re
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.test import Client
from django.views.debug import get_default_exception_reporter_filter

from config.database import database_settings
from config.lan_address import network_address
from config.secret_key import stored_secret_key

ROOT = Path(__file__).parent.parent
READ = re.compile(r"""(?:environ\.get\(|getenv\(|environ\[|env_\w+\()\s*["']([A-Z_]+)["']""")
TABLE_ROW = re.compile(r"^\| `([A-Z_]+)` \|", re.MULTILINE)


def settings_read() -> set[str]:
    files = [*sorted((ROOT / "config").glob("*.py")), ROOT / "manage.py"]
    return {name for file in files for name in READ.findall(file.read_text())}


def test_the_page_of_settings_lists_them_all() -> None:
    listed = TABLE_ROW.findall((ROOT / "docs/settings.md").read_text())
    assert sorted(listed) == sorted(settings_read())
    assert "DATABASE_URL" in listed


def with_environment(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-c", f"from django.conf import settings\n{code}"]
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**inherited, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_debug_pages_show_no_password() -> None:
    shown = get_default_exception_reporter_filter().get_safe_settings()
    assert {shown[name] for name in ("EMAIL_URL", "DATABASE_URL", "MAIL", "CACHES")} == {"*" * 20}


@pytest.mark.parametrize(
    ("environment", "sender"),
    [
        ({}, "Scorefolio <scorefolio@localhost>"),
        ({"MAIL_FROM": ""}, "Scorefolio <scorefolio@localhost>"),
        (
            {"PUBLIC_ADDRESS": "https://scores.example.org:8443"},
            "Scorefolio <scorefolio@scores.example.org>",
        ),
        ({"PUBLIC_ADDRESS": "https://scores.example.org", "MAIL_FROM": "a@b.org"}, "a@b.org"),
    ],
)
def test_mail_is_from_the_address_of_the_site(
    tmp_path: Path, environment: dict[str, str], sender: str
) -> None:
    done = with_environment(
        "print(settings.DEFAULT_FROM_EMAIL)", VAR_DIR=str(tmp_path), **environment
    )
    assert done.stdout.strip() == sender


@pytest.mark.parametrize(("before", "after"), [(None, 0o700), (0o755, 0o750), (0o777, 0o750)])
def test_nobody_else_opens_the_folder_of_data(
    tmp_path: Path, before: int | None, after: int
) -> None:
    """Whatever begins in it: a key that is given leaves nothing to store there."""
    var_dir = tmp_path / "var"
    if before is not None:
        var_dir.mkdir()
        var_dir.chmod(before)
    with_environment("settings.VAR_DIR", VAR_DIR=str(var_dir), SECRET_KEY="k" * 50)
    assert stat.S_IMODE(var_dir.stat().st_mode) == after


def test_every_page_gives_up_the_camera(client: Client) -> None:
    assert "camera=()" in client.get("/join/").headers["Permissions-Policy"]


def test_a_public_address_is_all_that_a_site_behind_a_proxy_needs(tmp_path: Path) -> None:
    shown = with_environment(
        "print(settings.ALLOWED_HOSTS[-1], settings.CSRF_TRUSTED_ORIGINS, settings.PROXIES,"
        " settings.SESSION_COOKIE_SECURE)",
        PUBLIC_ADDRESS="https://scores.example.org:8443",
        VAR_DIR=str(tmp_path),
    )
    assert shown.stdout.strip() == "scores.example.org ['https://scores.example.org:8443'] 1 True"


def test_it_is_safe_with_nothing_set(tmp_path: Path) -> None:
    shown = with_environment(
        "print(settings.DEBUG, settings.ALLOWED_HOSTS, len(settings.SECRET_KEY) >= 50)",
        VAR_DIR=str(tmp_path),
    )
    assert shown.stdout.strip() == "False ['localhost', '127.0.0.1', '[::1]'] True"


def test_it_is_strict_behind_tls(tmp_path: Path) -> None:
    code = "import django; django.setup(); from django.core.management import call_command\n"
    done = with_environment(
        f"{code}call_command('check', deploy=True, fail_level='WARNING')",
        VAR_DIR=str(tmp_path),
        HTTPS="True",
        PROXIES="1",
    )
    complaints = re.findall(r"security\.W\d+", done.stderr)
    # W005 and W021 ask for promises about other names of the domain, which only its owner can make.
    assert set(complaints) == {"security.W005", "security.W021"}


def test_1_is_as_good_as_true(tmp_path: Path) -> None:
    shown = with_environment("print(settings.DEMO)", DEMO="1", VAR_DIR=str(tmp_path))
    assert shown.stdout.strip() == "True"


def test_it_refuses_nonsense(tmp_path: Path) -> None:
    done = with_environment("settings.DEBUG", DEBUG="yes", VAR_DIR=str(tmp_path))
    assert "DEBUG must be True or False, not 'yes'" in done.stderr


def test_it_keeps_the_secret_key_that_it_made(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret_key"
    key = stored_secret_key(path)
    assert key is not None
    assert len(key) >= 50
    assert stored_secret_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["secret_key"]


def test_two_sites_have_two_keys(tmp_path: Path) -> None:
    assert stored_secret_key(tmp_path / "one") != stored_secret_key(tmp_path / "two")


def test_processes_that_start_at_once_agree_on_the_key(tmp_path: Path) -> None:
    code = "print(settings.SECRET_KEY)"
    environment = {**os.environ, "VAR_DIR": str(tmp_path / "new")}
    command = [sys.executable, "-c", f"from config import settings\n{code}"]
    started = [
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(6)
    ]
    assert len({process.communicate()[0] for process in started}) == 1


def test_it_does_not_serve_without_a_place_to_keep_the_key(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert stored_secret_key(tmp_path / "file" / "secret_key") is None
    code = "import django; django.setup(); from django.core.management import call_command\n"
    code += "call_command('check')"
    nowhere = {"VAR_DIR": str(tmp_path / "file"), "DATABASE_URL": f"sqlite:///{tmp_path}/scores"}
    done = with_environment(code, **nowhere)
    assert "scoring.E004" in done.stderr
    done = with_environment(code, **nowhere, SECRET_KEY="x" * 50)
    assert done.returncode == 0


def warnings_of_the_site(tmp_path: Path, **environment: str) -> str:
    """Return what it logs when it begins to serve."""
    (tmp_path / "static").mkdir(exist_ok=True)
    return with_environment("import config.wsgi", VAR_DIR=str(tmp_path), **environment).stderr


def test_it_warns_of_a_key_of_its_own_when_the_database_may_be_shared(tmp_path: Path) -> None:
    shared = {"DATABASE_URL": "postgres://scores@db.example.org/scores"}
    assert "Set SECRET_KEY to the same key everywhere" in warnings_of_the_site(tmp_path, **shared)
    assert warnings_of_the_site(tmp_path, SECRET_KEY="x" * 50, **shared) == ""
    assert warnings_of_the_site(tmp_path) == ""


def test_the_views_are_imported_before_a_server_is_forked(tmp_path: Path) -> None:
    code = "import config.wsgi, sys; print('games.artbox.views' in sys.modules)"
    assert with_environment(code, VAR_DIR=str(tmp_path)).stdout == "True\n"


def test_it_accepts_what_earlier_keys_signed(tmp_path: Path) -> None:
    sign = "from django.core import signing; print(signing.dumps('ana'))"
    signed = with_environment(sign, SECRET_KEY="a" * 50, VAR_DIR=str(tmp_path)).stdout.strip()
    read = f"from django.core import signing; print(signing.loads({signed!r}))"
    keys = {"SECRET_KEY": "b" * 50, "SECRET_KEY_FALLBACKS": f"{'c' * 50},{'a' * 50}"}
    assert with_environment(read, VAR_DIR=str(tmp_path), **keys).stdout.strip() == "ana"
    assert "BadSignature" in with_environment(read, SECRET_KEY="b" * 50).stderr


def test_it_refuses_a_database_that_it_does_not_understand(tmp_path: Path) -> None:
    done = with_environment("settings.DEBUG", DATABASE_URL="nonsense", VAR_DIR=str(tmp_path))
    assert "DATABASE_URL is not understood" in done.stderr


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt", "pyproject.toml"])
def test_no_package_index_is_named(name: str) -> None:
    assert "://" not in (ROOT / name).read_text()


def test_every_locked_package_has_a_hash() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        entries = re.split(r"\n(?=\S)", (ROOT / name).read_text().strip())
        assert all("==" in entry and "--hash=sha256:" in entry for entry in entries)


def test_it_answers_to_its_own_address_when_it_is_served_to_the_network(tmp_path: Path) -> None:
    shown = with_environment(
        "print(settings.ALLOWED_HOSTS[3:], settings.PHONES_ADDRESS)",
        VAR_DIR=str(tmp_path),
        HOST="0.0.0.0",  # noqa: S104 (nothing is served)
        PORT="8123",
    )
    address = network_address()
    expected = f"['{address}'] http://{address}:8123" if address else "[]"
    assert shown.stdout.strip() == expected


def test_a_database_url_may_name_several_servers() -> None:
    settings = database_settings(
        "postgres://ana:secret@db1:5001,db2/games?target_session_attrs=read-write",
        lock_timeout=5,
        pool=0,
    )
    assert settings["HOST"] == "db1,db2"
    assert settings["PORT"] == "5001,5432"
    assert (settings["NAME"], settings["USER"], settings["PASSWORD"]) == ("games", "ana", "secret")
    assert settings["OPTIONS"]["target_session_attrs"] == "read-write"


@pytest.mark.parametrize(("pool", "max_age"), [(0, 600), (20, 0)])
def test_connections_stay_open_or_are_shared(pool: int, max_age: int) -> None:
    settings = database_settings("postgres://db/games", lock_timeout=5, pool=pool)
    assert (settings["CONN_MAX_AGE"], settings["CONN_HEALTH_CHECKS"]) == (max_age, True)
    assert settings["OPTIONS"]["options"] == "-c lock_timeout=5s"
    assert settings["OPTIONS"].get("pool", {}).get("max_size", 0) == pool


def test_sqlite_writes_to_the_disk_before_it_answers() -> None:
    settings = database_settings("sqlite:////tmp/games", lock_timeout=5, pool=20)
    assert "synchronous=FULL" in settings["OPTIONS"]["init_command"]
    assert settings["OPTIONS"]["timeout"] == 5


def test_a_thread_keeps_half_a_megabyte_of_sqlite_in_memory() -> None:
    settings = database_settings("sqlite:////tmp/games", lock_timeout=5, pool=20)
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(settings["OPTIONS"]["init_command"])
        assert connection.execute("PRAGMA cache_size").fetchone() == (-512,)
