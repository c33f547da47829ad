/**
 * Finds assumed defaults: settings that exist only in the provider. Read does not return them, but planned updates include their defaults, so each
 * import shows an update that changes nothing in the cloud. If the state stores the defaults as outputs, the preview is clean.
 */
import { verdicts } from "../../../domain/verdicts.ts";
import { withoutCopy } from "../../../schema/bookkeeping.ts";
import { getThroughSecrets, setAt } from "../../../value/at-path.ts";
import { equalValues } from "../../../value/compare.ts";
import { openSecret } from "../../../value/open-value.ts";
import type { Path } from "../../../value/path.ts";
import { emptyMap, nullValue, type PropertyMap, type Value } from "../../../value/value.ts";
import { answeredPath } from "../../engine/oracle.ts";
import { unlessRejected } from "../candidates/rejection.ts";
import type { Subject } from "../candidates/subject.ts";
import { isCleanIgnoring, type Proof } from "./prove.ts";

export interface Assumed {
  /** The outputs to store: Read's outputs and the defaults. */
  readonly outputs: PropertyMap;
  readonly paths: readonly Path[];
}

/**
 * Tests whether the preview of an update is clean if the state stores the planned defaults as outputs.
 *
 * @param over returns the resource with other outputs in its state
 * @returns undefined if a difference is not such a default, or if the next refresh would remove the defaults
 */
export async function findAssumed(
  subject: Subject,
  proof: Proof,
  over: (outputs: PropertyMap) => Subject,
): Promise<Assumed | undefined> {
  if (verdicts[proof.verdict].effect !== "update" || proof.cause !== undefined || proof.differences.length === 0)
    return undefined;
  const paths = proof.differences.map(({ path }) => answeredPath(path));
  if (!proof.differences.every(({ kind }) => !kind.endsWith("-replace"))) return undefined;
  if (!paths.every((path) => isUnread(subject, path))) return undefined;
  const planned = await plannedUpdate(subject, proof);
  let outputs = subject.cloud.outputs;
  for (const path of paths) {
    const value = valueAt([planned, proof.stored], path);
    const next = value && setAt(outputs, path, value);
    if (next === undefined) return undefined;
    outputs = next;
  }
  // Removes the provider's private copy of the outputs, which would hide the assumed values.
  const assumed = { outputs: withoutCopy(outputs), paths };
  if (!(await isCleanIgnoring(over(assumed.outputs), proof, []))) return undefined;
  return (await unlessRejected(isKeptByRefresh(subject, proof, assumed), () => false)) ? assumed : undefined;
}

/** Returns whether neither Read nor the import file has a value for the top-level property. If only a member is missing, the difference is real. */
function isUnread({ cloud, requested }: Subject, [name]: Path): boolean {
  const isNothing = (map: PropertyMap): boolean => (map.get(String(name)) ?? nullValue).kind === "null";
  return isNothing(cloud.projected) && isNothing(cloud.outputs) && !requested.some(([other]) => other === name);
}

async function isKeptByRefresh({ cloud }: Subject, { stored }: Proof, { outputs, paths }: Assumed): Promise<boolean> {
  const { urn, name, type } = cloud.request;
  const last = { inputs: stored, outputs };
  const { outputs: refreshed } = await cloud.provider.read({ urn, name, type, id: cloud.id, last });
  return paths.every((path) => {
    const [value = nullValue, current = nullValue] = [outputs, refreshed ?? emptyMap].map((map) =>
      getThroughSecrets(map, path),
    );
    return equalValues(openSecret(value), openSecret(current));
  });
}

async function plannedUpdate(subject: Subject, { stored }: Proof): Promise<PropertyMap> {
  if (subject.update === undefined) return emptyMap;
  const { outputs } = await unlessRejected(subject.update(stored, stored), () => ({ outputs: emptyMap }));
  return outputs;
}

function valueAt(maps: readonly PropertyMap[], path: Path): Value | undefined {
  return maps
    .map((map) => getThroughSecrets(map, path))
    .find(
      (value) => value !== undefined && value.kind !== "null" && value.kind !== "unknown" && value.kind !== "output",
    );
}
