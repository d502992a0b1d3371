"""Widgets whose choices `web/field.html` draws in another way than one below the other."""

from django import forms


class Segments(forms.RadioSelect):
    """Few short choices, side by side."""


class Pictures(forms.CheckboxSelectMultiple):
    """Games, each with its picture; the values are their slugs."""
