// The boxes that Select2 puts in the place of a select have no name of their own: give them the
// one of the select's label, or in a row of columns the select's own.

const nameBoxes = () => {
  for (const select of document.querySelectorAll("select.admin-autocomplete")) {
    const shown = select.parentElement.querySelector(".select2-selection__rendered");
    if (!shown) continue;
    const [label] = select.labels;
    if (label) {
      label.id ||= `${select.id}-label`;
      shown.setAttribute("aria-labelledby", label.id);
      shown.parentElement.setAttribute("aria-labelledby", `${label.id} ${shown.id}`);
    } else {
      shown.setAttribute("aria-label", select.getAttribute("aria-label"));
    }
  }
};

// Select2 makes its boxes in such a callback; this one is called after it.
window.addEventListener("load", () => django.jQuery(nameBoxes));
document.addEventListener("formset:added", () => setTimeout(nameBoxes));
