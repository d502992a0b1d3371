from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0018_seasons_being_counted"),
    ]

    operations = [
        migrations.AddField(
            model_name="group",
            name="shows_results",
            field=models.BooleanField(db_default=True, default=True, verbose_name="open results"),
        ),
    ]
