/** Parses and formats property paths, with the rules of the engine's non-strict parser (`ParsePropertyPath`). */

/** A path from a property map to a value: strings are object keys, and numbers are list indexes. */
export type Path = readonly (string | number)[];

/**
 * Parses a property path such as `a.b[0]["x-y"]`.
 *
 * @returns undefined if the engine would reject the text (missing quote or bracket, bad index, leading or trailing dot)
 */
export function parsePath(text: string): Path | undefined {
  const keys: (string | number)[] = [];
  let offset = 0;
  if (text.startsWith(".")) return undefined;
  while (offset < text.length) {
    if (text[offset] === ".") {
      offset += 1;
      if (offset === text.length) return undefined;
      continue;
    }
    if (text[offset] !== "[") {
      let end = offset;
      while (end < text.length && text[end] !== "." && text[end] !== "[") end += 1;
      keys.push(text.slice(offset, end));
      offset = end;
      continue;
    }
    if (text[offset + 1] === '"') {
      let key = "";
      let end = offset + 2;
      while (end < text.length && text[end] !== '"') {
        if (text[end] === "\\" && text[end + 1] === '"') end += 1;
        key += text[end];
        end += 1;
      }
      if (text[end] !== '"' || text[end + 1] !== "]") return undefined;
      keys.push(key);
      offset = end + 2;
      continue;
    }
    const close = text.indexOf("]", offset);
    if (close < 0) return undefined;
    const index = text.slice(offset + 1, close);
    if (index === "*") keys.push("*");
    else if (/^[+-]?\d+$/.test(index)) keys.push(Number(index));
    else return undefined;
    offset = close + 1;
  }
  return keys;
}

/**
 * Formats a path as the engine does. Keys of letters, digits, and `_` are written plainly, other keys in brackets and quotes, and indexes in
 * brackets.
 */
export function formatPath(path: Path): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else if (/^[A-Za-z0-9_]+$/.test(key)) text += text === "" ? key : `.${key}`;
    else text += `["${key.replaceAll('"', '\\"')}"]`;
  }
  return text;
}

/** Formats the path of a resource option such as `ignoreChanges`, as in Pulumi's docs. `*` matches every element: `*`, `rules[*].port`. */
export function formatPattern(path: Path): string {
  return path
    .map((key, index) => {
      if (key === "*") return index === 0 ? "*" : "[*]";
      const text = formatPath([key]);
      return index === 0 || text.startsWith("[") ? text : `.${text}`;
    })
    .join("");
}

/** Returns true if `path` equals `prefix` or is below it. */
export function startsWith(path: Path, prefix: Path): boolean {
  return prefix.length <= path.length && prefix.every((key, i) => key === path[i]);
}
