// Opens the phone's share sheet with the link in `data-share` and the picture at `data-picture`, and copies the link in
// `data-copy`. The first is only there where the browser has it, which takes TLS; copying works without as well.

const filesOf = async ({ picture }) => {
  if (!picture || !navigator.canShare) return [];
  const answer = await fetch(picture);
  const image = await answer.blob();
  return [new File([image], "scorefolio.png", { type: image.type })];
};

for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  const link = { title: button.dataset.title, url: button.dataset.share };
  // Beforehand: a browser opens the sheet only right after the tap.
  let picture = { ...link };
  const addPicture = (files) => {
    picture = { ...link, files };
  };
  filesOf(button.dataset).then(addPicture, () => {}); // then the link goes alone
  button.addEventListener("click", () => {
    const hasPicture = picture.files?.length && navigator.canShare(picture);
    navigator.share(hasPicture ? picture : link).catch(() => {}); // the sheet was closed
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
