"""The folder of the cluster: what is chosen once stays."""

import stat
from pathlib import Path

import pytest

from deploy.cluster import layout as layouts
from deploy.cluster.layout import (
    FILE,
    Layout,
    UnusableFolder,
    default_folder,
    free_ports,
    open_layout,
    read_layout,
)

CHOSEN = Layout(
    folder=Path("/srv/cluster"),
    ports={"database-1": 5001, "database-2": 5002, "pooler": 6000, "primary": 5000, "site": 8000},
    passwords={"application": "secret"},
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that any user may enter, which the one of pytest is not."""
    monkeypatch.setattr(layouts, "can_enter", lambda _folder: True)
    monkeypatch.setattr(layouts, "LONGEST_FOLDER", 500)
    return tmp_path / "cluster"


def test_it_keeps_the_ports_and_passwords_that_it_chose(folder: Path) -> None:
    assert open_layout(folder) == open_layout(folder)
    assert read_layout(folder) == open_layout(folder)


def test_only_its_owner_reads_the_passwords(folder: Path) -> None:
    open_layout(folder)
    assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600


def test_no_two_services_get_the_same_port() -> None:
    ports = free_ports(tuple(f"service-{number}" for number in range(50)))
    assert len({*ports.values()}) == 50


def test_it_refuses_a_path_that_is_too_long_for_sockets(tmp_path: Path) -> None:
    with pytest.raises(UnusableFolder, match="set CLUSTER_DIR to a shorter one"):
        open_layout(tmp_path / ("x" * 100))


def test_the_folder_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLUSTER_DIR", str(tmp_path / "elsewhere"))
    assert default_folder() == tmp_path / "elsewhere"


def test_a_folder_that_others_may_not_pass_is_closed_to_the_databases(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    assert not layouts.can_enter(closed / "cluster")


def test_it_has_an_address_for_each_way_to_the_database() -> None:
    assert CHOSEN.site == "http://127.0.0.1:8000"
    assert CHOSEN.pooled_database == "postgres://scorefolio:secret@127.0.0.1:6000/scorefolio"
    assert CHOSEN.primary_database == "postgres://scorefolio:secret@127.0.0.1:5000/scorefolio"
    assert CHOSEN.multi_host_database == (
        "postgres://scorefolio:secret@127.0.0.1:5001,127.0.0.1:5002/scorefolio"
        "?target_session_attrs=read-write&connect_timeout=3"
    )
