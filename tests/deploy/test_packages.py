"""Which Debian packages the cluster needs."""

from collections.abc import Iterable

import pytest

from deploy.cluster.packages import MissingPackages, find_program, installed_programs


def without(*missing: str) -> object:
    def find(names: Iterable[str]) -> str | None:
        name = next(iter(names))
        return None if name in missing else f"/usr/bin/{name}"

    return find


def test_it_names_each_program_by_its_path() -> None:
    programs = installed_programs(find=lambda names: f"/usr/sbin/{next(iter(names))}")
    assert programs["haproxy"] == "/usr/sbin/haproxy"
    assert "redis-server" in programs
    assert "valkey-server" not in programs


def test_it_says_in_one_sentence_what_is_missing_and_how_to_install_it() -> None:
    with pytest.raises(MissingPackages) as raised:
        installed_programs(find=without("haproxy", "patroni"))  # type: ignore[arg-type]
    assert str(raised.value) == (
        "The cluster needs haproxy, patroni; on Debian: "
        "apt-get install --no-install-recommends haproxy patroni python3-etcd"
    )


def test_it_takes_any_one_of_several_programs() -> None:
    assert find_program(["no-such-shell", "sh"]) == "/usr/bin/sh"
