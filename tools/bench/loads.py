"""Time eight clients at once on open connections: how many requests the server answers in a second
of processor time, as a share of the bare view's; and a hall of watchers with a connection each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import Pool
from time import perf_counter

from tools.bench.browser import Browser
from tools.bench.results import Line, limit_of
from tools.bench.sites import Site

CLIENTS = 8
TURNS = 3
WATCHERS = 3_000
LEAST_BUSY = 0.5
EVERY = 2.0  # seconds: how soon everybody has to have asked again
OF_REF = {
    "unchanged poll": (0.45, 0.35),
    "standings, kept, a stranger": (0.08, 0.08),
    "standings, kept, a member": (0.05, 0.05),
    "home, a stranger": (0.09, 0.09),
    "public result, a stranger": (0.06, 0.06),
}


@dataclass(frozen=True)
class Client:
    """A page and the cookies of its reader."""

    address: str
    path: str
    cookies: Mapping[str, str]


@dataclass(frozen=True)
class Load:
    answered: int
    failed: int


def load_lines(site: Site, seconds: float) -> list[Line]:
    scene = site.scene
    watchers = _watchers(site)
    member = {"sessionid": scene["people"]["member"]}
    wanted = {
        "REF": [Client(site.bare, "/", {})],
        "unchanged poll": watchers[:CLIENTS],
        "standings, kept, a stranger": [Client(site.address, scene["season"], {})],
        "standings, kept, a member": [Client(site.address, scene["season"], member)],
        "home, a stranger": [Client(site.address, scene["home"], {})],
        "public result, a stranger": [Client(site.address, scene["public result"], {})],
    }
    before = site.used()
    rates, failed = _rates(site, wanted, seconds)
    used = [after - at for after, at in zip(site.used(), before, strict=True)]
    lines = [
        Line(
            site.database,
            f"8 clients: {what}, of REF's rate",
            rates[what] / rates["REF"],
            "share",
            limit_of(OF_REF, what, site.database),
            at_least=True,
        )
        for what in OF_REF
    ]
    taken, unanswered = _everybody(watchers)
    return [
        *lines,
        Line(site.database, "requests of 8 clients at once that failed", failed, "", 0),
        Line(
            site.database,
            "8 clients: processor of the least busy worker, of the busiest's",
            min(used) / max(used),
            "share",
            LEAST_BUSY,
            at_least=True,
        ),
        Line(site.database, f"3 polls of {WATCHERS:,} watchers", taken, "s", 3 * EVERY),
        Line(site.database, f"polls of {WATCHERS:,} watchers that failed", unanswered, "", 0),
    ]


def _watchers(site: Site) -> list[Client]:
    scene = site.scene
    path = f"/table/{scene['tables']['artem']['uuid']}/live?seen={site.versions['artem']}"
    return [Client(site.address, path, {scene["cookie"]: one}) for one in scene["watchers"]]


def _rates(
    site: Site, wanted: Mapping[str, Sequence[Client]], seconds: float
) -> tuple[dict[str, float], int]:
    """Return how many of each kind were answered in a second of processor time, and all failures.

    In turns, so that whatever else the machine does meets all of them alike."""
    answered, used = dict.fromkeys(wanted, 0), dict.fromkeys(wanted, 0.0)
    failed = 0
    with Pool(CLIENTS) as pool:
        for _ in range(TURNS):
            for name, clients in wanted.items():
                asked = [(clients[at % len(clients)], seconds) for at in range(CLIENTS)]
                before = site.used_by(clients[0].address)
                loads = pool.starmap(_ask, asked)
                used[name] += site.used_by(clients[0].address) - before
                answered[name] += sum(load.answered for load in loads)
                failed += sum(load.failed for load in loads)
    return {name: number / used[name] for name, number in answered.items()}, failed


def _ask(client: Client, seconds: float) -> Load:
    browser = Browser(client.address, dict(client.cookies))
    browser.get(client.path)  # so that it is kept, and the connection open
    answered = failed = 0
    stop = perf_counter() + seconds
    while perf_counter() < stop:
        answer = browser.get(client.path)
        answered += 1
        failed += answer.status not in {200, 204}
    browser.close()
    return Load(answered, failed)


def _everybody(watchers: Sequence[Client]) -> tuple[float, int]:
    """Poll three times with as many watchers as a hall holds; return the time, and the failures."""
    with Pool(CLIENTS) as pool:
        parts = list(_parts(watchers))
        start = perf_counter()
        loads = pool.map(_ask_each, parts * 3)
        return perf_counter() - start, sum(load.failed for load in loads)


def _parts(watchers: Sequence[Client]) -> Iterator[Sequence[Client]]:
    return (watchers[number::CLIENTS] for number in range(CLIENTS))


def _ask_each(watchers: Sequence[Client]) -> Load:
    failed = 0
    for client in watchers:
        browser = Browser(client.address, dict(client.cookies))
        failed += browser.get(client.path).status != 204
        browser.close()
    return Load(len(watchers), failed)
