// Sounds and vibrates when the time is up (`hourglass:ended`). The sound can be switched off in
// `data-sound`, and stays off on this device.

const STORAGE = "silent";
const NOTES = [659, 784, 1047]; // Hz
const NOTE_SECONDS = 0.22;
const VIBRATION = [300, 100, 300, 100, 600];

const control = document.querySelector("[data-sound]");
const box = control.querySelector("input");
let audio = null;

const ring = () => {
  if (audio?.state !== "running" || !box.checked) return;
  NOTES.forEach((frequency, at) => {
    const begin = audio.currentTime + at * NOTE_SECONDS;
    const end = begin + NOTE_SECONDS;
    const note = new OscillatorNode(audio, { frequency, type: "triangle" });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0.6, begin);
    volume.gain.exponentialRampToValueAtTime(0.01, end);
    note.connect(volume).connect(audio.destination);
    note.start(begin);
    note.stop(end);
  });
};

const showHint = () => {
  const isSilent = box.checked && audio?.state !== "running";
  control.querySelector("[data-sound-hint]").hidden = !isSilent;
};

// Browsers let a page sound only once somebody has touched it.
const unlock = async () => {
  if (!box.checked && !audio) return;
  audio ??= new AudioContext();
  await audio.resume();
  showHint();
};

if (window.AudioContext) {
  control.hidden = false;
  box.checked = !localStorage.getItem(STORAGE);
  box.addEventListener("change", async () => {
    if (box.checked) localStorage.removeItem(STORAGE);
    else localStorage.setItem(STORAGE, "yes");
    await unlock();
    ring(); // so that one hears how loud it is
  });
  for (const gesture of ["click", "keydown"]) document.addEventListener(gesture, unlock);
  showHint();
}

document.addEventListener("hourglass:ended", () => {
  ring();
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(VIBRATION);
});
