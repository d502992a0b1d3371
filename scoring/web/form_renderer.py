"""Render forms with the templates of the project, and each field with `web/field.html`."""

from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    field_template_name = "web/field.html"
