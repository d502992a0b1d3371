from itertools import islice
from typing import Any

from django.db import migrations

COLUMNS = ("season_id", "session_id", "game", "played_on", "finished_at")
BATCH = 1_000


def copy_seasons(apps: Any, _schema_editor: Any) -> None:
    """Write down each session's season, of which it had one: the same for all its results."""
    result = apps.get_model("scoring", "Result")
    season_session = apps.get_model("scoring", "SeasonSession")
    counted = result.objects.filter(season__isnull=False).order_by("season_id", "session_id")
    rows = counted.values_list(*COLUMNS).distinct().iterator(chunk_size=BATCH)
    while some := list(islice(rows, BATCH)):
        season_session.objects.bulk_create(
            [season_session(**dict(zip(COLUMNS, row, strict=True))) for row in some],
            ignore_conflicts=True,  # a migration that was interrupted is run again
        )


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0028_results_by_player_and_game"),
    ]

    operations = [
        migrations.RunPython(copy_seasons, migrations.RunPython.noop),
    ]
