/**
 * Property paths: text <-> keys, by the rules of the engine's non-strict parser (`ParsePropertyPath`).
 */

/** A path from a property bag to a value: object keys are strings, list indexes are numbers. */
export type Path = readonly (string | number)[];

/**
 * Parses the text of a property path, for example `a.b[0]["x-y"]`.
 *
 * @returns the keys, or `undefined` when the engine would refuse the text (missing quote or bracket, bad index, leading or trailing dot).
 */
export function parsePath(text: string): Path | undefined {
  const keys: (string | number)[] = [];
  let at = 0;
  if (text.startsWith(".")) return undefined;
  while (at < text.length) {
    if (text[at] === ".") {
      at += 1;
      if (at === text.length) return undefined;
      continue;
    }
    if (text[at] !== "[") {
      let end = at;
      while (end < text.length && text[end] !== "." && text[end] !== "[") end += 1;
      keys.push(text.slice(at, end));
      at = end;
      continue;
    }
    if (text[at + 1] === '"') {
      let key = "";
      let end = at + 2;
      while (end < text.length && text[end] !== '"') {
        if (text[end] === "\\" && text[end + 1] === '"') end += 1;
        key += text[end];
        end += 1;
      }
      if (text[end] !== '"' || text[end + 1] !== "]") return undefined;
      keys.push(key);
      at = end + 2;
      continue;
    }
    const close = text.indexOf("]", at);
    if (close < 0) return undefined;
    const index = text.slice(at + 1, close);
    if (index === "*") keys.push("*");
    else if (/^[+-]?\d+$/.test(index)) keys.push(Number(index));
    else return undefined;
    at = close + 1;
  }
  return keys;
}

/** Prints a path as the engine does: bare keys of `[A-Za-z0-9_]`, others quoted, indexes in brackets. */
export function formatPath(path: Path): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else if (/^[A-Za-z0-9_]+$/.test(key)) text += text === "" ? key : `.${key}`;
    else text += `["${key.replaceAll('"', '\\"')}"]`;
  }
  return text;
}

/** Prints the path of an option, in which `*` stands for every element: `*`, `rules[*].port`, as Pulumi's documentation writes it. */
export function formatPattern(path: Path): string {
  return path
    .map((key, index) => {
      if (key === "*") return index === 0 ? "*" : "[*]";
      const text = formatPath([key]);
      return index === 0 || text.startsWith("[") ? text : `.${text}`;
    })
    .join("");
}

/** True when `path` is `prefix` or lies below it. */
export function startsWith(path: Path, prefix: Path): boolean {
  return prefix.length <= path.length && prefix.every((key, i) => key === path[i]);
}
