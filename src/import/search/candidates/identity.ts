/** Finds the properties that identify a resource: their value is the id or its last segment, or they cannot be updated in place. */
import type { PropertySchema } from "../../../schema/types.ts";
import { isEmpty } from "../../../value/open-value.ts";
import {
  booleanValue,
  listValue,
  numberValue,
  type PropertyMap,
  stringValue,
  type Value,
} from "../../../value/value.ts";
import { answeredPath } from "../../engine/oracle.ts";
import { halves } from "../selection/halves.ts";
import type { Pattern } from "../selection/selection.ts";
import type { Candidate } from "./candidate.ts";
import { withoutMirrors } from "./deprecated.ts";
import { unlessRejected } from "./rejection.ts";
import { asRead, previewChecked } from "./simulate-preview.ts";
import { patternsOf, type Subject } from "./subject.ts";

/** Returns patterns of inputs whose value is the id or its last segment. */
export function identityByValue(subject: Subject): readonly Pattern[] {
  const { id } = subject.cloud;
  const named = patternsWhere(subject, (_, value) => value.kind === "string" && isIdOrLastSegment(value.value, id));
  return withoutMirrors(named, named, subject);
}

/** Returns patterns of inputs that cannot be updated in place according to the schema. */
export function identityBySchema(subject: Subject): readonly Pattern[] {
  return patternsWhere(
    subject,
    ({ willReplaceOnChanges, replaceOnChanges }) => willReplaceOnChanges || replaceOnChanges,
  );
}

function patternsWhere(subject: Subject, test: (schema: PropertySchema, value: Value) => boolean): readonly Pattern[] {
  const names = new Set<string>();
  for (const [name, value] of subject.values) {
    const schema = subject.resource.inputs.get(name);
    if (schema !== undefined && !isEmpty(value) && test(schema, value)) names.add(name);
  }
  return names.size === 0 ? [] : patternsOf(subject).filter(({ path }) => names.has(String(path[0])));
}

/** The maximum number of Diff calls of `probeIdentity`. */
const maxProbes = 8;

/**
 * Calls Diff with changed values to find out which omitted inputs cannot be updated in place. If a call is rejected, tests each half of the inputs.
 * Makes at most `maxProbes` calls.
 *
 * @param tested the top-level inputs to test. Defaults to all.
 * @returns names of top-level inputs
 */
export async function probeIdentity(
  subject: Subject,
  candidate: Candidate,
  tested?: ReadonlySet<string>,
): Promise<readonly string[]> {
  const altered = new Map<string, Value>();
  for (const [name, value] of subject.values) {
    if (tested !== undefined && !tested.has(name)) continue;
    const other = candidate.program.has(name) || isEmpty(value) ? undefined : alter(value);
    if (other !== undefined) altered.set(name, other);
  }
  let calls = 0;
  const probe = async (names: readonly string[]): Promise<readonly string[]> => {
    if (names.length === 0 || calls >= maxProbes) return [];
    calls += 1;
    const changed = new Map([...altered].filter(([name]) => names.includes(name)));
    const replaced = await unlessRejected(replacedByChange(subject, candidate, changed), () => undefined);
    if (replaced !== undefined) return replaced;
    const [left = [], right = []] = halves(names);
    return [...(await probe(left)), ...(await probe(right))];
  };
  return await probe([...altered.keys()]);
}

async function replacedByChange(
  subject: Subject,
  candidate: Candidate,
  altered: PropertyMap,
): Promise<readonly string[]> {
  const news = new Map([...candidate.checked, ...altered]);
  const { differences } = await previewChecked(subject, asRead(subject.cloud.projected), news, []);
  const replaced = new Set(
    differences.filter(({ kind }) => kind.endsWith("-replace")).map(({ path }) => String(answeredPath(path)[0])),
  );
  return [...altered.keys()].filter((name) => replaced.has(name));
}

/** Returns whether `text` is the id or its last segment (`my-bucket` in `projects/p/buckets/my-bucket`). */
export function isIdOrLastSegment(text: string, id: string): boolean {
  return text === id || text === id.slice(Math.max(id.lastIndexOf("/"), id.lastIndexOf(":")) + 1);
}

/** Returns a different value of the same type. Returns undefined for null, objects, assets, secrets, and lists with elements that are not strings. */
function alter(value: Value): Value | undefined {
  if (value.kind === "string") return stringValue(`${value.value}-probe`);
  if (value.kind === "number") return numberValue(value.value + 1);
  if (value.kind === "boolean") return booleanValue(!value.value);
  const isTextList = value.kind === "list" && value.items.every((item) => item.kind === "string");
  return isTextList ? listValue([...value.items, stringValue("probe")]) : undefined;
}
