"""The place of the cluster: its folder, ports and passwords, chosen once and read again later."""

import hashlib
import json
import os
import pwd
import random
import secrets
import socket
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
HOST = "127.0.0.1"
FILE = "cluster.json"
DATABASES = ("database-1", "database-2")
# Both listen on one port: when one is killed, the next connection is made to the other.
POOLERS = ("pooler-1", "pooler-2")
WEB_NODES = ("web-1", "web-2")
WORKER = "worker"
SERVICES = ("etcd", *DATABASES, "balancer", *POOLERS, "cache", *WEB_NODES, WORKER)
# Each has a port of its own on HOST, chosen free.
PORTS = (
    "etcd",
    "etcd-peers",
    *DATABASES,
    "database-1-health",
    "database-2-health",
    "primary",
    "pooler",
    "cache",
    *WEB_NODES,
    "site",
)
PASSWORDS = ("administrator", "replication", "application", "cache", "secret-key")
# PostgreSQL, PgBouncer and Patroni refuse to run as root; the package postgresql makes this user.
UNPRIVILEGED = "postgres"
LOWEST_PORT = 10_000
MOST_TRIED_PORTS = 500
PORT_RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")
# A path of a Unix socket has room for 107 bytes, and supervisor adds its process id.
LONGEST_FOLDER = 75


class UnusableFolder(Exception):
    """The cluster cannot run in this folder; the message says why."""


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The cluster's folder, with a folder in it for each service; its ports and passwords."""

    folder: Path
    ports: dict[str, int]
    passwords: dict[str, str]

    def folder_of(self, service: str) -> Path:
        return self.folder / service

    @property
    def site(self) -> str:
        """Return the address that the load balancer answers at."""
        return f"http://{HOST}:{self.ports['site']}"

    @property
    def pooled_database(self) -> str:
        """Return the address of the database through PgBouncer, which the site uses."""
        return self._database(f"{HOST}:{self.ports['pooler']}")

    @property
    def primary_database(self) -> str:
        """Return the address through HAProxy, which asks Patroni who is the primary."""
        return self.database_named("scorefolio")

    def database_named(self, name: str) -> str:
        return self._database(f"{HOST}:{self.ports['primary']}", name)

    @property
    def multi_host_database(self) -> str:
        """Return the address that names both servers; libpq takes the one that accepts writes."""
        servers = ",".join(f"{HOST}:{self.ports[name]}" for name in DATABASES)
        options = "?target_session_attrs=read-write&connect_timeout=3"
        return self._database(servers) + options

    def _database(self, servers: str, name: str = "scorefolio") -> str:
        return f"postgres://scorefolio:{self.passwords['application']}@{servers}/{name}"


def default_folder(name: str = "cluster") -> Path:
    """Return CLUSTER_DIR, or var/cluster of this checkout; a drill's folder has another name.

    As root the databases run as another user; where that user may not enter the checkout, it is a
    folder below /var/tmp that belongs to this checkout."""
    if named := os.environ.get("CLUSTER_DIR"):
        return Path(named if name == "cluster" else f"{named}-{name}").resolve()
    folder = ROOT / "var" / name
    if os.geteuid() == 0 and not can_enter(folder):
        mark = hashlib.sha256(str(ROOT).encode()).hexdigest()[:8]
        return Path("/var/tmp") / f"scorefolio-{name}-{mark}"  # noqa: S108 (made with mode 0711)
    return folder


def can_enter(folder: Path) -> bool:
    """Return whether any user may pass the folders above this one."""
    existing = (path for path in folder.parents if path.exists())
    return all(path.stat().st_mode & 0o001 for path in existing)


def open_layout(folder: Path) -> Layout:
    """Return what was chosen for this folder before; without that, choose it and make the folder.

    Raises UnusableFolder."""
    if len(str(folder)) > LONGEST_FOLDER:
        raise UnusableFolder(
            f"{folder} is too long a path for sockets: set CLUSTER_DIR to a shorter one."
        )
    if os.geteuid() == 0 and not can_enter(folder):
        raise UnusableFolder(
            f"The user {UNPRIVILEGED} may not enter {folder}: set CLUSTER_DIR to another folder."
        )
    return read_layout(folder) or _new_layout(folder)


def read_layout(folder: Path) -> Layout | None:
    """Return the layout that is stored in this folder; None if there is none."""
    file = folder / FILE
    if not file.exists():
        return None
    return Layout(folder=folder, **json.loads(file.read_text()))


def _new_layout(folder: Path) -> Layout:
    layout = Layout(
        folder=folder,
        ports=free_ports(PORTS),
        passwords={name: secrets.token_urlsafe(24) for name in PASSWORDS},
    )
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o711)
    values = asdict(layout)
    del values["folder"]
    write_private(folder / FILE, json.dumps(values, indent=2))
    return layout


def free_ports(names: tuple[str, ...]) -> dict[str, int]:
    """Return a free port for each name.

    They are below those that the system gives to outgoing connections, one of which could take the
    port of a service while that is started again."""
    first_outgoing = int(PORT_RANGE.read_text().split()[0])
    candidates = random.sample(range(LOWEST_PORT, first_outgoing), k=MOST_TRIED_PORTS)
    free = filter(_is_free, candidates)
    return dict(zip(names, free, strict=False))


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) != 0


def write_private(path: Path, text: str, *, owner: str = "") -> None:
    """Write a file that only its owner may read; as root, it may belong to another user."""
    path.touch(mode=0o600)
    path.write_text(text)
    if owner:
        give_to(path, owner)


def service_user() -> str:
    """Return the user that the servers run as."""
    return UNPRIVILEGED if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name


def give_to(path: Path, user: str) -> None:
    if os.geteuid() == 0:
        entry = pwd.getpwnam(user)
        os.chown(path, entry.pw_uid, entry.pw_gid)
