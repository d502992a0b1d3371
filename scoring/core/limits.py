"""How much one session, browser or address may use: far more than any real evening does.

`docs/operations.md` lists them, and a test compares it with this."""

ENTRIES_OF_A_SESSION = 2_500  # turns or rounds that can be recorded at a table
REVISIONS_OF_A_SESSION = 5_000  # changes, with those that were taken back
BYTES_OF_A_HISTORY = 4 * 1024**2  # of what the changes of a session store, in UTF-8
TABLES_OF_A_BROWSER = 60  # opened within an hour
TABLES_OF_A_NETWORK = 600  # the same; a club may share one address, and has one /64 of IPv6
UPLOADS_OF_AN_ACCOUNT = 20  # files of results, within an hour
UPLOADS_OF_A_NETWORK = 120
PREVIEWS_OF_AN_ACCOUNT = 120  # each reads such a file
ANSWERS_OF_A_NETWORK = 2_000  # to evenings, within an hour; a club may share one address
WRONG_CODES_OF_A_NETWORK = 1_000  # of tables, within an hour; then right ones do not help either
MAIL_TO_AN_ADDRESS = 10  # a day, that others cause
PHONES_AT_A_TABLE = 100  # browsers that joined: players, watchers, screens
LETTERS_OF_NOTES = 2_000
BYTES_OF_A_PHOTO = 12 * 1024**2
BYTES_OF_A_REQUEST_WITH_PHOTOS = 64 * 1024**2  # of its body; each photo counts by itself, too
PHOTOS_OF_A_NETWORK = 2_000  # sent within an hour; a club may share one address
BYTES_OF_A_REQUEST = 6 * 1024**2  # of its body; a file that is uploaded may have 5 MiB
