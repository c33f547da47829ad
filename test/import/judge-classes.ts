/**
 * Checks the class that imp gives to each value of a resource (set, implied, copy, …) with the definition of the random type, independently of
 * imp's search.
 */
import { isNoWorseThan, type Judgement, judge, leavesOf, propertyAt, type Seen, untypedIn } from "./judge-programs.ts";
import { type Json, type JsonObject, unknownText } from "./model-cloud.ts";
import { created, isRefusedAtCreation } from "./random-creation.ts";
import { isList, isObject, type Leaf, type Members, sentBySdk } from "./random-type.ts";

/** The class that imp gives to one value that Read returned. */
interface Claim {
  readonly path: string;
  readonly class: "set" | "implied" | "owned" | "assigned" | "copy" | "unsettable";
  /** The property with the same content, for class `copy`. */
  readonly of?: string;
}

/** The program of a resource, the classes of its values, and whether imp reported that the provider rejects a creation. */
export interface Accounting {
  readonly program: JsonObject;
  readonly claims: readonly Claim[];
  readonly notCreatable: boolean;
}

type LeafPath = readonly (string | number)[];

interface ReadLeaf {
  readonly path: LeafPath;
  readonly text: string;
  readonly value: Json;
}

const token = "model:index:Thing";

/** Returns a message for each value with a wrong class. */
export function classFaults(seen: Seen, accounting: Accounting): readonly string[] {
  const leaves = readLeaves(seen.inputs);
  const leavesByPath = new Map(leaves.map((leaf) => [leaf.text, leaf]));
  const paths = accounting.claims.map(({ path }) => path);
  return [
    ...leaves.filter(({ text }) => !paths.includes(text)).map(({ text }) => `${text} has no class`),
    ...paths.filter((path, index) => paths.indexOf(path) !== index).map((path) => `${path} has two classes`),
    ...accounting.claims.flatMap((claim) => {
      const leaf = leavesByPath.get(claim.path);
      if (leaf === undefined) return [`${claim.path} is not a value that Read returned`];
      const fault = classFault(seen, accounting, claim, leaf);
      return fault === undefined ? [] : [`${claim.path} is ${claim.class}: ${fault}`];
    }),
    ...creationFaults(seen, accounting, leavesByPath),
  ];
}

function readLeaves(inputs: JsonObject): readonly ReadLeaf[] {
  return leavesOf(inputs).flatMap((path): readonly ReadLeaf[] => {
    const value = valueAtPath(inputs, path) ?? null;
    return isEmpty(value) ? [] : [{ path, text: textOf(path), value }];
  });
}

function classFault(
  seen: Seen,
  { program, claims }: Accounting,
  claim: Claim,
  { path, value }: ReadLeaf,
): string | undefined {
  switch (claim.class) {
    case "set":
      return isSame(valueAtPath(program, path), value) ? undefined : "the program does not set it";
    case "implied": {
      if (valueAtPath(program, path) !== undefined) return "the program sets it";
      const plan = creation(seen, program, "preview");
      return plan !== undefined && isSame(valueAtPath(plan, path), value)
        ? undefined
        : "the Create preview does not return it";
    }
    case "copy": {
      const original = seen.inputs[claim.of ?? ""];
      if (!isSame(original, value)) return `${claim.of} has a different value`;
      // A new deployment that sets an omitted value also sets its copy.
      const isThere = claims.some(({ path, class: of }) => path === claim.of && (of === "set" || of === "implied"));
      return isThere ? undefined : `${claim.of} is not set`;
    }
    case "assigned":
      return isAssigned(seen, path) ? undefined : "the cloud does not choose it";
    case "unsettable":
      return settable(seen, program, path);
    case "owned":
      return "no other resource exists";
  }
}

/** Returns a message with a program that sets a value of class `unsettable`, or undefined if the value cannot be set. */
function settable(seen: Seen, program: JsonObject, path: LeafPath): string | undefined {
  const [from, whole] = judged(seen, program);
  const isCreatable = creation(seen, program, "preview") !== undefined;
  const others = readLeaves(seen.inputs)
    .filter((leaf) => valueAtPath(program, leaf.path) === undefined && textOf(leaf.path) !== textOf(path))
    .slice(0, 6);
  const variants = path.flatMap((key, depth) => (typeof key === "string" ? [path.slice(0, depth + 1)] : []));
  for (let bits = 0; bits < 2 ** others.length; bits += 1) {
    const more = others.filter((_, index) => Math.floor(bits / 2 ** index) % 2 === 1);
    const start = more.reduce((given, leaf) => withValue(given, leaf.path, seen.inputs), program);
    for (const variant of variants) {
      const candidate = withValue(start, variant, seen.inputs);
      if (
        !isProgram(seen, candidate) ||
        !isNoWorseThan(judge(seen, candidate, from), whole) ||
        (isCreatable && creation(seen, candidate, "preview") === undefined)
      )
        continue;
      return `it can be set: ${JSON.stringify(candidate)}`;
    }
  }
  return undefined;
}

/** Judges a program without old inputs, as for a new object. If it is not clean, judges it with the read inputs as the old inputs. */
function judged(seen: Seen, program: JsonObject): readonly [JsonObject, Judgement] {
  const anew = judge(seen, program, {});
  return !anew.refused && anew.stable && anew.paths.size === 0 ? [{}, anew] : [seen.inputs, judge(seen, program)];
}

/** Returns true if the program has all values that the schema requires, so that it compiles. */
function isProgram({ behaviours, inputs }: Seen, program: JsonObject): boolean {
  return untypedIn(behaviours, inputs, program).length === 0;
}

/** Returns the faults of a new deployment. It must recreate the read object, except for differences that Diff shows. */
function creationFaults(
  seen: Seen,
  { program, claims, notCreatable }: Accounting,
  leavesByPath: ReadonlyMap<string, ReadLeaf>,
): readonly string[] {
  const made = creation(seen, program, "really");
  if (made === undefined) {
    const other = creatable(seen, program);
    return [
      ...(notCreatable ? [] : ["the provider rejects a creation, but no remark reports it"]),
      ...(other === undefined
        ? []
        : [`the provider rejects the creation of the program, but accepts ${JSON.stringify(other)}`]),
    ];
  }
  const { differs } = judge(seen, program);
  return [
    ...(notCreatable ? ["a remark reports a rejected creation, but the provider accepts it"] : []),
    ...claims.flatMap(({ path, class: of }) => {
      const leaf = leavesByPath.get(path);
      if (leaf === undefined || of === "unsettable" || of === "assigned") return [];
      const now = valueAtPath(made, leaf.path);
      // Check may change a string that the program sets.
      const meant = of === "set" ? asChecked(seen, leaf) : leaf.value;
      if (isSame(now, meant) || [...differs].some((other) => other === "" || overlap(other, path))) return [];
      return [`${path} is ${of}, but a new deployment has ${JSON.stringify(now ?? null)}`];
    }),
  ];
}

/** Adds read values to the program until Create accepts it. Returns undefined if Create rejects all these programs. */
function creatable(seen: Seen, program: JsonObject): JsonObject | undefined {
  const [from, whole] = judged(seen, program);
  const others = readLeaves(seen.inputs)
    .filter(({ path }) => valueAtPath(program, path) === undefined)
    .slice(0, 8);
  for (let bits = 1; bits < 2 ** others.length; bits += 1) {
    const more = others.filter((_, index) => Math.floor(bits / 2 ** index) % 2 === 1);
    const candidate = more.reduce((given, leaf) => withValue(given, leaf.path, seen.inputs), program);
    if (
      isProgram(seen, candidate) &&
      isNoWorseThan(judge(seen, candidate, from), whole) &&
      creation(seen, candidate, "preview") !== undefined
    )
      return candidate;
  }
  return undefined;
}

/** Returns the response of Create without old inputs, or undefined if it is rejected. */
function creation({ cloud, behaviours }: Seen, program: JsonObject, how: "really" | "preview"): JsonObject | undefined {
  try {
    const { inputs = {}, failures } = cloud.check(token, {}, sentBySdk(behaviours, program), 21);
    if (failures !== undefined || isRefusedAtCreation(behaviours, inputs)) return undefined;
    return created(behaviours, inputs, how);
  } catch {
    return undefined;
  }
}

/** Returns the value of a leaf as Check returns it. */
function asChecked({ behaviours }: Seen, { path, value }: ReadLeaf): Json {
  return typeof value === "string" && leafAt(behaviours, path)?.trims === "check" ? value.trim() : value;
}

/** Returns true if the cloud assigns the leaf, or the leaf of which it is a copy. */
function isAssigned({ behaviours }: Seen, path: LeafPath): boolean {
  const leaf = leafAt(behaviours, path);
  const original = leaf?.copyOf === undefined ? leaf : leafAt(behaviours, [...path.slice(0, -1), leaf.copyOf]);
  return original?.server === "assigned";
}

function leafAt(tree: Members, path: LeafPath): Leaf | undefined {
  const property = propertyAt(tree, path);
  return property?.kind === "leaf" ? property : undefined;
}

/** Sets the read value at a path. Lists that contain it get as many elements as the read lists. */
function withValue(given: Json | undefined, path: LeafPath, read: Json): JsonObject {
  return placed(given ?? {}, path, read) as JsonObject;
}

function placed(given: Json | undefined, [key, ...rest]: LeafPath, read: Json): Json {
  if (key === undefined) return read;
  if (typeof key === "number") {
    const items = isList(read) ? read : [];
    const there = isList(given ?? null) ? (given as readonly Json[]) : items.map(() => ({}));
    return there.map((item, index) => (index === key ? placed(item, rest, items[index] ?? null) : item));
  }
  const object = isObject(given ?? null) ? (given as JsonObject) : {};
  return { ...object, [key]: placed(object[key], rest, isObject(read) ? (read[key] ?? null) : null) };
}

function valueAtPath(value: Json, path: LeafPath): Json | undefined {
  return path.reduce<Json | undefined>((found, key) => {
    if (typeof key === "number") return isList(found ?? null) ? (found as readonly Json[])[key] : undefined;
    return isObject(found ?? null) ? (found as JsonObject)[key] : undefined;
  }, value);
}

function isSame(a: Json | undefined, b: Json): boolean {
  return a !== undefined && a !== unknownText && JSON.stringify(a) === JSON.stringify(b);
}

function isEmpty(value: Json): boolean {
  if (isList(value)) return value.length === 0;
  return value === null || value === "" || (isObject(value) && Object.keys(value).length === 0);
}

function overlap(a: string, b: string): boolean {
  const starts = (long: string, short: string): boolean =>
    long === short || (long.startsWith(short) && /^[.[]/.test(long.slice(short.length)));
  return starts(a, b) || starts(b, a);
}

function textOf(path: LeafPath): string {
  return path.map((key, i) => (typeof key === "number" ? `[${key}]` : i === 0 ? key : `.${key}`)).join("");
}
