// Keeps the screen on while the box in `data-wake-lock` is ticked, where the browser can.

const control = document.querySelector("[data-wake-lock]");
let lock = null;

const update = async () => {
  const isWanted = control.querySelector("input").checked && document.visibilityState === "visible";
  if (isWanted) lock = await navigator.wakeLock.request("screen").catch(() => null);
  else await lock?.release();
};

if (control && navigator.wakeLock) {
  control.hidden = false;
  control.addEventListener("change", update);
  document.addEventListener("visibilitychange", update);
  update();
}
