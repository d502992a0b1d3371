import django.db.models.deletion
from django.db import migrations, models

import games.canvas.models.choices


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("scoring", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="ArtCard",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        error_messages={"unique": "There is already an art card with that name."},
                        max_length=60,
                        unique=True,
                        verbose_name="name",
                    ),
                ),
                (
                    "side",
                    models.CharField(
                        choices=games.canvas.models.choices.sides,
                        max_length=1,
                        verbose_name="side of the title",
                    ),
                ),
            ],
            options={
                "verbose_name": "printed art card",
                "verbose_name_plural": "printed art cards",
            },
        ),
        migrations.CreateModel(
            name="Edition",
            fields=[
                (
                    "slug",
                    models.CharField(
                        choices=games.canvas.models.choices.editions,
                        max_length=20,
                        primary_key=True,
                        serialize=False,
                        verbose_name="name in documents",
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "about",
                    models.CharField(
                        blank=True, max_length=200, verbose_name="distinguishing mark"
                    ),
                ),
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        default=1, verbose_name="position in the list"
                    ),
                ),
                (
                    "offered",
                    models.BooleanField(default=True, verbose_name="offered to new tables"),
                ),
            ],
            options={
                "verbose_name": "edition",
                "verbose_name_plural": "editions",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("name",),
                        name="canvas_one_edition_of_a_name",
                        violation_error_message="Another edition already has this name.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="CardSet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        default=1, verbose_name="position in the list"
                    ),
                ),
                (
                    "offered",
                    models.BooleanField(default=True, verbose_name="offered to new tables"),
                ),
                (
                    "edition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="card_sets",
                        to="canvas.edition",
                        verbose_name="edition",
                    ),
                ),
            ],
            options={
                "verbose_name": "named set of cards",
                "verbose_name_plural": "named sets of cards",
            },
        ),
        migrations.CreateModel(
            name="GroupCard",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "condition",
                    models.CharField(
                        blank=True,
                        choices=games.canvas.models.choices.conditions,
                        help_text="Leave empty to use the edition’s; needed for a card that the edition does not have.",
                        max_length=30,
                        verbose_name="condition",
                    ),
                ),
                ("points_1", models.PositiveSmallIntegerField(verbose_name="points for 1 ribbon")),
                (
                    "points_2",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="for 2 ribbons"
                    ),
                ),
                (
                    "points_3",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="for 3 ribbons"
                    ),
                ),
                (
                    "points_4",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="for 4 ribbons"
                    ),
                ),
                (
                    "points_5",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="for 5 ribbons"
                    ),
                ),
                (
                    "edition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="group_cards",
                        to="canvas.edition",
                        verbose_name="edition",
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="canvas_cards",
                        to="scoring.group",
                        verbose_name="group",
                    ),
                ),
            ],
            options={
                "verbose_name": "a group’s own card",
                "verbose_name_plural": "groups’ own cards",
            },
        ),
        migrations.CreateModel(
            name="HandCount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="painting")),
                ("card", models.CharField(max_length=60, verbose_name="scoring card")),
                ("ribbons", models.PositiveSmallIntegerField(verbose_name="ribbons")),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(app_label)s_%(class)s_rows",
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
                "verbose_name": "ribbons counted by hand",
                "verbose_name_plural": "ribbons counted by hand",
            },
        ),
        migrations.CreateModel(
            name="Inspiration",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("tokens", models.PositiveSmallIntegerField(verbose_name="tokens left")),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="canvas_inspiration",
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
                "verbose_name": "Inspiration tokens",
                "verbose_name_plural": "Inspiration tokens",
            },
        ),
        migrations.CreateModel(
            name="Painting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="painting")),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("slots", "by its icons"),
                            ("art", "by its art cards"),
                            ("bonus", "counted by hand"),
                        ],
                        max_length=5,
                        verbose_name="how it is entered",
                    ),
                ),
                (
                    "bonus",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="bonus points by hand"
                    ),
                ),
                ("title", models.CharField(blank=True, max_length=200, verbose_name="title")),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="canvas_paintings",
                        to="scoring.seat",
                        verbose_name="painter",
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
                "verbose_name": "painting",
                "verbose_name_plural": "paintings",
            },
        ),
        migrations.CreateModel(
            name="PaintingIcon",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="painting")),
                ("slot", models.PositiveSmallIntegerField(verbose_name="slot")),
                (
                    "icon",
                    models.CharField(
                        choices=games.canvas.models.choices.icons,
                        max_length=20,
                        verbose_name="icon",
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(verbose_name="position in the slot")),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(app_label)s_%(class)s_rows",
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
                "verbose_name": "icon",
                "verbose_name_plural": "icons",
            },
        ),
        migrations.CreateModel(
            name="PaintingLayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="painting")),
                ("layer", models.PositiveSmallIntegerField(verbose_name="layer")),
                ("art", models.CharField(max_length=60, verbose_name="art card")),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(app_label)s_%(class)s_rows",
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
                "verbose_name": "art card in a painting",
                "verbose_name_plural": "art cards in paintings",
            },
        ),
        migrations.CreateModel(
            name="Ribbons",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="painting")),
                ("card", models.CharField(max_length=60, verbose_name="scoring card")),
                ("ribbons", models.PositiveSmallIntegerField(verbose_name="ribbons")),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(app_label)s_%(class)s_rows",
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
                "verbose_name": "ribbons",
                "verbose_name_plural": "ribbons",
            },
        ),
        migrations.CreateModel(
            name="ScoringCard",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "condition",
                    models.CharField(
                        choices=games.canvas.models.choices.conditions,
                        max_length=30,
                        verbose_name="condition",
                    ),
                ),
                (
                    "edition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cards",
                        to="canvas.edition",
                        verbose_name="edition",
                    ),
                ),
            ],
            options={
                "verbose_name": "printed scoring card",
                "verbose_name_plural": "printed scoring cards",
            },
        ),
        migrations.CreateModel(
            name="RibbonPoints",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ribbons", models.PositiveSmallIntegerField(verbose_name="ribbons")),
                ("points", models.PositiveSmallIntegerField(verbose_name="points")),
                (
                    "card",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="points",
                        to="canvas.scoringcard",
                    ),
                ),
            ],
            options={
                "verbose_name": "number in the points row",
                "verbose_name_plural": "points row",
            },
        ),
        migrations.CreateModel(
            name="CardInSet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(verbose_name="position")),
                (
                    "card_set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cards",
                        to="canvas.cardset",
                        verbose_name="set",
                    ),
                ),
                (
                    "card",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="in_sets",
                        to="canvas.scoringcard",
                        verbose_name="scoring card",
                    ),
                ),
            ],
            options={
                "verbose_name": "card of the set",
                "verbose_name_plural": "cards of the set",
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
                    "edition",
                    models.CharField(
                        blank=True,
                        choices=games.canvas.models.choices.editions,
                        max_length=20,
                        verbose_name="edition",
                    ),
                ),
                (
                    "judge_choice",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="canvas_picked",
                        to="scoring.seat",
                        verbose_name="the runner-up’s pick",
                    ),
                ),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="canvas_setup",
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
            name="TableCard",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(verbose_name="position")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "condition",
                    models.CharField(
                        blank=True,
                        choices=games.canvas.models.choices.conditions,
                        max_length=30,
                        verbose_name="condition",
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
                "verbose_name": "scoring card",
                "verbose_name_plural": "scoring cards",
            },
        ),
        migrations.CreateModel(
            name="TableCardPoints",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(verbose_name="position of the card")),
                ("ribbons", models.PositiveSmallIntegerField(verbose_name="ribbons")),
                ("points", models.PositiveSmallIntegerField(verbose_name="points")),
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
                "verbose_name": "number in a points row",
                "verbose_name_plural": "points rows",
            },
        ),
        migrations.CreateModel(
            name="ArtIcon",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slot", models.PositiveSmallIntegerField(verbose_name="slot")),
                (
                    "icon",
                    models.CharField(
                        choices=games.canvas.models.choices.icons,
                        max_length=20,
                        verbose_name="icon",
                    ),
                ),
                (
                    "card",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="icons",
                        to="canvas.artcard",
                    ),
                ),
            ],
            options={
                "verbose_name": "icon",
                "verbose_name_plural": "icons",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("card", "slot", "icon"),
                        name="canvas_art_icon_once_in_a_slot",
                        violation_error_message="That icon is already in this slot.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("slot__gte", 1), ("slot__lte", 5)),
                        name="canvas_art_has_five_slots",
                        violation_error_message="An art card has slots 1 to 5.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Easel",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="canvas_easels",
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
                "verbose_name": "easel",
                "verbose_name_plural": "easels",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "seat"),
                        name="canvas_one_easel_a_player",
                        violation_error_message="This player already has an easel.",
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="cardset",
            constraint=models.UniqueConstraint(
                fields=("edition", "name"),
                name="canvas_one_card_set_of_a_name",
                violation_error_message="This edition already has a set with that name.",
            ),
        ),
        migrations.AddConstraint(
            model_name="groupcard",
            constraint=models.UniqueConstraint(
                fields=("group", "edition", "name"),
                name="canvas_one_own_card_of_a_name",
                violation_error_message="The group already has a card with that name.",
            ),
        ),
        migrations.AddConstraint(
            model_name="groupcard",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("points_2__isnull", True),
                        models.Q(
                            ("points_1__isnull", False), ("points_2__gte", models.F("points_1"))
                        ),
                        _connector="OR",
                    ),
                    models.Q(
                        ("points_3__isnull", True),
                        models.Q(
                            ("points_2__isnull", False), ("points_3__gte", models.F("points_2"))
                        ),
                        _connector="OR",
                    ),
                    models.Q(
                        ("points_4__isnull", True),
                        models.Q(
                            ("points_3__isnull", False), ("points_4__gte", models.F("points_3"))
                        ),
                        _connector="OR",
                    ),
                    models.Q(
                        ("points_5__isnull", True),
                        models.Q(
                            ("points_4__isnull", False), ("points_5__gte", models.F("points_4"))
                        ),
                        _connector="OR",
                    ),
                ),
                name="canvas_own_points_never_fall",
                violation_error_message="A points row cannot have gaps, and more ribbons cannot be worth less.",
            ),
        ),
        migrations.AddConstraint(
            model_name="groupcard",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("points_1__isnull", True), ("points_1__lte", 999), _connector="OR"),
                    models.Q(("points_2__isnull", True), ("points_2__lte", 999), _connector="OR"),
                    models.Q(("points_3__isnull", True), ("points_3__lte", 999), _connector="OR"),
                    models.Q(("points_4__isnull", True), ("points_4__lte", 999), _connector="OR"),
                    models.Q(("points_5__isnull", True), ("points_5__lte", 999), _connector="OR"),
                ),
                name="canvas_own_points_at_most_999",
                violation_error_message="Ribbons cannot be worth more than 999 points.",
            ),
        ),
        migrations.AddConstraint(
            model_name="handcount",
            constraint=models.UniqueConstraint(
                fields=("session", "seat", "number", "card"),
                name="canvas_one_hand_count_a_card",
                violation_error_message="The ribbons of that card are already counted.",
            ),
        ),
        migrations.AddConstraint(
            model_name="handcount",
            constraint=models.CheckConstraint(
                condition=models.Q(("ribbons__lte", 5)),
                name="canvas_hand_count_within_a_row",
                violation_error_message="A points row cannot go beyond five ribbons.",
            ),
        ),
        migrations.AddConstraint(
            model_name="inspiration",
            constraint=models.UniqueConstraint(
                fields=("session", "seat"),
                name="canvas_inspiration_is_counted_once",
                violation_error_message="This player’s tokens are already counted.",
            ),
        ),
        migrations.AddConstraint(
            model_name="inspiration",
            constraint=models.CheckConstraint(
                condition=models.Q(("tokens__lte", 20)),
                name="canvas_inspiration_within_the_box",
                violation_error_message="At most 20 Inspiration tokens are in play.",
            ),
        ),
        migrations.AddConstraint(
            model_name="painting",
            constraint=models.UniqueConstraint(
                fields=("session", "seat", "number"),
                name="canvas_paintings_are_numbered",
                violation_error_message="This painter already has a painting with that number.",
            ),
        ),
        migrations.AddConstraint(
            model_name="painting",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1), ("number__lte", 3)),
                name="canvas_three_paintings_each",
                violation_error_message="Paintings must be numbered from 1 to 3.",
            ),
        ),
        migrations.AddConstraint(
            model_name="painting",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("bonus__isnull", False), ("way", "bonus")),
                    models.Q(models.Q(("way", "bonus"), _negated=True), ("bonus__isnull", True)),
                    _connector="OR",
                ),
                name="canvas_bonus_only_by_hand",
                violation_error_message="Only a painting counted by hand can have bonus points.",
            ),
        ),
        migrations.AddConstraint(
            model_name="paintingicon",
            constraint=models.UniqueConstraint(
                fields=("session", "seat", "number", "slot", "icon"),
                name="canvas_an_icon_once_in_a_slot",
                violation_error_message="That icon is already in this slot.",
            ),
        ),
        migrations.AddConstraint(
            model_name="paintingicon",
            constraint=models.CheckConstraint(
                condition=models.Q(("slot__gte", 1), ("slot__lte", 5)),
                name="canvas_slots_are_one_to_five",
                violation_error_message="A painting has slots 1 to 5.",
            ),
        ),
        migrations.AddConstraint(
            model_name="paintinglayer",
            constraint=models.UniqueConstraint(
                fields=("session", "seat", "number", "layer"),
                name="canvas_one_art_card_a_layer",
                violation_error_message="Another art card is already in that layer.",
            ),
        ),
        migrations.AddConstraint(
            model_name="paintinglayer",
            constraint=models.UniqueConstraint(
                fields=("session", "art"),
                name="canvas_an_art_card_exists_once",
                violation_error_message="That art card is already in a painting.",
            ),
        ),
        migrations.AddConstraint(
            model_name="paintinglayer",
            constraint=models.CheckConstraint(
                condition=models.Q(("layer__gte", 1), ("layer__lte", 3)),
                name="canvas_three_layers",
                violation_error_message="A painting has layers 1 to 3.",
            ),
        ),
        migrations.AddConstraint(
            model_name="ribbons",
            constraint=models.UniqueConstraint(
                fields=("session", "seat", "number", "card"),
                name="canvas_ribbons_of_a_card_once_a_painting",
                violation_error_message="The ribbons of that card are already entered.",
            ),
        ),
        migrations.AddConstraint(
            model_name="ribbons",
            constraint=models.CheckConstraint(
                condition=models.Q(("ribbons__lte", 5)),
                name="canvas_ribbons_within_a_row",
                violation_error_message="A points row cannot go beyond five ribbons.",
            ),
        ),
        migrations.AddConstraint(
            model_name="scoringcard",
            constraint=models.UniqueConstraint(
                fields=("edition", "name"),
                name="canvas_one_scoring_card_of_a_name",
                violation_error_message="This edition already has a scoring card with that name.",
            ),
        ),
        migrations.AddConstraint(
            model_name="ribbonpoints",
            constraint=models.UniqueConstraint(
                fields=("card", "ribbons"),
                name="canvas_one_worth_for_a_number_of_ribbons",
                violation_error_message="That number of ribbons already has its points.",
            ),
        ),
        migrations.AddConstraint(
            model_name="ribbonpoints",
            constraint=models.CheckConstraint(
                condition=models.Q(("ribbons__gte", 1), ("ribbons__lte", 5)),
                name="canvas_points_row_is_one_to_five_long",
                violation_error_message="A points row must be for one to five ribbons.",
            ),
        ),
        migrations.AddConstraint(
            model_name="ribbonpoints",
            constraint=models.CheckConstraint(
                condition=models.Q(("points__lte", 999)),
                name="canvas_points_at_most_999",
                violation_error_message="Ribbons cannot be worth more than 999 points.",
            ),
        ),
        migrations.AddConstraint(
            model_name="cardinset",
            constraint=models.UniqueConstraint(
                fields=("card_set", "place"),
                name="canvas_one_card_a_place_in_a_set",
                violation_error_message="Another card of the set already has that position.",
            ),
        ),
        migrations.AddConstraint(
            model_name="cardinset",
            constraint=models.UniqueConstraint(
                fields=("card_set", "card"),
                name="canvas_a_card_once_in_a_set",
                violation_error_message="That card is already in the set.",
            ),
        ),
        migrations.AddConstraint(
            model_name="cardinset",
            constraint=models.CheckConstraint(
                condition=models.Q(("place__gte", 1), ("place__lte", 4)),
                name="canvas_four_cards_in_a_set_at_most",
                violation_error_message="A set has positions 1 to 4.",
            ),
        ),
        migrations.AddConstraint(
            model_name="tablecard",
            constraint=models.UniqueConstraint(
                fields=("session", "place"),
                name="canvas_one_card_a_place",
                violation_error_message="Another card already has that position.",
            ),
        ),
        migrations.AddConstraint(
            model_name="tablecard",
            constraint=models.UniqueConstraint(
                fields=("session", "name"),
                name="canvas_a_card_lies_there_once",
                violation_error_message="That card is already on the table.",
            ),
        ),
        migrations.AddConstraint(
            model_name="tablecard",
            constraint=models.CheckConstraint(
                condition=models.Q(("place__gte", 1), ("place__lte", 4)),
                name="canvas_four_cards_at_most",
                violation_error_message="A table has cards 1 to 4.",
            ),
        ),
        migrations.AddConstraint(
            model_name="tablecardpoints",
            constraint=models.UniqueConstraint(
                fields=("session", "place", "ribbons"),
                name="canvas_one_worth_on_this_table",
                violation_error_message="That number of ribbons already has its points.",
            ),
        ),
        migrations.AddConstraint(
            model_name="tablecardpoints",
            constraint=models.CheckConstraint(
                condition=models.Q(("ribbons__gte", 1), ("ribbons__lte", 5)),
                name="canvas_table_row_is_one_to_five_long",
                violation_error_message="A points row must be for one to five ribbons.",
            ),
        ),
    ]
