"""Names that are nearly alike are found, however many there are."""

import time
from itertools import islice, product

import pytest

from scoring.sessions.name_matching import SimilarNames, name_key

NAMES = ["Ana", "Benjamin", "Elisabeth", "Maria", "Ölrik", "Anne-Marie Dupont"]
STARTS = ["A", "Be", "Cle", "Da", "E", "Fi", "Gre", "Ha", "I", "Ja", "Ka", "Le", "Ma", "No", "Ol"]
FIRST = [f"{start}{end}" for start in STARTS for end in ("nna", "mil")]
ENDS = ["mann", "berg", "sen", "ette", "ski", "eau", "ini", "dahl", "ez"]
LAST = [f"{start}{end}" for start in ("Bau", "Fisch", "Grün", "Lar", "Mor", "Per") for end in ENDS]
MANY = [f"{first} {last}" for first in FIRST for last in LAST]


@pytest.mark.parametrize("written", ["ben braun", "BEN  BRAUN", " Bén Braün ", "\uff22en Braun"])
def test_one_name_is_written_in_several_ways(written: str) -> None:
    assert name_key(written) == name_key("Ben Braun")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("たいき", "だいき", id="Taiki, Daiki"),
        pytest.param("ハナ", "パナ", id="Hana, Pana"),
        pytest.param("Ben Braun", "Ben Braum", id="another letter"),
    ],
)
def test_two_names_are_two(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        pytest.param("Anna", "Ana", id="a letter more"),
        pytest.param("Benjamn", "Benjamin", id="a letter less"),
        pytest.param("elizabeth", "Elisabeth", id="another letter"),
        pytest.param("Olrick", "Ölrik", id="no accent and a letter more"),
        pytest.param("Anne Marie Dupond", "Anne-Marie Dupont", id="two other letters of many"),
        pytest.param("Maria", None, id="the name itself"),
        pytest.param("Mark", None, id="another name"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_it_finds_the_name_that_is_spelled_most_alike(typed: str, meant: str | None) -> None:
    assert SimilarNames(NAMES).most_similar(typed) == meant


def test_it_finds_each_of_many_names_with_a_letter_too_many() -> None:
    similar = SimilarNames(MANY)
    wrong = [name for name in MANY[::37] if similar.most_similar(f"{name[:5]}x{name[5:]}") != name]
    assert wrong == []


def test_it_finds_none_among_no_names() -> None:
    assert SimilarNames([]).most_similar("Ana") is None


@pytest.mark.parametrize("letters", ["nola", "ab", "a"])
def test_many_names_take_no_longer_than_in_proportion(letters: str) -> None:
    """Compared each with each, eight times as many took 64 times as long."""

    def seconds(number: int) -> float:
        names = ["".join(name) for name in islice(product(letters + "xyz", repeat=9), number)]
        start = time.thread_time()
        similar = SimilarNames(names)
        for name in names:
            similar.most_similar(f"{name}q")
        return time.thread_time() - start

    assert seconds(2_000) <= 8 * 4 * max(min(seconds(250), seconds(250)), 0.01)
