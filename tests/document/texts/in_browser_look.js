() => {
  const root = document.documentElement, button = document.querySelector("[data-legend][role=button]");
  const shown = () => [...button.ownerSVGElement.querySelectorAll("[data-series]")].filter((one) => one.style.display !== "none").length;
  const key = (name) => button.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true}));
  const before = shown();
  key("Enter");
  const hidden = shown(), pressed = button.getAttribute("aria-pressed");
  key(" ");
  const slider = document.querySelector("input[type=range]");
  slider.value = 3;
  slider.dispatchEvent(new Event("input"));
  return {
    wide: root.scrollWidth - root.clientWidth, before, hidden, pressed, after: shown(), focus: button.tabIndex,
    turn: document.querySelector("output").textContent, ink: getComputedStyle(document.body).color,
    columns: getComputedStyle(document.querySelectorAll("section")[1]).columnCount,
    lead: document.querySelector("p.lead").getBoundingClientRect().bottom,
  };
}
