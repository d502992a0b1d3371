import django.db.models.deletion
from django.db import migrations, models

import scoring.models.seasons


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0026_club_evenings"),
    ]

    operations = [
        migrations.CreateModel(
            name="SeasonSession",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "game",
                    models.CharField(choices=scoring.models.seasons.game_choices, max_length=20),
                ),
                ("played_on", models.DateField()),
                ("finished_at", models.DateTimeField()),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="counted_sessions",
                        to="scoring.season",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="counts_for",
                        to="scoring.session",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["season", "played_on", "finished_at", "session"],
                        name="scoring_season_as_played",
                    ),
                    models.Index(
                        fields=["season", "game", "played_on", "finished_at", "session"],
                        name="scoring_season_game_as_played",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "session"),
                        name="scoring_a_session_counts_once_for_a_season",
                        violation_error_message="This session counts for this season already.",
                    )
                ],
            },
        ),
    ]
