"""Single mistakes in a file of Python: each is the same file with one thing changed.

exclusions.py has what is not mutated, and why.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from tests.mutants.exclusions import is_left_out, is_made

OTHER_OPERATOR = {
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"),
}
SQL = re.compile(r"\b(SELECT|WHERE|ORDER BY|JOIN|UPDATE|CONFLICT|LIMIT)\b")
IN_SQL = [(" AND ", " OR "), (" DESC", ""), (" <= ", " < "), (" >= ", " > "), (" IS ", " IS NOT ")]
OTHER_LOOKUP = {"lte": "lt", "gte": "gt", "lt": "lte", "gt": "gte"}
CONDITIONS = {"filter", "exclude", "get", "Q"}
# Without these a program does not even start, or is only slower, or a traceback harder to read.
NEEDED_DECORATORS = {"property", "dataclass", "classmethod", "staticmethod", "overload"}
NEEDED_DECORATORS |= {"cache", "lru_cache", "cached_property", "contextmanager", "register"}
NEEDED_DECORATORS |= {"hookimpl", "setter", "wraps"}
SEVERAL = (ast.Set, ast.List, ast.SetComp, ast.GeneratorExp, ast.Call)
DECORATOR = "dropped decorator"
Placed = ast.expr | ast.stmt | ast.keyword


@dataclass(frozen=True)
class Mutation:
    """A file in which the bytes from `start` to `end` say something else."""

    file: str
    line: int
    function: str  # that it is in, by its qualified name; "" at the top level
    at_import: bool  # whether it is run when the module is imported: a default, a decorator
    kind: str
    start: int
    end: int
    text: str

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]


def mutations(file: str, source: bytes) -> Iterator[Mutation]:
    """Yield all that could be made in this file, but for what exclusions.py leaves out."""
    for one in _Mutator(file, source).below(ast.parse(source), Scope()):
        if is_made(one.kind, file):
            yield one


@dataclass(frozen=True)
class Scope:
    """The function, class and lines around a node."""

    name: str = ""  # what the names below it begin with
    function: str = ""
    at_import: bool = True

    def inside(self, node: ast.AST, field: str) -> "Scope":
        """Return the scope of one part of the node."""
        match node:
            case ast.ClassDef():
                return replace(self, name=f"{self.name}{node.name}.")
            case ast.FunctionDef() if any(map(_is_cache, node.decorator_list)):
                # Called by the first of all tests alone, and perhaps before there was a mutation.
                return Scope(f"{self.name}{node.name}.<locals>.")
            case ast.FunctionDef():
                own, at_import = f"{self.name}{node.name}", self.at_import and field != "body"
                return Scope(f"{own}.<locals>.", own, at_import)
            case ast.Lambda() if field == "body":
                return replace(self, at_import=False)
        return self


def _is_cache(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Name) and decorator.id == "cache"


class _Mutator:
    def __init__(self, file: str, source: bytes) -> None:
        self.file, self.source = file, source

    def below(self, node: ast.AST, scope: Scope) -> Iterator[Mutation]:
        """Yield the mutations of all nodes below this one."""
        for field, value in ast.iter_fields(node):
            own = scope.inside(node, field)
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not is_left_out(child, field, node):
                    yield from self.at(child, own)

    def at(self, node: ast.AST, scope: Scope) -> Iterator[Mutation]:
        decorated = scope.inside(node, "decorator_list")
        for one in self._of(node):
            function = decorated.function if one.kind == DECORATOR else scope.function
            yield replace(one, function=function, at_import=scope.at_import)
        if not isinstance(node, ast.JoinedStr):  # Python 3.11 does not say where its parts are
            yield from self.below(node, scope)

    def _of(self, node: ast.AST) -> Iterator[Mutation]:
        """Yield the mutations of this node alone."""
        match node:
            case ast.Compare(left=left, ops=ops, comparators=others):
                yield from self._operators(ops, [left, *others], "comparison")
            case ast.BoolOp(op=op, values=values):
                yield from self._operators([op] * (len(values) - 1), values, "and/or")
            case ast.BinOp(left=left, op=op, right=right):
                yield from self._operators([op], [left, right], "arithmetic")
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield self._instead(node, self._text(operand), "negation")
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                yield self._negated(test)
            case ast.comprehension(ifs=tests):
                yield from map(self._negated, tests)
            case ast.Constant():
                yield from self._constants(node)
            case ast.JoinedStr():
                yield from self._sql(node)
            case ast.Call(func=ast.Name(id=called)) if called in CONDITIONS:
                yield from self._conditions(node)
            case ast.Call(func=ast.Attribute(attr=called, value=queryset)):
                yield from self._query(node, called, self._text(queryset))
            case _:
                yield from self._statements(node)

    def _statements(self, node: ast.AST) -> Iterator[Mutation]:
        match node:
            case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise() | ast.Continue():
                yield self._instead(node, "pass", "dropped statement")
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                yield self._instead(node, "pass", "dropped statement")
            # None is as false as False; True, which it becomes as a constant, is not.
            case ast.Return(value=ast.expr() as it) if self._text(it) not in {"None", "False"}:
                yield self._instead(it, "None", "returned None")
            case ast.FunctionDef() | ast.ClassDef():
                yield from self._decorators(node)

    def _constants(self, node: ast.Constant) -> Iterator[Mutation]:
        match node.value:
            case bool(value):
                yield self._instead(node, str(not value), "constant")
            case int(value):
                yield self._instead(node, str(value + 1), "constant")
                yield self._instead(node, str(value - 1), "constant")
            case str():
                yield from self._sql(node)

    def _negated(self, test: ast.expr) -> Mutation:
        return self._instead(test, f"(not ({self._text(test)}))", "negation")

    def _operators(
        self, operators: Sequence[ast.AST], operands: Sequence[ast.expr], kind: str
    ) -> Iterator[Mutation]:
        for operator, (left, right) in zip(operators, pairwise(operands), strict=True):
            start, end = self._end(left), self._start(right)
            operator_text, other = OTHER_OPERATOR.get(type(operator), ("", ""))
            between = self.source[start:end].decode()
            if operator_text:  # with the brackets that stand there
                text = between.replace(operator_text, other, 1)
                yield self._mutation(left.end_lineno or 0, kind, start, end, text)

    def _query(self, node: ast.Call, called: str, queryset: str) -> Iterator[Mutation]:
        if called in CONDITIONS:
            yield from self._conditions(node)
        elif called == "order_by":
            yield from self._orders(node)
        elif called == "select_for_update":
            yield self._instead(node, queryset, "dropped lock")
        elif called == "locked" and len(node.args) == 1:
            several = isinstance(node.args[0], SEVERAL)
            call = "filter(pk__in={})" if several else "get(pk={})"
            text = f"{queryset}.{call.format(self._text(node.args[0]))}"
            yield self._instead(node, text, "dropped lock")

    def _orders(self, node: ast.Call) -> Iterator[Mutation]:
        for argument in node.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                name = argument.value
                turned = name[1:] if name.startswith("-") else f"-{name}"
                yield self._instead(argument, f'"{turned}"', "order")

    def _conditions(self, node: ast.Call) -> Iterator[Mutation]:
        for keyword in node.keywords:
            yield self._instead(keyword, "**{}", "dropped condition")
            *path, lookup = (keyword.arg or "").split("__")
            if lookup in OTHER_LOOKUP:
                other = "__".join([*path, OTHER_LOOKUP[lookup]])
                text = f"{other}={self._text(keyword.value)}"
                yield self._instead(keyword, text, "comparison")

    def _decorators(self, node: ast.FunctionDef | ast.ClassDef) -> Iterator[Mutation]:
        for decorator in node.decorator_list:
            if not set(re.findall(r"\w+", self._text(decorator))) & NEEDED_DECORATORS:
                dropped = self._instead(decorator, "", DECORATOR)
                yield replace(dropped, start=self.source.rindex(b"@", 0, dropped.start))

    def _sql(self, node: ast.expr) -> Iterator[Mutation]:
        text = self._text(node)
        for words, other in IN_SQL if SQL.search(text) else ():
            for match in re.finditer(re.escape(words), text):
                changed = text[: match.start()] + other + text[match.end() :]
                yield self._instead(node, changed, "SQL")

    def _instead(self, node: Placed, text: str, kind: str) -> Mutation:
        return self._mutation(node.lineno, kind, self._start(node), self._end(node), text)

    def _mutation(self, line: int, kind: str, start: int, end: int, text: str) -> Mutation:
        """Return a mutation without its function, which the walk down the tree adds."""
        return Mutation(self.file, line, "", True, kind, start, end, text)

    # Where things are

    @cached_property
    def _lines(self) -> list[int]:
        starts = [0]
        for line in self.source.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        return starts

    def _start(self, node: Placed) -> int:
        return self._lines[node.lineno - 1] + node.col_offset

    def _end(self, node: Placed) -> int:
        return self._lines[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)

    def _text(self, node: ast.expr) -> str:
        return self.source[self._start(node) : self._end(node)].decode()
