/**
 * Missing required inputs: inputs that Check requires, Read does not return and the import file does not give. Only Check decides, not the
 * text of a message.
 */
import type { Type } from "../../../ir/type.ts";
import type { CheckFailure } from "../../../plugin/provider.ts";
import { applySdkDefaults } from "../../../schema/shape.ts";
import type { PropertySchema, ResourceSchema } from "../../../schema/types.ts";
import { nullValue, type PropertyMap, secretValue, stringValue, type Value } from "../../../value/value.ts";
import { answeredPath } from "../../engine/oracle.ts";
import type { CloudResource } from "../../read/cloud-resource.ts";
import { isSecretInput } from "../../read/likely-secrets.ts";
import { isBlankText } from "./blanks.ts";
import { type Candidate, isRefusal } from "./candidate.ts";
import type { Subject } from "./subject.ts";

export interface MissingInputs {
  /** Top-level inputs: each group needs one of its inputs. Never empty. */
  readonly groups: readonly (readonly string[])[];
  /** True when Check takes the program with the first of each group. */
  readonly met: boolean;
  /** True when `met`, and every group has a text that a placeholder can stand for. */
  readonly fillable: boolean;
}

/** The placeholder for a text that only a person knows. Always the same, so that the same import writes the same files. */
const placeholderText = "placeholder-to-be-replaced";

/** How many calls of Check the sample of a type, and each other resource, may cost. */
const checkLimits = { sample: 16, other: 4 } as const;

/**
 * Adds inputs that Read does not return to the best refused program, one after another, until Check accepts it. Inputs that repair the same
 * failures are one group.
 *
 * @param profile the missing inputs of the sample, which are tried first. Absent: this is the sample.
 * @returns `undefined` when no missing input would help: the provider refuses what Read returned.
 */
export async function findMissingInputs(
  subject: Subject,
  refused: Candidate,
  profile: { readonly missingInputs?: MissingInputs } | undefined,
): Promise<MissingInputs | undefined> {
  const expected = profile?.missingInputs;
  const missing = standInsOf(subject);
  const check = (given: PropertyMap): Promise<readonly CheckFailure[]> => failuresWith(subject, refused, given);
  if (expected?.met === true) {
    const given = firstOfEachGroup(expected, missing);
    if (given !== undefined && (await check(given)).length === 0) return expected;
  }
  let calls: number = profile === undefined ? checkLimits.sample : checkLimits.other;
  let failures = refused.failures;
  const claimed = claimedGroups(subject, missing);
  const given = new Map<string, Value>();
  const groups: (readonly string[])[] = [];
  while (failures.length > 0) {
    const helping: { readonly name: string; readonly value: Value; readonly left: readonly CheckFailure[] }[] = [];
    const tried = new Set<string>();
    for (const [name, value] of likelyInputsFirst(missing, failures, claimed)) {
      if (calls === 0 || isGroupTried(helping[0]?.name, tried, claimed)) break;
      if (given.has(name)) continue;
      tried.add(name);
      calls -= 1;
      const left = await check(new Map([...given, [name, value]]));
      if (helps(name, failures, left)) helping.push({ name, value, left });
    }
    const [first] = helping;
    if (first === undefined) break;
    groups.push(helping.filter(({ left }) => failuresKey(left) === failuresKey(first.left)).map(({ name }) => name));
    given.set(first.name, first.value);
    failures = first.left;
  }
  const unhelped = [...new Set(namedIn(failures))].filter(
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

/**
 * The resource with a secret placeholder for the first text of each group, as if the import file had given it.
 *
 * @returns `undefined` where a group has no text, or Check would refuse the program all the same.
 */
export function withPlaceholders(cloud: CloudResource, { groups, fillable }: MissingInputs) {
  if (!fillable) return undefined;
  const names = groups.flatMap((group) => firstTextInput(cloud.resource, group) ?? []);
  const values = names.map((name) => [name, secretValue(stringValue(placeholderText))] as const);
  const inputs = new Map([...(cloud.request.inputs ?? []), ...values]);
  return { cloud: { ...cloud, request: { ...cloud.request, inputs } }, paths: names.map((name) => [name]) };
}

/** The first of the names that may be any text. */
function firstTextInput(resource: ResourceSchema, names: readonly string[]): string | undefined {
  return names.find((name) => {
    const property = resource.inputs.get(name);
    return property !== undefined && takesAnyText(property.type);
  });
}

function standInsOf(subject: Subject): PropertyMap {
  const missing = new Map<string, Value>();
  for (const [name, property] of subject.resource.inputs) {
    const value = isInputMissing(subject, name) ? testValue(property) : undefined;
    if (value !== undefined) missing.set(name, value);
  }
  return missing;
}

/** Returns true if Read returned no value or a blank for the input, and the import file gives none. */
export function isInputMissing({ values, fallback, cloud }: Subject, name: string): boolean {
  if ((cloud.request.inputs?.get(name) ?? nullValue).kind !== "null") return false;
  const value = values.get(name) ?? fallback.get(name);
  return value === undefined || value.kind === "null" || isBlankText(value);
}

function firstOfEachGroup({ groups }: MissingInputs, missing: PropertyMap): PropertyMap | undefined {
  const given = new Map<string, Value>();
  for (const [name = ""] of groups) {
    const value = missing.get(name);
    if (value === undefined) return undefined;
    given.set(name, value);
  }
  return given;
}

async function failuresWith(
  subject: Subject,
  refused: Candidate,
  given: PropertyMap,
): Promise<readonly CheckFailure[]> {
  const program = new Map([...refused.program, ...given]);
  try {
    const sent = applySdkDefaults(program, subject.resource, subject.schema, subject.env);
    return (await subject.check(subject.cloud.projected, sent)).failures;
  } catch (error) {
    if (isRefusal(error)) return [{ property: "", reason: error.message }];
    throw error;
  }
}

/** True where fewer failures are left, or another one than that which named the input: some providers report one failure at a time. */
function helps(name: string, before: readonly CheckFailure[], left: readonly CheckFailure[]): boolean {
  if (left.length < before.length) return true;
  return left.length === before.length && namedIn(before).includes(name) && !namedIn(left).includes(name);
}

/** The inputs of a group are claimed to stand for each other: where one of them helps, no other input is asked about. */
function isGroupTried(
  name: string | undefined,
  tried: ReadonlySet<string>,
  groups: readonly (readonly string[])[],
): boolean {
  return name !== undefined && groups.some((group) => group.includes(name) && group.every((one) => tried.has(one)));
}

/** Groups of which a program is claimed to set one, and Read returned none: their missing inputs. */
function claimedGroups(subject: Subject, missing: PropertyMap): readonly (readonly string[])[] {
  return (subject.resource.claims?.groups ?? []).flatMap(({ kind, members }) => {
    const names = members.map(([name]) => String(name));
    const isOpen = kind !== "at-most-one" && members.every(({ length }) => length === 1);
    return isOpen && names.every((name) => isInputMissing(subject, name))
      ? [names.filter((name) => missing.has(name))]
      : [];
  });
}

/** Inputs that failures name, then those that are claimed to be needed, then all others. */
function likelyInputsFirst(
  missing: PropertyMap,
  failures: readonly CheckFailure[],
  groups: readonly (readonly string[])[],
): readonly (readonly [string, Value])[] {
  const named = new Set(namedIn(failures));
  const claimed = new Set(groups.flat());
  const rank = ([name]: readonly [string, Value]): number => (named.has(name) ? 0 : claimed.has(name) ? 1 : 2);
  return [...missing].sort((a, b) => rank(a) - rank(b));
}

function namedIn(failures: readonly CheckFailure[]): readonly string[] {
  return failures.map(({ property }) => String(answeredPath(property)[0] ?? ""));
}

function failuresKey(failures: readonly CheckFailure[]): string {
  return JSON.stringify(failures.map(({ property, reason }) => [property, reason]));
}

/** A value of the type to test with; collections, objects and assets have none. */
function testValue(property: PropertySchema): Value | undefined {
  const value = standInOf(property.type);
  return value !== undefined && isSecretInput(property) ? secretValue(value) : value;
}

function standInOf(type: Type): Value | undefined {
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
      return type.members.map(standInOf).find((value) => value !== undefined);
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

/** True for what may be any text. */
function takesAnyText(type: Type): boolean {
  return type.kind === "string" || type.kind === "any" || (type.kind === "union" && type.members.some(takesAnyText));
}
