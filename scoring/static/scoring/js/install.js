// Offers to install the site as an app (`data-install`), where the browser can; on an iPhone, says
// how (`data-install-by-hand`).

const button = document.querySelector("[data-install]");
const byHand = document.querySelector("[data-install-by-hand]");

window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.hidden = true;
    await event.prompt();
  });
});

// Only Safari on iPhone and iPad has it: true in the app, false in the browser.
if (navigator.standalone === false) byHand.hidden = false;
