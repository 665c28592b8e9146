// The whole game: chances and decisions of positions, as sums that the program found.
const game = { axes: [], turn: 1, named: {} };
const played = () => data.game;
const place = () => played().axes.reduce((at, axis, number) => at * axis.values.length + game.axes[number], 0);
const tableUnder = (under) => played().tables[place() * data.rules.length + under];
function columnsOf(table) {
  if (table.columns) return table.columns;
  const size = played().turns * table.rows;
  let at = table.at;
  const next = (step) => {
    const whole = new Int32Array(size);
    for (let plane = 0; plane < 4; plane += 1) {
      for (let i = 0; i < size; i += 1) whole[i] |= numbers[at + plane * size + i] << (8 * plane);
    }
    at += 4 * size;
    for (let i = table.rows; i < size; i += 1) whole[i] += whole[i - table.rows];
    return step ? Float64Array.from(whole, (value) => value * step) : new Float32Array(whole.buffer);
  };
  const [chance, sums] = played().steps;
  table.columns = { weight: next(0), endings: played().endings.map(() => next(chance)), best: next(chance),
    advice: table.advice.map((one) => ({ share: next(sums), lost: one.options.map(() => next(sums)), barred: one.options.map(() => next(sums)) })) };
  return table.columns;
}
// Rows of a position, without one of the names if it is given.
function rowsOf(table, without) {
  const asked = table.names.map((name, number) => [number, game.named[name]]).filter(([number, value]) => value !== undefined && number !== without);
  const { weight } = columnsOf(table), first = (game.turn - 1) * table.rows, rows = [];
  for (let row = 0; row < table.rows; row += 1) {
    if (weight[first + row] > 0 && asked.every(([number, value]) => table.numbers[number][row] === value)) rows.push(row);
  }
  return rows;
}
function positionOf(table) {
  const columns = columnsOf(table), first = (game.turn - 1) * table.rows, rows = rowsOf(table);
  const share = rows.reduce((sum, row) => sum + columns.weight[first + row], 0);
  if (!share) return null;
  const mean = (column) => rows.reduce((sum, row) => sum + columns.weight[first + row] * column[first + row], 0) / share;
  const advice = columns.advice.map((one, number) => {
    const comes = mean(one.share), told = table.advice[number];
    const options = told.options.map((label, at) => ({ label, loss: Math.max(mean(one.lost[at]), 0) / comes, may: comes - mean(one.barred[at]) }));
    return { ...told, comes, options: options.filter((option) => option.may > 1e-4).sort((one, other) => one.loss - other.loss) };
  });
  return { share, endings: columns.endings.map(mean), best: mean(columns.best),
    advice: advice.filter((one) => one.comes > 0.005 && one.options.length > 1 && one.options.some((option) => option.loss >= 0.0005)) };
}
function digits(number, places) {
  return number.toFixed(places).replace(".", data.languages[state.language].decimal);
}
// Chances are written in steps; how many games come to a position is known to the last, but if other decisions lead there.
function inPercent(chance, none = 2 * played().steps[0]) {
  const shown = chance < none || chance > 1 - 2 * played().steps[0] ? digits(100 * chance, 0)
    : chance < 0.0005 ? `<${digits(0.1, 1)}` : chance >= 0.9995 ? `>${digits(99.9, 1)}` : digits(100 * chance, 1);
  return data.languages[state.language].percent.replace("{}", shown);
}
function slider(label, low, high, value, shown, choose) {
  const range = make("input", [], { type: "range", min: low, max: high, step: 1, "aria-label": label });
  const output = make("output", shown(value));
  range.value = value;
  range.addEventListener("input", () => { output.textContent = shown(Number(range.value)); choose(Number(range.value)); });
  return make("label", [make("span", [named(label, ""), output]), range], { class: "control slider" });
}
function sliders() {
  const { axes, turns, unit } = played();
  at("axes").replaceChildren(...axes.map((axis, number) => slider(capital(text(axis.label)), 0, axis.values.length - 1, game.axes[number],
    (value) => String(axis.values[value]), (value) => { game.axes[number] = value; position(); })));
  at("turn").replaceChildren(slider(text(unit), 1, turns, game.turn, String, (value) => { game.turn = value; position(); }));
  at("setup").hidden = axes.length === 0;
}
function selects() {
  const focused = document.activeElement && document.activeElement.id, table = tableUnder(0);
  at("named").replaceChildren(...table.names.flatMap((name, number) => {
    const here = [...new Set(data.rules.flatMap((_, under) => {
      const other = tableUnder(under);
      return rowsOf(other, number).map((row) => other.numbers[number][row]);
    }))].sort((one, other) => one - other);
    const now = game.named[name];
    if (now !== undefined && !here.includes(now)) here.push(now);
    if (here.length < 2 && now === undefined) return [];
    const list = make("select", [make("option", word("any"), { value: "" }), ...here.map((value) => make("option", String(value), { value }))], { id: `named-${name}` });
    list.value = now === undefined ? "" : String(now);
    list.addEventListener("change", () => {
      if (list.value === "") delete game.named[name]; else game.named[name] = Number(list.value);
      position();
    });
    return [make("label", [make("span", text(table.labels[number])), list], { class: "control" })];
  }));
  if (focused && focused.startsWith("named-") && at(focused)) at(focused).focus();
  const usual = played().axes.every((axis, number) => axis.usual === game.axes[number]);
  at("coarse").hidden = usual || table.names.length >= played().tables.reduce((most, one) => Math.max(most, one.names.length), 0);
}
function shareBar(endings) {
  const bar = make("div", endings.map((chance, number) => {
    const part = make("span");
    part.style.width = `${100 * chance}%`;
    part.style.background = played().endings[number].colour;
    return part;
  }), { class: "bar", "aria-hidden": "true" });
  const legend = make("ul", endings.flatMap((chance, number) => {
    if (chance < 0.0005) return [];
    const key = make("span", [], { class: "key" });
    key.style.background = played().endings[number].colour;
    return [make("li", [key, `${text(played().endings[number].label)} ${inPercent(chance)}`])];
  }), { class: "legend" });
  return [bar, legend];
}
function decision(one) {
  const options = one.options.map((option, at) => {
    const mark = (played().marks.find(([least]) => option.loss * one.comes / option.may >= least - 1e-12) || [0, ""])[1];
    const loss = option.loss >= 0.0005 ? make("span", ` \u2212${digits(100 * option.loss, 1)}${mark && ` ${mark}`}`, { class: "loss" }) : "";
    return make("li", [capital(text(option.label)), loss], { class: at ? "" : "best" });
  });
  return [make("h4", [capital(text(one.decision)), make("small", ` ${text(one.phase)}, ${word("comes").replace("{times}", digits(one.comes, 2))}`)]),
    make("ol", options, { class: "options" })];
}
function under(rules, number) {
  const table = tableUnder(number), found = positionOf(table), parts = [make("h2", text(rules.title))];
  if (found === null) return make("section", [...parts, make("p", word("never"), { class: "wrong" })]);
  const wins = found.endings.reduce((sum, chance, at) => sum + (played().endings[at].wins ? chance : 0), 0);
  parts.push(make("p", [make("strong", inPercent(wins), { class: "chance" }), ` ${text(played().wanted)}, ${word("usual_plans")}`]));
  parts.push(...shareBar(found.endings));
  if (table.decides) parts.push(make("p", [make("strong", inPercent(found.best), { class: "optimal" }), ` ${word("best_play")}`]));
  if (game.turn > 1 || Object.keys(game.named).length) parts.push(make("p", word("share").replace("{share}", inPercent(found.share, 1e-11)), { class: "note" }));
  if (table.decides && !found.advice.length) parts.push(make("p", word("nothing"), { class: "note" }));
  if (found.advice.length) parts.push(make("p", word("lost"), { class: "note" }));
  for (const side of new Set(found.advice.map((one) => one.side))) {
    parts.push(make("h3", named(capital(text(side)), word("advice"))), ...found.advice.filter((one) => one.side === side).flatMap(decision));
  }
  return make("section", parts);
}
function position() {
  selects();
  at("positions").replaceChildren(...data.rules.map(under));
  keep();
}
function wholeGame() {
  at("finding").textContent = played().findings[state.language];
  at("picture").innerHTML = played().pictures[state.language];
  sliders();
  position();
}
function readGame(kept) {
  game.axes = played().axes.map((axis) => {
    const found = axis.values.indexOf(Number(kept.get(axis.path)));
    return kept.has(axis.path) && found >= 0 ? found : axis.usual;
  });
  const turn = Number(kept.get("turn"));
  game.turn = Number.isInteger(turn) && turn >= 1 && turn <= played().turns ? turn : 1;
  game.named = {};
  for (const name of new Set(played().tables.flatMap((table) => table.names))) {
    if (/^\d+$/.test(kept.get(name) || "")) game.named[name] = Number(kept.get(name));
  }
}
function keptGame(kept) {
  played().axes.forEach((axis, number) => { if (game.axes[number] !== axis.usual) kept.set(axis.path, axis.values[game.axes[number]]); });
  kept.set("turn", game.turn);
  for (const [name, value] of Object.entries(game.named)) kept.set(name, value);
}
async function unpacked(id) {
  const packed = Uint8Array.from(atob(at(id).textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}
async function begin() {
  data = JSON.parse(new TextDecoder().decode(await unpacked("data")));
  if (data.game) numbers = new Uint8Array(await unpacked("tables"));
  started();
}
if (typeof DecompressionStream === "undefined") at("old").hidden = false;
else begin();
