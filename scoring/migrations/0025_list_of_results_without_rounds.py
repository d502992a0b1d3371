from django.db import migrations, models

from scoring.models.online_migrations import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("scoring", "0024_imports_of_results"),
    ]

    operations = [
        AddIndexOnline(
            model_name="session",
            index=models.Index(
                condition=models.Q(("result_only", True)),
                fields=["group", "-played_on", "-id"],
                name="scoring_result_only_latest",
            ),
        ),
    ]
