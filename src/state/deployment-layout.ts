/** Finds the byte ranges of the parts of a state file, so that edits can keep all other bytes. */
import { type Descend, type Member, type Range, scanItems, scanMembers } from "../value/json/scan.ts";

export type Envelope = "checkpoint" | "export";

/** The byte ranges of a state file, in file order. */
export interface DeploymentLayout {
  readonly envelope: Envelope;
  readonly root: ObjectRange;
  /** `checkpoint`, with `stack` and `latest`. Omitted for exports. */
  readonly checkpoint?: ObjectRange;
  /** The deployment object. Omitted if the stack does not have one yet. */
  readonly deployment?: ObjectRange;
  /** The elements of `resources`. */
  readonly resources: readonly Range[];
}

/** An object of the document. */
export interface ObjectRange {
  readonly range: Range;
  readonly members: readonly Member[];
}

export type LayoutResult =
  | { readonly layout: DeploymentLayout }
  /** Why the file, which is valid JSON, is not a state file. */
  | { readonly problem: string };

/** The keys of the parts. Pulumi ignores their letter case, but imp rejects keys in another case. */
const structuralKeys = ["version", "features", "checkpoint", "deployment", "stack", "latest", "manifest", "resources"];

interface Parts {
  checkpoint?: ObjectRange;
  deployment?: ObjectRange;
  resources?: readonly Range[];
  problem?: string | undefined;
}

/** Scans valid JSON in one pass. Supports both envelopes, and checkpoints without a version, which have `stack` and `latest` at the top level. */
export function scanDeployment(bytes: Uint8Array, start: number): LayoutResult {
  const parts: Parts = {};
  const object = (at: number, descend: Descend): ObjectRange | undefined => {
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
    parts.deployment = object(at, resources);
    if (parts.deployment === undefined) parts.problem ??= "the deployment is not an object";
    return parts.deployment?.range.end;
  };
  const root = object(start, (key, at) => {
    if (key === "deployment" || key === "latest") return deployment(at);
    if (key !== "checkpoint") return undefined;
    parts.checkpoint = object(at, (inner, innerAt) => (inner === "latest" ? deployment(innerAt) : undefined));
    if (parts.checkpoint === undefined) parts.problem ??= "`checkpoint` is not an object";
    return parts.checkpoint?.range.end;
  });
  if (root === undefined) return { problem: "it is not a JSON object" };
  return parts.problem === undefined ? deploymentLayout(root, parts) : { problem: parts.problem };
}

function deploymentLayout(root: ObjectRange, parts: Parts): LayoutResult {
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

export function findMemberRange(members: readonly Member[], key: string): Member | undefined {
  return members.find((member) => member.key === key);
}

function isNull(bytes: Uint8Array, offset: number): boolean {
  return bytes[offset] === 0x6e;
}

function oddKey(members: readonly Member[]): string | undefined {
  const seen = new Set<string>();
  for (const { key } of members) {
    if (seen.has(key)) return `the key \`${key}\` is duplicated`;
    seen.add(key);
    const lower = key.toLowerCase();
    if (lower !== key && structuralKeys.includes(lower)) return `the key \`${key}\` is spelled \`${lower}\``;
  }
  return undefined;
}
