"""Folders that the processes of one server share: figures for /metrics, and rendered pages."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from config.private_folder import make_private

METRICS, PAGES = "PROMETHEUS_MULTIPROC_DIR", "SCOREFOLIO_PAGES_DIR"


def use_server_folders(var_dir: Path) -> None:
    """Make this server's folders and name them in the environment, before anything is in them.

    Folders of servers that were killed are removed, and what an earlier process of this number left
    behind: a new version of the site never finds pages of an old one. Where nothing can be written,
    each process has figures and pages of its own."""
    for variable, name in ((METRICS, "metrics"), (PAGES, "pages")):
        own = var_dir / name / str(os.getpid())
        if os.environ.get(variable) == str(own):
            continue  # this server reads its settings again, and its processes go on
        with suppress(OSError):
            for folder in (var_dir / name).glob("*"):
                if folder == own or not _is_running(folder.name):
                    shutil.rmtree(folder, ignore_errors=True)
            make_private(own.parent)
            own.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.environ[variable] = str(own)


def pages_folder() -> Path | None:
    """Return the folder of the server that this process is one of, if there is one."""
    named = os.environ.get(PAGES)
    return Path(named) if named else None


def _is_running(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it runs, as somebody else
        return True
    return True
