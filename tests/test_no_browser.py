"""Without a browser its tests are skipped, which one line says; with CI=true that is an error."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def run_without_a_browser(nowhere: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run some of the tests that need one."""
    inherited = {name: value for name, value in os.environ.items() if name != "CI"}
    some = ("tests/browser", "-k", "fits_the_screen")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *some]
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**inherited, "PATH": str(nowhere), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_says_so_in_one_line_and_how_to_get_one(tmp_path: Path) -> None:
    done = run_without_a_browser(tmp_path)
    assert done.returncode == 0
    assert done.stdout.count("NO BROWSER") == 1
    assert "apt-get install chromium" in done.stdout
    assert "3 skipped" in done.stdout


def test_it_is_a_failure_where_a_browser_is_promised(tmp_path: Path) -> None:
    done = run_without_a_browser(tmp_path, CI="true")
    assert done.returncode != 0
    assert "NO BROWSER" in done.stdout + done.stderr
