"""How many statements what people wait for takes: `make bench` shows them, and tests hold them."""

STATEMENTS = {
    "tap artem": 10,
    "tap artbox": 16,
    "tap canvas": 12,
    "tap duplik": 15,
    "page of a table": 6,
    "final result": 35,
    "final result, each further season": 13,
    "correction": 40,
    "page of a group": 10,
    "standings": 8,
    "unchanged poll": 1,
}


def most(what: str) -> int:
    """Return how many it may take: a tenth more, so that a change elsewhere breaks no test."""
    return STATEMENTS[what] + STATEMENTS[what] // 10
