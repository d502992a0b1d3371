// Opens the phone's share sheet with the link in `data-share`, and copies that in `data-copy`. The
// first is only there where the browser has it, which takes TLS; copying works without as well.

for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener("click", () => {
    const shared = navigator.share({ title: button.dataset.title, url: button.dataset.share });
    shared.catch(() => {}); // the sheet was closed
  });
}

const copy = async (text) => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
};

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await copy(button.dataset.copy);
    button.textContent = button.dataset.copied;
    button.focus();
  });
}
