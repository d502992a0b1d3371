from django.db import migrations

import scoring.models.fields
import scoring.models.seasons


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0029_copy_seasons_of_sessions"),
    ]

    operations = [
        migrations.AddField(
            model_name="season",
            name="podium_2",
            field=scoring.models.fields.NumbersField(
                blank=True,
                db_default="",
                default=(),
                max_length=60,
                validators=[scoring.models.seasons.check_podium],
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="podium_3",
            field=scoring.models.fields.NumbersField(
                blank=True,
                db_default="",
                default=(),
                max_length=60,
                validators=[scoring.models.seasons.check_podium],
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="podium_4",
            field=scoring.models.fields.NumbersField(
                blank=True,
                db_default="",
                default=(),
                max_length=60,
                validators=[scoring.models.seasons.check_podium],
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="podium_5",
            field=scoring.models.fields.NumbersField(
                blank=True,
                db_default="",
                default=(),
                max_length=60,
                validators=[scoring.models.seasons.check_podium],
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="podium_6",
            field=scoring.models.fields.NumbersField(
                blank=True,
                db_default="",
                default=(),
                max_length=60,
                validators=[scoring.models.seasons.check_podium],
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="podium_7",
            field=scoring.models.fields.NumbersField(
                blank=True,
                db_default="",
                default=(),
                max_length=60,
                validators=[scoring.models.seasons.check_podium],
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="podium_8",
            field=scoring.models.fields.NumbersField(
                blank=True,
                db_default="",
                default=(),
                max_length=60,
                validators=[scoring.models.seasons.check_podium],
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="podium",
            field=scoring.models.fields.NumbersField(
                default=(5, 3, 2, 1),
                max_length=60,
                validators=[scoring.models.seasons.check_podium],
                verbose_name="points by place, from the first on",
            ),
        ),
    ]
