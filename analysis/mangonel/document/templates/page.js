let data, numbers;
const at = (id) => document.getElementById(id);
const state = { view: "rolls", language: 0, question: null, values: {} };
const text = (place) => data.texts[place][state.language];
const capital = (said) => said.charAt(0).toUpperCase() + said.slice(1);
const word = (key) => data.page[key][state.language];
const named = (name, text) => word("named").replace("{name}", () => name).replace("{text}", () => text);
function make(kind, content, more) {
  const made = document.createElement(kind);
  if (content !== undefined) made.append(...[content].flat());
  for (const [name, value] of Object.entries(more || {})) made.setAttribute(name, value);
  return made;
}
function percent(chance) {
  const language = data.languages[state.language];
  return language.percent.replace("{}", percentOf(chance, language.decimal));
}
function valueOf(field) {
  if (field.key in state.values) return state.values[field.key];
  if (field.kind === "flag") return field.usual === 1;
  return field.kind === "number" ? field.low + field.usual : field.ids[field.usual];
}
function choose(field, value) {
  state.values[field.key] = value;
  show();
}
function control(field) {
  const id = `field-${field.key}`, label = capital(text(field.label));
  if (field.kind === "flag") {
    const box = make("input", [], { type: "checkbox", id });
    box.checked = valueOf(field);
    box.addEventListener("change", () => choose(field, box.checked));
    return make("label", [box, make("span", label)], { class: "box" });
  }
  if (field.kind === "choice") {
    const list = make("select", field.ids.map((one, place) => make("option", text(field.named[place]), { value: place })), { id });
    list.selectedIndex = field.ids.indexOf(valueOf(field));
    list.addEventListener("change", () => choose(field, field.ids[list.selectedIndex]));
    return make("label", [make("span", label), list], { class: "control" });
  }
  const low = field.low, high = low + field.size - 1;
  const number = make("input", [], { type: "number", id, min: low, max: high, step: 1, inputmode: "numeric" });
  number.value = valueOf(field);
  const take = (value) => {
    const limited = Math.min(Math.max(Math.round(value), low), high);
    if (Number.isFinite(limited)) choose(field, limited);
    return limited;
  };
  number.addEventListener("input", () => { if (number.value !== "") take(Number(number.value)); });
  number.addEventListener("change", () => { number.value = valueOf(field); });
  const step = (by, sign, name) => {
    const button = make("button", sign, { type: "button", "aria-label": named(label, name) });
    button.addEventListener("click", () => { number.value = take(valueOf(field) + by); });
    return button;
  };
  const row = make("span", [step(-1, "\u2212", word("less")), number, step(1, "+", word("more"))], { class: "step" });
  return make("div", [make("label", label, { for: id }), row], { class: "control" });
}
function form() {
  const parts = [];
  let group = null, of;
  for (const field of state.question.fields) {
    if (field.size === 1) continue;
    if (field.of !== of || group === null) {
      of = field.of;
      group = make(of === undefined ? "div" : "fieldset", of === undefined ? [] : make("legend", capital(text(of))), { class: "controls" });
      parts.push(group);
    }
    group.append(control(field));
  }
  at("form").replaceChildren(...parts);
}
function strip([place, when, chance], told) {
  const roll = data.rolls[place], meanings = Object.fromEntries(roll.order.map((letter, at) => [letter, text(roll.meanings[at])]));
  const above = when === undefined ? "" : chance === "1" ? capital(text(when)) : named(capital(text(when)), percent(chance));
  const faces = make("ol", roll.cells.map(([face, number, letter]) => {
    const shown = make("li", [make("span", face, { class: "face" }), make("span", broken(letter), { class: "letter" })],
      { class: roll.backfires.includes(letter) ? "backfires" : "", title: meanings[letter] || said(letter) });
    shown.style.flexGrow = number;
    shown.style.background = roll.colours[roll.order.indexOf(letter)];
    return shown;
  }), { class: "strip", "aria-label": above ? named(above, word("faces")) : word("faces") });
  const untold = roll.order.filter((letter) => meanings[letter] && !told.includes(letter));
  return [...(above ? [make("p", above, { class: "rolled", "aria-hidden": "true" })] : []), faces,
    ...(untold.length ? [make("p", untold.map((letter) => named(said(letter), meanings[letter])).join(", "), { class: "note" })] : [])];
}
const said = (letter) => (letter in data.letters ? text(data.letters[letter]) : letter);
function broken(letter) {
  return said(letter).split(/(?<=[/_])/).flatMap((part) => [part, make("wbr")]);
}
function chances(answer) {
  const head = make("tr", ["result", "chance", "at_least", "exact", "meaning"].map((key, place) =>
    make("th", word(key), { scope: "col", class: place && place < 4 ? "n" : "" })));
  const rows = answer.odds.map(([letter, chance, reached, meaning], at) => {
    const mark = make("span", broken(letter), { class: "mark" });
    mark.style.background = answer.colours[at];
    const long = chance.length > 24 ? "" : chance;
    return make("tr", [make("th", mark, { scope: "row" }), make("td", percent(chance), { class: "n" }),
      make("td", reached ? percent(reached) : "", { class: "n" }), make("td", long, { class: "n fraction" }), make("td", text(meaning))]);
  });
  return make("table", [make("thead", head), make("tbody", rows)]);
}
function told(answer) {
  if ("refused" in answer) {
    const reason = text(answer.refused);
    return [make("p", reason ? `${word("refused")} ${reason}` : word("apart"), { class: "wrong" })];
  }
  const parts = [];
  const where = [[word("table"), text(answer.table)], [word("column"), text(answer.column)]].filter(([, said]) => said);
  if (where.length) parts.push(make("p", capital(where.map(([name, said]) => named(name, said)).join("; ")), { class: "note" }));
  for (const roll of answer.rolls) parts.push(...strip(roll, answer.odds.map(([letter]) => letter)));
  if (text(answer.why)) parts.push(make("p", capital(text(answer.why)), { class: "note" }));
  parts.push(make("div", chances(answer), { class: "scroll" }));
  if (answer.named.length) {
    const short = answer.named.map(([name, chance]) => `${text(name)} ${percent(chance)}`).join(", ");
    parts.push(make("p", named(word("in_short"), short)));
  }
  return parts;
}
function show() {
  const groups = new Map();
  data.rules.forEach((rules, under) => {
    const answer = answerOf(data, state.question, under, state.values);
    groups.set(answer, [...(groups.get(answer) || []), text(rules.title)]);
  });
  const alike = groups.size === 1 && data.rules.length > 1;
  at("line").textContent = data.rules.length === 1 ? "" : word(alike ? "same" : "differs");
  at("answers").replaceChildren(...[...groups].map(([answer, names]) =>
    make("section", [make("h2", names.join(" \u00b7 ")), ...told(data.answers[answer])])));
  keep();
}
function keep() {
  const kept = new URLSearchParams({ lang: data.languages[state.language].id });
  if (state.view === "game") keptGame(kept);
  else {
    kept.set("roll", state.question.name);
    for (const field of state.question.fields) {
      if (field.key in state.values) kept.set(field.key, String(state.values[field.key]));
    }
  }
  history.replaceState(null, "", `#${kept}`);
}
function read() {
  const kept = new URLSearchParams(location.hash.slice(1));
  const language = data.languages.findIndex((one) => one.id === kept.get("lang"));
  if (language >= 0) state.language = language;
  state.view = data.game && !kept.has("roll") ? "game" : "rolls";
  if (data.game) readGame(kept);
  state.question = data.questions.find((one) => one.name === kept.get("roll")) || state.question || data.questions[0];
  state.values = {};
  for (const field of state.question.fields) {
    const said = kept.get(field.key);
    if (said === null) continue;
    if (field.kind === "flag") state.values[field.key] = said === "true";
    else if (field.kind === "number") {
      const value = Number(said);
      if (Number.isInteger(value) && value >= field.low && value < field.low + field.size) state.values[field.key] = value;
    } else {
      const found = field.ids.find((one) => String(one) === said);
      if (found !== undefined) state.values[field.key] = found;
    }
  }
}
function all() {
  const language = data.languages[state.language], whole = state.view === "game";
  document.documentElement.lang = language.id;
  document.title = at("title").textContent = `${data.title} \u2013 ${whole ? text(data.game.name) : word("heading")}`;
  for (const one of document.querySelectorAll("[data-word]")) one.textContent = capital(word(one.dataset.word));
  for (const view of ["game", "rolls"]) {
    at(view).hidden = view !== state.view;
    at(`to-${view}`).setAttribute("aria-pressed", String(view === state.view));
  }
  at("views").hidden = !data.game;
  at("rules").replaceChildren(...data.rules.map((rules) => make("li", `${text(rules.title)} [${rules.id} ${rules.digest}]`)));
  at("language").value = String(state.language);
  if (whole) {
    wholeGame();
    return;
  }
  const questions = at("question");
  questions.replaceChildren(...data.questions.map((one) => make("option", text(one.label), { value: one.name })));
  questions.value = state.question.name;
  form();
  show();
}
function started() {
  at("language").replaceChildren(...data.languages.map((one, place) => make("option", one.name, { value: place, lang: one.id })));
  at("language").addEventListener("change", () => { state.language = Number(at("language").value); all(); });
  at("question").addEventListener("change", () => {
    state.question = data.questions[at("question").selectedIndex];
    state.values = {};
    form();
    show();
  });
  at("usual").addEventListener("click", () => { state.values = {}; form(); show(); });
  for (const view of ["game", "rolls"]) at(`to-${view}`).addEventListener("click", () => { state.view = view; all(); });
  at("again").addEventListener("click", () => { readGame(new Map()); wholeGame(); });
  window.addEventListener("hashchange", () => { read(); all(); });
  read();
  all();
}
