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
 * @param paths the paths of the Diff. A path that neither side has counts as the innermost path around it that one side has
 */
export function inputChanges(program: PropertyMap, cloud: PropertyMap, paths: readonly Path[]): readonly InputChange[] {
  const marked = hideLikelySecrets(restoreSecrets(cloud, program)).values;
  const named = paths.map((path) => existingPath(path, program, cloud));
  return changesInMap(program, marked, [], { isDocument: false, named })
    .filter(({ path, shifted = path, isDefault }) => {
      if (isDefault) return named.some((each) => isSamePath(each, path));
      return named.some((each) => isNear(each, shifted));
    })
    .map((change) => inputChange(change, program));
}

function existingPath(path: Path, ...sides: readonly PropertyMap[]): Path {
  const isKnown = path.length <= 1 || sides.some((side) => getThroughSecrets(side, path) !== undefined);
  return isKnown ? path : existingPath(path.slice(0, -1), ...sides);
}

/** Returns true if one path is at or below the other. */
function isNear(one: Path, other: Path): boolean {
  return startsWith(one, other) || startsWith(other, one);
}

function isSamePath(one: Path, other: Path): boolean {
  return one.length === other.length && startsWith(one, other);
}

interface Change {
  readonly kind: InputEdit["kind"];
  readonly path: Path;
  readonly value: Value | undefined;
  /** The path of the outermost list that contains the value and whose elements may have other indexes in the cloud. */
  readonly shifted?: Path;
  /** True for a false, 0, or empty member that only the cloud's list element has. It is probably a default of the provider. */
  readonly isDefault?: boolean;
}

/** How two values are compared. */
interface Comparison {
  /** True for JSON documents: null is a value, and members are never defaults. */
  readonly isDocument: boolean;
  /** The paths of the Diff. */
  readonly named: readonly Path[];
}

const documentComparison: Comparison = { isDocument: true, named: [[]] };

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
  return changesInValue(before, after, [], documentComparison).flatMap(
    ({ kind, path, value }): readonly InputEdit[] => {
      const literal = value === undefined ? undefined : literalOf(value);
      return literal === undefined || kind === "remove" ? [{ kind: "remove", path }] : [{ kind, path, value: literal }];
    },
  );
}

function documentOf(value: Value | undefined): Value | undefined {
  const json = value?.kind === "string" ? parsedJson(value.value) : undefined;
  return typeof json === "object" && json !== null ? fromPlain(json as Plain) : undefined;
}

function changesInMap(before: PropertyMap, after: PropertyMap, path: Path, comparison: Comparison): readonly Change[] {
  const presentAt = (map: PropertyMap, key: string): Value | undefined => {
    const value = map.get(key);
    return value?.kind === "null" && !comparison.isDocument ? undefined : value;
  };
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].flatMap((key): readonly Change[] => {
    const [old, value] = [presentAt(before, key), presentAt(after, key)];
    const inner = [...path, key];
    if (value === undefined) return old === undefined ? [] : [{ kind: "remove", path: inner, value }];
    return old === undefined ? [{ kind: "add", path: inner, value }] : changesInValue(old, value, inner, comparison);
  });
}

function changesInValue(before: Value, after: Value, path: Path, comparison: Comparison): readonly Change[] {
  if (before.kind === "map" && after.kind === "map")
    return changesInMap(before.entries, after.entries, path, comparison);
  if (before.kind === "list" && after.kind === "list")
    return changesInList(before.items, after.items, path, comparison);
  if (equalValues(openSecrets(before), openSecrets(after))) return [];
  return [{ kind: "set", path, value: after }];
}

function changesInList(
  before: readonly Value[],
  after: readonly Value[],
  path: Path,
  comparison: Comparison,
): readonly Change[] {
  if (isUnordered(before, after, path, comparison)) {
    const isIn = (items: readonly Value[]) => (item: Value) =>
      items.some((other) => isSameItem(other, item, comparison));
    const indexes = before.flatMap((old, index) =>
      after.some((item) => isSameItem(old, item, comparison)) ? [] : [index],
    );
    const items = after.filter((item) => !isIn(before)(item));
    return shiftedChanges(before, indexes, items, path, comparison);
  }
  if (before.length === after.length)
    return before.flatMap((old, index) => changesInItem(old, after[index], [...path, index], comparison));
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSameItem(before[start], after[start], comparison)) start += 1;
  let end = 0;
  while (end < shorter - start && isSameItem(before.at(-1 - end), after.at(-1 - end), comparison)) end += 1;
  const indexes = [...before.keys()].slice(start, before.length - end);
  return shiftedChanges(before, indexes, after.slice(start, after.length - end), path, comparison, start);
}

/** Returns true if elements differ at a position that the Diff doesn't name. The order of the elements then has no meaning. */
function isUnordered(before: readonly Value[], after: readonly Value[], path: Path, comparison: Comparison): boolean {
  const positions = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index);
  return positions.some(
    (index) =>
      !isSameItem(before[index], after[index], comparison) &&
      !comparison.named.some((each) => isNear(each, [...path, index])),
  );
}

/**
 * Compares the program's elements at the indexes with elements of the cloud, in order. Removes the remaining elements of the program, or adds the
 * remaining ones of the cloud.
 *
 * @param end the index at which elements are added if there are no indexes
 */
function shiftedChanges(
  before: readonly Value[],
  indexes: readonly number[],
  items: readonly Value[],
  path: Path,
  comparison: Comparison,
  end = before.length,
): readonly Change[] {
  const pairs = Math.min(indexes.length, items.length);
  const changed = indexes.slice(0, pairs).flatMap((index, position) => {
    const old = before[index];
    return old === undefined ? [] : changesInItem(old, items[position], [...path, index], comparison);
  });
  const removed = indexes
    .slice(pairs)
    .map((index): Change => ({ kind: "remove", path: [...path, index], value: undefined }));
  const next = (indexes[pairs - 1] ?? end - 1) + 1;
  const added = items.slice(pairs).map((value): Change => ({ kind: "add", path: [...path, next], value }));
  // Don't add members that are probably defaults.
  const meant = changed.filter(({ isDefault }) => !isDefault);
  return [...meant, ...removed, ...added].map((change) => ({ ...change, shifted: path }));
}

function changesInItem(old: Value, item: Value | undefined, path: Path, comparison: Comparison): readonly Change[] {
  if (item === undefined) return [];
  return changesInValue(old, item, path, comparison).map((change) => {
    const isDefault = isAddedMember(change, comparison) && change.value !== undefined && isVoid(change.value);
    return isDefault ? { ...change, isDefault } : change;
  });
}

function isAddedMember({ kind, path }: Change, { isDocument }: Comparison): boolean {
  return !isDocument && kind === "add" && typeof path.at(-1) === "string";
}

/** Compares elements. Ignores members that only the cloud's element has, which are probably defaults of the provider. */
function isSameItem(old: Value | undefined, item: Value | undefined, { isDocument }: Comparison): boolean {
  if (old === undefined || item === undefined) return false;
  const comparison = { isDocument, named: [[]] };
  return changesInValue(old, item, [], comparison).every((change) => isAddedMember(change, comparison));
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
