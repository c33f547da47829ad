/** Compares the inputs of a program with those of the cloud, and returns the changes of the program. Pure. */
import type { InputEdit, InputLiteral } from "../../generators/edited-inputs.ts";
import { getThroughSecrets } from "../value/at-path.ts";
import { equalValues } from "../value/compare.ts";
import { parsedJson } from "../value/json/object.ts";
import { hideLikelySecrets } from "../value/likely-secrets/hide-secrets.ts";
import { isEmpty } from "../value/open-value.ts";
import { type Path, startsWith } from "../value/path.ts";
import { fromPlain, type Plain } from "../value/plain.ts";
import { holdsSecret, openSecrets, restoreSecrets } from "../value/restore-secrets.ts";
import type { PropertyMap, Value } from "../value/value.ts";

/** A change that gives an input of the program the value of the cloud. */
export type InputChange =
  | { readonly kind: "edit"; readonly edit: InputEdit; readonly value: Value | undefined }
  /** A change that the user must make. `value` is the cloud's value. It is undefined if the cloud has no value. */
  | { readonly kind: "manual"; readonly path: Path; readonly value: Value | undefined; readonly why: string };

const secretReason = "is a secret: set it in the configuration, and read it with config.requireSecret";

/**
 * Compares the inputs at the paths that Diff names. Ignores all other inputs.
 *
 * @param program the checked inputs of the program
 * @param cloud the inputs that Read returned
 * @param paths the paths of the Diff
 */
export function inputChanges(program: PropertyMap, cloud: PropertyMap, paths: readonly Path[]): readonly InputChange[] {
  const marked = hideLikelySecrets(restoreSecrets(cloud, program)).values;
  return changesInMap(program, marked, [])
    .filter(({ path, shifted = path }) => {
      const isNear = (named: Path): boolean => startsWith(named, shifted) || startsWith(shifted, named);
      return paths.some(isNear);
    })
    .map((change) => inputChange(change, program));
}

interface Change {
  readonly kind: InputEdit["kind"];
  readonly path: Path;
  readonly value: Value | undefined;
  /**
   * The path of the outermost list that contains the value and has a different length in the cloud. There, the elements of this list may have other
   * indexes.
   */
  readonly shifted?: Path;
}

function inputChange({ kind, path, value }: Change, program: PropertyMap): InputChange {
  const current = getThroughSecrets(program, path);
  if ([value, current].some((side) => side !== undefined && holdsSecret(side)))
    return { kind: "manual", path, value, why: secretReason };
  if (kind === "remove" || value === undefined) return { kind: "edit", edit: { kind: "remove", path }, value };
  const literal = literalOf(value);
  if (literal === undefined) return { kind: "manual", path, value, why: "is not a literal" };
  if (kind === "add") return { kind: "edit", edit: { kind, path, value: literal }, value };
  return { kind: "edit", edit: { kind, path, value: literal, json: documentEdits(current, value) }, value };
}

/** Returns the edits inside a JSON document. Returns undefined if one of the values is not a JSON object or array. */
function documentEdits(program: Value | undefined, cloud: Value): readonly InputEdit[] | undefined {
  const [before, after] = [documentOf(program), documentOf(cloud)];
  if (before === undefined || after === undefined) return undefined;
  return changesInValue(before, after, []).flatMap(({ kind, path, value }): readonly InputEdit[] => {
    const literal = value === undefined ? undefined : literalOf(value);
    return literal === undefined || kind === "remove" ? [{ kind: "remove", path }] : [{ kind, path, value: literal }];
  });
}

function documentOf(value: Value | undefined): Value | undefined {
  const json = value?.kind === "string" ? parsedJson(value.value) : undefined;
  return typeof json === "object" && json !== null ? fromPlain(json as Plain) : undefined;
}

function changesInMap(before: PropertyMap, after: PropertyMap, path: Path): readonly Change[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].flatMap((key): readonly Change[] => {
    const [old, value] = [presentAt(before, key), presentAt(after, key)];
    const inner = [...path, key];
    if (value === undefined) return old === undefined ? [] : [{ kind: "remove", path: inner, value }];
    return old === undefined ? [{ kind: "add", path: inner, value }] : changesInValue(old, value, inner);
  });
}

function presentAt(map: PropertyMap, key: string): Value | undefined {
  const value = map.get(key);
  return value?.kind === "null" ? undefined : value;
}

function changesInValue(before: Value, after: Value, path: Path): readonly Change[] {
  if (before.kind === "map" && after.kind === "map") return changesInMap(before.entries, after.entries, path);
  if (before.kind === "list" && after.kind === "list") return changesInList(before.items, after.items, path);
  if (equalValues(openSecrets(before), openSecrets(after))) return [];
  return [{ kind: "set", path, value: after }];
}

/** Compares two lists. If their lengths differ, skips equal elements at the start and the end. Compares all other elements by position. */
function changesInList(before: readonly Value[], after: readonly Value[], path: Path): readonly Change[] {
  if (before.length === after.length)
    return before.flatMap((old, index) => changesInItem(old, after[index], [...path, index]));
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSameItem(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isSameItem(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const [old, items] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const pairs = Math.min(old.length, items.length);
  const changed = old
    .slice(0, pairs)
    .flatMap((value, index) => changesInItem(value, items[index], [...path, start + index]));
  const removed = old.slice(pairs).map((_, index): Change => {
    return { kind: "remove", path: [...path, start + pairs + index], value: undefined };
  });
  const added = items.slice(pairs).map((value): Change => ({ kind: "add", path: [...path, start + pairs], value }));
  // Don't add false, 0, or empty members, which are probably defaults that the provider returns.
  const meant = changed.filter(({ kind, value }) => kind !== "add" || value === undefined || !isVoid(value));
  return [...meant, ...removed, ...added].map((change) => ({ ...change, shifted: path }));
}

function changesInItem(old: Value, item: Value | undefined, path: Path): readonly Change[] {
  return item === undefined ? [] : changesInValue(old, item, path);
}

/** Returns true if the elements are equal. Ignores members that only the cloud's element has if they are false, 0, or empty. */
function isSameItem(old: Value | undefined, item: Value | undefined): boolean {
  if (old === undefined || item === undefined) return false;
  return changesInValue(old, item, []).every(
    ({ kind, value }) => kind === "add" && value !== undefined && isVoid(value),
  );
}

function isVoid(value: Value): boolean {
  const inner = openSecrets(value);
  if (inner.kind === "boolean") return !inner.value;
  if (inner.kind === "number") return inner.value === 0;
  return isEmpty(inner);
}

/** Returns undefined if a program cannot write the value as a literal. */
function literalOf(value: Value): InputLiteral | undefined {
  switch (value.kind) {
    case "null":
      return null;
    case "boolean":
    case "string":
      return value.value;
    case "number":
      return Number.isFinite(value.value) ? value.value : undefined;
    case "list": {
      const items = value.items.map(literalOf).filter((item) => item !== undefined);
      return items.length === value.items.length ? items : undefined;
    }
    case "map": {
      const entries = [...value.entries].flatMap(([key, member]) => {
        const literal = literalOf(member);
        return literal === undefined ? [] : [[key, literal] as const];
      });
      return entries.length === value.entries.size ? new Map(entries) : undefined;
    }
    case "bytes":
    case "secret":
    case "asset":
    case "archive":
    case "resource":
    case "unknown":
    case "output":
      return undefined;
  }
}
