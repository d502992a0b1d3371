"""The benchmark asks for what it says: its taps are recorded, its pages are those of readers."""

from pathlib import Path

from tools.bench.results import Line, table
from tools.bench.rounds import Rounds, round_lines
from tools.bench.sites import fill, served

FINALS = 4


def test_everything_is_asked_for_and_answered(tmp_path: Path) -> None:
    filled = fill(tmp_path, "sqlite", "", (20, FINALS, 2))
    with served("sqlite", 20, filled) as site:
        rounds = Rounds(site)
        for round in range(2):
            rounds.visit(round)
        rounds.close()
        lines = round_lines(rounds, rounds)
    figures = {line.what: line.figure for line in lines}
    assert figures["SQL, unchanged poll"] == 1
    assert figures["player page, a member"] > 1  # times REF
    assert site.scene["statements"]["tap duplik"] > site.scene["statements"]["unchanged poll"]


def test_a_line_says_whether_it_keeps_its_limit() -> None:
    most = Line("sqlite", "tap", 20.5, "× REF", 20)
    least = Line("sqlite", "rules", 150_000, "rounds/s", 150_000, at_least=True)
    shown = [" ".join(line.split()) for line in table([most, least])]
    assert shown == [
        "sqlite",
        "tap 20.5 ≤ 20 × REF OVER",
        "rules 150,000 ≥ 150,000 rounds/s within",
    ]
