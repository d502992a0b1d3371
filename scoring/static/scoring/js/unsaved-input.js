// Says so when the table moved on from what was being filled in.
//
// A part with `hx-preserve` keeps what is filled in over every swap, until the server sends a page
// without it. What is only chosen in a part with `data-only-chosen` is nothing to be sorry about.

let filledIn = []; // ids of the parts before the swap

const isFilledIn = (field) =>
  field.type === "checkbox" || field.type === "radio"
    ? field.checked !== field.defaultChecked && !field.closest("[data-only-chosen]")
    : field.type !== "hidden" && "defaultValue" in field && field.value !== field.defaultValue;

const rememberParts = () => {
  const parts = document.querySelectorAll("[data-live] [hx-preserve][id]:not([data-sent])");
  filledIn = Array.from(parts)
    .filter((part) => Array.from(part.querySelectorAll("input, textarea")).some(isFilledIn))
    .map((part) => part.id);
};

const showNotice = (shown) => {
  const notice = document.querySelector('[data-notice="unsaved"]');
  if (notice) notice.hidden = !shown;
};

document.addEventListener("tap:queued", (event) => {
  const form = event.target;
  const parts = [form.closest("[hx-preserve]"), ...form.querySelectorAll("[hx-preserve]")];
  for (const part of parts) part?.setAttribute("data-sent", "");
  showNotice(false);
});
document.addEventListener("change", (event) => {
  event.target.closest("[data-sent]")?.removeAttribute("data-sent");
});
document.addEventListener("htmx:beforeSwap", rememberParts);
document.addEventListener("tap:beforeSwap", rememberParts);
document.addEventListener("htmx:afterSwap", () => {
  if (!filledIn.every((id) => document.getElementById(id))) showNotice(true);
});
