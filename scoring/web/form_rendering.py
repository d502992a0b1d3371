"""Render forms with the templates of the project; name widgets that these draw in another way."""

from django import forms
from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    form_template_name = "web/form.html"
    field_template_name = "web/field.html"


class Segments(forms.RadioSelect):
    """Few short choices, side by side."""


class Pictures(forms.CheckboxSelectMultiple):
    """Games, each with its picture; the values are their slugs."""
