"""A link as a picture for a camera."""

from io import BytesIO

import segno
from django.http import HttpResponse
from django.utils.cache import patch_cache_control


def qr_image(link: str) -> HttpResponse:
    """Dark on light in either theme; asked for anew, because links are withdrawn."""
    image = BytesIO()
    code = segno.make(link, error="m")
    code.save(image, kind="svg", scale=8, border=3, dark="#211d18", light="#ffffff")
    answer = HttpResponse(image.getvalue(), content_type="image/svg+xml")
    patch_cache_control(answer, private=True, no_cache=True)
    return answer
