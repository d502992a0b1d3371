import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0014_mail_opt_outs"),
    ]

    operations = [
        migrations.CreateModel(
            name="SkillCheckpoint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("played_on", models.DateField()),
                ("finished_at", models.DateTimeField()),
                ("session_number", models.BigIntegerField()),
                ("ratings", models.JSONField()),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="skill_checkpoints",
                        to="scoring.season",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "played_on", "finished_at", "session_number"),
                        name="scoring_one_checkpoint_after_a_session",
                        violation_error_message="There is a checkpoint after this session already.",
                    )
                ],
            },
        ),
    ]
