"""Documents in files: one, a JSON list of them, or one a line."""

import io
from collections.abc import Iterator

import pytest

from scoring.core.refusals import Code, Refused
from scoring.documents.file_formats import documents
from scoring.documents.strict_json import NotJson


def read(text: str | bytes, name: str = "-") -> list[object]:
    data = text if isinstance(text, bytes) else text.encode()
    return list(documents(name, io.BytesIO(data)))


@pytest.mark.parametrize("name", ["-", "evening.json", "evening.ndjson", "evening"])
def test_it_reads_one_document_on_one_line(name: str) -> None:
    assert read('{"a": 1}', name) == [{"a": 1}]
    assert read('\n{"a": 1}\n\n', name) == [{"a": 1}]


@pytest.mark.parametrize("name", ["-", "evening.json", "evening.ndjson", "evening"])
def test_it_reads_one_document_a_line(name: str) -> None:
    assert read('{"a": 1}\n\n{"a": 2}\r\n{"a": 3}', name) == [{"a": 1}, {"a": 2}, {"a": 3}]


@pytest.mark.parametrize("name", ["-", "evening.json", "evening"])
@pytest.mark.parametrize("text", ['[{"a": 1}, {"a": 2}]', '[{"a": 1},\n {"a": 2}]\n'])
def test_it_reads_a_list_of_documents(text: str, name: str) -> None:
    assert read(text, name) == [{"a": 1}, {"a": 2}]


@pytest.mark.parametrize("text", ['{\n  "a": 1\n}\n', '\n{"a":\n 1}', '{"a": 1,\n"b": 2}'])
def test_it_reads_one_document_over_many_lines(text: str) -> None:
    assert len(read(text)) == 1


def test_a_list_on_a_line_among_lines_is_one_value() -> None:
    assert read('[{"a": 1}]\n{"a": 2}') == [[{"a": 1}], {"a": 2}]
    assert read('[{"a": 1}]', "evening.ndjson") == [[{"a": 1}]]


def test_a_byte_order_mark_is_not_part_of_the_document() -> None:
    assert read(b'\xef\xbb\xbf{"a": 1}\n') == [{"a": 1}]
    assert read(b'\xef\xbb\xbf{\n"a": 1}\n') == [{"a": 1}]


def test_a_line_that_is_not_json_keeps_its_place() -> None:
    first, second, third = read('{"a": 1}\n{"a": oops}\n{"a": 3}')
    assert isinstance(second, NotJson)
    assert (first, third) == ({"a": 1}, {"a": 3})


def test_a_first_line_that_is_not_json_keeps_its_place() -> None:
    first, second = read('{"a": oops}\n{"a": 2}')
    assert isinstance(first, NotJson)
    assert second == {"a": 2}


def test_a_first_line_that_was_cut_short_keeps_its_place() -> None:
    first, second, third = read('{"a": 1,\n{"a": 2}\n{"a": 3}')
    assert isinstance(first, NotJson)
    assert (second, third) == ({"a": 2}, {"a": 3})


def test_half_a_character_refuses_its_own_document_alone() -> None:
    for text in (r'[{"a": 1}, {"a": "\ud800"}]', '{"a": 1}\n' + r'{"a": "\ud800"}'):
        good, bad = read(text)
        assert good == {"a": 1}
        assert isinstance(bad, Refused)
        assert bad.where == "a"


def test_a_line_that_is_not_utf8_keeps_its_place() -> None:
    _, second = read(b'{"a": 1}\n{"a": "\xff"}')
    assert isinstance(second, NotJson)
    assert str(second) == "byte 8 is not UTF-8"


def test_a_line_that_no_document_can_hold_keeps_its_place() -> None:
    first, second = read(b'{"a": "\\ud800"}\n{"a": 2}')
    assert isinstance(first, Refused)
    assert first.code == Code.NOT_PRINTABLE
    assert second == {"a": 2}


@pytest.mark.parametrize("text", ["hello", "{", '[{"a": 1},\n{"a": 2},\n'])
def test_it_refuses_a_file_that_is_not_json(text: str) -> None:
    with pytest.raises(NotJson):
        read(text)


def test_no_lines_are_no_documents_but_an_empty_file_is_not_json() -> None:
    assert read("", "evening.ndjson") == []
    assert read("\n", "-") == []
    with pytest.raises(NotJson):
        read("", "evening.json")


def test_it_reads_no_further_than_it_is_asked() -> None:
    def endless() -> Iterator[bytes]:
        while True:
            yield b'{"a": 1}\n'

    class Pipe(io.BytesIO):
        lines = endless()

        def __next__(self) -> bytes:
            return next(self.lines)

    actual = documents("-", Pipe())
    assert [next(actual) for _ in range(3)] == [{"a": 1}] * 3
