from django.db import migrations, models

from scoring.models.online_migrations import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("scoring", "0027_seasons_of_a_session"),
    ]

    operations = [
        AddIndexOnline(
            model_name="result",
            index=models.Index(
                fields=["player", "game", "played_on", "finished_at", "session"],
                name="scoring_player_game_in_order",
            ),
        ),
        migrations.RemoveIndex(model_name="result", name="scoring_season_in_order"),
        migrations.RemoveIndex(model_name="result", name="scoring_season_game_in_order"),
        migrations.RemoveIndex(model_name="result", name="scoring_season_days"),
    ]
