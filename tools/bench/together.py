"""Eight phones that tap in the same moment: how long the unluckiest of them wait."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from threading import Barrier
from time import perf_counter
from uuid import uuid4

from tools.bench.browser import Answer, Browser
from tools.bench.results import Line
from tools.bench.sites import Site
from tools.bench.taps import EVENINGS, Tap

PHONES, TAPS = 8, 40
MOST_P95, MOST = 0.150, 0.250  # seconds
LEAST_RATE = PHONES / MOST_P95


@dataclass(frozen=True)
class Tapper:
    """A phone, the address of its table, and the path and fields of its taps by their number."""

    phone: Browser
    table: str
    path: str
    fields: Callable[[int], Mapping[str, object]]


def together_lines(site: Site) -> list[Line]:
    return [
        *_lines(site.database, "8 tables of Artem", _artem_tappers(site)),
        *_lines(site.database, "one table of #ARTBOX", _artbox_tappers(site)),
    ]


def _artem_tappers(site: Site) -> Iterator[Tapper]:
    """Yield a phone for each of eight tables, where it enters turns without a claim."""
    tap = EVENINGS["artem"].tap
    for table in site.scene["together"]:
        host = site.at_table(table["host"])
        yield Tapper(host, table["uuid"], tap.path, lambda at: {"at": tap.fields["at"] + at})


def _artbox_tappers(site: Site) -> Iterator[Tapper]:
    """Yield eight phones of one table, each of which changes a guess again and again."""
    tap, table = EVENINGS["artbox"].tap, site.scene["tables"]["artbox"]
    for number in range(PHONES):
        host = site.at_table(table["host"])
        yield Tapper(host, table["uuid"], tap.path, partial(_guess, tap, number))


def _guess(tap: Tap, number: int, at: int) -> Mapping[str, object]:
    return tap.at(number + at)


def _lines(database: str, where: str, tappers: Iterable[Tapper]) -> list[Line]:
    moment = Barrier(PHONES)

    def taps_of(tapper: Tapper) -> list[Answer]:
        address = f"/table/{tapper.table}/"
        tapper.phone.get(address)
        answers = []
        for at in range(TAPS):
            moment.wait()
            fields = {**tapper.fields(at), "key": uuid4()}
            answers.append(tapper.phone.post(address + tapper.path, fields, htmx=True))
        tapper.phone.close()
        return answers

    start = perf_counter()
    with ThreadPoolExecutor(PHONES) as threads:
        answers = [answer for taps in threads.map(taps_of, tappers) for answer in taps]
    rate = len(answers) / (perf_counter() - start)
    seconds = sorted(answer.seconds for answer in answers)
    failed = sum(answer.status != 200 for answer in answers)
    what = f"8 phones tap at once, {where}"
    return [
        Line(database, f"{what}, p95", seconds[len(seconds) * 95 // 100], "s", MOST_P95),
        Line(database, f"{what}, longest", seconds[-1], "s", MOST),
        Line(database, f"{what}, answered", rate, "a second", LEAST_RATE, at_least=True),
        Line(database, f"{what}, failed", failed, "", 0),
    ]
