"""Render forms with the templates of the project."""

from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    form_template_name = "web/form.html"
    field_template_name = "web/field.html"
