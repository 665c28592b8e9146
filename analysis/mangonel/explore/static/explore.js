// The page's own part: forms that are sent as one value, tabs, the address, and what happens when the server is away.
(function () {
  "use strict";
  const $ = window.jQuery, Shiny = window.Shiny;
  // With Shiny's own signs of work each output that changes costs the style of the whole page.
  document.querySelector("link[href*=busy-indicators]")?.remove();

  const said = (part) => part.type === "checkbox" ? (part.checked ? "true" : "") : part.value;
  // An entry of a list is its parts, without those at the end that say nothing.
  const entryOf = (entry) => Array.from(entry.querySelectorAll("input, select"), (part) => said(part).replace(/[~,]/g, " ")).join("~").replace(/~+$/, "");

  class FormBinding extends Shiny.InputBinding {
    find(scope) { return $(scope).find("form.mangonel-form"); }
    getValue(form) {
      const values = {};
      for (const part of form.elements) {
        if (!part.name || part.closest("[data-entries]")) continue;
        if (part.hasAttribute("data-several")) {
          values[part.name] = values[part.name] || "";
          if (part.checked) values[part.name] += (values[part.name] ? "," : "") + part.value;
        } else values[part.name] = said(part);
      }
      for (const list of form.querySelectorAll("[data-entries]")) {
        values[list.dataset.entries] = Array.from(list.querySelectorAll(":scope > .entry"), entryOf).join(",");
      }
      return values;
    }
    subscribe(form, callback) {
      form.addEventListener("submit", (event) => event.preventDefault());
      form.addEventListener("input", (event) => {
        const shown = event.target.parentNode.querySelector("output");
        if (shown && event.target.type === "range") shown.textContent = event.target.value;
        callback(true);
      });
      // What is settled is there before a button that is pressed next.
      form.addEventListener("change", () => callback(false));
      form.addEventListener("click", (event) => {
        const list = event.target.closest("[data-entries]"), entries = list && list.querySelectorAll(":scope > .entry");
        if (event.target.matches("[data-add]")) {
          const last = entries[entries.length - 1], template = list.querySelector("template");
          const entry = template.content.firstElementChild.cloneNode(true);
          if (last) Array.from(last.querySelectorAll("input, select")).forEach((part, at) => {
            const mine = entry.querySelectorAll("input, select")[at];
            mine.value = part.value;
            mine.checked = part.checked;
          });
          template.before(entry);
          entry.querySelector("input, select").focus();
        } else if (event.target.matches("[data-remove]")) {
          if (entries.length <= Number(list.dataset.least)) return;
          const at = Array.from(entries).indexOf(event.target.closest(".entry"));
          entries[at].remove();
          const next = entries.length - 1 > Number(list.dataset.least) && (entries[at + 1] || entries[at - 1]);
          (next ? next.querySelector("[data-remove]") : list.querySelector("[data-add]")).focus();
        } else if (event.target.matches("[data-step]")) {
          const field = event.target.parentNode.querySelector("input"), before = field.value;
          if (event.target.dataset.step === "1") field.stepUp(); else field.stepDown();
          if (field.value === before) return;
        } else return;
        callback(true);
      });
    }
    getRatePolicy() { return { policy: "debounce", delay: 40 }; }
  }
  Shiny.inputBindings.register(new FormBinding(), "mangonel.form");

  // Tabs, as the pattern for them says: one of them is in the order of the keyboard, arrows go to the others.
  const handles = Array.from(document.querySelectorAll("[role=tab]"));
  const main = document.getElementById("main");
  const panel = (handle) => document.getElementById(handle.getAttribute("aria-controls"));
  function turn(to) {
    for (const handle of handles) {
      const on = handle === to;
      handle.setAttribute("aria-selected", String(on));
      handle.tabIndex = on ? 0 : -1;
      panel(handle).hidden = !on;
      $(panel(handle)).trigger(on ? "shown" : "hidden");
    }
    main.classList.toggle("beside-bench", main.dataset.beside.split(" ").includes(to.dataset.tab));
    $(main.querySelector(".bench")).trigger(main.classList.contains("beside-bench") ? "shown" : "hidden");
    to.scrollIntoView({ block: "nearest", inline: "nearest" });
    Shiny.setInputValue("tab", to.dataset.tab);
  }
  handles.forEach((handle, at) => {
    handle.addEventListener("click", () => turn(handle));
    handle.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const next = event.key === "Home" ? 0 : event.key === "End" ? handles.length - 1 : step ? (at + step + handles.length) % handles.length : null;
      if (next === null) return;
      event.preventDefault();
      handles[next].focus();
      turn(handles[next]);
    });
  });

  // Fields that are sent one by one, when they are left; files as the text in them. What was changed is marked.
  async function sent(part, value) {
    const what = { kind: part.dataset.kind, place: part.dataset.place || "", value };
    Shiny.setInputValue(part.dataset.sends, what, { priority: "event" });
  }
  document.addEventListener("change", async (event) => {
    const part = event.target.closest("[data-sends]");
    if (part === null) return;
    if (part.type !== "file") { sent(part, part.value); return; }
    const file = part.files[0];
    if (file === undefined) return;
    const text = file.size > 1000000 ? "# too large" : await file.text();
    Shiny.setInputValue(part.dataset.sends, { name: file.name, text }, { priority: "event" });
    part.value = "";
  });
  // A button in a form may bring the form anew: whoever pressed it by keyboard goes on where he was, or beside it.
  let pressed = null;
  document.addEventListener("click", (event) => {
    const part = event.target.closest("button[data-sends]");
    if (part === null) return;
    pressed = part.form && part.form.id ? { form: part.form.id, place: part.dataset.place || "" } : null;
    sent(part, "");
  });
  $(document).on("shiny:bound", (event) => {
    if (pressed === null || event.target.id !== pressed.form) return;
    const buttons = Array.from(event.target.querySelectorAll(".acts button"));
    const next = buttons.find((part) => part.dataset.place === pressed.place) || buttons[0];
    pressed = null;
    if (next) next.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input[type=text][data-sends]")) event.target.blur();
  });
  Shiny.addCustomMessageHandler("places", (message) => {
    for (const part of document.querySelectorAll(`[data-sends="${message.form}"]`)) {
      if (!("printed" in part.dataset)) continue;
      const place = part.dataset.place, changed = place in message.values;
      const value = changed ? message.values[place] : part.dataset.printed;
      if (part.value === value && part.classList.contains("unlike") === changed) continue;
      part.value = value;
      part.classList.toggle("unlike", changed);
      const note = part.parentNode.querySelector("small");
      if (note !== null && part.selectedOptions) note.textContent = part.selectedOptions[0].dataset.source;
    }
  });

  // What is folded is drawn when it is opened.
  document.addEventListener("toggle", (event) => $(event.target).trigger(event.target.open ? "shown" : "hidden"), true);

  // Each cell is shaded by the largest effect that another letter in it has.
  Shiny.addCustomMessageHandler("shades", (message) => {
    for (const part of document.querySelectorAll(`input[data-sends="${message.form}"]`)) {
      const shade = message.cells[part.dataset.place];
      part.style.background = shade ? shade[0] : "";
      part.style.color = shade ? "#1a1a1a" : "";
      if (shade) part.title = shade[1];
    }
  });

  // What is wrong stands beside its field, too.
  Shiny.addCustomMessageHandler("wrong", (message) => {
    const within = document.getElementById(message.form);
    if (within === null) return;
    for (const note of within.querySelectorAll(".beside")) {
      const field = within.querySelector(`[aria-describedby="${note.id}"]`);
      if (field) { field.removeAttribute("aria-describedby"); field.removeAttribute("aria-invalid"); }
      note.remove();
    }
    let field = null;
    for (let name = message.field; name && !field; name = name.slice(0, Math.max(0, name.lastIndexOf(".")))) {
      const quoted = CSS.escape(name);
      field = within.querySelector(`[name="${quoted}"], [data-entries="${quoted}"], [data-place="${quoted}"]:not(button)`);
    }
    if (field === null) return;
    const note = document.createElement("small");
    note.className = "wrong beside";
    note.id = `${message.form}-beside`;
    note.append(message.text);
    if (message.original) {
      const original = document.createElement("span");
      original.lang = "en";
      original.textContent = ` ${message.original}`;
      note.append(original);
    }
    (field.closest(".control, td") || field.parentNode).append(note);
    field.setAttribute("aria-describedby", note.id);
    field.setAttribute("aria-invalid", "true");
    const folded = field.closest("details");
    if (folded) folded.open = true;
  });

  Shiny.addCustomMessageHandler("share", (message) => {
    const bar = document.getElementById(message.bar);
    if (bar === null) return;
    bar.value = message.share;
    bar.nextElementSibling.textContent = message.text;
  });

  Shiny.addCustomMessageHandler("chosen", (message) => {
    document.querySelector("#bar_form [name=rules]").value = message.rules;
  });

  // What the page is about stands in its address; Back goes to the tab before.
  const tabIn = (query) => new URLSearchParams(query).get("tab");
  Shiny.addCustomMessageHandler("address", (message) => {
    const turned = history.state && tabIn(message.query) !== tabIn(location.search);
    history[turned ? "pushState" : "replaceState"](true, "", message.query ? "?" + message.query : location.pathname);
  });
  window.addEventListener("popstate", (event) => event.state && location.reload());
  document.querySelector("[data-language]").addEventListener("change", (event) => {
    const query = new URLSearchParams(location.search);
    query.set("lang", event.target.value);
    location.search = query.toString();
  });

  // When the server is away, what is here stays to be read; when it is back, the address opens the page again.
  $(document).on("shiny:disconnected", () => {
    const line = document.getElementById("line");
    line.textContent = line.dataset.lost;
    line.hidden = false;
    const again = () => fetch(location.pathname, { cache: "no-store" }).then((came) => came.ok && location.reload()).catch(() => undefined);
    setInterval(again, 1000);
  });
})();
