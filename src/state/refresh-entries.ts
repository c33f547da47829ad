/** Writes read values to the entries of a state, as `pulumi refresh` does. All other bytes stay unchanged. */
import { invariant } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import { scanMembers } from "../value/json/scan.ts";
import { printStateJson, type StateJson } from "../value/state-json.ts";
import type { PropertyMap } from "../value/value.ts";
import { applyByteEdits, type Edit, indentationUnit, setMember } from "./byte-edit.ts";
import type { Deployment } from "./deployment.ts";
import { cutsOf } from "./remove-resources.ts";
import { reparseDeployment } from "./reparse.ts";
import { type Encrypt, propertiesToState } from "./state-codec.ts";
import { firstError, verifyDeployment } from "./verify.ts";

/** The fields of an entry that a refresh writes. */
export interface RefreshedEntry {
  readonly id: string;
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
  readonly initErrors: readonly string[];
}

export interface RefreshWriting {
  readonly encrypt: Encrypt;
  /** The time for `modified`: RFC 3339, UTC. */
  readonly now: string;
}

/** The members of an entry in Pulumi's order, up to `outputs`. A refresh inserts a missing member after those that precede it. */
const members = ["urn", "custom", "delete", "id", "type", "inputs", "outputs"];

/**
 * Returns the bytes of the state with the refreshed entries. Removes entries whose value is undefined, because the cloud no longer has these
 * resources. Keeps entries that are pending deletion. No remaining entry may refer to a removed one.
 */
export function refreshEntries(
  base: Deployment,
  refreshed: ReadonlyMap<Urn, RefreshedEntry | undefined>,
  writing: RefreshWriting,
): Uint8Array {
  const { bytes, layout } = base.source;
  const isKept = base.resources.map(
    ({ urn, delete: isDeleted }) => isDeleted || !refreshed.has(urn) || refreshed.get(urn) !== undefined,
  );
  const unit = indentationUnit(bytes, layout.root);
  const edits = base.resources.flatMap(({ urn, delete: isDeleted }, index) => {
    const entry = isDeleted ? undefined : refreshed.get(urn);
    const start = layout.resources[index]?.start;
    return entry === undefined || start === undefined ? [] : entryEdits(bytes, start, unit, entry, writing);
  });
  const result = applyByteEdits(bytes, [...edits, ...cutsOf(bytes, layout.resources, isKept)]);
  const problem = firstError(verifyDeployment(reparseDeployment(result, base)));
  invariant(problem === undefined, `the state to write is sound: ${problem?.resource} ${problem?.why}`);
  return result;
}

function entryEdits(
  bytes: Uint8Array,
  start: number,
  unit: string | undefined,
  { id, inputs, outputs, initErrors }: RefreshedEntry,
  { encrypt, now }: RefreshWriting,
): readonly Edit[] {
  const scanned = scanMembers(bytes, start);
  if (scanned === undefined) return [];
  const object = { range: scanned.range, members: scanned.items };
  const isPresent = (key: string): boolean => scanned.items.some((member) => member.key === key);
  const set = (key: string, value: StateJson, after: readonly string[]): Edit =>
    setMember(bytes, object, key, after, unit, (layout) => printStateJson(value, layout));
  return [
    set("id", id, ["urn", "custom", "delete"]),
    set("inputs", propertiesToState(inputs, encrypt), members.slice(0, -2)),
    set("outputs", propertiesToState(outputs, encrypt), members.slice(0, -1)),
    ...(initErrors.length > 0 || isPresent("initErrors") ? [set("initErrors", initErrors, members)] : []),
    ...(isPresent("modified") ? [set("modified", now, [])] : []),
  ];
}
