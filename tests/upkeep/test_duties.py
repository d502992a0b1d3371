"""The worker's duties, how often it does them, and what it logs."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.models import CachedValue
from scoring.upkeep.duties import DUTIES


def test_a_worker_has_these_duties_with_these_pauses() -> None:
    pauses = {duty.name: duty.pause for duty in DUTIES}
    seconds = {"mail": 1, "evenings": 60, "jobs": 0.25, "photos": 0.25, "skill": 1, "report": 1}
    assert pauses == {**seconds, "tend": 3600}


@pytest.mark.django_db
def test_the_hourly_work_logs_what_it_removed_and_nothing_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    tend = {duty.name: duty.run for duty in DUTIES}["tend"]
    with caplog.at_level("INFO", logger="scoring.upkeep.duties"):
        tend(lambda: False)
        assert caplog.messages == []
        expired = timezone.now() - timedelta(minutes=1)
        CachedValue.objects.create(cache_key="old", value="", expires=expired)
        tend(lambda: False)
    assert caplog.messages == ["Removed 1 expired cached values."]
