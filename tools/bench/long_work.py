"""Measure long work on a site with many sessions: corrections, new rules, merging, downloads."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from tests.serving import ROOT
from tools.bench.browser import Answer, Browser, Fields
from tools.bench.commands import children_seconds
from tools.bench.results import Line
from tools.bench.rounds import FINAL, STANDINGS, Rounds
from tools.bench.sites import Site, wait_for_job
from tools.load.documents import mixed_lines

CORRECTED, CORRECTED_STANDINGS = "correction of the oldest session", "standings after it"
MOST_SECONDS = {"archive": 85, "sessions.csv": 13, "documents.ndjson": 75}  # of the processor
PER = 100_000  # sessions
BEGUN_AND_SEEN = 1.0  # seconds until the worker begins a job, and until its end is noticed
COUNTED_A_SECOND = 10_000  # sessions of a season whose rules are new
LEAST_LIMIT = 1.0  # seconds of the processor that any download may take
MOST_GROWTH = 30  # MB
IMPORTED = 500


def correction_lines(rounds: Rounds, number: int) -> Iterator[Line]:
    """Correct the oldest session, and look at the standings, each as often as a final result."""
    for _ in range(number):
        rounds.final_result()
        rounds.read(STANDINGS, rounds.stranger, rounds.site.scene["season"])
        _correct(rounds)
        rounds.read(CORRECTED_STANDINGS, rounds.stranger, rounds.site.scene["season"])
    finals, changed = (rounds.least(what, number) for what in (FINAL, STANDINGS))
    at = f"of {rounds.site.sessions:,}"
    database = rounds.site.database
    corrected = rounds.least(CORRECTED) / finals
    yield Line(database, f"{CORRECTED} {at}, × a final result", corrected, "times", 1.5)
    waited = rounds.least(CORRECTED_STANDINGS) / changed
    yield Line(database, f"{CORRECTED_STANDINGS}, × after a final result", waited, "times", 1.5)


def _correct(rounds: Rounds) -> None:
    """Tick another criterion of the first sheet, as the owner of the group."""
    owner = rounds.site.signed_in("owner")
    path = f"{rounds.site.scene['oldest']}duplik/round/1/"
    fields = owner.form(path, "narrator")
    sheet = next(name for name in fields if name.startswith("sheet"))
    ticked = {*fields[sheet]} ^ {"1"}
    rounds.ask(CORRECTED, partial(_saved, owner, path, {**fields, sheet: sorted(ticked)}))
    owner.close()


def _saved(browser: Browser, path: str, fields: Fields) -> Answer:
    """Press the button that saves; a redirect is as good as a page."""
    answer = browser.post(path, {**fields, "save": "1"})
    if answer.status not in {204, 302, 303}:
        raise AssertionError(f"{path} answers {answer.status}: {answer.text[:1500]}")
    return Answer(200, answer.headers, answer.body, answer.seconds)


def new_rules_lines(site: Site) -> Iterator[Line]:
    """Change the rules of the season while somebody taps at a table of its league."""
    owner = site.signed_in("owner")
    path = site.scene["settings"]
    fields = owner.form(path, "scheme")
    fields["scheme"] = ["podium" if fields["scheme"] == ["beaten"] else "beaten"]
    table = site.scene["finals"][-1]
    with ThreadPoolExecutor(1) as pool:
        saving = pool.submit(_counted_anew, owner, path, fields)
        waits = [_turn_and_undo(site, table)]
        while not saving.done():
            waits.append(_turn_and_undo(site, table))
    request, counted = saving.result()
    name = f"new rules of a season of {site.sessions:,} sessions"
    yield Line(site.database, name, request, "s", 0.3)
    at_most = BEGUN_AND_SEEN + site.sessions / COUNTED_A_SECOND
    yield Line(site.database, f"{name}, until they count", counted, "s", at_most)
    yield Line(site.database, "longest tap of its league meanwhile", max(waits), "s", 0.1)


def _counted_anew(owner: Browser, path: str, fields: Fields) -> tuple[float, float]:
    """Return how long the request took, and how long it was until the standings are right."""
    start = perf_counter()
    saved = _saved(owner, path, fields)
    _wait_if_job(owner, saved)
    return saved.seconds, perf_counter() - start


def _wait_if_job(browser: Browser, answer: Answer) -> None:
    if answer.headers.get("location", "").startswith("/jobs/"):
        wait_for_job(browser, answer.headers["location"])


def _turn_and_undo(site: Site, table: dict[str, Any]) -> float:
    phone = site.at_table(table["host"])
    address = f"/table/{table['uuid']}/"
    phone.get(address)
    turn = phone.post(f"{address}artem/turn/", {"at": 7}, htmx=True)
    undone = phone.post(f"{address}undo/", {}, htmx=True)
    phone.close()
    assert (turn.status, undone.status) == (200, 200), turn.text
    return max(turn.seconds, undone.seconds)


def merge_lines(site: Site) -> Iterator[Line]:
    merge, owner = site.scene["merge"], site.signed_in("owner")
    path = f"/g/bench/players/merge/?source={merge['source']}&target={merge['target']}"
    fields = owner.form(path, "source")
    start = perf_counter()
    merged = owner.post("/g/bench/players/merge/", fields)
    assert merged.status == 302, merged.text[:1500]
    _wait_if_job(owner, merged)
    name = f"merging a player with {merge['plays']:,} sessions"
    yield Line(site.database, name, merged.seconds, "s", 1)
    done = perf_counter() - start
    yield Line(site.database, f"{name}, until it is done", done, "s", 1 + BEGUN_AND_SEEN)


# Import and export


def download_lines(site: Site) -> Iterator[Line]:
    owner = site.signed_in("owner")
    before = site.megabytes()
    season = site.scene["season"]
    downloads: dict[str, Callable[[], object]] = {
        "sessions.csv": partial(owner.download, f"{season}sessions.csv"),
        "documents.ndjson": partial(owner.download, f"{season}documents.ndjson"),
        "archive": partial(_archive, site, owner),
    }
    for what, download in downloads.items():
        used = site.used_by(site.address)
        download()
        used = site.used_by(site.address) - used
        limit = max(MOST_SECONDS[what] * site.sessions / PER, LEAST_LIMIT)
        name = f"{what} of {site.sessions:,} sessions, processor"
        yield Line(site.database, name, used, "s", limit)
    grown = site.megabytes() - before
    yield Line(site.database, "memory of the server, more after these", grown, "MB", MOST_GROWTH)
    yield _import_line(site)


def _archive(site: Site, owner: Browser) -> None:
    """Ask for the archive, let the worker make it if it is large, and download it."""
    answer = owner.download("/g/bench/export/all.zip")
    if answer.status == 302:
        page = owner.get("/g/bench/export/archive/")
        assert page.status == 200
        asked = owner.post("/g/bench/export/archive/", {})
        wait_for_job(owner, asked.headers["location"])
        answer = owner.download(f"{asked.headers['location']}file")
    assert answer.status == 200, answer


def _import_line(site: Site) -> Line:
    """Import sessions of the season, at a command line, with the start of the command."""
    dice = Random(site.sessions)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sessions.ndjson"
        lines = [json.loads(line) for line in mixed_lines(IMPORTED, seed=dice.randrange(1 << 30))]
        dated = ({**line, "played_on": "2026-11-01"} for line in lines)
        file.write_text("".join(json.dumps(line) + "\n" for line in dated))
        command = [sys.executable, "manage.py", "import_sessions", str(file)]
        command += ["--group", "bench", "--verbosity", "0"]
        before = children_seconds()
        subprocess.run(
            command, cwd=ROOT, env={**site.environment}, check=True, stdout=subprocess.DEVNULL
        )
    rate = IMPORTED / (children_seconds() - before)
    name = f"import of {IMPORTED} sessions, a second of the processor"
    return Line(site.database, name, rate, "sessions", 110, True)


# The admin


def admin_lines(rounds: Rounds, number: int) -> Iterator[Line]:
    site = rounds.site
    admin = site.signed_in("admin")
    for what, query in (("list", ""), ("search", f"?q={site.scene['name']}")):
        name = f"admin, {what}, {site.sessions:,} sessions, processor"
        for _ in range(number):
            rounds.read(name, admin, f"/admin/scoring/session/{query}")
        yield Line(site.database, name, rounds.least(name) * 1e3, "ms", 80)
