"""supervisord, which runs the services: see templates/supervisord.conf."""

import subprocess
from pathlib import Path

from deploy.cluster.packages import find_program

MARK = "SCOREFOLIO_CLUSTER"  # in the environment of every process of a cluster: its folder


class Supervisor:
    """The supervisord of the cluster in this folder."""

    def __init__(self, folder: Path) -> None:
        self.configuration = folder / "supervisord.conf"

    def begin(self) -> None:
        """Start supervisord if it does not run, without any service."""
        if not self.is_running():
            # Nothing else of the environment: a DATABASE_URL there is of another site.
            environment = {
                "LANG": "C.UTF-8",
                "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
                MARK: str(self.configuration.parent),
            }
            command = [_program("supervisord"), "-c", str(self.configuration)]
            subprocess.run(command, env=environment, check=True)

    def is_running(self) -> bool:
        return self.configuration.exists() and self._control("pid").returncode == 0

    def start(self, *services: str) -> None:
        self._control("start", *services)

    def stop(self, *services: str) -> None:
        self._control("stop", *services)

    def pid(self, service: str) -> int:
        """Return the process of a service; 0 if it does not run."""
        return int(self._control("pid", service).stdout.strip() or 0)

    def shutdown(self) -> bool:
        """Begin to stop every service and supervisord; return whether it ran."""
        return self.is_running() and self._control("shutdown").returncode == 0

    def _control(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [_program("supervisorctl"), "-c", str(self.configuration), *arguments]
        return subprocess.run(command, check=False, capture_output=True, text=True)


def _program(name: str) -> str:
    return find_program([name]) or name
