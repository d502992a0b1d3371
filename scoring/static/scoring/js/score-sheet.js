// Walks a score sheet (`data-score-sheet`) by keyboard, and pastes lines of a spreadsheet into its cells.
//
// "Enter" goes to the next field, below the last cell to a new line. Cells that the server found wrong
// are marked: it names them in `data-wrong` of their line.

const CELLS = "tr[data-line] input[name^=cell-]";
const ids = ["id", "aria-labelledby", "aria-describedby"];
const linesOf = (form) => Array.from(form.querySelectorAll("tr[data-line]"));

const addLine = (form) => {
  const lines = linesOf(form);
  const last = lines.at(-1);
  if (!last || lines.length >= 300) return null;
  const line = last.cloneNode(true);
  const renumber = (element) => {
    for (const name of ids) {
      const value = element.getAttribute(name);
      if (value) element.setAttribute(name, value.replace(/\b(line|says|cell|insert|up|down|delete)-\d+/g, `$1-${lines.length + 1}`));
    }
  };
  for (const element of line.querySelectorAll("*")) renumber(element);
  line.querySelector("th").textContent = lines.length + 1;
  for (const input of line.querySelectorAll("input")) {
    input.value = "";
    input.removeAttribute("aria-invalid");
    input.removeAttribute("value");
  }
  for (const button of line.querySelectorAll("button")) {
    button.value = button.value.replace(/\d+$/, lines.length);
    const label = button.getAttribute("aria-label");
    if (label) button.setAttribute("aria-label", label.replace(/\d+/, lines.length + 1));
  }
  const says = line.querySelector(".sheet-says");
  says.replaceChildren();
  last.after(line);
  window.htmx?.process(line);
  return line;
};

const fieldsOf = (form) =>
  Array.from(form.querySelectorAll("input, select, textarea, button.primary")).filter(
    (field) => field.type !== "hidden" && !field.disabled && field.checkVisibility(),
  );

document.addEventListener("keydown", (event) => {
  const field = event.target;
  const form = field.closest?.("[data-score-sheet]");
  if (!form || event.key !== "Enter" || event.isComposing || !field.matches("input:not([type=checkbox])")) return;
  event.preventDefault();
  const line = field.closest("tr[data-line]");
  const inLine = line ? Array.from(line.querySelectorAll("input")) : [];
  if (line && field === inLine.at(-1) && line === linesOf(form).at(-1)) addLine(form);
  const fields = fieldsOf(form);
  fields[fields.indexOf(field) + 1]?.focus();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-add-line]");
  if (!button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  addLine(button.closest("form"))?.querySelector("input").focus();
}, true);

document.addEventListener("paste", (event) => {
  const first = event.target;
  if (!first.matches?.(CELLS)) return;
  const text = event.clipboardData.getData("text").replace(/\r?\n$/, "");
  if (!/[\t\n]/.test(text)) return;
  event.preventDefault();
  const form = first.form;
  let line = first.closest("tr");
  const start = Array.from(line.querySelectorAll("input")).indexOf(first);
  for (const row of text.split(/\r?\n/)) {
    line ??= addLine(form);
    if (!line) break;
    const inputs = Array.from(line.querySelectorAll("input"));
    row.split("\t").forEach((cell, at) => {
      if (inputs[start + at]) inputs[start + at].value = cell.trim();
    });
    line = line.nextElementSibling;
  }
  first.dispatchEvent(new Event("input", { bubbles: true }));
});

// The columns of other players are fetched while somebody may type in the cells already.
let typed = [];

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== "sheet-lines") return;
  const inputs = Array.from(detail.target.querySelectorAll("tr[data-line] input"));
  typed = inputs.map(({ id, value }) => [id, value]);
});
document.addEventListener("htmx:afterSwap", () => {
  for (const [id, value] of typed) {
    const input = document.getElementById(id);
    if (input) input.value = value;
  }
  typed = [];
});

const markWrong = () => {
  for (const line of document.querySelectorAll("[data-score-sheet] tr[data-line]")) {
    const wrong = (line.querySelector(".sheet-says")?.dataset.wrong || "").split(" ");
    for (const input of line.querySelectorAll("input")) {
      if (wrong.includes(input.name.slice("cell-".length))) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
  }
};

// The buttons of a line are one stop for "Tab"; arrow keys lead from one to the next.
const buttonsOf = (toolbar) => Array.from(toolbar.querySelectorAll("button"));
const joinStops = () => {
  for (const toolbar of document.querySelectorAll(".sheet-buttons")) {
    buttonsOf(toolbar).forEach((button, at) => (button.tabIndex = at ? -1 : 0));
  }
};

document.addEventListener("keydown", (event) => {
  const toolbar = event.target.closest?.(".sheet-buttons");
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!toolbar || !step) return;
  event.preventDefault();
  const buttons = buttonsOf(toolbar);
  buttons.at((buttons.indexOf(event.target) + step) % buttons.length).focus();
});

joinStops();
document.addEventListener("htmx:afterSettle", joinStops);
document.addEventListener("htmx:afterSettle", markWrong);
document.addEventListener("htmx:oobAfterSwap", markWrong);
