"""All settings. Only the environment changes them; with nothing set the site runs, safely."""

import os
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

from config.caches import cache_settings
from config.content_security_policy import POLICY
from config.database import database_settings
from config.error_reports import start_error_reports
from config.folio import folio_storage
from config.lan_address import ALL_INTERFACES, network_address
from config.logs import logging_settings
from config.mail import mail_server
from config.private_folder import make_private
from config.secret_key import stored_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent

INSTALLED_GAMES = [
    "games.artbox",
    "games.canvas",
    "games.duplik",
    "games.artem",
]


def env_bool(name: str, default: bool) -> bool:
    value = os.environ.get(name, str(default))
    if value not in {"True", "False", "1", "0"}:
        raise ImproperlyConfigured(f"{name} must be True or False, not {value!r}")
    return value in {"True", "1"}


def env_int(name: str, default: int) -> int:
    value = os.environ.get(name, str(default))
    if not (value.isascii() and value.isdigit()):
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}")
    return int(value)


def env_choice(name: str, choices: list[str]) -> str:
    """Read one of some words; the first is the default."""
    value = os.environ.get(name) or choices[0]
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {value!r}")
    return value


def env_origin(name: str) -> str:
    """Read an address without a path, such as https://scores.example.org."""
    value = os.environ.get(name, "").rstrip("/")
    parts = urlsplit(value)
    if value and (
        parts.scheme not in {"http", "https"} or value != f"{parts.scheme}://{parts.netloc}"
    ):
        raise ImproperlyConfigured(f"{name} must be like https://scores.example.org, not {value!r}")
    return value


def env_list(name: str, default: str) -> list[str]:
    return [item.strip() for item in os.environ.get(name, default).split(",") if item.strip()]


VAR_DIR = make_private(Path(os.environ.get("VAR_DIR", BASE_DIR / "var")))
STORED_SECRET_KEY = os.environ.get("SECRET_KEY") or stored_secret_key(VAR_DIR / "secret_key")
SECRET_KEY = STORED_SECRET_KEY or get_random_secret_key()  # enough for a command, not to serve
SECRET_KEY_IS_GIVEN = bool(os.environ.get("SECRET_KEY"))
SECRET_KEY_FALLBACKS = env_list("SECRET_KEY_FALLBACKS", "")  # earlier keys, still accepted
DEBUG = env_bool("DEBUG", default=False)
DEMO_GROUP = "demo"  # its address
DEMO = env_bool("DEMO", default=False)  # make an example group, for newcomers to look at
# Served to the whole network, the site answers to its address there, and phones are sent to it.
HOST = os.environ.get("HOST", "127.0.0.1")
PORT = os.environ.get("PORT", "8000")
NETWORK_ADDRESS = network_address() if HOST in ALL_INTERFACES else None
PHONES_ADDRESS = f"http://{NETWORK_ADDRESS}:{PORT}" if NETWORK_ADDRESS else ""
PUBLIC_ADDRESS = env_origin("PUBLIC_ADDRESS")
NAMED_HOSTS = list(filter(None, [NETWORK_ADDRESS, urlsplit(PUBLIC_ADDRESS).hostname]))
OWN_HOSTS = ["localhost", "127.0.0.1", "[::1]", *NAMED_HOSTS]
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", ",".join(OWN_HOSTS))
# In a container, which cannot know by which address the network reaches it.
HOME_HOSTS = ALLOWED_HOSTS == ["home"]
if HOME_HOSTS:
    ALLOWED_HOSTS = ["*"]  # narrowed down by HomeHostMiddleware
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS", PUBLIC_ADDRESS)
# Links in emails lead there: the sender of a request chooses its `Host`.
MAIL_ADDRESS = PUBLIC_ADDRESS or PHONES_ADDRESS or f"http://localhost:{PORT}"

INSTALLED_APPS = [
    "scoring.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "scoring",
    *INSTALLED_GAMES,
]

MIDDLEWARE = [
    "scoring.web.proxies.ProxyMiddleware",  # before anything reads an address
    "scoring.monitoring.request_log.RequestLogMiddleware",
    "scoring.web.request_body.charset_middleware",  # before anything reads a query or a body
    "scoring.monitoring.probes.ProbeMiddleware",  # before hosts and TLS are checked
    "scoring.web.proxies.HomeHostMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # pads by a random length, and tokens are masked
    "scoring.web.policies.PoliciesMiddleware",
    "scoring.web.browser_cookie.BrowserCookieMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "scoring.web.polling.PollMiddleware",  # before what an answer without a page does not need
    "django.middleware.locale.LocaleMiddleware",
    "scoring.web.request_body.body_size_middleware",  # before anything reads a body
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",  # asks neither the session nor the database
    "scoring.web.request_body.UnreadBodyMiddleware",
    "scoring.web.error_pages.DatabaseErrorMiddleware",
    "scoring.leagues.closed_seasons.ClosedSeasonMiddleware",  # nearest to what views raise
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

FORM_RENDERER = "scoring.web.form_rendering.FormRenderer"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "scoring.web.theme.theme",
            ],
        },
    },
]

# Longest wait of a statement for a lock: a phone sends a tap again after 8 seconds, and the server
# must have let go of it before that. The web server sets 5; a command may wait for a long import.
DATABASE_LOCK_TIMEOUT = env_int("DATABASE_LOCK_TIMEOUT", default=60)  # seconds
# Connections that the threads of a process share, on PostgreSQL; 0: one that stays open a thread.
DATABASE_POOL = env_int("DATABASE_POOL", default=0)
DATABASE_URL = os.environ.get("DATABASE_URL") or f"sqlite:///{VAR_DIR / 'scorefolio.sqlite3'}"
DATABASES = {
    "default": database_settings(
        DATABASE_URL,
        lock_timeout=DATABASE_LOCK_TIMEOUT,
        pool=DATABASE_POOL,
        prepare=env_bool("DATABASE_PREPARE", default=False),
    )
}
# Counters are shared by all processes and machines; pages by those with redis://cache:6379.
CACHES = cache_settings(os.environ.get("CACHE_URL", ""))
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000  # a long evening entered in the admin
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
# Nobody has to give an address; who gives none has no code by email and no new password.
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
SIGN_UP = env_choice("SIGN_UP", ["open", "invited", "closed"])  # who may make an account
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True  # one address an account
# Nobody learns which addresses have accounts: several may have one that nobody has confirmed.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before the address changes
ACCOUNT_EMAIL_NOTIFICATIONS = True  # about changes of the password and the address
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USERNAME_BLACKLIST = ["admin", "scorefolio"]
# Counted in the default cache, which all processes share and nothing else fills. An address is the
# client's (ip), a key is what somebody tries: a username, an email address, an account's codes.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,200/d/ip,5/5m/key",
    "change_name": "20/d/user",
    "ask_for_mail": "20/d/user,300/d/ip",  # of owners: addresses that evenings write to first
    "invite": "20/d/user,300/d/ip",  # by email; deleting a group gives none of them back
    "confirm_email": "3/3m/key",  # more than one: several accounts may wait for one address
    "manage_email": "10/m/user,300/d/ip",  # a new address is written to
    "reauthenticate": "10/m/user",
    "request_login_code": "20/m/ip,3/m/key,30/d/key",
    "reset_password": "20/m/ip,5/m/key,30/d/key",
    "signup": "20/m/ip",
}
# Of the codes that an app computes from the time; one step more, as clocks of phones differ.
ACCOUNT_FORMS = {"login": "scoring.accounts.forms.LoginForm"}
MFA_ADAPTER = "scoring.accounts.second_factor.MFAAdapter"
MFA_FORMS = {
    "activate_totp": "scoring.accounts.mfa_forms.OnceActivateTOTPForm",
    "authenticate": "scoring.accounts.mfa_forms.OnceAuthenticateForm",
    "reauthenticate": "scoring.accounts.mfa_forms.OnceReauthenticateForm",
}
MFA_TOTP_ISSUER = "Scorefolio"
MFA_TOTP_TOLERANCE = 1
# The person who first confirms an address gets the account without its creator's second factor.
MFA_ALLOW_UNVERIFIED_EMAIL = True
ACCOUNT_ADAPTER = "scoring.accounts.account_adapter.AccountAdapter"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Scorefolio: "

# To the console, until there is a server for the worker to hand it to.
EMAIL_URL = os.environ.get("EMAIL_URL", "console://")
MAIL = mail_server(EMAIL_URL)
EMAIL_BACKEND = MAIL.backend
DELIVERY_BACKEND = MAIL.delivery_backend
EMAIL_HOST = MAIL.host
EMAIL_PORT = MAIL.port
EMAIL_HOST_USER = MAIL.user
EMAIL_HOST_PASSWORD = MAIL.password
EMAIL_USE_TLS = MAIL.starttls
EMAIL_USE_SSL = MAIL.tls
EMAIL_TIMEOUT = 10  # seconds that a mail server may be silent
MAIL_DOMAIN = urlsplit(PUBLIC_ADDRESS).hostname or "localhost"
DEFAULT_FROM_EMAIL = os.environ.get("MAIL_FROM") or f"Scorefolio <scorefolio@{MAIL_DOMAIN}>"
SERVER_EMAIL = DEFAULT_FROM_EMAIL

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["config.formats"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
# An image contains its static files, which were collected when it was built.
STATIC_ARE_BUILT = "STATIC_DIR" in os.environ
STATIC_ROOT = Path(os.environ.get("STATIC_DIR", VAR_DIR / "static"))
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.fonts.FontFinder",
    "config.themes.ThemeFinder",
]
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site uses our files
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # The photos of drawings; never a public folder.
    "folio": folio_storage(VAR_DIR / "folio", os.environ.get("FOLIO_BUCKET", "")),
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.static_files.StaticFilesStorage"
    },
}

# Bytes of photos that a session and a group may have; where nginx serves them, its address of them.
FOLIO_SESSION_PHOTOS = env_int("FOLIO_SESSION_PHOTOS", default=150)
FOLIO_GROUP_BYTES = env_int("FOLIO_GROUP_BYTES", default=4 * 1024**3)
FOLIO_ACCEL = os.environ.get("FOLIO_ACCEL", "")

CONTENT_SECURITY_POLICY = POLICY

# Behind a proxy that speaks TLS; a site on a home network has none.
HTTPS = env_bool("HTTPS", default=PUBLIC_ADDRESS.startswith("https:"))
# How many are in front, each adding an address; an address with TLS has one.
PROXIES = env_int("PROXIES", default=int(PUBLIC_ADDRESS.startswith("https:")))
if HTTPS and not PROXIES:
    raise ImproperlyConfigured(
        "HTTPS=True is for a site behind a proxy that speaks TLS: set PROXIES to how many proxies "
        "are in front of it, usually 1. Without any, leave HTTPS unset."
    )
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES  # whose address the limits count
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DEFAULT_EXCEPTION_REPORTER_FILTER = "scoring.monitoring.report_filter.ReporterFilter"

ERROR_MAIL = env_list("ERROR_MAIL", "")
ADMINS = [("", address) for address in ERROR_MAIL]  # whom mail_admins() writes to
LOGGING = logging_settings(
    os.environ.get("LOG_FORMAT", "text"), os.environ.get("LOG_LEVEL", "INFO"), ERROR_MAIL
)
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")  # without one, only this machine reads them
SENTRY_DSN = os.environ.get("SENTRY_DSN", "")
if SENTRY_DSN:
    start_error_reports(SENTRY_DSN)
