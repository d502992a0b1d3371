"""Look the locked packages up in a database of known vulnerabilities.

`python -m tools.vulnerabilities` exits with 1 if a newer version of one of them fixes a known
vulnerability. If no database can be reached in time, it says so and exits with 0."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pip_audit  # missing, it is an error here and no missing database below

ROOT = Path(__file__).parent.parent
LOCK_FILE = ROOT / "requirements-dev.txt"  # with all that the site itself needs
OSV = "https://api.osv.dev/v1/query"
MOST_SECONDS = 30  # altogether
SOCKET_SECONDS = 5


class NoAnswer(Exception):
    """The database cannot be reached, or is too slow; the message says how it showed."""


def main(database: str = OSV, lock_file: Path = LOCK_FILE, most_seconds: int = MOST_SECONDS) -> int:
    try:
        packages = _audit(database, lock_file, most_seconds)
    except NoAnswer as reason:
        print(f"The locked packages were not checked for vulnerabilities: {reason}")
        return 0
    known = [(package, each) for package in packages for each in package.get("vulns", [])]
    for package, each in known:
        mended = ", ".join(each["fix_versions"]) or "no version yet"
        print(f"{package['name']} {package['version']} has {each['id']}, mended by {mended}.")
    print(f"{len(packages)} locked packages checked, {len(known)} known vulnerabilities.")
    return int(any(each["fix_versions"] for _package, each in known))


def _audit(database: str, lock_file: Path, most_seconds: int) -> list[dict[str, Any]]:
    """Return what pip-audit says of each package. Raises NoAnswer."""
    options = ["--vulnerability-service", "osv", "--osv-url", database, "--disable-pip"]
    options += ["--format", "json", "--desc", "off", "--progress-spinner", "off"]
    command = [sys.executable, "-m", pip_audit.__name__, "--requirement", str(lock_file), *options]
    command += ["--timeout", str(SOCKET_SECONDS)]
    try:
        audit = subprocess.run(
            command, capture_output=True, check=False, text=True, timeout=most_seconds
        )
        packages: list[dict[str, Any]] = json.loads(audit.stdout)["dependencies"]
    except subprocess.TimeoutExpired:
        raise NoAnswer(f"{database} took more than {most_seconds} seconds.") from None
    except json.JSONDecodeError:
        raise NoAnswer(audit.stderr.strip().rpartition("\n")[2]) from None
    return packages


if __name__ == "__main__":
    sys.exit(main())
