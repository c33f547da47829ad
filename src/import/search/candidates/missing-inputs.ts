/** Finds required inputs that neither Read nor the import file provides. Tests them with Check, and does not interpret messages. */
import type { Type } from "../../../ir/type.ts";
import type { CheckFailure } from "../../../plugin/provider.ts";
import type { PropertySchema, ResourceSchema } from "../../../schema/types.ts";
import { nullValue, type PropertyMap, secretValue, stringValue, type Value } from "../../../value/value.ts";
import { answeredPath } from "../../engine/oracle.ts";
import type { CloudResource } from "../../read/cloud-resource.ts";
import { isSecretInput } from "../../read/likely-secrets.ts";
import type { Candidate } from "./candidate.ts";
import { isEmptyString } from "./empty-strings.ts";
import { checkOrReject } from "./rejection.ts";
import { type Subject, sentInputs } from "./subject.ts";

export interface MissingInputs {
  /** Groups of top-level inputs. One input of each group is required. Never empty. */
  readonly groups: readonly (readonly string[])[];
  /** Whether Check accepts the program with the first input of each group. */
  readonly met: boolean;
  /** Whether `met` is true and every group has a string input for a placeholder. */
  readonly fillable: boolean;
}

/** The placeholder for a value that only the user knows. It is constant to make imports reproducible. */
const placeholderText = "placeholder-to-be-replaced";

/** The maximum number of Check calls for the first resource of a type (the sample), and for each other resource. */
const checkLimits = { sample: 16, other: 4 } as const;

/**
 * Adds missing inputs to the best rejected program until Check accepts it. Inputs that resolve the same failures form a group.
 *
 * @param profile the missing inputs of the type's first resource, which are tried first. Omitted for that resource.
 * @returns undefined if no missing input helps
 */
export async function findMissingInputs(
  subject: Subject,
  refused: Candidate,
  profile: { readonly missingInputs?: MissingInputs } | undefined,
): Promise<MissingInputs | undefined> {
  const expected = profile?.missingInputs;
  const missing = testValues(subject);
  const check = async (added: PropertyMap): Promise<readonly CheckFailure[]> => {
    const sent = sentInputs(subject, new Map([...refused.program, ...added]));
    return (await checkOrReject(subject, subject.cloud.projected, sent)).failures;
  };
  if (expected?.met === true) {
    const firsts = firstOfEachGroup(expected, missing);
    if (firsts !== undefined && (await check(firsts)).length === 0) return expected;
  }
  let calls: number = profile === undefined ? checkLimits.sample : checkLimits.other;
  let failures = refused.failures;
  const claimed = claimedGroups(subject, missing);
  const supplied = new Map<string, Value>();
  const groups: (readonly string[])[] = [];
  while (failures.length > 0) {
    const helping: { readonly name: string; readonly value: Value; readonly left: readonly CheckFailure[] }[] = [];
    const tried = new Set<string>();
    for (const [name, value] of likelyInputsFirst(missing, failures, claimed)) {
      if (calls === 0 || isGroupTried(helping[0]?.name, tried, claimed)) break;
      if (supplied.has(name)) continue;
      tried.add(name);
      calls -= 1;
      const left = await check(new Map([...supplied, [name, value]]));
      if (removesFailure(name, failures, left)) helping.push({ name, value, left });
    }
    const [first] = helping;
    if (first === undefined) break;
    groups.push(helping.filter(({ left }) => failuresKey(left) === failuresKey(first.left)).map(({ name }) => name));
    supplied.set(first.name, first.value);
    failures = first.left;
  }
  const unhelped = [...new Set(failingInputs(failures))].filter(
    (name) => subject.resource.inputs.has(name) && isInputMissing(subject, name),
  );
  if (failures.length > 0) groups.push(...unhelped.map((name) => [name]));
  if (groups.length === 0) return undefined;
  const met = failures.length === 0;
  return {
    groups,
    met,
    fillable: met && groups.every((group) => firstTextInput(subject.resource, group) !== undefined),
  };
}

/** Adds a secret placeholder for the first string input of each group. Returns undefined if Check would still reject the program. */
export function withPlaceholders(cloud: CloudResource, { groups, fillable }: MissingInputs) {
  if (!fillable) return undefined;
  const names = groups.flatMap((group) => firstTextInput(cloud.resource, group) ?? []);
  const values = names.map((name) => [name, secretValue(stringValue(placeholderText))] as const);
  const inputs = new Map([...(cloud.request.inputs ?? []), ...values]);
  return { cloud: { ...cloud, request: { ...cloud.request, inputs } }, paths: names.map((name) => [name]) };
}

function firstTextInput(resource: ResourceSchema, names: readonly string[]): string | undefined {
  return names.find((name) => {
    const property = resource.inputs.get(name);
    return property !== undefined && takesAnyText(property.type);
  });
}

function testValues(subject: Subject): PropertyMap {
  const missing = new Map<string, Value>();
  for (const [name, property] of subject.resource.inputs) {
    const value = isInputMissing(subject, name) ? testValueOf(property) : undefined;
    if (value !== undefined) missing.set(name, value);
  }
  return missing;
}

/** Returns whether Read returned no value or an empty string for the input, and the import file supplies none. */
export function isInputMissing({ values, fallback, cloud }: Subject, name: string): boolean {
  if ((cloud.request.inputs?.get(name) ?? nullValue).kind !== "null") return false;
  const value = values.get(name) ?? fallback.get(name);
  return value === undefined || value.kind === "null" || isEmptyString(value);
}

function firstOfEachGroup({ groups }: MissingInputs, missing: PropertyMap): PropertyMap | undefined {
  const firsts = new Map<string, Value>();
  for (const [name = ""] of groups) {
    const value = missing.get(name);
    if (value === undefined) return undefined;
    firsts.set(name, value);
  }
  return firsts;
}

/** Returns whether an added input removes a failure. If a provider reports one failure at a time, another failure can replace it. */
function removesFailure(name: string, before: readonly CheckFailure[], left: readonly CheckFailure[]): boolean {
  if (left.length < before.length) return true;
  return left.length === before.length && failingInputs(before).includes(name) && !failingInputs(left).includes(name);
}

/** Returns whether all inputs of a group with `name` were tried. They are alternatives, so if one of them helps, no other inputs need to be tried. */
function isGroupTried(
  name: string | undefined,
  tried: ReadonlySet<string>,
  groups: readonly (readonly string[])[],
): boolean {
  return name !== undefined && groups.some((group) => group.includes(name) && group.every((input) => tried.has(input)));
}

/** Returns the groups of missing inputs from which, according to a schema overlay, a program must set at least one input each. */
function claimedGroups(subject: Subject, missing: PropertyMap): readonly (readonly string[])[] {
  return (subject.resource.claims?.groups ?? []).flatMap(({ kind, members }) => {
    const names = members.map(([name]) => String(name));
    const isOpen = kind !== "at-most-one" && members.every(({ length }) => length === 1);
    return isOpen && names.every((name) => isInputMissing(subject, name))
      ? [names.filter((name) => missing.has(name))]
      : [];
  });
}

/** Returns inputs that failures name, then inputs that a schema overlay requires, then all others. */
function likelyInputsFirst(
  missing: PropertyMap,
  failures: readonly CheckFailure[],
  groups: readonly (readonly string[])[],
): readonly (readonly [string, Value])[] {
  const named = new Set(failingInputs(failures));
  const claimed = new Set(groups.flat());
  const rank = ([name]: readonly [string, Value]): number => (named.has(name) ? 0 : claimed.has(name) ? 1 : 2);
  return [...missing].sort((a, b) => rank(a) - rank(b));
}

function failingInputs(failures: readonly CheckFailure[]): readonly string[] {
  return failures.map(({ property }) => String(answeredPath(property)[0] ?? ""));
}

function failuresKey(failures: readonly CheckFailure[]): string {
  return JSON.stringify(failures.map(({ property, reason }) => [property, reason]));
}

/** Returns a test value of the type. Returns undefined for collections, objects and assets. */
function testValueOf(property: PropertySchema): Value | undefined {
  const value = plainTestValue(property.type);
  return value !== undefined && isSecretInput(property) ? secretValue(value) : value;
}

function plainTestValue(type: Type): Value | undefined {
  switch (type.kind) {
    case "string":
    case "any":
      return stringValue(placeholderText);
    case "integer":
    case "number":
      return { kind: "number", value: 1 };
    case "boolean":
      return { kind: "boolean", value: true };
    case "enum": {
      const value = type.members[0]?.value;
      if (typeof value === "string") return stringValue(value);
      return typeof value === "number" ? { kind: "number", value } : undefined;
    }
    case "union":
      return type.members.map(plainTestValue).find((value) => value !== undefined);
    case "list":
    case "map":
    case "object":
    case "json":
    case "asset":
    case "archive":
    case "resource":
      return undefined;
  }
}

function takesAnyText(type: Type): boolean {
  return type.kind === "string" || type.kind === "any" || (type.kind === "union" && type.members.some(takesAnyText));
}
