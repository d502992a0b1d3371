// Shows only what contains the letters of a field with `data-filter`, in the list of that id.

const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

for (const field of document.querySelectorAll("[data-filter]")) {
  const list = document.getElementById(field.dataset.filter);
  field.closest("[hidden]").hidden = false;
  field.addEventListener("input", () => {
    for (const entry of list.children) {
      entry.hidden = !plain(entry.textContent).includes(plain(field.value));
    }
  });
}
