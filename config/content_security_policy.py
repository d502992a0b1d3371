"""The Content-Security-Policy: a page loads and runs only what comes from the site itself."""

from csp.constants import NONE, SELF

POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
        "object-src": [NONE],
        "worker-src": [SELF],
    },
}
