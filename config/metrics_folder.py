"""Where the processes of one server write the figures that /metrics adds up."""

import os
import shutil
from contextlib import suppress
from pathlib import Path


def use_metrics_folder(var_dir: Path) -> None:
    """Make this server's folder and name it in the environment; call it before figures exist.

    Folders of servers that were killed are removed. Where nothing can be written, each process
    has figures of its own."""
    with suppress(OSError):
        for folder in (var_dir / "metrics").glob("*"):
            if not _is_running(folder.name):
                shutil.rmtree(folder, ignore_errors=True)
        own = var_dir / "metrics" / str(os.getpid())
        own.mkdir(parents=True, exist_ok=True)
        os.environ.update(PROMETHEUS_MULTIPROC_DIR=str(own))


def _is_running(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it runs, as somebody else
        return True
    return True
