from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0017_phones_that_are_signed_out"),
    ]

    operations = [
        migrations.AddField(
            model_name="season",
            name="sessions_are_stale",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddField(
            model_name="season",
            name="days_are_stale",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddField(
            model_name="season",
            name="settled",
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
    ]
