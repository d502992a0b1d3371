"""QR codes of links, as SVG."""

from io import BytesIO

import segno
from django.http import HttpResponse
from django.utils.cache import patch_cache_control


def qr_image(link: str) -> HttpResponse:
    """Return the link as an SVG image, dark on light also in the dark theme, as cameras need it.

    Browsers ask again each time, because links are withdrawn."""
    image = BytesIO()
    code = segno.make(link, error="m")
    code.save(image, kind="svg", scale=8, border=3, dark="#211d18", light="#ffffff")
    response = HttpResponse(image.getvalue(), content_type="image/svg+xml")
    patch_cache_control(response, private=True, no_cache=True)
    return response
