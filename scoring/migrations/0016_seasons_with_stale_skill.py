from django.db import migrations, models

from scoring.models.online_migrations import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("scoring", "0015_skill_checkpoints"),
    ]

    operations = [
        AddIndexOnline(
            model_name="season",
            index=models.Index(
                condition=models.Q(("skill_is_stale", True)),
                fields=["id"],
                name="scoring_stale_skill",
            ),
        ),
    ]
