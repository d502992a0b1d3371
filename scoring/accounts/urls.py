"""Addresses of the user's own account; django-allauth has more beside them."""

from django.urls import path

from scoring.accounts.views import account, deletion, devices, first_account

urlpatterns = [
    path("", account.account, name="account"),
    path("name/", account.change_name, name="change_name"),
    path("data/", account.download_data, name="account_data"),
    path("devices/", devices.devices, name="devices"),
    path("delete/", deletion.delete_account, name="delete_account"),
    path("first/<str:token>/", first_account.first_account, name="first_account"),
]
