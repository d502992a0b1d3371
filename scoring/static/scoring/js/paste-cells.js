// Lets rows of a spreadsheet be pasted into the fields of a table (`data-paste-cells`), from the field that has the focus on.

document.addEventListener("paste", (event) => {
  const first = event.target.closest("[data-paste-cells] :is(th, td)");
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!first || !/[\t\n]/.test(text.trimEnd())) return;
  event.preventDefault();
  const rows = Array.from(first.closest("table").rows);
  const top = rows.indexOf(first.parentElement);
  const lines = text.trimEnd().split(/\r?\n/);
  for (const [down, line] of lines.entries()) {
    for (const [right, value] of line.split("\t").entries()) {
      const field = rows[top + down]?.cells[first.cellIndex + right]?.querySelector("input, select");
      if (field) fill(field, value.trim());
    }
  }
});

function fill(field, value) {
  if (field instanceof HTMLSelectElement) {
    const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    const option = Array.from(field.options).find((one) => plain(one.text) === plain(value));
    field.value = option?.value ?? "";
  } else {
    field.value = value;
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
