"""Open tables of every game in each phase that a board shows, with names of all kinds.

Run in a process of its own beside a site; prints, as JSON, by phase: a cookie's name, its value,
and the address of the board."""

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Any

from django.test import Client
from django.test.utils import setup_test_environment
from django.utils import timezone

from games.artbox.tests.tables import NAMES as FOUR
from games.artbox.tests.tables import Screen, guess_sheet, opening_of, show_words
from games.duplik.tests.phones import post
from scoring.models import Session
from scoring.models.revisions import By
from scoring.play.timer import start_timer
from scoring.sessions.recording import stop
from scoring.web.browser_cookie import cookie_name
from tests.builders.tables import artem_table, enter_turns, open_empty, phone

LONG = "Bartholomew Featherstonehaugh of Wilmcote and of Little Snor"  # 60 letters
NO_BLANKS = "Wilhelmina" * 6
EMOJI = "👩‍👩‍👧‍👦🎲🖼️🎨" * 4 + "🏆" * 12
ARABIC = "عبد الرحمن بن أبي بكر محمد السيوطي الأول"
EIGHT = ("Ana", LONG, "Cleo", NO_BLANKS, "Maximiliane", ARABIC, EMOJI, "Nora")
WORDS = (
    "cactus",
    "camel",
    "fork",
    "lock",
    "mast",
    "nose",
    "constellations of 20",
    "oven",
    "x" * 20,
)

Scene = tuple[Session, Client]


def main() -> None:
    setup_test_environment()
    boards = {name: board_of(*scene) for name, scene in scenes()}
    sys.stdout.write(json.dumps(boards))


def board_of(session: Session, client: Client) -> tuple[str, str, str]:
    return cookie_name(), client.cookies[cookie_name()].value, f"/table/{session.uuid}/board/"


def scenes() -> Iterator[tuple[str, Scene]]:
    names: Sequence[str]
    for names in (FOUR, EIGHT):
        number = len(names)
        yield f"#ARTBOX, {number} draw", drawing(names)
        yield f"#ARTBOX, guesses of {number} are entered", entering(names)
        yield f"#ARTBOX, {number} guess", guessing(names)
        yield f"#ARTBOX, all but one of {number} drawings are revealed", revealed(names)
    yield "#ARTBOX, experienced", experienced(EIGHT[1:7])
    for names in (FOUR, EIGHT[1:7]):
        yield f"Duplik, {len(names)} judge", judging(names)
        yield f"Duplik, {len(names)} vote", voting(names)
    yield "Canvas, the latest painting", painting(("Ada", LONG, NO_BLANKS, EMOJI, "Cy"))
    yield "Canvas, a tie", tied()
    for names in (FOUR[:2], (LONG, "Joe", NO_BLANKS, ARABIC)):
        yield f"Artem, {len(names)} begin", hosted(artem_table(players=names))
        yield f"Artem, {len(names)} play", hosted(artem_table("", "", "", "", "1x5", players=names))
    yield "the end, one wins", hosted(won("Ida", "Joe"))
    yield "the end, a long name wins", hosted(won(LONG, NO_BLANKS, "Kim", EMOJI))
    for names in (FOUR, EIGHT[:3], EIGHT):
        yield f"the end, {len(names)} share the win", shared(names)


def hosted(session: Session) -> Scene:
    return session, phone(session, hosts=True)


def artbox(names: Sequence[str], **values: Any) -> tuple[Session, Screen]:
    session = open_empty("artbox", *names, **values)
    return session, Screen(session, hosts=True)


def finish(screen: Screen, seats: int, number: int = 1) -> None:
    for place in range(1, seats + 1):
        screen.tap("finish/", number=number, seat=place)


def drawing(names: Sequence[str]) -> Scene:
    session, screen = artbox(names)
    finish(screen, 2)
    start_timer(session=session, seconds=3600, at=timezone.now())
    return session, screen.client


def entering(names: Sequence[str]) -> Scene:
    session, screen = artbox(names)
    for number in (1, 2):
        finish(screen, len(names), number)
        screen.tap("guess/", number=number, author=1, right="2x1")
        screen.tap("guess/", number=number, author=1, right="0x0")
        if number == 1:
            screen.tap("record/", at=0, others_by_nobody="on")
    return session, screen.client


def guessing(names: Sequence[str]) -> Scene:
    session, screen = artbox(names)
    finish(screen, len(names))
    screen.tap("way/", number=1, way="sheets")
    show_words(screen, WORDS if len(names) > len(FOUR) else WORDS[:7])
    return session, screen.client


def revealed(names: Sequence[str]) -> Scene:
    """Let everyone guess the first drawing, and reveal one drawing after the other but the last."""
    session, client = guessing(names)
    screen = Screen(session, hosts=True)
    for place, name in enumerate(names, 1):
        opening = opening_of(guess_sheet(screen, name, "take/"))
        guess_sheet(screen, name, "number/", nth=1, place=place, opening=opening)
        guess_sheet(screen, name, "word/", nth=1, word=place, opening=opening)
        if place > 1:
            guess_sheet(screen, name, "match/", drawing=1, word=1, opening=opening)
        guess_sheet(screen, name, "hand-in/", opening=opening)
    screen.tap("reveal/begin/", number=1)
    for drawing in range(1, len(names)):
        screen.tap("reveal/next/", number=1, drawing=drawing)
    return session, client


def experienced(names: Sequence[str]) -> Scene:
    session, screen = artbox(names, options={"variant": "experienced"})
    finish(screen, len(names))
    screen.tap("record/", at=0, others_by_nobody="on")
    return session, screen.client


def judging(names: Sequence[str]) -> Scene:
    session, client = hosted(open_empty("duplik", *names))
    post(client, session, "begin/", narrator=names[0], super_criterion=6)
    post(client, session, "side/", side="left")
    post(client, session, "call/", criterion=4)
    post(client, session, "done/", artist=names[2], done="on")
    return session, client


def voting(names: Sequence[str]) -> Scene:
    session, client = hosted(open_empty("duplik", *names))
    about = {"artist": names[2], "criterion": 10}
    post(client, session, "begin/", narrator=names[0], super_criterion=6)
    post(client, session, "side/", side="left")
    post(client, session, "dispute/", **about)
    post(client, session, "vote/", **about, judge=names[1], met="1")
    return session, client


def painting(names: Sequence[str]) -> Scene:
    return hosted(canvas(names, {name: [{"bonus": 3}] for name in names[:2]}))


def tied() -> Scene:
    points = {LONG: 3, NO_BLANKS: 3, "Cy": 1}
    return hosted(canvas(points, {name: [{"bonus": each}] * 3 for name, each in points.items()}))


def canvas(names: Any, paintings: dict[str, Any]) -> Session:
    cards = [{"name": "Composition"}, {"name": "Variety"}]
    return open_empty("canvas", *names, edition="r2i-2021", cards=cards, paintings=paintings)


def won(*names: str) -> Session:
    """Play Artem until the first player has the points that win."""
    session = artem_table(*[""] * len(names), players=names)
    turns = cycle(["1x6", *[""] * (len(names) - 1)])
    while session.finished_at is None:
        enter_turns(session, next(turns))
    return session


def shared(names: Sequence[str]) -> Scene:
    """Stop after a round of simplified rules in which nobody guessed anything."""
    session, screen = artbox(names, edition="fr-2019", options={"variant": "simplified"})
    screen.tap("record/", at=0, others_by_nobody="on")
    stop(session=session, by=By(at=timezone.now()))
    return session, screen.client


if __name__ == "__main__":
    main()
