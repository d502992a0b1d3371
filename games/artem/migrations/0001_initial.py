import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("scoring", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Setup",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("variant", models.CharField(blank=True, max_length=20, verbose_name="variant")),
                (
                    "directions",
                    models.CharField(blank=True, max_length=20, verbose_name="directions"),
                ),
                (
                    "deck_out",
                    models.CharField(blank=True, max_length=20, verbose_name="deck that ran out"),
                ),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="artem_setup",
                        to="scoring.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "setup",
                "verbose_name_plural": "setup",
            },
        ),
        migrations.CreateModel(
            name="Claim",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="turn")),
                (
                    "play",
                    models.PositiveSmallIntegerField(
                        verbose_name="position of the play in the turn"
                    ),
                ),
                ("length", models.PositiveSmallIntegerField(verbose_name="length of the row")),
                ("color", models.CharField(blank=True, max_length=200, verbose_name="colour")),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(app_label)s_%(class)s_rows",
                        to="scoring.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "claim",
                "verbose_name_plural": "claims",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "number", "play"),
                        name="artem_one_claim_a_play",
                        violation_error_message="This play of the turn already has a claim.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("play__gte", 1), ("play__lte", 5)),
                        name="artem_a_hand_has_five_plays",
                        violation_error_message="A turn has at most five plays, numbered 1 to 5.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("length__gte", 2), ("length__lte", 6)),
                        name="artem_rows_are_two_to_six_long",
                        violation_error_message="A row must be 2 to 6 long.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Turn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="turn")),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="artem_turns",
                        to="scoring.seat",
                        verbose_name="player",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(app_label)s_%(class)s_rows",
                        to="scoring.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "turn",
                "verbose_name_plural": "turns",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "number"),
                        name="artem_one_player_a_turn",
                        violation_error_message="This turn is already entered.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)),
                        name="artem_turns_count_from_one",
                        violation_error_message="Turns are numbered from 1.",
                    ),
                ],
            },
        ),
    ]
