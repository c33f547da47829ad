/** Labels of the rows in a table with a narrow column. Labels are unique. */
import { columnsOf, endWithin, startOf } from "./columns.ts";
import { visible } from "./quote.ts";

interface Row {
  readonly type: string;
  readonly name: string;
}

/**
 * Returns a label for each row: type and name, shortened to a single line if the shortened label is unique. If it isn't, the label has several lines.
 *
 * @param width maximum number of columns of a line
 */
export function resourceLabels(rows: readonly Row[], width: number): readonly string[] {
  const types = shownTypes(rows.map(({ type }) => type));
  const typeOf = (type: string): string => types.get(type) ?? type;
  const labels = rows.map((row) => oneLine(typeOf(row.type), visible(row.name), width));
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return rows.map((row, index) => {
    const label = labels[index] ?? "";
    return counts.get(label) === 1 ? label : allLines(typeOf(row.type), visible(row.name), width);
  });
}

/** Maps each type to its shortest form that is unique among the types: `pkg:Member`, `pkg:module:Member`, or the whole token. */
export function shownTypes(all: readonly string[]): ReadonlyMap<string, string> {
  const types = new Set(all);
  const shown = new Map<string, string>();
  for (const formOf of [packageAndMember, withModule]) {
    const users = new Map<string, number>();
    for (const type of types) users.set(formOf(type), (users.get(formOf(type)) ?? 0) + 1);
    for (const type of types) if (!shown.has(type) && users.get(formOf(type)) === 1) shown.set(type, formOf(type));
  }
  return new Map([...types].map((type) => [type, visible(shown.get(type) ?? type)]));
}

function packageAndMember(type: string): string {
  const parts = type.split(":");
  return parts.length < 3 ? type : `${parts[0]}:${parts.at(-1)}`;
}

/** Shortens `a:x/t:T` to `a:x:T`, because `t` repeats the last part. */
function withModule(type: string): string {
  const [name, module = "", ...rest] = type.split(":");
  return rest.length === 0 ? type : `${name}:${module.replace(/\/[^/]*$/, "")}:${rest.join(":")}`;
}

/** Fits type and name on a single line. Shortens the type first: removes its package, then characters in its middle. */
export function oneLine(type: string, name: string, width: number): string {
  const whole = `${type} ${name}`;
  if (columnsOf(whole) <= width) return whole;
  const member = type.slice(type.indexOf(":") + 1);
  const room = width - columnsOf(name) - 1;
  return middle(`${room >= 4 ? middle(member, room) : member} ${name}`, width);
}

function allLines(type: string, name: string, width: number): string {
  return [...linesWithin(type, width), ...linesWithin(name, width - 2).map((piece) => `  ${piece}`)].join("\n");
}

function linesWithin(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (let rest = text; rest !== ""; ) {
    // A character that is wider than the column gets a separate line.
    const line = startOf(rest, width) || startOf(rest, 2) || rest;
    lines.push(line);
    rest = rest.slice(line.length);
  }
  return lines;
}

/** Shortens a text in the middle, because both ends of an ID or token are significant. */
export function middle(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  const tail = Math.floor((width - 1) * 0.6);
  return `${startOf(text, width - 1 - tail)}…${endWithin(text, tail)}`;
}
