from django.db import migrations, models

from scoring.models.online_migrations import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("scoring", "0019_groups_that_show_results"),
    ]

    operations = [
        AddIndexOnline(
            model_name="result",
            index=models.Index(
                condition=models.Q(("season__isnull", True)),
                fields=["group", "-played_on", "-session"],
                name="scoring_counts_for_nothing",
            ),
        ),
        AddIndexOnline(
            model_name="session",
            index=models.Index(
                fields=["group", "game", "-played_on", "-id"], name="scoring_group_game_latest"
            ),
        ),
        AddIndexOnline(
            model_name="session",
            index=models.Index(
                fields=["league", "-played_on", "-id"], name="scoring_league_latest"
            ),
        ),
        AddIndexOnline(
            model_name="session",
            index=models.Index(
                fields=["group", "location", "-played_on", "-id"],
                name="scoring_group_place_latest",
            ),
        ),
        AddIndexOnline(
            model_name="session",
            index=models.Index(
                condition=models.Q(("stopped", True)),
                fields=["group", "-played_on", "-id"],
                name="scoring_stopped_latest",
            ),
        ),
        AddIndexOnline(
            model_name="session",
            index=models.Index(
                condition=models.Q(
                    ("finished_at__isnull", True), ("played_on__isnull", True), _connector="OR"
                ),
                fields=["group", "-id"],
                name="scoring_unfinished",
            ),
        ),
        AddIndexOnline(
            model_name="session",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", False)),
                fields=["group", "-deleted_at", "-id"],
                name="scoring_deleted_latest",
            ),
        ),
    ]
