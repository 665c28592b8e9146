"use strict";
/* What a page does beyond being read: numbers under the pointer, series that are switched, a slider by turn. */
(() => {
  const told = document.createElement("div");
  told.className = "told";
  told.setAttribute("aria-hidden", "true");
  told.hidden = true;
  document.body.append(told);
  const tell = (text, x, y) => {
    told.textContent = text;
    told.hidden = !text;
    const room = document.documentElement.clientWidth - told.offsetWidth - 8;
    told.style.left = `${Math.max(8, Math.min(x + 14, room)) + window.scrollX}px`;
    told.style.top = `${y + 18 + window.scrollY}px`;
  };
  const within = (event, what) => (event.target instanceof Element ? event.target.closest(what) : null);

  document.addEventListener("pointermove", (event) => {
    const one = within(event, "[data-say]");
    tell(one ? one.dataset.say : "", event.clientX, event.clientY);
  });

  /* A series is hidden or shown by its name in the legend. */
  for (const svg of document.querySelectorAll(".picture svg")) {
    const parts = [...svg.querySelectorAll("[data-series]")];
    for (const name of svg.querySelectorAll("[data-legend]")) {
      const mine = parts.filter((part) => part.dataset.series === name.dataset.legend);
      if (!mine.length) continue;
      name.setAttribute("role", "button");
      name.setAttribute("tabindex", "0");
      name.setAttribute("aria-label", name.dataset.legend);
      name.setAttribute("aria-pressed", "true");
      const turn = () => {
        const shown = name.getAttribute("aria-pressed") !== "true";
        name.setAttribute("aria-pressed", String(shown));
        for (const part of mine) part.style.display = shown ? "" : "none";
      };
      name.addEventListener("click", turn);
      name.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        turn();
      });
    }
    /* Buttons inside a picture are reached one by one, so it is no picture to screen readers any more. */
    if (svg.querySelector("[role=button]")) svg.setAttribute("role", "group");
  }

  /* Charts over turns: the numbers of one turn, from the table that has them all. */
  const rows = (table) => [...table.tBodies[0].rows].map((row) => {
    const [head, ...cells] = [...row.cells].map((cell) => cell.textContent);
    const turns = head.match(/\d+/g).map(Number);
    return { first: turns[0], last: turns[turns.length - 1], cells };
  });
  for (const section of document.querySelectorAll("section")) {
    const tables = [...section.querySelectorAll("table.turns")];
    const areas = [...section.querySelectorAll("[data-turns]")];
    if (!tables.length || !areas.length) continue;
    const heads = tables.flatMap((table) => [...table.tHead.rows[0].cells].slice(1).map((cell) => cell.textContent));
    const read = tables.map(rows);
    const unit = tables[0].tHead.rows[0].cells[0].textContent;
    const slider = document.createElement("input");
    Object.assign(slider, { type: "range", min: read[0][0].first, max: areas[0].dataset.turns, step: 1 });
    slider.value = slider.max;
    slider.setAttribute("aria-label", unit);
    const said = document.createElement("output");
    const box = document.createElement("div");
    box.className = "slider";
    box.append(slider, said);
    const picture = areas[0].closest(".picture");
    picture.after(box);
    const lines = areas.map((area) => {
      const line = document.createElementNS(area.namespaceURI, "line");
      line.setAttribute("class", "now");
      area.ownerSVGElement.append(line);
      return line;
    });
    const show = () => {
      const now = Number(slider.value);
      const cells = read.flatMap((table) => {
        const row = table.filter((one) => one.first <= now).pop() || table[0];
        return row.cells;
      });
      said.replaceChildren(`${unit} ${now}`, ...heads.map((head, place) => {
        const one = document.createElement("span");
        one.textContent = `${head} ${cells[place]}`;
        return one;
      }));
      slider.setAttribute("aria-valuetext", said.textContent);
      areas.forEach((area, place) => {
        const room = area.getBBox();
        const x = room.x + (room.width * now) / Number(area.dataset.turns);
        for (const [name, value] of Object.entries({ x1: x, x2: x, y1: room.y, y2: room.y + room.height })) {
          lines[place].setAttribute(name, value);
        }
      });
    };
    slider.addEventListener("input", show);
    for (const area of areas) {
      area.ownerSVGElement.addEventListener("pointermove", (event) => {
        const room = area.getBoundingClientRect();
        const share = (event.clientX - room.left) / room.width;
        if (share < 0 || share > 1) return;
        slider.value = Math.round(share * Number(area.dataset.turns));
        show();
      });
    }
    show();
  }
})();
