"""Which tests are run for a mutation: all that call its function, in this process or another."""

from dataclasses import replace

from tests.mutants import choice
from tests.mutants.mutations import Mutation

COPY, RATES = "scoring/upkeep/database_copy.py", "scoring/statistics/rates.py"
BACKUP, OTHER = "tests/upkeep/test_backup.py::test_whole", "tests/web/test_qr.py::test_a"
CALLS = {
    "": [],
    BACKUP: [],
    OTHER: [f"{COPY}::load", f"{RATES}::average"],
    "tests/statistics/test_rates.py::test_b": [f"{RATES}::average"],
    "tests/statistics/test_rates.py::test_c": [],
    "tests/statistics/test_gone.py::test_d": [f"{RATES}::average"],
}
COLLECTED = {*CALLS} - {"", "tests/statistics/test_gone.py::test_d"}
TESTS = choice.Tests(CALLS, COLLECTED)
MUTATION = Mutation(RATES, 1, "average", False, "constant", 0, 1, "2")


def test_tests_that_are_named_after_the_file_come_first_and_those_that_were_removed_not() -> None:
    assert TESTS.of(MUTATION) == ["tests/statistics/test_rates.py::test_b", OTHER]


def test_a_test_that_was_not_recorded_may_call_anything() -> None:
    tests = choice.Tests(CALLS, COLLECTED | {"tests/test_new.py::test_e"})
    assert tests.of(MUTATION)[0] == "tests/test_new.py::test_e"


def test_tests_of_the_same_name_may_start_a_process_that_calls_it() -> None:
    assert TESTS.by_name(MUTATION) == ["tests/statistics/test_rates.py::test_c"]


def test_what_no_test_calls_is_called_by_the_commands_that_import_it() -> None:
    load = replace(MUTATION, file=COPY, function="load")
    assert (TESTS.of(load), TESTS.by_name(load)) == ([OTHER], [])
    copying = replace(MUTATION, file=COPY, function="_copying")
    assert (TESTS.of(copying), TESTS.by_name(copying)) == ([OTHER], [BACKUP])
