// Chooses this browser's time zone in a field with `data-local-time-zone`.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const select of document.querySelectorAll("[data-local-time-zone] select[name=time_zone]")) {
  if ([...select.options].some((option) => option.value === zone)) select.value = zone;
}
