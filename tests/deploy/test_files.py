"""The files of `deploy/` for containers, systemd and proxies, as far as they can be checked here.

A drill asks nginx, Caddy and systemd themselves."""

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
PROGRAMS = Path(sys.executable).parent
SERVICES = sorted((DEPLOY / "systemd").glob("*.service"))
COMPOSE = sorted(DEPLOY.glob("compose*.yaml"))
CLUSTER = "compose.cluster.yaml"
MANAGE = re.compile(r"""manage\.py(?:", "| )(\w+)(?![.\w])""")


def directives(unit: Path) -> dict[str, list[str]]:
    """Return the values of each directive of a unit, which may be given several times."""
    values: dict[str, list[str]] = defaultdict(list)
    for line in unit.read_text().splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            values[name].append(value)
    return values


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_nobody_else_opens_what_a_service_stores(unit: Path) -> None:
    values = directives(unit)
    assert (values["StateDirectoryMode"], values["UMask"]) == (["0700"], ["0077"])


def lint(*command: str) -> str:
    """Return what a linter complains of."""
    done = subprocess.run(
        [str(PROGRAMS / command[0]), *command[1:]],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    return done.stdout + done.stderr if done.returncode else ""


@pytest.mark.parametrize("file", sorted(DEPLOY.glob("*Containerfile")), ids=lambda path: path.name)
def test_a_containerfile_has_nothing_to_complain_of(file: Path) -> None:
    assert lint("hadolint", str(file)) == ""


@pytest.mark.parametrize("file", sorted(DEPLOY.glob("*Containerfile")), ids=lambda path: path.name)
def test_a_container_does_not_run_as_root(file: Path) -> None:
    users = re.findall(r"^USER (\d+)$", file.read_text(), re.MULTILINE)
    assert [int(user) > 0 for user in users] == [True]


def test_the_image_has_what_the_site_imports() -> None:
    copied = set(re.findall(r"^COPY (?!--)(.+) \S+$", text_of("Containerfile"), re.MULTILINE))
    names = {name for line in copied for name in line.split()}
    assert names >= {"config", "games", "locale", "manage.py", "scoring", "templates"}
    allowed = {
        line.removeprefix("!")
        for line in (ROOT / ".containerignore").read_text().splitlines()
        if line.startswith("!")
    }
    assert allowed == names


def text_of(name: str) -> str:
    return (DEPLOY / name).read_text()


@pytest.mark.parametrize("file", COMPOSE, ids=lambda path: path.name)
def test_a_compose_file_is_one(file: Path) -> None:
    schema = ("--builtin-schema", "vendor.compose-spec")
    assert lint("check-jsonschema", *schema, str(file)) == ""


def test_at_home_one_container_writes_to_nothing_but_its_volume() -> None:
    text = text_of("compose.yaml")
    assert re.findall(r"^  ([a-z0-9-]+):", text.split("\nservices:")[1], re.M) == [
        "scorefolio",
        "data",
    ]
    assert "volumes: [data:/srv/var]" in text
    assert "read_only: true" in text


def test_a_container_is_healthy_only_when_it_is_ready() -> None:
    """One whose database was not prepared answers, but not with pages."""
    (check,) = re.findall(r"^HEALTHCHECK.*\n.*", text_of("Containerfile"), re.MULTILINE)
    assert "/health/ready" in check


@pytest.mark.parametrize("name", ["EMAIL_URL", "MAIL_FROM", "ERROR_MAIL", "METRICS_TOKEN"])
def test_compose_passes_a_setting_of_mail_and_figures_on(name: str) -> None:
    assert re.search(rf"^    {name}: \$\{{{name}:-", text_of(CLUSTER), re.MULTILINE)


def test_compose_starts_everything_that_a_site_on_several_machines_has() -> None:
    services = re.findall(r"^  ([a-z0-9-]+):", text_of(CLUSTER).split("\nservices:")[1], re.M)
    assert {*services} >= {
        "caddy", "web-1", "web-2", "worker", "pooler", "database", "standby", "cache",
    }  # fmt: skip


def test_compose_gives_the_cache_a_password_that_the_site_knows() -> None:
    text = text_of(CLUSTER)
    assert "requirepass ${CACHE_PASSWORD}" in text
    assert re.search(r"CACHE_URL: valkey://:\$\{CACHE_PASSWORD:\?[^}]+\}@cache:6379/0", text)


@pytest.mark.parametrize("unit", SERVICES, ids=lambda path: path.stem)
def test_a_service_runs_as_its_own_user_and_gains_no_rights(unit: Path) -> None:
    values = directives(unit)
    assert values["User"] == ["scorefolio"]
    assert values["NoNewPrivileges"] == ["true"]
    assert values["ProtectSystem"] == ["strict"]


@pytest.mark.parametrize("name", ["scorefolio", "scorefolio-worker"])
def test_a_service_that_ends_is_started_again_and_nothing_of_it_is_left(name: str) -> None:
    values = directives(DEPLOY / "systemd" / f"{name}.service")
    assert values["Restart"] == ["always"]
    assert values["KillMode"] == ["mixed"]


def test_systemd_waits_until_the_site_says_that_it_is_ready() -> None:
    assert directives(DEPLOY / "systemd" / "scorefolio.service")["Type"] == ["notify"]


@pytest.mark.parametrize(
    "file",
    [*SERVICES, *COMPOSE, DEPLOY / "Containerfile"],
    ids=lambda path: path.name,
)
def test_every_command_of_the_site_exists(file: Path) -> None:
    known = {path.stem for path in (ROOT / "scoring/management/commands").glob("*.py")}
    known |= {"collectstatic"}
    assert set(MANAGE.findall(file.read_text())) - known == set()


def test_both_proxies_replace_the_address_that_a_client_names() -> None:
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in text_of("nginx/proxy.conf")
    assert "header_up X-Forwarded-For {remote_host}" in text_of("Caddyfile")
