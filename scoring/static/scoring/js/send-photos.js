// Sends each photo of a form (`data-send-photos`) as soon as it is chosen, one after the other, at most
// 2,048 pixels wide or high. Without this, a button sends all that were chosen.

const SIDE = 2048;

const shrunk = async (file) => {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const times = Math.min(1, SIDE / Math.max(picture.width, picture.height));
    const surface = new OffscreenCanvas(Math.round(picture.width * times), Math.round(picture.height * times));
    surface.getContext("2d").drawImage(picture, 0, 0, surface.width, surface.height);
    const smaller = await surface.convertToBlob({ type: "image/jpeg", quality: 0.85 });
    return smaller.size < file.size ? smaller : file;
  } catch {
    return file; // the server says what is wrong with it
  }
};

const say = (card, sentence, role) => {
  card.querySelector("[data-said]")?.remove();
  const line = document.createElement("p");
  line.dataset.said = "";
  line.className = role === "alert" ? "wrong" : "small";
  line.setAttribute("role", role);
  line.textContent = sentence;
  card.append(line);
};

const send = async (form, input) => {
  const card = input.closest("li");
  say(card, form.dataset.sending, "status");
  const data = new FormData();
  data.append("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  data.append(input.name, await shrunk(input.files[0]), "photo.jpg");
  input.value = "";
  try {
    const answer = await fetch(form.action, { method: "POST", body: data });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const problem = page.querySelector("main > [role=alert]");
    const card_now = page.getElementById(card.id);
    if (problem || !card_now) {
      say(card, problem?.textContent || form.dataset.failed, "alert");
      return;
    }
    card.replaceWith(card_now);
    window.htmx?.process(card_now);
  } catch {
    say(card, form.dataset.failed, "alert");
  }
};

for (const form of document.querySelectorAll("[data-send-photos]")) {
  form.classList.add("scripted");
  for (const part of form.querySelectorAll("[data-without-script]")) part.hidden = true;
  let queue = Promise.resolve();
  form.addEventListener("change", (event) => {
    const input = event.target;
    if (!input.matches("input[type=file]") || !input.files.length) return;
    queue = queue.then(() => send(form, input));
  });
}
