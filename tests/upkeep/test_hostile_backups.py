"""A file that is no backup of ours ends in a sentence, and the database stays empty."""

import gzip
import io
import json
import sqlite3
import tarfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connections
from django.db.utils import ConnectionHandler

from scoring.monitoring.health import known_migrations
from scoring.upkeep import database_copy, restore
from scoring.upkeep.backup import DATABASE, FORMAT, MANIFEST, Manifest

GOOD = asdict(
    Manifest(
        format=FORMAT,
        version="0.1.0",
        engine="sqlite",
        created_at="2026-01-01T00:00:00+00:00",
        secret_key="k" * 50,
        migrations=sorted(known_migrations()),
    )
)


@pytest.fixture(autouse=True)
def empty_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any, django_db_blocker: Any
) -> Iterator[Path]:
    """Name an empty database of its own, and an empty VAR_DIR."""
    settings.VAR_DIR = tmp_path / "var"
    settings.SECRET_KEY_IS_GIVEN = False
    name = tmp_path / "empty.sqlite3"
    of_tests = connections["default"].settings_dict
    empty = ConnectionHandler({"default": {**of_tests, **SQLITE, "NAME": name}})["default"]
    monkeypatch.setattr(database_copy, "connection", empty)
    with django_db_blocker.unblock():
        yield name
        empty.close()


SQLITE = {"ENGINE": "django.db.backends.sqlite3", "OPTIONS": {}}
Member = tuple[tarfile.TarInfo, bytes]


def file(name: str, content: bytes, **more: Any) -> Member:
    member = tarfile.TarInfo(name)
    member.size = len(content)
    for attribute, value in more.items():
        setattr(member, attribute, value)
    return member, content


def manifest(**other: Any) -> Member:
    return file(MANIFEST, json.dumps({**GOOD, **other}).encode())


def database(*statements: str) -> Member:
    with closing(sqlite3.connect(":memory:")) as made:
        for statement in statements:
            made.execute(statement)
        made.commit()
        return file(DATABASE, made.serialize())


TABLES = ("CREATE TABLE django_migrations (name)", "CREATE TABLE scoring_cachedvalue (value)")
TEXT = file(DATABASE, b"no database, but long enough to look like one" * 100)


def archive(*members: Member) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as written:
        for member, content in members:
            written.addfile(member, io.BytesIO(content))
    return packed.getvalue()


def of_the_manifest(**other: Any) -> Callable[[], bytes]:
    return lambda: archive(manifest(**other), database(*TABLES))


def link(name: str, to: str, kind: bytes) -> Member:
    return file(name, b"", type=kind, linkname=to)


HOSTILE: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "text": lambda: b"hello" * 1000,
    "a zip": lambda: b"PK\x03\x04" + b"\0" * 1000,
    "gzip of nothing": lambda: gzip.compress(b""),
    "gzip of text": lambda: gzip.compress(b"hello" * 1000),
    "half of it": lambda: (whole := archive(manifest(), TEXT))[: len(whole) // 2],
    "a damaged one": lambda: (
        (whole := archive(manifest(), TEXT))[:200] + b"\xff" * 20 + whole[220:]
    ),
    "no database": lambda: archive(manifest()),
    "no manifest": lambda: archive(TEXT),
    "a manifest twice": lambda: archive(manifest(), manifest(), TEXT),
    "a path that leads out": lambda: archive(file("../../var/secret_key", b"x"), manifest(), TEXT),
    "an absolute path": lambda: archive(file("/tmp/x", b"x"), manifest(), TEXT),  # noqa: S108
    "a name that terminals obey": lambda: archive(file("\x1b[2J\n", b"x"), manifest(), TEXT),
    "a link to a file": lambda: archive(manifest(), link(DATABASE, "/etc/passwd", tarfile.SYMTYPE)),
    "a link to itself": lambda: archive(link(MANIFEST, MANIFEST, tarfile.SYMTYPE), TEXT),
    "a hard link": lambda: archive(manifest(), link(DATABASE, MANIFEST, tarfile.LNKTYPE)),
    "a folder": lambda: archive(manifest(), link(DATABASE, "", tarfile.DIRTYPE)),
    "a device": lambda: archive(manifest(), link(DATABASE, "", tarfile.CHRTYPE)),
    "a huge manifest": lambda: archive(file(MANIFEST, b" " * (1024**2 + 1)), TEXT),
    "a manifest of nothing": lambda: archive(file(MANIFEST, b""), TEXT),
    "a manifest that is a list": lambda: archive(file(MANIFEST, b"[]"), TEXT),
    "a manifest that is no text": lambda: archive(file(MANIFEST, b"\xff\xfe"), TEXT),
    "a deep manifest": lambda: archive(file(MANIFEST, b"[" * 100_000), TEXT),
    "another format": of_the_manifest(format="scorefolio/backup@9"),
    "another engine": of_the_manifest(engine="oracle"),
    "an engine that is a list": of_the_manifest(engine=["sqlite"]),
    "migrations that are a number": of_the_manifest(migrations=7),
    "migrations that are objects": of_the_manifest(migrations=[{}]),
    "a key that is a number": of_the_manifest(secret_key=7),
    "no key": of_the_manifest(secret_key=""),
    "a version that terminals obey": of_the_manifest(version="\x1b[2J", migrations=["x.1"]),
    "a later version": of_the_manifest(migrations=["scoring.9999_x"]),
    "a database that is none": lambda: archive(manifest(), TEXT),
    "an empty database": lambda: archive(manifest(), file(DATABASE, b"")),
    "a database of others": lambda: archive(manifest(), database("CREATE TABLE notes (x)")),
    "a database with a view": lambda: archive(
        manifest(), database(*TABLES, "CREATE VIEW auth_user AS SELECT 1")
    ),
    "a database with a trigger": lambda: archive(
        manifest(),
        database(
            *TABLES,
            "CREATE TRIGGER t DELETE ON scoring_cachedvalue"
            " BEGIN DELETE FROM django_migrations; END",
        ),
    ),
    "a damaged database": lambda: archive(
        manifest(), file(DATABASE, (whole := database(*TABLES)[1])[:4096] + b"\xff" * len(whole))
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_it_ends_in_a_sentence(name: str, tmp_path: Path, empty_place: Path) -> None:
    path = tmp_path / "scores.tar.gz"
    path.write_bytes(HOSTILE[name]())
    with pytest.raises(CommandError) as refused:
        call_command("restore", str(path))
    sentence = str(refused.value)
    assert sentence.isprintable()
    assert len(sentence) < 400 + len(str(path))
    assert not empty_place.exists() or empty_place.stat().st_size == 0
    assert not (tmp_path / "var/secret_key").exists()
    assert [left.name for left in (tmp_path / "var").iterdir()] == []


def test_it_ends_in_a_sentence_for_a_folder(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="is not a whole backup"):
        call_command("restore", str(tmp_path))


def test_it_fills_no_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restore, "_free_bytes", lambda _folder: 1000)
    path = tmp_path / "scores.tar.gz"
    path.write_bytes(archive(manifest(), TEXT))
    with pytest.raises(CommandError, match="its database is too large"):
        call_command("restore", str(path))


def test_caches_are_left_out_of_what_is_restored(tmp_path: Path, empty_place: Path) -> None:
    insert = "INSERT INTO scoring_cachedvalue VALUES ('a pickle of whoever wrote this backup')"
    path = tmp_path / "copy"
    path.write_bytes(database(*TABLES, insert)[1])
    database_copy.load(path)
    with closing(sqlite3.connect(empty_place)) as restored:
        assert restored.execute("SELECT count(*) FROM scoring_cachedvalue").fetchone() == (0,)
    assert b"a pickle" not in empty_place.read_bytes()


def test_caches_are_left_out_of_a_backup(tmp_path: Path, empty_place: Path) -> None:
    with closing(sqlite3.connect(empty_place)) as running:
        for statement in (*TABLES, "INSERT INTO scoring_cachedvalue VALUES ('an address')"):
            running.execute(statement)
        running.commit()
    database_copy.dump(tmp_path / "copy")
    assert b"an address" in empty_place.read_bytes()
    assert b"an address" not in (tmp_path / "copy").read_bytes()
