"""An empty storage of photos for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings

from config.folio import folio_storage


@pytest.fixture(autouse=True)
def _empty_folio(tmp_path: Path) -> Iterator[None]:
    folio = folio_storage(tmp_path / "folio", "")
    with override_settings(STORAGES={**settings.STORAGES, "folio": folio}):
        yield
