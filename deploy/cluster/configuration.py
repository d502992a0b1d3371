"""The configuration files of the services, rendered from `templates/`."""

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.template import Context, Engine

from deploy.cluster.layout import (
    DATABASES,
    HOST,
    POOLERS,
    ROOT,
    SERVICES,
    WEB_NODES,
    WORKER,
    Layout,
    give_to,
    service_user,
    write_private,
)

TEMPLATES = Path(__file__).parent / "templates"
ENGINE = Engine(dirs=[str(TEMPLATES)])
READY_PATH = "/health/ready"


@dataclass(frozen=True, kw_only=True)
class Service:
    """One program that supervisor runs. `user`: if it is not the user who started the cluster.

    A database server that was killed is not restarted: it represents a machine that is gone."""

    name: str
    command: str
    directory: Path
    environment: str = ""
    user: str = ""
    restarts: bool = True
    stop_signal: str = "TERM"


def write_configuration(layout: Layout, programs: Mapping[str, str]) -> None:
    """Write the files of all services, and make a folder for each."""
    owner = service_user()
    for name in SERVICES:
        folder = layout.folder_of(name)
        folder.mkdir(exist_ok=True)
        folder.chmod(0o700)
        if name not in (*WEB_NODES, WORKER):
            give_to(folder, owner)
    for path, text in configuration_files(layout, programs).items():
        write_private(path, text, owner="" if path.parent == layout.folder else owner)


def configuration_files(layout: Layout, programs: Mapping[str, str]) -> dict[Path, str]:
    """Return the contents of each file of configuration by its path."""
    files = {
        layout.folder_of("balancer") / "haproxy.cfg": _render(
            "haproxy.cfg",
            layout,
            folder=layout.folder_of("balancer"),
            ready_path=READY_PATH,
            web_nodes=[{"name": name, "port": layout.ports[name]} for name in WEB_NODES],
            databases=[
                {
                    "name": name,
                    "port": layout.ports[name],
                    "health_port": layout.ports[f"{name}-health"],
                }
                for name in DATABASES
            ],
        ),
        layout.folder / "supervisord.conf": _render(
            "supervisord.conf",
            layout,
            folder=layout.folder,
            is_root=os.geteuid() == 0,
            services=list(services(layout, programs)),
        ),
    }
    files[layout.folder_of("cache") / "redis.conf"] = _render(
        "redis.conf", layout, folder=layout.folder_of("cache")
    )
    for name in POOLERS:
        folder = layout.folder_of(name)
        files[folder / "pgbouncer.ini"] = _render("pgbouncer.ini", layout, folder=folder)
        files[folder / "users.txt"] = f'"scorefolio" "{layout.passwords["application"]}"\n'
    for name in DATABASES:
        folder = layout.folder_of(name)
        files[folder / "patroni.yml"] = _render(
            "patroni.yml",
            layout,
            folder=folder,
            name=name,
            port=layout.ports[name],
            health_port=layout.ports[f"{name}-health"],
            postgresql_programs=Path(programs["postgres"]).parent,
        )
    return files


def _render(template: str, layout: Layout, **values: Any) -> str:
    context = {
        "host": HOST,
        "ports": {name.replace("-", "_"): port for name, port in layout.ports.items()},
        "passwords": layout.passwords,
        **values,
    }
    return ENGINE.get_template(template).render(Context(context, autoescape=False, use_l10n=False))


def services(layout: Layout, programs: Mapping[str, str]) -> Iterator[Service]:
    """Yield every service of the cluster."""
    user = service_user() if os.geteuid() == 0 else ""

    def server(name: str, command: str, **more: Any) -> Service:
        directory = layout.folder_of(name)
        return Service(name=name, command=command, directory=directory, user=user, **more)

    yield server("etcd", _etcd_command(layout, programs["etcd"]))
    for name in DATABASES:
        configuration = layout.folder_of(name) / "patroni.yml"
        yield server(name, f"{programs['patroni']} {configuration}", restarts=False)
    yield server("balancer", f"{programs['haproxy']} -W -db -f haproxy.cfg", stop_signal="USR1")
    for name in POOLERS:
        yield server(name, f"{programs['pgbouncer']} pgbouncer.ini", stop_signal="INT")
    yield server("cache", f"{programs['redis-server']} redis.conf")
    gunicorn = f"{sys.executable} -m gunicorn --config config/gunicorn.conf.py"
    for name in WEB_NODES:
        yield _site_process(layout, name, gunicorn)
    yield _site_process(layout, WORKER, f"{sys.executable} manage.py work")


def _site_process(layout: Layout, name: str, command: str) -> Service:
    variables = site_environment(layout, name).items()
    environment = ",".join(f'{key}="{value}"' for key, value in variables)
    return Service(name=name, command=command, directory=ROOT, environment=environment)


def _etcd_command(layout: Layout, program: str) -> str:
    clients = f"http://{HOST}:{layout.ports['etcd']}"
    peers = f"http://{HOST}:{layout.ports['etcd-peers']}"
    return (
        f"{program} --name cluster --data-dir {layout.folder_of('etcd')}/data"
        f" --listen-client-urls {clients} --advertise-client-urls {clients}"
        f" --listen-peer-urls {peers} --initial-advertise-peer-urls {peers}"
        f" --initial-cluster cluster={peers}"
    )


def site_environment(layout: Layout, node: str) -> dict[str, str]:
    """Return the settings of a web node or of the worker; only the folder and the port differ."""
    return {
        "ALLOWED_HOSTS": HOST,
        "CACHE_URL": f"redis://:{layout.passwords['cache']}@{HOST}:{layout.ports['cache']}/0",
        "DATABASE_URL": layout.pooled_database,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "HOST": HOST,
        "PORT": str(layout.ports.get(node, "")),
        "PROXIES": "1",  # the balancer, which adds the address that limits count by
        "SECRET_KEY": layout.passwords["secret-key"],
        "VAR_DIR": str(layout.folder_of(node)),
        "WEB_CONCURRENCY": "3",
    }
