"""Addresses of jobs."""

from django.urls import path

from scoring.background import views

urlpatterns = [
    path("<uuid:job>/", views.show_job, name="job"),
    path("<uuid:job>/file", views.job_file, name="job_file"),
]
