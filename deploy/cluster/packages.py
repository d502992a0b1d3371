"""The Debian packages of the cluster, and which of their programs this machine lacks.

`python3 deploy/cluster/packages.py` names all that a drill needs; it needs no library itself."""

import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

# Folders of the servers in Debian's packages: not all of them are on everyone's PATH.
FOLDERS = ("/usr/sbin", "/usr/bin")
POSTGRESQL = Path("/usr/lib/postgresql")

# Program -> package. Of several programs any one will do; the package is of the first.
PROGRAMS: dict[tuple[str, ...], str] = {
    ("etcd",): "etcd-server",
    ("haproxy",): "haproxy",
    ("patroni",): "patroni",
    ("pgbouncer",): "pgbouncer",
    ("postgres",): "postgresql",
    ("redis-server", "valkey-server"): "redis-server",
    ("supervisord",): "supervisor",
}
# A drill also needs these.
FOR_DRILLS: dict[tuple[str, ...], str] = {
    ("caddy",): "caddy",
    ("nginx",): "nginx-light",
    ("openssl",): "openssl",
    ("systemd-analyze",): "systemd",
}
# Patroni speaks to etcd by this library, which Debian lets one choose.
ALSO_INSTALLED = ("python3-etcd",)


class MissingPackages(Exception):
    """Programs of the cluster are not installed; the message says how to install them."""


def find_program(names: Iterable[str]) -> str | None:
    """Return the path of the first of these programs that is installed."""
    folders = [*map(str, _newest_postgresql()), *FOLDERS]
    paths = (shutil.which(name, path=":".join(folders)) for name in names)
    return next((path for path in paths if path), None)


def _newest_postgresql() -> list[Path]:
    versions = [path for path in POSTGRESQL.glob("*/bin") if path.parent.name.isdecimal()]
    return sorted(versions, key=lambda path: int(path.parent.name), reverse=True)


def installed_programs(
    more: Mapping[tuple[str, ...], str] = MappingProxyType({}),
    find: Callable[[Iterable[str]], str | None] = find_program,
) -> dict[str, str]:
    """Return the path of each program by the first of its names. Raises MissingPackages."""
    programs = {**PROGRAMS, **more}
    paths = {names: find(names) for names in programs}
    missing = sorted(programs[names] for names, path in paths.items() if path is None)
    if missing:
        raise MissingPackages(missing_sentence(missing))
    return {names[0]: path for names, path in paths.items() if path}


def missing_sentence(packages: list[str]) -> str:
    more = ALSO_INSTALLED if "patroni" in packages else ()
    command = "apt-get install --no-install-recommends " + " ".join([*packages, *more])
    return f"The cluster needs {', '.join(packages)}; on Debian: {command}"


if __name__ == "__main__":
    print(*sorted({*PROGRAMS.values(), *FOR_DRILLS.values(), *ALSO_INSTALLED}))
