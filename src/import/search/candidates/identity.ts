/** Finds the properties that identify a resource: their value is the id or its last segment, or they cannot be updated in place. */
import type { PropertySchema } from "../../../schema/types.ts";
import { isEmpty } from "../../../value/open-value.ts";
import type { PropertyMap, Value } from "../../../value/value.ts";
import { answeredPath } from "../../engine/oracle.ts";
import type { Pattern } from "../selection/selection.ts";
import { type Candidate, isRefusal } from "./candidate.ts";
import { withoutMirrors } from "./deprecated.ts";
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

/**
 * Asks Diff which omitted optional inputs cannot be updated in place, bisecting after errors with at most eight calls.
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
    if (names.length === 0 || calls >= 8) return [];
    calls += 1;
    try {
      return await replacedByChange(subject, candidate, new Map([...altered].filter(([name]) => names.includes(name))));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const middle = names.length >> 1;
      if (middle === 0) return [];
      return [...(await probe(names.slice(0, middle))), ...(await probe(names.slice(middle)))];
    }
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

/** Returns whether `text` is the id or its last segment. */
export function isIdOrLastSegment(text: string, id: string): boolean {
  return text === id || text === id.slice(Math.max(id.lastIndexOf("/"), id.lastIndexOf(":")) + 1);
}

function alter(value: Value): Value | undefined {
  switch (value.kind) {
    case "string":
      return { kind: "string", value: `${value.value}-probe` };
    case "number":
      return { kind: "number", value: value.value + 1 };
    case "boolean":
      return { kind: "boolean", value: !value.value };
    case "list":
      return value.items.every((item) => item.kind === "string")
        ? { kind: "list", items: [...value.items, { kind: "string", value: "probe" }] }
        : undefined;
    case "null":
    case "bytes":
    case "map":
    case "secret":
    case "asset":
    case "archive":
    case "resource":
    case "unknown":
    case "output":
      return undefined;
  }
}
