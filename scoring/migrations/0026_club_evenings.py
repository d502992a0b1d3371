import uuid

import django.db.models.deletion
from django.db import migrations, models

import scoring.models.evenings.answers
import scoring.models.evenings.evenings


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0025_list_of_results_without_rounds"),
    ]

    operations = [
        migrations.CreateModel(
            name="Answer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "coming",
                    models.CharField(
                        blank=True,
                        choices=[("yes", "yes"), ("maybe", "maybe"), ("no", "no")],
                        max_length=10,
                    ),
                ),
                ("browser", models.CharField(blank=True, max_length=40)),
                ("changed_at", models.DateTimeField()),
                ("here_at", models.DateTimeField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="evening_answers",
                        to="scoring.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "answer",
                "verbose_name_plural": "answers",
            },
        ),
        migrations.CreateModel(
            name="AnswerAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("email", models.EmailField(max_length=254, verbose_name="mail address")),
                (
                    "token",
                    models.CharField(
                        default=scoring.models.evenings.answers.new_address_token,
                        max_length=40,
                        unique=True,
                    ),
                ),
                (
                    "answer",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="address",
                        to="scoring.answer",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Calendar",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "token",
                    models.CharField(
                        default=scoring.models.evenings.evenings.new_evening_link,
                        max_length=40,
                        unique=True,
                    ),
                ),
                (
                    "group",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calendar",
                        to="scoring.group",
                    ),
                ),
            ],
            options={
                "verbose_name": "calendar",
                "verbose_name_plural": "calendars",
            },
        ),
        migrations.CreateModel(
            name="Evening",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "link",
                    models.CharField(
                        default=scoring.models.evenings.evenings.new_evening_link,
                        editable=False,
                        max_length=40,
                        unique=True,
                    ),
                ),
                ("starts_at", models.DateTimeField(verbose_name="begins")),
                ("location", models.CharField(blank=True, max_length=200, verbose_name="place")),
                ("notes", models.TextField(blank=True, max_length=2000, verbose_name="notes")),
                ("sequence", models.PositiveIntegerField(default=0, editable=False)),
                ("created_at", models.DateTimeField()),
                ("changed_at", models.DateTimeField()),
                ("cancelled_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("announced_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("concluded_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evenings",
                        to="scoring.group",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="evenings",
                        to="scoring.league",
                        verbose_name="league",
                    ),
                ),
            ],
            options={
                "verbose_name": "evening",
                "verbose_name_plural": "evenings",
            },
        ),
        migrations.AddField(
            model_name="answer",
            name="evening",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="answers",
                to="scoring.evening",
            ),
        ),
        migrations.AddIndex(
            model_name="evening",
            index=models.Index(fields=["group", "starts_at"], name="scoring_evenings_of_group"),
        ),
        migrations.AddIndex(
            model_name="evening",
            index=models.Index(fields=["starts_at"], name="scoring_evenings_in_order"),
        ),
        migrations.AddConstraint(
            model_name="answer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player__isnull", False)),
                fields=("evening", "player"),
                name="scoring_one_answer_a_player",
                violation_error_message="This player has answered already.",
            ),
        ),
        migrations.AddConstraint(
            model_name="answer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("browser", ""), _negated=True),
                fields=("evening", "browser"),
                name="scoring_one_answer_a_browser",
                violation_error_message="This browser has answered already.",
            ),
        ),
    ]
