import uuid

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import scoring.models.evenings.answers
import scoring.models.evenings.evenings
import scoring.models.fields
import scoring.models.invitations
import scoring.models.join_codes
import scoring.models.people
import scoring.models.photos
import scoring.models.seasons


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Backup",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("created_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="CachedValue",
            fields=[
                ("cache_key", models.CharField(max_length=255, primary_key=True, serialize=False)),
                ("value", models.TextField()),
                ("expires", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="ClosedSeasonChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "what",
                    models.CharField(
                        choices=[
                            ("added", "added"),
                            ("ended", "ended after the season was closed"),
                            ("corrected", "corrected"),
                            ("reopened", "no longer over"),
                            ("deleted", "deleted"),
                            ("restored", "restored"),
                            ("moved", "moved"),
                            ("import-undone", "deleted with its import"),
                            ("merged", "two players merged"),
                            ("separated", "two players separated again"),
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "game",
                    models.CharField(
                        blank=True, choices=scoring.models.seasons.game_choices, max_length=20
                    ),
                ),
                ("played_on", models.DateField(null=True)),
                ("sessions", models.PositiveIntegerField()),
            ],
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
                ("link_renewed_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("starts_at", models.DateTimeField(verbose_name="start")),
                ("location", models.CharField(blank=True, max_length=200, verbose_name="location")),
                ("notes", models.TextField(blank=True, max_length=2000, verbose_name="notes")),
                ("sequence", models.PositiveIntegerField(default=0, editable=False)),
                ("created_at", models.DateTimeField()),
                ("changed_at", models.DateTimeField()),
                ("cancelled_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("announced_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("concluded_at", models.DateTimeField(blank=True, editable=False, null=True)),
            ],
            options={
                "verbose_name": "evening",
                "verbose_name_plural": "evenings",
            },
        ),
        migrations.CreateModel(
            name="Group",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "slug",
                    models.SlugField(
                        error_messages={"unique": "Another group already has this address."},
                        max_length=60,
                        unique=True,
                        verbose_name="address",
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("public", "everyone"),
                            ("link", "anyone with the link"),
                            ("members", "members only"),
                        ],
                        default="members",
                        max_length=10,
                        verbose_name="who can see it",
                    ),
                ),
                (
                    "link_token",
                    models.CharField(
                        default=scoring.models.people.new_group_token, editable=False, max_length=40
                    ),
                ),
                (
                    "shows_results",
                    models.BooleanField(
                        db_default=True, default=True, verbose_name="results open to visitors"
                    ),
                ),
                (
                    "shows_photos",
                    models.BooleanField(
                        db_default=False, default=False, verbose_name="photos open to visitors"
                    ),
                ),
                (
                    "time_zone",
                    models.CharField(
                        default="UTC",
                        max_length=60,
                        validators=[scoring.models.people.check_time_zone],
                        verbose_name="time zone",
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        choices=scoring.models.people.language_choices,
                        default="en",
                        max_length=10,
                        verbose_name="language",
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "group",
                "verbose_name_plural": "groups",
            },
        ),
        migrations.CreateModel(
            name="MailOptOut",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address_hash", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField()),
            ],
        ),
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
                ("left_at", models.DateTimeField(blank=True, null=True)),
                ("is_ticked", models.BooleanField(db_default=False, default=False)),
                ("is_guest", models.BooleanField(db_default=False, default=False)),
                (
                    "evening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="scoring.evening",
                    ),
                ),
            ],
            options={
                "verbose_name": "answer",
                "verbose_name_plural": "answers",
            },
        ),
        migrations.AddField(
            model_name="evening",
            name="group",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="evenings",
                to="scoring.group",
            ),
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
                ("renewed_at", models.DateTimeField(blank=True, null=True)),
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
            name="Job",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("kind", models.CharField(max_length=40, verbose_name="kind")),
                ("arguments", models.JSONField()),
                ("language", models.CharField(max_length=10)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("alive_at", models.DateTimeField(null=True)),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("sentences", models.JSONField(default=list)),
                ("link", models.CharField(blank=True, max_length=500)),
                ("file_name", models.CharField(blank=True, max_length=200)),
                ("file_type", models.CharField(blank=True, max_length=100)),
                ("failed", models.BooleanField(default=False)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "asked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="jobs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "job",
                "verbose_name_plural": "jobs",
            },
        ),
        migrations.CreateModel(
            name="FilePart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("content", models.BinaryField()),
                (
                    "job",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="parts",
                        to="scoring.job",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="League",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("slug", models.SlugField(max_length=60, verbose_name="address")),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="leagues",
                        to="scoring.group",
                    ),
                ),
            ],
            options={
                "verbose_name": "league",
                "verbose_name_plural": "leagues",
            },
        ),
        migrations.CreateModel(
            name="Import",
            fields=[
                ("uuid", models.UUIDField(default=uuid.uuid4, primary_key=True, serialize=False)),
                ("file_name", models.CharField(max_length=200)),
                ("content", models.BinaryField()),
                (
                    "choices",
                    models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict),
                ),
                (
                    "reading",
                    models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict),
                ),
                ("plan", models.PositiveIntegerField(db_default=0, default=0)),
                ("rests_on", models.CharField(db_default="", default="", max_length=64)),
                ("player_ids", models.JSONField(null=True)),
                ("stored_at", models.DateTimeField(db_index=True)),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                ("undone_at", models.DateTimeField(null=True)),
                ("added", models.PositiveIntegerField(default=0)),
                (
                    "actor",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imports",
                        to="scoring.group",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.league",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="evening",
            name="league",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="evenings",
                to="scoring.league",
                verbose_name="league",
            ),
        ),
        migrations.CreateModel(
            name="MailConsent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address_hash", models.CharField(max_length=64)),
                (
                    "token",
                    models.CharField(
                        default=scoring.models.evenings.answers.new_address_token,
                        max_length=40,
                        unique=True,
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("agreed_at", models.DateTimeField(null=True)),
                ("declined_at", models.DateTimeField(null=True)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mail_consents",
                        to="scoring.group",
                    ),
                ),
            ],
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
                ("email", models.EmailField(max_length=254, verbose_name="email address")),
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
                (
                    "consent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="addresses",
                        to="scoring.mailconsent",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OutgoingMail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("message_id", models.CharField(max_length=255, unique=True)),
                ("recipients", models.TextField(verbose_name="recipients")),
                ("subject", models.TextField(verbose_name="subject")),
                ("content", models.JSONField(null=True)),
                ("created_at", models.DateTimeField(verbose_name="written")),
                ("expires_at", models.DateTimeField(verbose_name="expires")),
                ("due_at", models.DateTimeField(verbose_name="next attempt")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("problem", models.CharField(blank=True, max_length=300, verbose_name="problem")),
                ("sent_at", models.DateTimeField(null=True, verbose_name="sent")),
                ("failed_at", models.DateTimeField(null=True, verbose_name="given up")),
            ],
            options={
                "verbose_name": "email",
                "verbose_name_plural": "emails",
                "indexes": [
                    models.Index(
                        condition=models.Q(("failed_at", None), ("sent_at", None)),
                        fields=["due_at"],
                        name="scoring_mail_that_waits",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("content__isnull", True),
                            models.Q(("failed_at", None), ("sent_at", None)),
                            _connector="XOR",
                        ),
                        name="scoring_mail_is_kept_until_sent",
                        violation_error_message="An email must keep its text until it is sent.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("expires_at__gt", models.F("created_at"))),
                        name="scoring_mail_expires_later",
                        violation_error_message="An email cannot expire before it is written.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlannedSession",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("row", models.PositiveIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("new", "New"),
                            ("alike", "Possible duplicates"),
                            ("known", "Already here"),
                            ("differs", "Already here, but different"),
                            ("corrected", "Corrected"),
                            ("refused", "Refused"),
                            ("left-out", "Left out"),
                        ],
                        max_length=10,
                    ),
                ),
                ("is_marked", models.BooleanField(default=False)),
                ("is_changed", models.BooleanField(default=False)),
                ("document", models.JSONField(null=True)),
                ("document_id", models.UUIDField(null=True)),
                ("session", models.UUIDField(null=True)),
                ("details", models.JSONField(default=dict)),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="planned",
                        to="scoring.import",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("nickname", models.CharField(blank=True, max_length=60, verbose_name="nickname")),
                (
                    "hidden",
                    models.BooleanField(default=False, verbose_name="hidden outside the group"),
                ),
                ("version", models.PositiveIntegerField(db_default=0, default=0, editable=False)),
                (
                    "group",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="scoring.group",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="players",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("scorekeeper", "scorekeeper"),
                            ("member", "member"),
                        ],
                        default="member",
                        max_length=20,
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="scoring.group",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "says",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="said_by",
                        to="scoring.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "membership",
                "verbose_name_plural": "memberships",
            },
        ),
        migrations.CreateModel(
            name="Meeting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("met", models.IntegerField()),
                ("ahead", models.IntegerField()),
                ("tied", models.IntegerField()),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.player",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="meetings",
                        to="scoring.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
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
                        default=scoring.models.invitations.new_invitation_token,
                        max_length=40,
                        unique=True,
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("scorekeeper", "scorekeeper"),
                            ("member", "member"),
                        ],
                        default="member",
                        max_length=20,
                    ),
                ),
                (
                    "email",
                    models.EmailField(blank=True, max_length=254, verbose_name="email address"),
                ),
                ("most", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("uses", models.PositiveSmallIntegerField(default=0)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="scoring.group",
                    ),
                ),
                (
                    "used_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="scoring.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "invitation",
                "verbose_name_plural": "invitations",
            },
        ),
        migrations.CreateModel(
            name="ImportedPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="scoring.import",
                    ),
                ),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imported",
                        to="scoring.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Career",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(blank=True, max_length=20)),
                ("plays", models.IntegerField()),
                ("wins", models.IntegerField()),
                ("share", models.BigIntegerField()),
                ("points", models.BigIntegerField()),
                ("without_points", models.IntegerField(db_default=0, default=0)),
                ("run", models.PositiveIntegerField(default=0)),
                ("longest_run", models.PositiveIntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="careers",
                        to="scoring.player",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="answer",
            name="player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="evening_answers",
                to="scoring.player",
            ),
        ),
        migrations.CreateModel(
            name="PlayerFact",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=20)),
                ("what", models.CharField(max_length=30)),
                ("subject", models.CharField(blank=True, max_length=60)),
                ("times", models.BigIntegerField()),
                ("of", models.BigIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="facts",
                        to="scoring.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RankMove",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("before", models.PositiveSmallIntegerField(null=True)),
                ("after", models.PositiveSmallIntegerField(null=True)),
                (
                    "change",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="moves",
                        to="scoring.closedseasonchange",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("slug", models.SlugField(max_length=60, verbose_name="address")),
                (
                    "starts_on",
                    models.DateField(
                        default=scoring.models.seasons.first_of_this_year, verbose_name="first day"
                    ),
                ),
                (
                    "ends_on",
                    models.DateField(
                        default=scoring.models.seasons.last_of_this_year, verbose_name="last day"
                    ),
                ),
                (
                    "scheme",
                    models.CharField(
                        choices=[
                            ("beaten", "the share of opponents beaten"),
                            ("podium", "points by place"),
                            ("wins", "wins only"),
                        ],
                        default="beaten",
                        max_length=10,
                        verbose_name="what a place is worth",
                    ),
                ),
                (
                    "podium",
                    scoring.models.fields.NumbersField(
                        default=(5, 3, 2, 1),
                        max_length=60,
                        validators=[scoring.models.seasons.check_podium],
                        verbose_name="points by place, from first place down",
                    ),
                ),
                (
                    "podium_2",
                    scoring.models.fields.NumbersField(
                        blank=True,
                        db_default="",
                        default=(),
                        max_length=60,
                        validators=[scoring.models.seasons.check_podium],
                    ),
                ),
                (
                    "podium_3",
                    scoring.models.fields.NumbersField(
                        blank=True,
                        db_default="",
                        default=(),
                        max_length=60,
                        validators=[scoring.models.seasons.check_podium],
                    ),
                ),
                (
                    "podium_4",
                    scoring.models.fields.NumbersField(
                        blank=True,
                        db_default="",
                        default=(),
                        max_length=60,
                        validators=[scoring.models.seasons.check_podium],
                    ),
                ),
                (
                    "podium_5",
                    scoring.models.fields.NumbersField(
                        blank=True,
                        db_default="",
                        default=(),
                        max_length=60,
                        validators=[scoring.models.seasons.check_podium],
                    ),
                ),
                (
                    "podium_6",
                    scoring.models.fields.NumbersField(
                        blank=True,
                        db_default="",
                        default=(),
                        max_length=60,
                        validators=[scoring.models.seasons.check_podium],
                    ),
                ),
                (
                    "podium_7",
                    scoring.models.fields.NumbersField(
                        blank=True,
                        db_default="",
                        default=(),
                        max_length=60,
                        validators=[scoring.models.seasons.check_podium],
                    ),
                ),
                (
                    "podium_8",
                    scoring.models.fields.NumbersField(
                        blank=True,
                        db_default="",
                        default=(),
                        max_length=60,
                        validators=[scoring.models.seasons.check_podium],
                    ),
                ),
                (
                    "aggregate",
                    models.CharField(
                        choices=[
                            ("total", "all results added up"),
                            ("average", "the average per play"),
                            ("best", "the best results added up"),
                        ],
                        default="total",
                        max_length=10,
                        verbose_name="how results add up",
                    ),
                ),
                (
                    "best",
                    models.PositiveSmallIntegerField(
                        default=10,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1000),
                        ],
                        verbose_name="how many best results",
                    ),
                ),
                (
                    "minimum",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="plays needed for a rank",
                    ),
                ),
                ("skill", models.BooleanField(default=False, verbose_name="show skill")),
                (
                    "closed_at",
                    models.DateTimeField(
                        blank=True, editable=False, null=True, verbose_name="closed"
                    ),
                ),
                ("corrected_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("version", models.PositiveIntegerField(default=0, editable=False)),
                ("sessions", models.PositiveIntegerField(default=0, editable=False)),
                ("last_day", models.DateField(blank=True, editable=False, null=True)),
                ("skill_is_stale", models.BooleanField(default=False, editable=False)),
                (
                    "sessions_are_stale",
                    models.BooleanField(db_default=False, default=False, editable=False),
                ),
                (
                    "days_are_stale",
                    models.BooleanField(db_default=False, default=False, editable=False),
                ),
                ("settled", models.PositiveIntegerField(db_default=0, default=0, editable=False)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seasons",
                        to="scoring.league",
                    ),
                ),
            ],
            options={
                "verbose_name": "season",
                "verbose_name_plural": "seasons",
            },
        ),
        migrations.CreateModel(
            name="PlayerDay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(blank=True, max_length=20)),
                ("day", models.DateField()),
                ("plays", models.IntegerField()),
                ("gained", models.BigIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="player_days",
                        to="scoring.season",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="closedseasonchange",
            name="season",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="changes_since_closed",
                to="scoring.season",
            ),
        ),
        migrations.CreateModel(
            name="SeasonGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "game",
                    models.CharField(
                        choices=scoring.models.seasons.game_choices,
                        max_length=20,
                        verbose_name="game",
                    ),
                ),
                ("sessions", models.PositiveIntegerField(default=0, editable=False)),
                ("last_day", models.DateField(blank=True, editable=False, null=True)),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="scoring.season",
                    ),
                ),
            ],
            options={
                "verbose_name": "game of a season",
                "verbose_name_plural": "games of a season",
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(verbose_name="seat, clockwise")),
                ("name", models.CharField(max_length=60, verbose_name="name at the table")),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="seats",
                        to="scoring.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
            },
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
                ("seen_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("signed_out_at", models.DateTimeField(blank=True, null=True)),
                (
                    "account",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phones",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
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
            ],
            options={
                "verbose_name": "phone",
                "verbose_name_plural": "phones",
            },
        ),
        migrations.CreateModel(
            name="Merge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="date")),
                (
                    "actor",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="merges_away",
                        to="scoring.player",
                    ),
                ),
                (
                    "target",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="merges_in",
                        to="scoring.player",
                    ),
                ),
                ("seats", models.ManyToManyField(related_name="merges", to="scoring.seat")),
            ],
            options={
                "verbose_name": "merge of two players",
                "verbose_name_plural": "merges of two players",
            },
        ),
        migrations.CreateModel(
            name="SeatRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "phone",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seat_request",
                        to="scoring.phone",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="requests",
                        to="scoring.seat",
                    ),
                ),
            ],
            options={
                "verbose_name": "request for a seat",
                "verbose_name_plural": "requests for seats",
            },
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("document_id", models.UUIDField(editable=False, null=True)),
                (
                    "code",
                    models.CharField(
                        default=scoring.models.join_codes.new_code,
                        editable=False,
                        max_length=40,
                        unique=True,
                    ),
                ),
                (
                    "share_token",
                    models.CharField(editable=False, max_length=40, null=True, unique=True),
                ),
                (
                    "game",
                    models.CharField(
                        choices=scoring.models.seasons.game_choices,
                        max_length=20,
                        verbose_name="game",
                    ),
                ),
                (
                    "result_only",
                    models.BooleanField(
                        db_default=False, default=False, editable=False, verbose_name="result only"
                    ),
                ),
                ("stopped", models.BooleanField(default=False, verbose_name="stopped early")),
                ("played_on", models.DateField(blank=True, null=True, verbose_name="played on")),
                (
                    "minutes",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="minutes"),
                ),
                ("location", models.CharField(blank=True, max_length=200, verbose_name="location")),
                ("notes", models.TextField(blank=True, max_length=2000, verbose_name="notes")),
                ("revision", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "stored_bytes",
                    models.PositiveIntegerField(db_default=0, default=0, editable=False),
                ),
                ("version", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "has_requests",
                    models.BooleanField(db_default=False, default=False, editable=False),
                ),
                (
                    "has_photos",
                    models.BooleanField(db_default=False, default=False, editable=False),
                ),
                ("timer_started_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("timer_seconds", models.PositiveSmallIntegerField(default=0, editable=False)),
                ("created_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("deleted_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("expires_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "group",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to="scoring.group",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sessions",
                        to="scoring.league",
                    ),
                ),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
            },
        ),
        migrations.AddField(
            model_name="seat",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seats",
                to="scoring.session",
            ),
        ),
        migrations.CreateModel(
            name="SeasonSession",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "game",
                    models.CharField(choices=scoring.models.seasons.game_choices, max_length=20),
                ),
                ("played_on", models.DateField()),
                ("finished_at", models.DateTimeField()),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="counted_sessions",
                        to="scoring.season",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="counts_for",
                        to="scoring.session",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Revision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("action", models.CharField(max_length=40, verbose_name="action")),
                ("at", models.DateTimeField(verbose_name="date")),
                ("key", models.UUIDField(blank=True, editable=False, null=True)),
                ("returned_to", models.PositiveIntegerField(blank=True, editable=False, null=True)),
                ("edits", models.JSONField(default=list, editable=False)),
                ("steps", models.JSONField(editable=False, null=True)),
                (
                    "actor",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.seat",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="revisions",
                        to="scoring.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "revision",
                "verbose_name_plural": "revisions",
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rank", models.PositiveSmallIntegerField()),
                ("points", models.PositiveIntegerField(null=True)),
                ("decided_by", models.CharField(blank=True, max_length=30)),
                (
                    "game",
                    models.CharField(choices=scoring.models.seasons.game_choices, max_length=20),
                ),
                ("players", models.PositiveSmallIntegerField()),
                ("sharing", models.PositiveSmallIntegerField()),
                ("played_on", models.DateField(blank=True, null=True)),
                ("finished_at", models.DateTimeField()),
                (
                    "group",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.group",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="results",
                        to="scoring.player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="results",
                        to="scoring.season",
                    ),
                ),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="result",
                        to="scoring.seat",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="scoring.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "result",
                "verbose_name_plural": "results",
            },
        ),
        migrations.CreateModel(
            name="Rematch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "next_session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rematch_of",
                        to="scoring.session",
                    ),
                ),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rematch",
                        to="scoring.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "rematch",
                "verbose_name_plural": "rematches",
            },
        ),
        migrations.CreateModel(
            name="Photo",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("own_list", models.BooleanField(default=False)),
                ("step", models.PositiveSmallIntegerField(null=True)),
                ("recorded_in", models.PositiveIntegerField(null=True)),
                ("recorded_as", models.PositiveSmallIntegerField(default=0)),
                ("nth", models.PositiveSmallIntegerField(default=1)),
                (
                    "name",
                    models.CharField(
                        default=scoring.models.photos.new_photo_name,
                        editable=False,
                        max_length=32,
                        unique=True,
                    ),
                ),
                ("incoming", models.CharField(blank=True, default="", max_length=100)),
                ("turn", models.PositiveSmallIntegerField(default=0)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("tried_at", models.DateTimeField(null=True)),
                ("refusal", models.CharField(blank=True, default="", max_length=20)),
                ("width", models.PositiveSmallIntegerField(default=0)),
                ("height", models.PositiveSmallIntegerField(default=0)),
                ("size", models.PositiveIntegerField(default=0)),
                ("added_at", models.DateTimeField()),
                ("removed_at", models.DateTimeField(null=True)),
                ("reported_at", models.DateTimeField(null=True)),
                (
                    "added_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="photos",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "phone",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="photos",
                        to="scoring.phone",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="photos",
                        to="scoring.seat",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="photos",
                        to="scoring.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "photo",
                "verbose_name_plural": "photos",
            },
        ),
        migrations.AddField(
            model_name="phone",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="phones",
                to="scoring.session",
            ),
        ),
        migrations.CreateModel(
            name="OpenEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("round", models.PositiveIntegerField()),
                ("revision", models.PositiveIntegerField()),
                ("action", models.CharField(max_length=40)),
                ("values", models.JSONField()),
                ("at", models.DateTimeField()),
                ("changes", models.JSONField()),
                ("undone_at", models.DateTimeField(null=True)),
                ("undo_key", models.UUIDField(null=True)),
                (
                    "phone",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.phone",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.seat",
                    ),
                ),
                (
                    "secret_of",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.seat",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="open_entries",
                        to="scoring.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "entry of an open round",
                "verbose_name_plural": "entries of open rounds",
            },
        ),
        migrations.CreateModel(
            name="NotedPlace",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "points",
                    models.PositiveIntegerField(blank=True, null=True, verbose_name="points"),
                ),
                (
                    "place",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="place"),
                ),
                ("winner", models.BooleanField(default=False, verbose_name="winner")),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="noted_place",
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
        ),
        migrations.CreateModel(
            name="NotedEdition",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("edition", models.CharField(max_length=20)),
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
            name="ImportedSession",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to="scoring.import",
                    ),
                ),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imported",
                        to="scoring.session",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="HostRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("agreed", models.ManyToManyField(related_name="+", to="scoring.phone")),
                (
                    "phone",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.phone",
                    ),
                ),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="host_request",
                        to="scoring.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "request to host",
                "verbose_name_plural": "requests to host",
            },
        ),
        migrations.CreateModel(
            name="CorrectedSession",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="corrected",
                        to="scoring.import",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.session",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="closedseasonchange",
            name="session",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="scoring.session",
            ),
        ),
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
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(blank=True, max_length=20)),
                ("position", models.PositiveSmallIntegerField()),
                ("rank", models.PositiveSmallIntegerField(null=True)),
                ("decided_by", models.CharField(blank=True, max_length=20)),
                ("plays", models.PositiveIntegerField()),
                ("sum", models.BigIntegerField()),
                ("places", scoring.models.fields.NumbersField(max_length=80)),
                ("form", scoring.models.fields.NumbersField(max_length=20)),
                ("plays_before", models.PositiveIntegerField(default=0)),
                ("sum_before", models.BigIntegerField(default=0)),
                (
                    "places_before",
                    scoring.models.fields.NumbersField(
                        default=(0, 0, 0, 0, 0, 0, 0, 0), max_length=80
                    ),
                ),
                ("rank_before", models.PositiveSmallIntegerField(null=True)),
                ("mu", models.FloatField(null=True)),
                ("sigma", models.FloatField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to="scoring.player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to="scoring.season",
                    ),
                ),
            ],
            options={
                "verbose_name": "row of standings",
                "verbose_name_plural": "rows of standings",
            },
        ),
        migrations.CreateModel(
            name="GameFact",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=20)),
                ("what", models.CharField(max_length=30)),
                ("subject", models.CharField(blank=True, max_length=60)),
                ("times", models.BigIntegerField()),
                ("of", models.BigIntegerField()),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="facts",
                        to="scoring.group",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("group", "game", "what", "subject"),
                        name="scoring_a_fact_of_a_game_is_kept_once",
                        violation_error_message="This has already been added up.",
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(
                condition=models.Q(("finished_at", None)),
                fields=["asked_at"],
                name="scoring_unfinished_jobs",
            ),
        ),
        migrations.AddConstraint(
            model_name="filepart",
            constraint=models.UniqueConstraint(
                fields=("job", "number"),
                name="scoring_one_part_of_a_number",
                violation_error_message="This part of the file already exists.",
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.UniqueConstraint(
                fields=("group", "slug"),
                name="scoring_one_league_of_an_address_in_a_group",
                violation_error_message="The group already has a league at this address.",
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
            model_name="mailconsent",
            constraint=models.UniqueConstraint(
                fields=("group", "address_hash"),
                name="scoring_an_address_is_asked_once_a_group",
                violation_error_message="This address has already been asked.",
            ),
        ),
        migrations.AddConstraint(
            model_name="mailconsent",
            constraint=models.CheckConstraint(
                condition=models.Q(("agreed_at", None), ("declined_at", None), _connector="OR"),
                name="scoring_mail_is_wanted_or_not",
                violation_error_message="An address cannot both accept and refuse a group’s emails.",
            ),
        ),
        migrations.AddConstraint(
            model_name="plannedsession",
            constraint=models.UniqueConstraint(
                fields=("source", "number"),
                name="scoring_planned_session_once",
                violation_error_message="This result is already planned.",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                fields=("group", "name"),
                name="scoring_one_player_of_a_name_in_a_group",
                violation_error_message="The group already has a player with that name.",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                condition=models.Q(("user__isnull", False)),
                fields=("group", "user"),
                name="scoring_one_player_an_account_in_a_group",
                violation_error_message="This account already has a player in the group.",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                fields=("group", "user"),
                name="scoring_one_membership_a_person_and_group",
                violation_error_message="This person already belongs to the group.",
            ),
        ),
        migrations.AddConstraint(
            model_name="meeting",
            constraint=models.UniqueConstraint(
                fields=("player", "other"),
                name="scoring_two_players_meet_in_one_row",
                violation_error_message="These two have already been compared.",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ("member", "scorekeeper"))),
                name="scoring_nobody_is_invited_as_an_owner",
                violation_error_message="Owners are chosen among a group’s members, not by invitation.",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("email", ""), ("player", None)), ("most", 1), _connector="OR"
                ),
                name="scoring_an_invitation_of_somebody_is_for_one",
                violation_error_message="An invitation by email, or for a player, is for one person.",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("most", None), ("uses__lte", models.F("most")), _connector="OR"
                ),
                name="scoring_an_invitation_is_used_as_often_as_it_may",
                violation_error_message="This invitation has been used up.",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("expires_at__gt", models.F("created_at"))),
                name="scoring_an_invitation_runs_out_later",
                violation_error_message="An invitation cannot expire before it is made.",
            ),
        ),
        migrations.AddConstraint(
            model_name="career",
            constraint=models.UniqueConstraint(
                fields=("player", "game"),
                name="scoring_one_career_a_player_and_game",
                violation_error_message="This player’s results have already been added up.",
            ),
        ),
        migrations.AddConstraint(
            model_name="answer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player__isnull", False)),
                fields=("evening", "player"),
                name="scoring_one_answer_a_player",
                violation_error_message="This player has already answered.",
            ),
        ),
        migrations.AddConstraint(
            model_name="answer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("browser", ""), _negated=True),
                fields=("evening", "browser"),
                name="scoring_one_answer_a_browser",
                violation_error_message="This browser has already answered.",
            ),
        ),
        migrations.AddConstraint(
            model_name="playerfact",
            constraint=models.UniqueConstraint(
                fields=("player", "game", "what", "subject"),
                name="scoring_a_fact_of_a_player_is_kept_once",
                violation_error_message="This has already been added up.",
            ),
        ),
        migrations.AddConstraint(
            model_name="rankmove",
            constraint=models.UniqueConstraint(
                fields=("change", "player"),
                name="scoring_a_player_moves_once_by_a_change",
                violation_error_message="This player’s change of rank is already stored.",
            ),
        ),
        migrations.AddIndex(
            model_name="season",
            index=models.Index(
                condition=models.Q(("skill_is_stale", True)),
                fields=["id"],
                name="scoring_stale_skill",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(
                fields=("league", "slug"),
                name="scoring_one_season_of_an_address_in_a_league",
                violation_error_message="The league already has a season at this address.",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("ends_on__gte", models.F("starts_on"))),
                name="scoring_a_season_ends_after_it_starts",
                violation_error_message="The last day cannot be before the first.",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("best__gte", 1), ("minimum__gte", 1)),
                name="scoring_a_season_asks_for_one_play_at_least",
                violation_error_message="A season needs at least one play and one result.",
            ),
        ),
        migrations.AddConstraint(
            model_name="playerday",
            constraint=models.UniqueConstraint(
                fields=("season", "game", "player", "day"),
                name="scoring_a_day_is_added_up_once",
                violation_error_message="This day has already been added up.",
            ),
        ),
        migrations.AddConstraint(
            model_name="seasongame",
            constraint=models.UniqueConstraint(
                fields=("season", "game"),
                name="scoring_a_game_counts_once_in_a_season",
                violation_error_message="The season already has this game.",
            ),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(fields=["group", "-played_on", "-id"], name="scoring_group_latest"),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(
                fields=["group", "game", "-played_on", "-id"], name="scoring_group_game_latest"
            ),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(
                fields=["league", "-played_on", "-id"], name="scoring_league_latest"
            ),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(
                fields=["group", "location", "-played_on", "-id"], name="scoring_group_place_latest"
            ),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(
                condition=models.Q(("stopped", True)),
                fields=["group", "-played_on", "-id"],
                name="scoring_stopped_latest",
            ),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(
                condition=models.Q(("result_only", True)),
                fields=["group", "-played_on", "-id"],
                name="scoring_result_only_latest",
            ),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(
                condition=models.Q(
                    ("finished_at__isnull", True), ("played_on__isnull", True), _connector="OR"
                ),
                fields=["group", "-id"],
                name="scoring_unfinished",
            ),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", False)),
                fields=["group", "-deleted_at", "-id"],
                name="scoring_deleted_latest",
            ),
        ),
        migrations.AddConstraint(
            model_name="session",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("group__isnull", False), ("league__isnull", True), _connector="OR"
                ),
                name="scoring_a_league_needs_a_group",
                violation_error_message="Only a group’s session can count for a league.",
            ),
        ),
        migrations.AddConstraint(
            model_name="session",
            constraint=models.UniqueConstraint(
                condition=models.Q(("document_id__isnull", False)),
                fields=("group", "document_id"),
                name="scoring_one_session_of_an_id_in_a_group",
                violation_error_message="The group already has a session with this id.",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("session", "place"),
                name="scoring_one_player_a_place",
                violation_error_message="Someone else already sits there.",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("session", "name"),
                name="scoring_one_seat_a_name",
                violation_error_message="Two players at the same table need different names.",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("session", "player"),
                name="scoring_one_seat_a_player",
                violation_error_message="This player already has a seat at the table.",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("place__gte", 1), ("place__lte", 8)),
                name="scoring_eight_places_at_most",
                violation_error_message="A table has seats 1 to 8.",
            ),
        ),
        migrations.AddIndex(
            model_name="seasonsession",
            index=models.Index(
                fields=["season", "played_on", "finished_at", "session"],
                name="scoring_season_as_played",
            ),
        ),
        migrations.AddIndex(
            model_name="seasonsession",
            index=models.Index(
                fields=["season", "game", "played_on", "finished_at", "session"],
                name="scoring_season_game_as_played",
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonsession",
            constraint=models.UniqueConstraint(
                fields=("season", "session"),
                name="scoring_a_session_counts_once_for_a_season",
                violation_error_message="This session already counts for this season.",
            ),
        ),
        migrations.AddConstraint(
            model_name="revision",
            constraint=models.UniqueConstraint(
                fields=("session", "number"),
                name="scoring_revisions_are_numbered",
                violation_error_message="This session already has a revision with that number.",
            ),
        ),
        migrations.AddConstraint(
            model_name="revision",
            constraint=models.UniqueConstraint(
                fields=("session", "key"),
                name="scoring_a_tap_counts_once",
                violation_error_message="This change has already been recorded.",
            ),
        ),
        migrations.AddConstraint(
            model_name="revision",
            constraint=models.UniqueConstraint(
                condition=models.Q(("number", 1)),
                fields=("key",),
                name="scoring_a_table_opens_once",
                violation_error_message="This table has already been opened.",
            ),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(
                fields=["player", "played_on", "finished_at", "session", "game", "rank", "players"],
                name="scoring_player_in_order",
            ),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(
                fields=[
                    "player",
                    "players",
                    "rank",
                    "sharing",
                    "game",
                    "played_on",
                    "session",
                    "points",
                ],
                name="scoring_player_places",
            ),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(
                fields=["player", "game", "played_on", "finished_at", "session"],
                name="scoring_player_game_in_order",
            ),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(
                fields=["group", "game", "points", "id"], name="scoring_group_records"
            ),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(
                condition=models.Q(("season__isnull", True)),
                fields=["group", "-played_on", "-session"],
                name="scoring_counts_for_nothing",
            ),
        ),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.CheckConstraint(
                condition=models.Q(("rank__gte", 1), ("rank__lte", 8)),
                name="scoring_ranks_are_one_to_eight",
                violation_error_message="A rank must be from 1 to 8.",
            ),
        ),
        migrations.AddIndex(
            model_name="photo",
            index=models.Index(
                condition=models.Q(("incoming", ""), _negated=True),
                fields=["id"],
                name="scoring_photos_to_read",
            ),
        ),
        migrations.AddConstraint(
            model_name="photo",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("recorded_in__isnull", True), ("recorded_in__gt", 0), _connector="OR"
                ),
                name="scoring_a_photo_is_recorded_with_its_round",
                violation_error_message="Revisions are numbered from 1.",
            ),
        ),
        migrations.AddConstraint(
            model_name="phone",
            constraint=models.UniqueConstraint(
                fields=("session", "browser"),
                name="scoring_a_browser_comes_once",
                violation_error_message="This browser is already at the table.",
            ),
        ),
        migrations.AddIndex(
            model_name="openentry",
            index=models.Index(fields=["at"], name="scoring_open_entries_by_time"),
        ),
        migrations.AddConstraint(
            model_name="openentry",
            constraint=models.UniqueConstraint(
                fields=("session", "number"),
                name="scoring_open_entries_are_numbered",
                violation_error_message="This session already has an entry with that number.",
            ),
        ),
        migrations.AddConstraint(
            model_name="notedplace",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("place", None), models.Q(("place__gte", 1), ("place__lte", 8)), _connector="OR"
                ),
                name="scoring_noted_places_are_one_to_eight",
                violation_error_message="A place must be from 1 to 8.",
            ),
        ),
        migrations.AddConstraint(
            model_name="notededition",
            constraint=models.UniqueConstraint(
                fields=("session",),
                name="scoring_one_noted_edition",
                violation_error_message="This result already has its edition.",
            ),
        ),
        migrations.AddConstraint(
            model_name="correctedsession",
            constraint=models.UniqueConstraint(
                fields=("source", "session"),
                name="scoring_corrected_session_once",
                violation_error_message="This import has already corrected it.",
            ),
        ),
        migrations.AddConstraint(
            model_name="closedseasonchange",
            constraint=models.CheckConstraint(
                condition=models.Q(("session", None), ("sessions", 1), _connector="OR"),
                name="scoring_a_change_names_its_only_session",
                violation_error_message="A change of several sessions cannot name one of them.",
            ),
        ),
        migrations.AddConstraint(
            model_name="skillcheckpoint",
            constraint=models.UniqueConstraint(
                fields=("season", "played_on", "finished_at", "session_number"),
                name="scoring_one_checkpoint_after_a_session",
                violation_error_message="There is already a checkpoint after this session.",
            ),
        ),
        migrations.AddIndex(
            model_name="tally",
            index=models.Index(fields=["season", "game", "position"], name="scoring_table_order"),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.UniqueConstraint(
                fields=("season", "game", "player"),
                name="scoring_one_line_a_player_and_table",
                violation_error_message="This player already has a row in these standings.",
            ),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.CheckConstraint(
                condition=models.Q(("plays__gte", 1)),
                name="scoring_a_line_needs_a_play",
                violation_error_message="A player who has not played is not in the standings.",
            ),
        ),
    ]
