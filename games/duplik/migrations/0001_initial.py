import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("scoring", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Judging",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="round"),
                ),
                (
                    "super_criterion",
                    models.PositiveSmallIntegerField(verbose_name="super criterion"),
                ),
                (
                    "title",
                    models.CharField(
                        blank=True, max_length=200, verbose_name="title of the artwork"
                    ),
                ),
                (
                    "side",
                    models.CharField(
                        blank=True,
                        choices=[("left", "to the left"), ("right", "to the right")],
                        max_length=5,
                        verbose_name="direction",
                    ),
                ),
                (
                    "called",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="called criterion"
                    ),
                ),
                (
                    "narrator",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="duplik_judgings",
                        to="scoring.seat",
                        verbose_name="narrator",
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
                "verbose_name": "round judged on phones",
                "verbose_name_plural": "rounds judged on phones",
            },
        ),
        migrations.CreateModel(
            name="Judgement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("done", models.BooleanField(default=False, verbose_name="judged")),
                (
                    "found_not_met",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="last criterion found not met"
                    ),
                ),
                (
                    "artist",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="duplik_%(class)ss",
                        to="scoring.seat",
                        verbose_name="artist",
                    ),
                ),
                (
                    "judge",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="duplik_judges",
                        to="scoring.seat",
                        verbose_name="judge",
                    ),
                ),
                (
                    "narrator",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.seat",
                    ),
                ),
                (
                    "judging",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="duplik.judging",
                    ),
                ),
            ],
            options={
                "verbose_name": "judgement",
                "verbose_name_plural": "judgements",
            },
        ),
        migrations.CreateModel(
            name="Dispute",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "phone_hosts",
                    models.BooleanField(blank=True, null=True, verbose_name="on a host’s phone"),
                ),
                ("criterion", models.PositiveSmallIntegerField(verbose_name="criterion")),
                ("judged", models.BooleanField(verbose_name="met according to the judge")),
                (
                    "author_says",
                    models.BooleanField(
                        blank=True, null=True, verbose_name="met according to the artist"
                    ),
                ),
                ("met", models.BooleanField(blank=True, null=True, verbose_name="met in the end")),
                (
                    "artist",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="duplik_%(class)ss",
                        to="scoring.seat",
                        verbose_name="artist",
                    ),
                ),
                (
                    "phone_of",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.seat",
                        verbose_name="on the phone of",
                    ),
                ),
                (
                    "judging",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="duplik.judging",
                    ),
                ),
            ],
            options={
                "verbose_name": "dispute",
                "verbose_name_plural": "disputes",
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
                (
                    "super_criterion",
                    models.PositiveSmallIntegerField(verbose_name="super criterion"),
                ),
                (
                    "title",
                    models.CharField(
                        blank=True, max_length=200, verbose_name="title of the artwork"
                    ),
                ),
                (
                    "narrator",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="duplik_narrated",
                        to="scoring.seat",
                        verbose_name="narrator",
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
                "verbose_name": "round",
                "verbose_name_plural": "rounds",
            },
        ),
        migrations.CreateModel(
            name="Setup",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "laps",
                    models.PositiveSmallIntegerField(default=1, verbose_name="times as narrator"),
                ),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="duplik_setup",
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
            name="Sheet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                (
                    "artist",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="duplik_sheets",
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
                "verbose_name": "sheet",
                "verbose_name_plural": "sheets",
            },
        ),
        migrations.CreateModel(
            name="Tick",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("criterion", models.PositiveSmallIntegerField(verbose_name="criterion")),
                (
                    "artist",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="duplik_%(class)ss",
                        to="scoring.seat",
                        verbose_name="artist",
                    ),
                ),
                (
                    "judging",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="duplik.judging",
                    ),
                ),
            ],
            options={
                "verbose_name": "tick",
                "verbose_name_plural": "ticks",
            },
        ),
        migrations.CreateModel(
            name="Vote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "phone_hosts",
                    models.BooleanField(blank=True, null=True, verbose_name="on a host’s phone"),
                ),
                ("met", models.BooleanField(verbose_name="met")),
                (
                    "dispute",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="votes",
                        to="duplik.dispute",
                    ),
                ),
                (
                    "judge",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="duplik_votes",
                        to="scoring.seat",
                        verbose_name="judge",
                    ),
                ),
                (
                    "narrator",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.seat",
                    ),
                ),
                (
                    "phone_of",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.seat",
                        verbose_name="on the phone of",
                    ),
                ),
            ],
            options={
                "verbose_name": "vote",
                "verbose_name_plural": "votes",
            },
        ),
        migrations.CreateModel(
            name="Check",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                ("criterion", models.PositiveSmallIntegerField(verbose_name="criterion")),
                ("place", models.PositiveSmallIntegerField(verbose_name="position on the sheet")),
                (
                    "artist",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="duplik_checks",
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
                "verbose_name": "criterion met",
                "verbose_name_plural": "criteria met",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "number", "artist", "criterion"),
                        name="duplik_a_criterion_is_met_once",
                        violation_error_message="This criterion is already ticked on this sheet.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("criterion__gte", 1), ("criterion__lte", 10)),
                        name="duplik_criteria_are_one_to_ten",
                        violation_error_message="Criteria are numbered from 1 to 10.",
                    ),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="judging",
            constraint=models.UniqueConstraint(
                condition=models.Q(("number", None)),
                fields=("session",),
                name="duplik_one_round_is_judged_at_a_time",
                violation_error_message="The round before this one is still being judged.",
            ),
        ),
        migrations.AddConstraint(
            model_name="judging",
            constraint=models.CheckConstraint(
                condition=models.Q(("super_criterion__gte", 1), ("super_criterion__lte", 10)),
                name="duplik_live_super_criterion_is_one_to_ten",
                violation_error_message="The super criterion must be from 1 to 10.",
            ),
        ),
        migrations.AddConstraint(
            model_name="judging",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("called", None),
                    models.Q(("called__gte", 1), ("called__lte", 10)),
                    _connector="OR",
                ),
                name="duplik_criteria_called_are_one_to_ten",
                violation_error_message="The called criterion must be from 1 to 10.",
            ),
        ),
        migrations.AddConstraint(
            model_name="judging",
            constraint=models.CheckConstraint(
                condition=models.Q(("side__in", ("", "left", "right"))),
                name="duplik_drawings_go_left_or_right",
                violation_error_message="Drawings must be passed to the left or to the right.",
            ),
        ),
        migrations.AddConstraint(
            model_name="judgement",
            constraint=models.UniqueConstraint(
                fields=("judging", "artist"),
                name="duplik_a_drawing_has_one_judge",
                violation_error_message="This drawing already has a judge.",
            ),
        ),
        migrations.AddConstraint(
            model_name="judgement",
            constraint=models.UniqueConstraint(
                fields=("judging", "judge"),
                name="duplik_a_judge_has_one_drawing",
                violation_error_message="This judge already has a drawing.",
            ),
        ),
        migrations.AddConstraint(
            model_name="judgement",
            constraint=models.CheckConstraint(
                condition=models.Q(("judge", models.F("artist")), _negated=True),
                name="duplik_nobody_judges_their_own_drawing",
                violation_error_message="Nobody can judge their own drawing.",
            ),
        ),
        migrations.AddConstraint(
            model_name="judgement",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("judge", models.F("narrator")), _negated=True),
                    models.Q(("artist", models.F("narrator")), _negated=True),
                ),
                name="duplik_the_narrator_does_not_judge",
                violation_error_message="The narrator can neither draw nor judge.",
            ),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.UniqueConstraint(
                fields=("judging", "artist", "criterion"),
                name="duplik_a_box_is_disputed_once",
                violation_error_message="This criterion is already disputed.",
            ),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.CheckConstraint(
                condition=models.Q(("criterion__gte", 1), ("criterion__lte", 10)),
                name="duplik_disputed_criteria_are_one_to_ten",
                violation_error_message="Criteria are numbered from 1 to 10.",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                fields=("session", "number"),
                name="duplik_one_narrator_a_round",
                violation_error_message="This round is already entered.",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)),
                name="duplik_rounds_count_from_one",
                violation_error_message="Rounds are numbered from 1.",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(("super_criterion__gte", 1), ("super_criterion__lte", 10)),
                name="duplik_super_criterion_is_one_to_ten",
                violation_error_message="The super criterion must be from 1 to 10.",
            ),
        ),
        migrations.AddConstraint(
            model_name="setup",
            constraint=models.CheckConstraint(
                condition=models.Q(("laps__gte", 1), ("laps__lte", 3)),
                name="duplik_one_to_three_laps",
                violation_error_message="Everyone must narrate once, twice or three times.",
            ),
        ),
        migrations.AddConstraint(
            model_name="sheet",
            constraint=models.UniqueConstraint(
                fields=("session", "number", "artist"),
                name="duplik_one_sheet_an_artist_and_round",
                violation_error_message="This artist already has a sheet in this round.",
            ),
        ),
        migrations.AddConstraint(
            model_name="tick",
            constraint=models.UniqueConstraint(
                fields=("judging", "artist", "criterion"),
                name="duplik_a_box_is_ticked_once",
                violation_error_message="This box is already ticked.",
            ),
        ),
        migrations.AddConstraint(
            model_name="tick",
            constraint=models.CheckConstraint(
                condition=models.Q(("criterion__gte", 1), ("criterion__lte", 10)),
                name="duplik_boxes_are_one_to_ten",
                violation_error_message="Criteria are numbered from 1 to 10.",
            ),
        ),
        migrations.AddConstraint(
            model_name="vote",
            constraint=models.UniqueConstraint(
                fields=("dispute", "judge"),
                name="duplik_a_judge_votes_once",
                violation_error_message="This judge has already voted.",
            ),
        ),
        migrations.AddConstraint(
            model_name="vote",
            constraint=models.CheckConstraint(
                condition=models.Q(("judge", models.F("narrator")), _negated=True),
                name="duplik_the_narrator_does_not_vote",
                violation_error_message="The narrator does not vote.",
            ),
        ),
    ]
