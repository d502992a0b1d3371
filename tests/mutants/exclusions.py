"""What is not mutated, because nobody who uses the site could notice it, whatever it says.

Also not what always breaks the first test that comes there: that would be counted as noticed for
nothing. Everything else is mutated, whether or not a test is likely to notice it.
"""

import ast

NOT_READ_AT_RUN_TIME = {"annotation", "returns", "type_params"}
# Arguments of calls, by the name of what is called.
ARGUMENTS = {
    # Whether our own code may change an object by mistake, and how much memory it takes.
    "dataclass": {"frozen", "slots", "kw_only"},
    # Checks of our own code that never fail while it is right.
    "zip": {"strict"},
    # How many rows go to the database or come from it at a time, never which.
    "bulk_create": {"batch_size"},
    "bulk_update": {"batch_size"},
    "iterator": {"chunk_size"},
    # What is forgotten is computed again.
    "lru_cache": {"maxsize"},
}
# Constants: the same, where the number has a name. Also how much of a file is read at a time, and
# in how large letters pictures try to write: the machine's fonts say in which of them words fit.
SIZES = ("BATCH", "CHUNK", "FILE_PART", "FONT_SIZES")
# How much of a long random or computed text is taken: any length tells two of them apart as well.
DIGESTS = {"hexdigest", "token_urlsafe", "token_hex"}
# Made-up documents and groups: how many, how likely, how strong, which of them by chance.
MADE_UP = ("/sample.py", "documents/samples.py", "upkeep/demo.py")
NOT_IN_MADE_UP = {"constant", "comparison", "arithmetic", "order"}


def is_left_out(node: ast.AST, field: str, around: ast.AST) -> bool:
    """Whether this node, in a field of the one around it, is not mutated, nor anything below it."""
    return (
        field in NOT_READ_AT_RUN_TIME
        or _is_of_the_schema(node)
        or _is_for_the_type_checker(node)
        or _is_size(node)
        or _is_length_of_digest(node, around)
        or (isinstance(node, ast.keyword) and node.arg in _left_out_arguments(around))
    )


def _is_of_the_schema(node: ast.AST) -> bool:
    """Fields, constraints and indexes: `makemigrations --check` notices whatever changes there."""
    match node:
        case ast.ClassDef(name="Meta"):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="models"), attr=kind)):
            return kind.endswith(("Field", "ForeignKey", "Constraint"))
        case ast.Call(func=ast.Name(id="CompactJSONField")):
            return True
    return False


def _is_for_the_type_checker(node: ast.AST) -> bool:
    match node:
        # What is imported there is imported for annotations alone.
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        # Says what is always so: the opposite breaks whatever comes there.
        case ast.Assert():
            return True
        # A method that every subclass has of its own.
        case ast.Raise(exc=ast.Name(id="NotImplementedError")):
            return True
        # A union of types, which can be written in no other way.
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return _is_type(left) or _is_type(right)
    return False


def _is_type(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=None):
            return True
        case ast.Name(id=name):
            return name in {"str", "int"} or (name[0].isupper() and not name.isupper())
    return False


def _is_size(node: ast.AST) -> bool:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name.startswith(SIZES)
    return False


def _is_length_of_digest(node: ast.AST, around: ast.AST) -> bool:
    match around:
        case ast.Call(func=ast.Attribute(attr=called)):
            return called in DIGESTS and isinstance(node, ast.Constant)
        case ast.Subscript(value=ast.Call(func=ast.Attribute(attr=called)), slice=length):
            return called in DIGESTS and node is length
    return False


def _left_out_arguments(node: ast.AST) -> set[str]:
    match node:
        case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called)):
            return ARGUMENTS.get(called, set())
    return set()


def is_made(kind: str, file: str) -> bool:
    """Whether mutations of this kind are made in the file."""
    return not (file.endswith(MADE_UP) and kind in NOT_IN_MADE_UP)
