"""A copy of the checkout, where one file at a time is another, and the tests that run there."""

import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tests.mutants.choice import Tests
from tests.mutants.forks import MIGRATED
from tests.mutants.mutations import Mutation

ROOT = Path(__file__).parent.parent.parent
LOCKS = re.compile("lock|atomic|select_for_update|IntegrityError|PermissionDenied")
NOTICED, SURVIVED, UNFINISHED = "noticed", "SURVIVED", "SURVIVED as far as there was time"
PYTEST = [sys.executable, "-m", "pytest", "--quiet", "-p", "tests.mutants.plugin"]
ENVIRONMENT = {
    "DATABASE_URL": "",
    "TEST_DATABASE": "test.sqlite3",
    "PYTHONDONTWRITEBYTECODE": "",
}


class Tree:
    def __init__(self, folder: Path) -> None:
        self.root = folder
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for name in filter(None, names.split("\0")):
            if (ROOT / name).exists():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        environment = {**os.environ, "DATABASE_URL": f"sqlite:///{folder / MIGRATED}"}
        subprocess.run(migrate, cwd=folder, env=environment, check=True)

    def record(self, to: Path) -> None:
        _code, output = self._pytest("-m", "not browser", RECORD=str(to))
        sys.stdout.write("\n".join([*output.splitlines()[-5:], ""]))

    def serve(self) -> set[str]:
        """Start what runs tests in forks; the tests that it has."""
        (for_requests, self._requests), (self._replies, for_replies) = os.pipe(), os.pipe()
        shutil.copyfile(self.root / MIGRATED, self.root / ENVIRONMENT["TEST_DATABASE"])
        self._server = subprocess.Popen(
            [*PYTEST, "-m", "not browser"],
            cwd=self.root,
            env={**os.environ, **ENVIRONMENT, "SERVE": f"{for_requests} {for_replies}"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(for_requests, for_replies),
        )
        os.close(for_requests)
        os.close(for_replies)
        self._reader = open(self._replies)  # noqa: PTH123, SIM115 (for as long as it serves)
        return set(json.loads(self._reader.readline()))

    def close(self) -> None:
        os.close(self._requests)
        self._reader.close()
        self._server.wait()

    def tried(self, mutation: Mutation, tests: Tests, seconds: int, postgresql: str) -> str:
        """Whether a test notices it, and which."""
        source = (self.root / mutation.file).read_text()
        mutated = mutation.apply(source.encode()).decode()
        if ast.dump(ast.parse(mutated)) == ast.dump(ast.parse(source)):
            return f"{NOTICED}: it is the same program"
        chosen, by_name = tests.of(mutation), tests.by_name(mutation)
        if not chosen and not by_name:
            return f"{SURVIVED}: no test calls it"
        verdict = SURVIVED
        at_import = tests.is_at_import(mutation)
        if chosen and not at_import:
            verdict = self._in_fork(mutation, mutated, chosen, seconds)
        if chosen and (at_import or not verdict):
            verdict = self._afresh(mutation, mutated, chosen, seconds)
        if by_name and not verdict.startswith(NOTICED):
            of_others = self._afresh(mutation, mutated, by_name, seconds)
            verdict = verdict if verdict == UNFINISHED and of_others == SURVIVED else of_others
        near = source.splitlines()[max(mutation.line - 2, 0) : mutation.line + 1]
        if verdict.startswith(NOTICED) or not postgresql or not LOCKS.search(" ".join(near)):
            return verdict
        marked = ["-p", "tests.on_postgresql", "-m", "postgresql"]
        own = {"DATABASE_URL": postgresql, "TEST_DATABASE": re.sub(r"\W", "_", self.root.name)}
        return self._afresh(mutation, mutated, marked, seconds, **own)

    def _in_fork(self, mutation: Mutation, mutated: str, tests: list[str], seconds: int) -> str:
        """Run the tests in a forked process; return "" where that is not possible."""
        request = {
            "file": mutation.file,
            "source": (self.root / mutation.file).read_text(),
            "mutated": mutated,
            "tests": tests,
            "seconds": seconds,
        }
        os.write(self._requests, f"{json.dumps(request)}\n".encode())
        match json.loads(self._reader.readline()):
            case {"failed": None}:
                return SURVIVED
            case {"failed": test}:
                return f"{NOTICED}: {test}"
            case {"status": signal.SIGXCPU}:
                return UNFINISHED
            case {"status": status} if os.WIFSIGNALED(status):
                return f"{NOTICED}: signal {os.WTERMSIG(status)}"
        return ""

    def _afresh(
        self, mutation: Mutation, mutated: str, arguments: list[str], seconds: int, **own: str
    ) -> str:
        """Run the tests in a new process, which imports the mutated module."""
        path = self.root / mutation.file
        source = path.read_text()
        (self.root / "arguments").write_text("\n".join(arguments))
        path.write_text(mutated)
        try:
            code, output = self._pytest("--exitfirst", "@arguments", seconds=seconds, **own)
        finally:
            path.write_text(source)
        if code is None:
            return UNFINISHED
        first = re.search(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
        return f"{NOTICED}: {first[1] if first else 'nothing starts'}" if code else SURVIVED

    def _pytest(
        self, *arguments: str, seconds: int | None = None, **own: str
    ) -> tuple[int | None, str]:
        """Its exit code, or None where there was no time left, and what it wrote."""
        shutil.copyfile(self.root / MIGRATED, self.root / ENVIRONMENT["TEST_DATABASE"])
        process = subprocess.Popen(
            [*PYTEST, *arguments],
            cwd=self.root,
            env={**os.environ, **ENVIRONMENT, **own},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            output, _nothing = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None, ""
        else:
            return process.returncode, output
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
