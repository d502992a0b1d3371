// Keeps what is typed in a score sheet in the browser until it is saved, and asks before it is left.
//
// A reload, the end of a log-in or of the network loses no line: the sheet shows them again, as the
// server reads them, and can discard them.

const form = () => document.querySelector("[data-score-sheet]");
const place = () => `sheet:${location.pathname}`;
const NOT_KEPT = ["csrfmiddlewaretoken", "do"];
let unsaved = false;
let leaving = false;

const valuesOf = (sheet) =>
  Array.from(new FormData(sheet)).filter(([name, value]) => !NOT_KEPT.includes(name) && typeof value === "string");

const keep = () => {
  const sheet = form();
  if (sheet && unsaved) localStorage.setItem(place(), JSON.stringify(valuesOf(sheet)));
};

const forget = () => {
  localStorage.removeItem(place());
  unsaved = false;
};

const show = (selector, shown) => {
  const notice = document.querySelector(selector);
  if (notice) notice.hidden = !shown;
};

const restore = () => {
  const sheet = form();
  const draft = localStorage.getItem(place());
  if (!draft || !sheet?.hasAttribute("data-fresh")) return;
  const values = new FormData();
  for (const [name, value] of JSON.parse(draft)) values.append(name, value);
  values.append("do", "look");
  values.append("csrfmiddlewaretoken", sheet.querySelector("[name=csrfmiddlewaretoken]").value);
  window.htmx.ajax("POST", sheet.getAttribute("action"), { values, target: "#sheet", swap: "outerHTML" }).then(() => {
    // The server answers with a fresh sheet where these lines were saved before.
    unsaved = !form().hasAttribute("data-fresh");
    if (unsaved) show("[data-draft-notice]", true);
    else forget();
  });
};

document.addEventListener("input", (event) => {
  if (!event.target.closest("[data-score-sheet]")) return;
  unsaved = true;
  keep();
});
document.addEventListener("htmx:afterSettle", keep);
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-draft-discard]")) return;
  forget();
  leaving = true;
  location.assign(location.href);
});
document.addEventListener("submit", () => {
  leaving = true;
});
document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  if (!detail.xhr.getResponseHeader("HX-Redirect")) return;
  forget();
  leaving = true;
});
document.addEventListener("htmx:responseError", ({ detail }) => {
  const isLoggedOut = [403, 404].includes(detail.xhr.status);
  if (form()) show(isLoggedOut ? "[data-logged-out-notice]" : "[data-offline-notice]", true);
});
for (const failed of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failed, () => show("[data-offline-notice]", true));
}
window.addEventListener("beforeunload", (event) => {
  if (unsaved && !leaving) event.preventDefault();
});
window.addEventListener("DOMContentLoaded", restore);
if (document.readyState !== "loading") restore();
