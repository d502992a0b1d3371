"""The folder in which the processes of one server add up their figures for /metrics."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from config.private_folder import make_private

METRICS = "PROMETHEUS_MULTIPROC_DIR"


def use_server_folder(var_dir: Path) -> None:
    """Make this server's folder and name it in the environment, before anything is in it.

    Folders of servers that were killed are removed, and what an earlier process of this number left
    behind. Where nothing can be written, each process has figures of its own."""
    own = var_dir / "metrics" / str(os.getpid())
    if os.environ.get(METRICS) == str(own):
        return  # this server reads its settings again, and its processes go on
    with suppress(OSError):
        for folder in (var_dir / "metrics").glob("*"):
            if folder == own or not _is_running(folder.name):
                shutil.rmtree(folder, ignore_errors=True)
        make_private(own.parent)
        own.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.environ[METRICS] = str(own)


def _is_running(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it runs, as somebody else
        return True
    return True
