import pytest

from games.canvas.printed import load_catalogue
from scoring.models import Group


@pytest.fixture
def printed(db: None) -> None:  # noqa: ARG001
    """What the editions print, as the rows that an admin can correct."""
    load_catalogue()


@pytest.fixture
def thursday(db: None) -> Group:  # noqa: ARG001
    return Group.objects.create(name="Thursday", slug="thursday")
