// From what is said to the answer: a place in a table for each field, then in tables of two before them.
"use strict";
function placesOf(question, values) {
  return question.fields.map((field) => {
    const value = values[field.key];
    if (value === undefined) return field.usual;
    if (field.kind === "flag") return value ? 1 : 0;
    const place = field.kind === "number" ? value - field.low : field.ids.indexOf(value);
    if (!(place >= 0 && place < field.size)) throw new RangeError(field.key);
    return place;
  });
}
function answerOf(data, question, under, values) {
  const { tables, answers } = question.under[under];
  if (tables.length === 0) return answers[0];
  const said = placesOf(question, values), classes = [];
  question.nodes.forEach((node, place) => {
    const table = data.tables[tables[place]];
    if (!Array.isArray(node)) { classes.push(table[said[node]]); return; }
    const wide = Math.max(...data.tables[tables[node[1]]]) + 1;
    classes.push(table[classes[node[0]] * wide + classes[node[1]]]);
  });
  return answers[classes[classes.length - 1]];
}
function percentOf(chance, decimal) {
  const [above, below] = `${chance}/1`.split("/").map(BigInt);
  if (above === 0n || above === below) return above ? "100" : "0";
  const tenths = (above * 2000n + below) / (2n * below);
  if (tenths === 0n) return `<0${decimal}1`;
  return tenths === 1000n ? `>99${decimal}9` : `${tenths / 10n}${decimal}${tenths % 10n}`;
}
