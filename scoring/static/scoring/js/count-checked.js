// Writes into an element with `data-count-checked` how many boxes are checked in the list of that id.

for (const count of document.querySelectorAll("[data-count-checked]")) {
  const list = document.getElementById(count.dataset.countChecked);
  const write = () => {
    count.textContent = list.querySelectorAll("input:checked").length;
  };
  list.addEventListener("change", write);
  write(); // a browser that goes back to a page restores what was checked
}
