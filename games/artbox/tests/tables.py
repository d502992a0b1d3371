"""Tables with phones: what the tests of the pages sit at."""

from typing import Any
from uuid import uuid4

from games.artbox.models import Drawing, Word
from scoring.models import Session
from scoring.sessions.loading import load
from tests.builders import tables

WORDS = ("cactus", "camel", "fork", "lock", "mast", "nose", "oven")
NUMBERS = {"Ana": 3, "Ben": 1, "Cleo": 4, "Dov": 2}
DRAWN = {"Ana": 1, "Ben": 2, "Cleo": 3, "Dov": 4}  # places among the words
HTMX = {"HX-Request": "true"}
NAMES = ("Ana", "Ben", "Cleo", "Dov")


def opened(*names: str, **values: Any) -> Session:
    return tables.open_empty("artbox", *(names or NAMES), **values)


class Screen:
    """A phone at a table; `seat` is its player's name."""

    def __init__(self, session: Session, seat: str = "", *, hosts: bool = False) -> None:
        self.session = session
        self.client = tables.phone(
            session, place=place(session, seat) if seat else None, hosts=hosts
        )

    def address(self, below: str = "") -> str:
        return f"/table/{self.session.uuid}/{below}"

    def get(self, below: str = "") -> Any:
        return self.client.get(self.address(below))

    def tap(self, below: str, *, htmx: bool = True, **values: Any) -> Any:
        data = {"key": str(uuid4()), **values}
        headers = HTMX if htmx else {}
        return self.client.post(self.address(f"artbox/{below}"), data, headers=headers)

    def text(self, below: str = "") -> str:
        return str(self.get(below).content.decode())


def rounds_of(session: Session) -> Any:
    return load(session).state.rounds


def place(session: Session, name: str) -> int:
    return int(session.seats.get(name=name).place)


def everyone_finishes(screen: Screen, number: int = 1, names: str = "Ana Ben Cleo Dov") -> None:
    for name in names.split():
        screen.tap("finish/", htmx=False, number=number, seat=place(screen.session, name))


def say(screen: Screen, right: str, number: int = 1) -> None:
    """ "Ben: Ana Cleo; Dov:": Ana and Cleo guessed Ben's drawing, nobody guessed Dov's."""
    for line in right.split("; "):
        author, _colon, guessers = line.partition(":")
        at = place(screen.session, author)
        for guesser in guessers.split() or [""]:
            value = f"{place(screen.session, guesser)}x1" if guesser else "0x0"
            screen.tap("guess/", htmx=False, number=number, author=at, right=value)


def play_a_round(screen: Screen, number: int = 1) -> None:
    everyone_finishes(screen, number)
    say(screen, "Ana: Ben; Ben: Ana Cleo; Cleo:; Dov:", number)
    screen.tap("record/", htmx=False, at=number - 1)


def show_words(screen: Screen, words: tuple[str, ...] = WORDS, number: int = 1) -> Any:
    data: dict[str, Any] = {f"word_{at}": word for at, word in enumerate(words, 1)}
    return screen.tap("words/", number=number, **data)


def guess_sheet(screen: Screen, name: str, below: str, **values: Any) -> Any:
    return screen.tap(f"guess-sheet/{place(screen.session, name)}/{below}", number=1, **values)


def fill_in(screen: Screen, name: str, lines: dict[str, int], **values: Any) -> None:
    """`lines`: author -> the word that this player thinks they drew."""
    values = {"htmx": False, **values}
    guess_sheet(screen, name, "number/", nth=1, place=NUMBERS[name], **values)
    guess_sheet(screen, name, "word/", nth=1, word=DRAWN[name], **values)
    for author, word in lines.items():
        guess_sheet(screen, name, "match/", drawing=NUMBERS[author], word=word, **values)


def opening_of(answer: Any) -> str:
    return str(answer.context["opening"])


def fill_in_all(phones: dict[str, Screen], host: Screen) -> None:
    fill_in(phones["Ana"], "Ana", {"Ben": 2, "Cleo": 5, "Dov": 4})
    fill_in(phones["Ben"], "Ben", {"Ana": 1, "Cleo": 3, "Dov": 4})
    fill_in(phones["Cleo"], "Cleo", {"Ana": 2, "Ben": 1})
    for name, phone in phones.items():
        guess_sheet(phone, name, "hand-in/", htmx=False)
    opening = opening_of(guess_sheet(host, "Dov", "take/"))
    fill_in(host, "Dov", {"Ana": 1}, opening=opening)
    guess_sheet(host, "Dov", "hand-in/", htmx=False, opening=opening)


# Who may


def deal(screen: Screen, number: int = 1, **values: Any) -> Any:
    return screen.tap("words/deal/", number=number, **values)


def own_words() -> dict[str, str]:
    drawings = Drawing.objects.filter(word__isnull=False)
    return dict(drawings.values_list("author__name", "word__text"))


def words_of_round(number: int = 1) -> list[str]:
    return [*Word.objects.filter(number=number).order_by("place").values_list("text", flat=True)]


def page_of(screen: Screen, name: str, opening: str = "") -> str:
    at = place(screen.session, name)
    return screen.text(f"artbox/guess-sheet/{at}/?opening={opening}")


def take(screen: Screen, name: str) -> str:
    return opening_of(guess_sheet(screen, name, "take/"))
