"""Addresses of photos: those of a table, those of a group, and each one by its name."""

from django.urls import path

from scoring.folio.views import files, group, session

of_a_table = [
    path("photos/", session.photos, name="photos"),
]

of_a_group = [
    path("folio/", group.folio, name="folio"),
    path("folio/<slug:day>/", group.album, name="album"),
    path("folio/<slug:day>/photos.zip", group.album_zip, name="album_zip"),
]

urlpatterns = [
    path("photos/<slug:name>/", files.photo, name="photo"),
    path("photos/<slug:name>/<int:width>.webp", files.photo_file, name="photo_file"),
]
