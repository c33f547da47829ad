/** Compares two documents of `pulumi stack export --show-secrets`, except for fields that an update may change: times and source positions. */
import { isDeepStrictEqual } from "node:util";
import type { Checkpoint, StateResource } from "./stack.ts";

export interface StateDifference {
  /** The URN, or "" for the deployment itself. */
  readonly urn: string;
  /** A path in the resource or the deployment, with dots. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Fields with times and source positions, and fields that only an import writes. */
const ignoredOfResource: ReadonlySet<string> = new Set([
  "created",
  "modified",
  "sourcePosition",
  "stackTrace",
  "importID",
]);
const ignoredOfDeployment: ReadonlySet<string> = new Set(["manifest", "resources"]);
/** Sets of URNs. Their order depends on the promises of the SDK, and differs between two updates with one program. */
const sets = /^(dependencies|propertyDependencies\.[^.]*)$/;
/** Ciphertexts of equal values differ, because they contain a nonce. Only the plaintext next to it is compared. */
const ignoredOfSecret = "ciphertext";

/** Returns all differences in the order of imp's state. */
export function compareStates(before: Checkpoint, after: Checkpoint): readonly StateDifference[] {
  const differences: StateDifference[] = [];
  if (before.version !== after.version)
    differences.push({ urn: "", path: "version", before: before.version, after: after.version });
  compareKeys(
    "",
    "",
    without(before.deployment, ignoredOfDeployment),
    without(after.deployment, ignoredOfDeployment),
    differences,
  );
  const [left, right] = [before.deployment.resources ?? [], after.deployment.resources ?? []];
  const byUrn = new Map(right.map((resource) => [resource.urn, resource]));
  for (const resource of left) {
    const other = byUrn.get(resource.urn);
    if (other === undefined) differences.push({ urn: resource.urn, path: "", before: "present", after: "absent" });
    else
      compareKeys(
        resource.urn,
        "",
        without(resource, ignoredOfResource),
        without(other, ignoredOfResource),
        differences,
      );
  }
  const urns = new Set(left.map(({ urn }) => urn));
  for (const { urn } of right)
    if (!urns.has(urn)) differences.push({ urn, path: "", before: "absent", after: "present" });
  return differences;
}

/** Formats one line per difference for assertion messages. */
export function showDifferences(differences: readonly StateDifference[]): string {
  const show = (value: unknown) => (value === undefined ? "absent" : JSON.stringify(value));
  return differences
    .map(
      ({ urn, path, before: ours, after }) =>
        `${urn || "deployment"} ${path}: ours ${show(ours)}, after up ${show(after)}`,
    )
    .join("\n");
}

function compareKeys(urn: string, at: string, before: object, after: object, into: StateDifference[]): void {
  const [left, right] = [before as Record<string, unknown>, after as Record<string, unknown>];
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    compareValues(urn, at === "" ? key : `${at}.${key}`, left[key], right[key], into);
  }
}

function compareValues(urn: string, path: string, before: unknown, after: unknown, into: StateDifference[]): void {
  if (isDeepStrictEqual(before, after)) return;
  if (sets.test(path) && Array.isArray(before) && Array.isArray(after)) {
    if (!isDeepStrictEqual([...before].sort(), [...after].sort())) into.push({ urn, path, before: before, after });
    return;
  }
  if (isPlain(before) && isPlain(after)) {
    const secret = new Set(isSecret(before) && isSecret(after) ? [ignoredOfSecret] : []);
    compareKeys(urn, path, without(before, secret), without(after, secret), into);
  } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [index, item] of before.entries()) compareValues(urn, `${path}.${index}`, item, after[index], into);
  } else {
    into.push({ urn, path, before: before, after });
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns whether a value has the secret signature (docs/state.md#secrets-in-the-state). */
function isSecret(value: Record<string, unknown>): boolean {
  return value["4dabf18193072939515e22adb298388d"] === "1b47061264138c4ac30d75fd1eb44270";
}

function without(value: object, keys: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.has(key)));
}

/** Returns a resource by the end of its URN. */
export function resourceOf(checkpoint: Checkpoint, urnEnd: string): StateResource {
  const found = (checkpoint.deployment.resources ?? []).filter(({ urn }) => urn.endsWith(urnEnd));
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} resources end in ${urnEnd}`);
  return found[0];
}
