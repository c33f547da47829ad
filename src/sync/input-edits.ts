/** Compares the inputs of a program with those of the cloud, and returns the edits of the program. Pure. */
import type { InputEdit, InputLiteral } from "../../generators/edited-inputs.ts";
import { type Path, startsWith } from "../ir/path.ts";
import { parsedJson } from "../json/object.ts";
import { hideLikelySecrets } from "../likely-secrets/hide-secrets.ts";
import { getThroughSecrets } from "../value/at-path.ts";
import { equalValues } from "../value/compare.ts";
import { fromPlain, type Plain } from "../value/plain.ts";
import { holdsSecret, openSecrets, restoreSecrets } from "../value/restore-secrets.ts";
import type { PropertyMap, Value } from "../value/value.ts";

/** An input that is different in the program and in the cloud. */
export type InputChange =
  | { readonly kind: "edit"; readonly edit: InputEdit; readonly value: Value | undefined }
  /** A change that the user must make. `value` is the cloud's value, undefined if it has none. */
  | { readonly kind: "manual"; readonly path: Path; readonly value: Value | undefined; readonly why: string };

const secretReason = "is a secret: set it in the configuration, and read it with config.requireSecret";

/**
 * Returns the changes at the paths that a Diff names, and no others.
 *
 * @param program the checked inputs of the program
 * @param cloud the inputs that Read returned
 * @param paths the paths of the Diff. A change in a list is at the list or below it
 */
export function inputChanges(program: PropertyMap, cloud: PropertyMap, paths: readonly Path[]): readonly InputChange[] {
  const marked = hideLikelySecrets(restoreSecrets(cloud, program)).values;
  const named = paths.map(outsideLists);
  return changesInMap(program, marked, [])
    .filter(({ path }) => {
      const around = outsideLists(path);
      return named.some((outer) => startsWith(around, outer) || startsWith(outer, around));
    })
    .map((change) => inputChange(change, program));
}

/** Returns the path up to the first list. */
function outsideLists(path: Path): Path {
  const index = path.findIndex((key) => typeof key === "number");
  return index < 0 ? path : path.slice(0, index);
}

interface Change {
  readonly kind: InputEdit["kind"];
  readonly path: Path;
  readonly value: Value | undefined;
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

/** Returns the edits inside of a JSON document. Returns undefined if one of the values is not an object or array in JSON. */
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

/** Keeps equal elements at the start and the end, and compares the others by position. */
function changesInList(before: readonly Value[], after: readonly Value[], path: Path): readonly Change[] {
  const shorter = Math.min(before.length, after.length);
  const isSame = (old: Value | undefined, item: Value | undefined): boolean =>
    old !== undefined && item !== undefined && equalValues(openSecrets(old), openSecrets(item));
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const old = before.slice(start, before.length - end);
  const items = after.slice(start, after.length - end);
  const pairs = Math.min(old.length, items.length);
  const changed = old.slice(0, pairs).flatMap((value, index) => {
    const item = items[index];
    return item === undefined ? [] : changesInValue(value, item, [...path, start + index]);
  });
  const removed = old.slice(pairs).map((_, index): Change => {
    return { kind: "remove", path: [...path, start + pairs + index], value: undefined };
  });
  const added = items.slice(pairs).map((value): Change => ({ kind: "add", path: [...path, start + pairs], value }));
  return [...changed, ...removed, ...added];
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
