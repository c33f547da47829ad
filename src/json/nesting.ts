/**
 * Limits how deep JSON may be nested: values are walked level by level, and no provider nests them nearly as deep.
 */
export const deepest = 500;

/** Returns true for JSON text that is nested deeper. */
export function nestsTooDeep(text: string): boolean {
  let depth = 0;
  for (const [mark] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/g)) {
    if (mark === "[" || mark === "{") depth += 1;
    else if (mark === "]" || mark === "}") depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}
