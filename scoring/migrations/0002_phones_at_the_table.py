import django.db.models.deletion
from django.db import migrations, models

import scoring.models.join_codes


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_people_and_sessions")]

    operations = [
        migrations.RenameField(model_name="session", old_name="token", new_name="code"),
        migrations.AlterField(
            model_name="session",
            name="code",
            field=models.CharField(
                default=scoring.models.join_codes.new_code,
                editable=False,
                max_length=40,
                unique=True,
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="share_token",
            field=models.CharField(editable=False, max_length=40, null=True, unique=True),
        ),
        migrations.AddField(
            model_name="session",
            name="version",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="session",
            name="timer_started_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="session",
            name="timer_seconds",
            field=models.PositiveSmallIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="revision",
            name="seat",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="scoring.seat",
            ),
        ),
        migrations.CreateModel(
            name="Phone",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("browser", models.CharField(max_length=40)),
                ("hosts", models.BooleanField(default=False)),
                ("joined_at", models.DateTimeField()),
                (
                    "seat",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="phone",
                        to="scoring.seat",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phones",
                        to="scoring.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "phone",
                "verbose_name_plural": "phones",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "browser"),
                        name="scoring_a_browser_comes_once",
                        violation_error_message="This browser is already at the table.",
                    )
                ],
            },
        ),
    ]
