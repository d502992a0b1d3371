"""`manage.py prepare` makes an empty database ready, and may be run again."""

import json
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import override_settings

from games.canvas.models import ArtCard, ArtIcon, RibbonPoints, ScoringCard
from scoring.models import Group
from scoring.upkeep import prepare
from scoring.upkeep.demo import Demo
from tests.serving import ROOT, prepared_environment
from tests.test_settings import with_environment


@pytest.fixture
def prepared(db: None) -> None:  # noqa: ARG001
    call_command("prepare", verbosity=0)


def number_of_rows() -> list[int]:
    return [model.objects.count() for model in (ScoringCard, RibbonPoints, ArtCard, ArtIcon)]


@pytest.mark.usefixtures("prepared")
def test_it_loads_the_canvas_catalogue() -> None:
    card = ScoringCard.objects.get(edition="r2i-2021", name="Symmetry")
    assert card.condition == "symmetry"
    row = card.points.order_by("ribbons").values_list("ribbons", "points")
    assert list(row) == [(1, 1), (2, 3), (3, 6), (4, 11)]
    icons = ArtIcon.objects.filter(card__name="Wandering").order_by("slot", "icon")
    assert [(icon.slot, icon.icon) for icon in icons] == [
        (2, "texture"),
        (2, "tone"),
        (3, "texture"),
    ]


@pytest.mark.usefixtures("prepared")
def test_it_adds_nothing_the_second_time() -> None:
    rows = number_of_rows()
    call_command("prepare", verbosity=0)
    assert number_of_rows() == rows
    assert rows[0] == 21
    assert rows[2] == 60


@pytest.mark.usefixtures("prepared")
def test_it_keeps_what_an_admin_corrected_and_brings_back_what_is_missing() -> None:
    ScoringCard.objects.filter(edition="retail", name="Unity").update(condition="variety")
    ArtCard.objects.get(name="Bait").delete()
    call_command("prepare", verbosity=0)
    assert ScoringCard.objects.get(edition="retail", name="Unity").condition == "variety"
    assert ArtCard.objects.get(name="Bait").icons.count() == 3


def test_static_files_of_which_half_was_collected_are_collected_again(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run_out_of_space(*_arguments: object, **_options: object) -> None:
        raise OSError("no space left")

    settings.VAR_DIR = tmp_path
    stamp = tmp_path / "static.stamp"
    stamp.write_text("of the version before")
    monkeypatch.setattr(prepare, "call_command", run_out_of_space)
    with pytest.raises(OSError, match="no space left"):
        prepare.collect_static()
    assert not stamp.exists()


@pytest.mark.django_db
def test_a_database_of_a_newer_version_is_refused() -> None:
    MigrationRecorder(connection).record_applied("scoring", "0099_from_the_future")
    with pytest.raises(CommandError, match="A newer version of Scorefolio has used this database"):
        call_command("prepare", verbosity=0)


def test_what_is_stored_is_backed_up_before_it_is_migrated(tmp_path: Path) -> None:
    """A game that is added brings tables of its own."""
    environment = prepared_environment(tmp_path, beside="")
    manage = [sys.executable, "manage.py"]
    subprocess.run([*manage, "migrate", "artem", "zero"], cwd=ROOT, env=environment, check=True)
    subprocess.run([*manage, "prepare"], cwd=ROOT, env=environment, check=True)
    (backup,) = (tmp_path / "backups").iterdir()
    with tarfile.open(backup) as archive:
        manifest = archive.extractfile("manifest.json")
        assert manifest is not None
        assert json.load(manifest)["format"] == "scorefolio/backup@1"
    subprocess.run([*manage, "prepare"], cwd=ROOT, env=environment, check=True)
    assert list((tmp_path / "backups").iterdir()) == [backup]


@pytest.mark.django_db
def test_it_makes_the_demo_once_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Demo, "play", lambda _demo: iter(()))  # but nobody plays
    call_command("prepare", verbosity=0)
    assert not Group.objects.exists()
    with override_settings(DEMO=True):
        call_command("prepare", verbosity=0)
        call_command("prepare", verbosity=0)
    assert Group.objects.get().slug == "demo"


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE scoring_league DROP COLUMN name",
        "UPDATE django_migrations SET name = '0001_people' WHERE app = 'scoring'",
    ],
)
def test_it_refuses_a_database_of_another_version(tmp_path: Path, change: str) -> None:
    environment = prepared_environment(tmp_path)
    code = "import django; django.setup(); from django.db import connection\n"
    with_environment(f"{code}connection.cursor().execute({change!r})", **environment)
    manage = [sys.executable, "manage.py", "prepare"]
    done = subprocess.run(
        manage, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "Another version of Scorefolio made this database. Delete it" in done.stderr
