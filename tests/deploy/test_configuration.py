"""The configuration files of the cluster."""

import re
from configparser import RawConfigParser
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import AuthenticationError

from config.caches import cache_settings
from config.fallback_cache import FallbackRedisCache
from deploy.cluster.configuration import configuration_files, site_environment
from deploy.cluster.layout import PASSWORDS, PORTS, SERVICES, Layout
from deploy.cluster.packages import installed_programs
from tests.redis import free_port, needs_redis, own_redis

LAYOUT = Layout(
    folder=Path("/srv/cluster"),
    ports={name: 5000 + number for number, name in enumerate(PORTS)},
    passwords={name: f"secret-of-{name}" for name in PASSWORDS},
)


@pytest.fixture(scope="module")
def files() -> dict[Path, str]:
    programs = installed_programs(find=lambda names: f"/usr/bin/{next(iter(names))}")
    return configuration_files(LAYOUT, programs)


def test_nothing_is_left_to_fill_in(files: dict[Path, str]) -> None:
    assert [path for path, text in files.items() if "{{" in text or "{%" in text] == []


def test_every_value_is_written_as_it_is(files: dict[Path, str]) -> None:
    assert [path for path, text in files.items() if "&quot;" in text or "5,0" in text] == []


def test_supervisor_runs_every_service(files: dict[Path, str]) -> None:
    parsed = RawConfigParser()
    parsed.read_string(files[Path("/srv/cluster/supervisord.conf")])
    programs = [name.removeprefix("program:") for name in parsed.sections() if "program:" in name]
    assert sorted(programs) == sorted(SERVICES)


def test_a_database_server_that_was_killed_stays_away(files: dict[Path, str]) -> None:
    parsed = RawConfigParser()
    parsed.read_string(files[Path("/srv/cluster/supervisord.conf")])
    restarted = [name for name in parsed.sections() if parsed.get(name, "autorestart", fallback="")]
    stays_away = [name for name in restarted if parsed.get(name, "autorestart") == "false"]
    assert stays_away == ["program:database-1", "program:database-2"]


def test_everything_listens_on_this_machine_alone(files: dict[Path, str]) -> None:
    addresses = {
        address for text in files.values() for address in re.findall(r"\d+\.\d+\.\d+\.\d+", text)
    }
    assert addresses == {"127.0.0.1"}


def test_the_load_balancer_knows_both_web_nodes_and_both_databases(files: dict[Path, str]) -> None:
    text = files[Path("/srv/cluster/balancer/haproxy.cfg")]
    servers = [line.split()[1] for line in text.splitlines() if line.strip().startswith("server ")]
    assert servers == ["web-1", "web-2", "database-1", "database-2"]


@needs_redis
def test_the_cache_answers_those_alone_who_know_its_password(
    files: dict[Path, str], tmp_path: Path
) -> None:
    port, path = free_port(), tmp_path / "redis.conf"
    template = files[Path("/srv/cluster/cache/redis.conf")]
    path.write_text(template.replace("dir /srv/cluster/cache", f"dir {tmp_path}"))
    url = site_environment(LAYOUT, "web-1")["CACHE_URL"]
    url = url.replace(f":{LAYOUT.ports['cache']}/", f":{port}/")
    with own_redis(port, str(path)):
        with pytest.raises(AuthenticationError):
            Redis(port=port).get("page")
        settings = cache_settings(url)["default"]
        cache = FallbackRedisCache(settings["LOCATION"], settings)
        cache.set("taps", 3)
        assert cache.get("taps") == 3
        assert not cache.is_down


def test_the_web_nodes_share_everything_but_their_port_and_their_folder() -> None:
    first, second = site_environment(LAYOUT, "web-1"), site_environment(LAYOUT, "web-2")
    assert {name for name in first if first[name] != second[name]} == {"PORT", "VAR_DIR"}


def test_the_web_nodes_count_clients_by_the_address_that_the_balancer_adds(
    files: dict[Path, str],
) -> None:
    text = files[Path("/srv/cluster/balancer/haproxy.cfg")]
    proxies = int(site_environment(LAYOUT, "web-1").get("PROXIES", "0"))
    assert proxies == text.count("option forwardfor") == 1
