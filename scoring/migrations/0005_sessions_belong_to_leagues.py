from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0004_what_results_are_found_by"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="session",
            name="scoring_a_season_needs_a_group",
        ),
        migrations.RemoveField(
            model_name="session",
            name="season",
        ),
        migrations.AddConstraint(
            model_name="session",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("group__isnull", False), ("league__isnull", True), _connector="OR"
                ),
                name="scoring_a_league_needs_a_group",
                violation_error_message="Only a group’s session can count for a league.",
            ),
        ),
    ]
