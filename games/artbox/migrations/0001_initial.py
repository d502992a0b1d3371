import django.db.models.deletion
from django.db import migrations, models

import games.artbox.models.played


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
                ("edition", models.CharField(blank=True, max_length=20, verbose_name="edition")),
                ("variant", models.CharField(blank=True, max_length=20, verbose_name="variant")),
                (
                    "two_drawings",
                    models.BooleanField(blank=True, null=True, verbose_name="two drawings each"),
                ),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="artbox_setup",
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
            name="Word",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                ("place", models.PositiveSmallIntegerField(verbose_name="position")),
                ("text", models.CharField(max_length=40, verbose_name="word")),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(app_label)s_%(class)s_rows",
                        to="scoring.session",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="GuessSheetLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                ("place", models.PositiveSmallIntegerField(verbose_name="drawing")),
                (
                    "guesser",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="artbox_guess_sheet_lines",
                        to="scoring.seat",
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
                (
                    "word",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="guess_sheet_lines",
                        to="artbox.word",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Drawing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                (
                    "nth",
                    models.PositiveSmallIntegerField(verbose_name="which of the artist’s drawings"),
                ),
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="position"
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="artbox_drawings",
                        to="scoring.seat",
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
                (
                    "word",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="drawings",
                        to="artbox.word",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="BrokenDrawing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                ("place", models.PositiveSmallIntegerField(verbose_name="position in the list")),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="artbox_broken_drawings",
                        to="scoring.seat",
                        verbose_name="artist",
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
                "verbose_name": "drawing that broke the drawing rules",
                "verbose_name_plural": "drawings that broke the drawing rules",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "number", "seat"),
                        name="artbox_a_drawing_is_broken_once",
                        violation_error_message="This drawing is already entered.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Guess",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                ("right", models.PositiveSmallIntegerField(verbose_name="right guesses")),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="artbox_%(class)s_at",
                        to="scoring.seat",
                        verbose_name="artist",
                    ),
                ),
                (
                    "guesser",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="artbox_%(class)s_by",
                        to="scoring.seat",
                        verbose_name="guesser",
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
                "verbose_name": "guess",
                "verbose_name_plural": "guesses",
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "number", "guesser", "author"),
                        name="artbox_one_guess_a_drawing",
                        violation_error_message="This guess is already entered.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("guesser", models.F("author")), _negated=True),
                        name="artbox_no_guess_at_ones_own_drawing",
                        violation_error_message="Nobody can guess their own drawing.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("right__gte", 0), ("right__lte", 2)),
                        name="artbox_guess_right_twice_at_most",
                        violation_error_message="An artist has one drawing, or two with three players.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="GuessSheet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                (
                    "guesser",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="artbox_guess_sheets",
                        to="scoring.seat",
                        verbose_name="guesser",
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
                "verbose_name": "guess sheet",
                "verbose_name_plural": "guess sheets",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "number", "guesser"),
                        name="artbox_one_guess_sheet_a_player_and_round",
                        violation_error_message="This player’s guesses are already entered.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HiddenEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                ("what", models.CharField(max_length=10, verbose_name="kind of entry")),
                ("at", models.PositiveSmallIntegerField(verbose_name="drawing")),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="artbox_hidden_entries",
                        to="scoring.seat",
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
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "number", "seat", "what", "at"),
                        name="artbox_an_entry_is_hidden_once",
                        violation_error_message="This entry is already hidden.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="NumberToken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                ("token", models.PositiveSmallIntegerField(verbose_name="Number token")),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="artbox_number_tokens",
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
                "verbose_name": "Number token",
                "verbose_name_plural": "Number tokens",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "number", "token"),
                        name="artbox_a_number_token_is_taken_once",
                        violation_error_message="Someone else already has that Number token in this round.",
                    ),
                    models.UniqueConstraint(
                        fields=("session", "number", "seat"),
                        name="artbox_one_number_token_a_player_and_round",
                        violation_error_message="This player already has a Number token in this round.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("token__gte", 1), ("token__lte", 8)),
                        name="artbox_number_tokens_are_one_to_eight",
                        violation_error_message="Number tokens must be from 1 to 8.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="OpenBroken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="artbox_open_broken",
                        to="scoring.seat",
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
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "number", "seat"),
                        name="artbox_an_open_drawing_is_broken_once",
                        violation_error_message="This drawing is already entered.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="OpenFinish",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                ("place", models.PositiveSmallIntegerField(verbose_name="position")),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="artbox_open_finishes",
                        to="scoring.seat",
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
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "number", "place"),
                        name="artbox_one_finisher_a_place",
                        violation_error_message="Someone else has already finished in that position.",
                    ),
                    models.UniqueConstraint(
                        fields=("session", "number", "seat"),
                        name="artbox_one_place_a_finisher",
                        violation_error_message="This player has already finished.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("place__gte", 1), ("place__lte", 8)),
                        name="artbox_finishers_are_one_to_eight",
                        violation_error_message="At most eight players can finish.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="OpenGuess",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                ("right", models.PositiveSmallIntegerField(verbose_name="right guesses")),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="artbox_%(class)s_at",
                        to="scoring.seat",
                        verbose_name="artist",
                    ),
                ),
                (
                    "guesser",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="artbox_%(class)s_by",
                        to="scoring.seat",
                        verbose_name="guesser",
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
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "number", "guesser", "author"),
                        name="artbox_one_openguess_a_drawing",
                        violation_error_message="This guess is already entered.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("guesser", models.F("author")), _negated=True),
                        name="artbox_no_openguess_at_ones_own_drawing",
                        violation_error_message="Nobody can guess their own drawing.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("right__gte", 0), ("right__lte", 2)),
                        name="artbox_openguess_right_twice_at_most",
                        violation_error_message="An artist has one drawing, or two with three players.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="OpenGuessSheet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                ("handed_in", models.BooleanField(default=False, verbose_name="handed in")),
                ("opening", models.UUIDField(blank=True, null=True)),
                (
                    "started_over",
                    models.BooleanField(
                        db_default=False, default=False, verbose_name="started over"
                    ),
                ),
                (
                    "guesser",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="artbox_open_guess_sheets",
                        to="scoring.seat",
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
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "number", "guesser"),
                        name="artbox_one_open_guess_sheet_a_player",
                        violation_error_message="This player already has a guess sheet.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="OpenRound",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                ("die_1", models.CharField(blank=True, max_length=10, verbose_name="first die")),
                ("die_2", models.CharField(blank=True, max_length=10, verbose_name="second die")),
                ("die_3", models.CharField(blank=True, max_length=10, verbose_name="third die")),
                ("die_4", models.CharField(blank=True, max_length=10, verbose_name="fourth die")),
                (
                    "way",
                    models.CharField(
                        blank=True, max_length=10, verbose_name="way of entering guesses"
                    ),
                ),
                (
                    "dealt",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        max_length=10,
                        verbose_name="secret words",
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        max_length=10,
                        verbose_name="language",
                    ),
                ),
                ("revealed", models.BooleanField(default=False, verbose_name="revealed")),
                (
                    "turned",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="drawings revealed"
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
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "number"),
                        name="artbox_one_open_round_a_number",
                        violation_error_message="This round is already being entered.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                ("die_1", models.CharField(blank=True, max_length=10, verbose_name="first die")),
                ("die_2", models.CharField(blank=True, max_length=10, verbose_name="second die")),
                ("die_3", models.CharField(blank=True, max_length=10, verbose_name="third die")),
                ("die_4", models.CharField(blank=True, max_length=10, verbose_name="fourth die")),
                (
                    "validity_noted",
                    models.BooleanField(default=False, verbose_name="drawing rules checked"),
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
                "verbose_name": "round",
                "verbose_name_plural": "rounds",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "number"),
                        name="artbox_rounds_are_numbered",
                        violation_error_message="This round is already entered.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)),
                        name="artbox_rounds_count_from_one",
                        violation_error_message="Rounds are numbered from 1.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="VictoryToken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                (
                    "kind",
                    models.CharField(
                        choices=games.artbox.models.played.awards,
                        max_length=10,
                        verbose_name="awarded for",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="artbox_victory_tokens",
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
                "verbose_name": "Victory token",
                "verbose_name_plural": "Victory tokens",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "number", "kind", "seat"),
                        name="artbox_one_victory_token_a_kind",
                        violation_error_message="This player already has that token.",
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="word",
            constraint=models.UniqueConstraint(
                fields=("session", "number", "place"),
                name="artbox_one_word_a_place",
                violation_error_message="Another word already has that position.",
            ),
        ),
        migrations.AddConstraint(
            model_name="guesssheetline",
            constraint=models.UniqueConstraint(
                fields=("session", "number", "guesser", "place"),
                name="artbox_one_line_a_drawing",
                violation_error_message="This drawing is already matched.",
            ),
        ),
        migrations.AddConstraint(
            model_name="guesssheetline",
            constraint=models.UniqueConstraint(
                fields=("session", "number", "guesser", "word"),
                name="artbox_one_line_a_word",
                violation_error_message="This word is already matched.",
            ),
        ),
        migrations.AddConstraint(
            model_name="drawing",
            constraint=models.UniqueConstraint(
                fields=("session", "number", "author", "nth"),
                name="artbox_an_author_says_it_once",
                violation_error_message="This drawing is already entered.",
            ),
        ),
        migrations.AddConstraint(
            model_name="drawing",
            constraint=models.UniqueConstraint(
                fields=("session", "number", "place"),
                name="artbox_one_drawing_a_place",
                violation_error_message="Another drawing already has that number.",
            ),
        ),
        migrations.AddConstraint(
            model_name="drawing",
            constraint=models.CheckConstraint(
                condition=models.Q(("nth__gte", 1), ("nth__lte", 2)),
                name="artbox_an_author_draws_one_or_two",
                violation_error_message="An artist has one drawing, or two with three players.",
            ),
        ),
    ]
