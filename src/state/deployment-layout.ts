/**
 * Finds the parts of a state file in its bytes, so that they can be spliced and not printed again.
 */
import { type Descend, type Member, type Range, scanItems, scanMembers } from "../json/scan.ts";

export type Envelope = "checkpoint" | "export";

/** The byte ranges of a state file. Lists of members are in file order. */
export interface DeploymentLayout {
  readonly envelope: Envelope;
  readonly root: ObjectPlace;
  /** `checkpoint`, which holds `stack` and `latest`; absent in the export form. */
  readonly checkpoint?: ObjectPlace;
  /** The deployment object; absent when the stack never had one. */
  readonly deployment?: ObjectPlace;
  /** The elements of `resources`. */
  readonly resources: readonly Range[];
}

/** An object of the document. */
export interface ObjectPlace {
  readonly range: Range;
  readonly members: readonly Member[];
}

export type LayoutResult =
  | { readonly layout: DeploymentLayout }
  /** Why this valid JSON is not a state file. */
  | { readonly problem: string };

/** Keys that the structure depends on. Go ignores their case; Pulumi would read another spelling here, and imp would miss it. */
const structuralKeys = ["version", "features", "checkpoint", "deployment", "stack", "latest", "manifest", "resources"];

/** The parts that one pass over the bytes finds. */
interface Parts {
  checkpoint?: ObjectPlace;
  deployment?: ObjectPlace;
  resources?: readonly Range[];
  problem?: string | undefined;
}

/** Scans the bytes of valid JSON once. Both envelopes and the unversioned checkpoint (`stack`, `latest` at the top) are known. */
export function scanDeployment(bytes: Uint8Array, start: number): LayoutResult {
  const parts: Parts = {};
  const object = (at: number, descend: Descend): ObjectPlace | undefined => {
    const scanned = scanMembers(bytes, at, { descend });
    if (scanned === undefined) return undefined;
    parts.problem ??= oddKey(scanned.items);
    return { range: scanned.range, members: scanned.items };
  };
  const resources: Descend = (key, at) => {
    if (key !== "resources" || isNull(bytes, at)) return undefined;
    const scanned = scanItems(bytes, at);
    if (scanned === undefined) parts.problem ??= "`resources` is not a list";
    parts.resources = scanned?.items ?? [];
    return scanned?.range.end;
  };
  const deployment = (at: number): number | undefined => {
    if (isNull(bytes, at)) return undefined;
    const place = object(at, resources);
    if (place === undefined) parts.problem ??= "the deployment is not an object";
    else parts.deployment = place;
    return place?.range.end;
  };
  const root = object(start, (key, at) => {
    if (key === "deployment" || key === "latest") return deployment(at);
    if (key !== "checkpoint") return undefined;
    const place = object(at, (inner, innerAt) => (inner === "latest" ? deployment(innerAt) : undefined));
    if (place === undefined) parts.problem ??= "`checkpoint` is not an object";
    else parts.checkpoint = place;
    return place?.range.end;
  });
  if (root === undefined) return { problem: "it is not a JSON object" };
  return parts.problem === undefined ? deploymentLayoutOf(root, parts) : { problem: parts.problem };
}

function deploymentLayoutOf(root: ObjectPlace, parts: Parts): LayoutResult {
  const keys = ["checkpoint", "deployment", "stack"].filter((key) => findMemberRange(root.members, key));
  if (keys.length === 0) return { problem: "it has neither `checkpoint` nor `deployment`" };
  if (keys.includes("checkpoint") && keys.includes("deployment")) {
    return { problem: "it has both `checkpoint` and `deployment`" };
  }
  const { checkpoint, deployment, resources = [] } = parts;
  return {
    layout: {
      envelope: keys.includes("deployment") ? "export" : "checkpoint",
      root,
      checkpoint,
      deployment,
      resources,
    },
  };
}

/** The member with a key; `undefined` when there is none. */
export function findMemberRange(members: readonly Member[], key: string): Member | undefined {
  return members.find((member) => member.key === key);
}

/** True when the value that starts at `at` is null. */
function isNull(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x6e;
}

function oddKey(members: readonly Member[]): string | undefined {
  const seen = new Set<string>();
  for (const { key } of members) {
    if (seen.has(key)) return `the key \`${key}\` is there twice`;
    seen.add(key);
    const lower = key.toLowerCase();
    if (lower !== key && structuralKeys.includes(lower)) return `the key \`${key}\` is spelled \`${lower}\``;
  }
  return undefined;
}
