"""Backups: taken while the site runs, whole, private, and restored only where nothing is."""

import json
import os
import sqlite3
import stat
import subprocess
import sys
import tarfile
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from threading import Thread

import pytest
from django.db import connection
from django.db.utils import ConnectionHandler

from scoring.upkeep import database_copy
from scoring.upkeep.backup import DATABASE, MANIFEST, Engine, Manifest, private_folder
from tests.serving import ROOT, empty_environment, prepared_environment

TAPS = 20  # before the backup begins, and again while it is taken

Environment = dict[str, str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("backups")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return prepared_environment(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return empty_environment(tmp_path_factory.mktemp("empty"))


@pytest.fixture(scope="module")
def backup(site: Environment, folder: Path) -> Path:
    done = manage(site, "backup", str(folder / "scores.tar.gz"))
    assert done.returncode == 0, done.stderr
    return folder / "scores.tar.gz"


def manage(environment: Environment, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def recorder(environment: Environment, *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tools.load.recorder", *arguments]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)


def read_manifest(path: Path) -> Manifest:
    with tarfile.open(path) as archive:
        file = archive.extractfile(MANIFEST)
        assert file
        return Manifest(**json.load(file))


def with_manifest(path: Path, manifest: Manifest, to: Path) -> Path:
    """Write the same backup with another manifest."""
    (to.parent / MANIFEST).write_text(json.dumps(asdict(manifest)))
    with tarfile.open(path) as old, tarfile.open(to, "w:gz") as new:
        new.add(to.parent / MANIFEST, MANIFEST)
        member = old.getmember(DATABASE)
        new.addfile(member, old.extractfile(member))
    return to


def test_whatever_was_answered_before_a_backup_began_is_in_it(
    site: Environment, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    session = recorder(site, "start").communicate()[0].strip()
    path = folder / "under-taps.tar.gz"
    with recorder(site, "record", session) as tapping:
        assert tapping.stdout
        answered = [int(tapping.stdout.readline()) for _ in range(TAPS)]
        before = answered[-1]
        reader = Thread(target=answered.extend, args=(map(int, tapping.stdout),))
        reader.start()
        done = manage(site, "backup", str(path))
        tapping.kill()
        reader.join()
    assert done.returncode == 0, done.stderr
    assert answered[-1] >= before + TAPS
    restored = empty_environment(tmp_path_factory.mktemp("restored"))
    done = manage(restored, "restore", str(path))
    assert done.returncode == 0, done.stderr
    assert "Differences: 0." in done.stdout
    restored_taps = int(recorder(restored, "check", session).communicate()[0])
    assert before <= restored_taps <= answered[-1] + 1


def test_a_backup_can_be_read_by_its_owner_alone(backup: Path) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert [path.name for path in backup.parent.glob(".scorefolio-*")] == []


def test_a_backup_says_what_it_is_of_and_has_the_secret_key(
    site: Environment, backup: Path
) -> None:
    manifest = read_manifest(backup)
    on_postgresql = site["DATABASE_URL"].startswith("postgres")
    assert manifest.engine == ("postgresql" if on_postgresql else "sqlite")
    assert manifest.version == "0.1.0"
    assert "scoring.0001_initial" in manifest.migrations
    assert manifest.secret_key == Path(site["VAR_DIR"], "secret_key").read_text()


def test_a_restored_site_has_the_secret_key_of_the_backup(
    site: Environment, backup: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    restored = empty_environment(tmp_path_factory.mktemp("key"))
    done = manage(restored, "restore", str(backup))
    assert (done.returncode, done.stderr) == (0, "")
    key = Path(restored["VAR_DIR"], "secret_key")
    assert key.read_text() == Path(site["VAR_DIR"], "secret_key").read_text()
    assert stat.S_IMODE(key.stat().st_mode) == 0o600


def test_it_says_that_the_key_that_is_set_is_another_one(
    backup: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    restored = empty_environment(tmp_path_factory.mktemp("other-key"))
    done = manage({**restored, "SECRET_KEY": "k" * 50}, "restore", str(backup))
    assert done.returncode == 0
    assert "SECRET_KEY is not the key of the backup" in done.stderr


def test_it_overwrites_no_file(site: Environment, backup: Path) -> None:
    done = manage(site, "backup", str(backup))
    assert (done.returncode, done.stderr) == (
        1,
        f"CommandError: {backup} exists already: choose another name.\n",
    )


def test_it_restores_into_an_empty_place_alone(site: Environment, backup: Path) -> None:
    key = Path(site["VAR_DIR"], "secret_key").read_text()
    done = manage(site, "restore", str(backup))
    assert (done.returncode, done.stderr) == (
        1,
        "CommandError: The database is not empty: restore into a new one.\n",
    )
    assert Path(site["VAR_DIR"], "secret_key").read_text() == key


def refusal(empty: Environment, path: Path) -> str:
    done = manage(empty, "restore", str(path))
    assert done.returncode == 1
    return done.stderr


def test_it_restores_no_backup_of_another_engine(
    empty: Environment, backup: Path, tmp_path: Path
) -> None:
    manifest = read_manifest(backup)
    other: Engine = "sqlite" if manifest.engine == "postgresql" else "postgresql"
    path = with_manifest(backup, replace(manifest, engine=other), tmp_path / "other.tar.gz")
    assert "export_sessions and import_sessions" in refusal(empty, path)


def test_it_restores_no_backup_of_a_later_version(
    empty: Environment, backup: Path, tmp_path: Path
) -> None:
    manifest = read_manifest(backup)
    later = replace(manifest, version="9.0.0", migrations=[*manifest.migrations, "scoring.9999_x"])
    path = with_manifest(backup, later, tmp_path / "later.tar.gz")
    assert "version 9.0.0, which is newer" in refusal(empty, path)


def test_it_restores_no_half_backup(empty: Environment, backup: Path, tmp_path: Path) -> None:
    half = tmp_path / "half.tar.gz"
    half.write_bytes(backup.read_bytes()[: backup.stat().st_size // 2])
    assert "is not a whole backup" in refusal(empty, half)
    assert "There is no file" in refusal(empty, tmp_path / "nothing.tar.gz")


@pytest.mark.django_db
def test_a_damaged_database_is_not_backed_up_as_if_it_were_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "db.sqlite3"
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE notes (text TEXT UNIQUE)")
        file.commit()
        (size,) = file.execute("PRAGMA page_size").fetchone()
    with path.open("r+b") as damaged:
        damaged.seek(2 * size)  # the third page: the index of what is unique
        damaged.write(b"\xff" * 16)
    settings = {"ENGINE": "django.db.backends.sqlite3", "NAME": path}
    monkeypatch.setattr(
        database_copy, "connection", ConnectionHandler({"default": settings})["default"]
    )
    with pytest.raises(database_copy.CopyFailed, match=r"^The database is damaged: "):
        database_copy.dump(tmp_path / "copy")


def test_a_backup_that_fails_leaves_nothing_behind(site: Environment, tmp_path: Path) -> None:
    broken = {**site, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "PATH": os.defpath}
    assert manage(broken, "backup", str(tmp_path / "scores.tar.gz")).returncode == 1
    assert list(tmp_path.iterdir()) == []


def test_what_it_writes_beside_a_backup_is_private_and_nothing_afterwards(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with private_folder(beside=tmp_path / "backup") as folder:
            (folder / "database").touch()
            modes = [stat.S_IMODE(path.stat().st_mode) for path in (folder, folder / "database")]
        (tmp_path / "notes").touch()
        modes.append(stat.S_IMODE((tmp_path / "notes").stat().st_mode))
    finally:
        os.umask(before)
    assert modes == [0o700, 0o600, 0o644]
    assert not folder.exists()


def test_pg_dump_gets_the_password_where_nobody_else_reads_it_and_no_option_of_django(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ran: list[tuple[list[str], str]] = []

    def run(command: list[str], *, env: Environment, **_more: object) -> None:
        ran.append((command, env["PGPASSWORD"]))

    parameters = {"dbname": "scores", "host": "db", "password": "sesame", "prepare_threshold": 5}
    monkeypatch.setattr(connection, "get_connection_params", parameters.copy)
    monkeypatch.setattr(subprocess, "run", run)
    path = tmp_path / "database"
    database_copy.DUMPS["postgresql"](path)
    command = ["pg_dump", "--dbname=dbname=scores host=db", "--format=custom", "--compress=0"]
    command += ["--no-owner", "--exclude-table-data=scoring_cachedvalue"]
    assert ran == [([*command, f"--file={path}"], "sesame")]


def test_photos_are_in_the_backup_and_restored_with_it(
    site: Environment, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    names = ("ab/ab12-320.webp", "incoming/waiting")
    for name in names:
        photo = Path(site["VAR_DIR"], "folio", name)
        photo.parent.mkdir(parents=True, exist_ok=True)
        photo.write_bytes(name.encode())
    path = folder / "with-photos.tar.gz"
    assert manage(site, "backup", str(path)).returncode == 0
    restored = empty_environment(tmp_path_factory.mktemp("photos"))
    done = manage(restored, "restore", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    for name in names:
        assert Path(restored["VAR_DIR"], "folio", name).read_bytes() == name.encode()


@pytest.mark.parametrize("name", ["photos/../secret_key", "photos/ab/../../x", "photos//etc/x"])
def test_a_photo_of_a_backup_goes_nowhere_else(
    backup: Path, empty: Environment, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "foreign.tar.gz"
    with tarfile.open(backup) as old, tarfile.open(path, "w:gz") as new:
        for member in old:
            new.addfile(member, old.extractfile(member))
        new.addfile(tarfile.TarInfo(name))
    assert "none of its files" in refusal(empty, path)
