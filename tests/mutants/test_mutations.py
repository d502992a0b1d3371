"""Each kind of mistake is made where it could be made, one at a time, and nowhere else."""

from textwrap import dedent

import pytest

from tests.mutants.mutations import mutations


def mutated(source: str) -> list[str]:
    return [one.apply(source.encode()).decode() for one in mutations("a.py", source.encode())]


@pytest.mark.parametrize(
    ("source", "mistakes"),
    [
        ("a < b", ["a <= b"]),
        ("(a) is not (b)", ["(a) is (b)"]),
        ("a == b <= c", ["a != b <= c", "a == b < c"]),
        ("x = a and b and c", ["x = a or b and c", "x = a and b or c"]),
        ("x = a + b", ["x = a - b"]),
        ("x = Q() | r", ["x = Q() & r"]),
        ("x = not a", ["x = a"]),
        ("x = 'é' if a else b", ["x = 'é' if (not (a)) else b"]),
        ("x = [a for a in b if a]", ["x = [a for a in b if (not (a))]"]),
        ("x = True", ["x = False"]),
        ("x = -7", ["x = -8", "x = -6"]),
        ("a.save()", ["pass"]),
        ("a.b = c", ["pass"]),
        ("a += b", ["pass"]),
        ("raise Refused", ["pass"]),
        ("def f(): return a", ["def f(): return None"]),
        ("def f(): return False", ["def f(): return True"]),
        ("x = field(hash=False)", ["x = field(hash=True)"]),
        ("@atomic\ndef f(): ...", ["\ndef f(): ..."]),
        ("x = a.filter(b=c, d=e)", ["x = a.filter(**{}, d=e)", "x = a.filter(b=c, **{})"]),
        ("x = Q(day__lte=b)", ["x = Q(**{})", "x = Q(day__lt=b)"]),
        ('x = a.order_by("-b", "c")', ['x = a.order_by("b", "c")', 'x = a.order_by("-b", "-c")']),
        ("x = a.select_for_update().first()", ["x = a.first()"]),
        ("x = Group.objects.locked(pk)", ["x = Group.objects.get(pk=pk)"]),
        ("x = League.objects.locked([a])", ["x = League.objects.filter(pk__in=[a])"]),
        (
            'x = f"SELECT a WHERE {b} AND c ORDER BY d DESC"',
            [
                'x = f"SELECT a WHERE {b} OR c ORDER BY d DESC"',
                'x = f"SELECT a WHERE {b} AND c ORDER BY d"',
            ],
        ),
    ],
)
def test_it_makes_every_mistake_that_could_be_made(source: str, mistakes: list[str]) -> None:
    assert mutated(source) == mistakes


@pytest.mark.parametrize(
    "source",
    [
        'x = "Ana and Ben, 1 AND 2"',
        "from a import b",
        "def f(a: Literal[1]) -> Literal[2]: ...",
        "def f():\n    return None",
        "@property\ndef f(self): ...",
        "name = models.CharField(max_length=60, blank=True)",
        "class Meta:\n    indexes = (models.Index(a + b),)",
        "@dataclass(frozen=True, slots=True)\nclass A: ...",
        "x = zip(a, b, strict=True)",
        "x = a.iterator(chunk_size=5)",
        "BATCH = 100",
        "BATCH_OF_SESSIONS: int = 10",
        "if TYPE_CHECKING:\n    import a",
        "assert a is not None",
        "def f(self): raise NotImplementedError",
        "X = Callable[[], A] | None",
        "X = str | Promise",
        "@lru_cache(maxsize=4)\ndef f(): ...",
        "x = sha256(a).hexdigest()[:12]",
        "x = secrets.token_urlsafe(24)",
    ],
)
def test_it_leaves_alone_what_the_linter_or_other_tests_check(source: str) -> None:
    assert mutated(source) == []


@pytest.mark.parametrize("file", ["games/a/sample.py", "scoring/upkeep/demo.py"])
def test_it_leaves_what_only_makes_other_made_up_data(file: str) -> None:
    source = b"def f():\n    if dice.random() < 0.5 + 2: a(rows.order_by('pk'))"
    assert [one.kind for one in mutations(file, source)] == ["negation", "dropped statement"]


def test_it_says_which_function_it_is_in_and_whether_that_is_run_at_import() -> None:
    source = dedent("""
        x = a + b
        class C:
            y = a + b
            def f(self, z=a + b):
                def g(z=a + b):
                    z = a + b
                z = a + b
        @cache
        def h(): a += b
        @atomic
        def i(): a += b
    """)
    places = [(one.line, one.function, one.at_import) for one in mutations("a.py", source.encode())]
    assert places == [
        (2, "", True),
        (4, "", True),
        (5, "C.f", True),
        (6, "C.f.<locals>.g", False),
        (7, "C.f.<locals>.g", False),
        (8, "C.f", False),
        (10, "", True),
        (11, "i", True),
        (12, "i", False),
    ]
