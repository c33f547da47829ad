/**
 * Where the parts of a state file lie in its bytes, so that they can be spliced instead of printed again.
 */
import { type Member, type Range, scanItems, scanMembers } from "./json-scan.ts";

export type Envelope = "checkpoint" | "export";

/** The byte ranges of a state file. Lists of members are in file order. */
export interface DeploymentLayout {
  readonly envelope: Envelope;
  readonly rootMembers: readonly Member[];
  readonly root: Range;
  /** The members of `checkpoint`, which holds `stack` and `latest`; absent in the export form. */
  readonly checkpoint?: { readonly range: Range; readonly members: readonly Member[] };
  /** The deployment object; absent when the stack never had one. */
  readonly deployment?: { readonly range: Range; readonly members: readonly Member[] };
  /** The elements of `resources`. */
  readonly resources: readonly Range[];
}

export type LayoutResult =
  | { readonly layout: DeploymentLayout }
  /** Why this valid JSON is no state file. */
  | { readonly problem: string };

/** Keys the structure hangs on. Go matches them in any case; another spelling here would be read by Pulumi and missed by us. */
const structuralKeys = ["version", "features", "checkpoint", "deployment", "stack", "latest", "manifest", "resources"];

/** Scans the bytes of valid JSON. Both envelopes and the unversioned checkpoint (`stack`, `latest` at the top) are known. */
export function scanDeployment(bytes: Uint8Array, start: number): LayoutResult {
  const rootMembers = scanMembers(bytes, start);
  if (rootMembers === undefined) return { problem: "it is not a JSON object" };
  const odd = oddKey(rootMembers);
  if (odd !== undefined) return { problem: odd };
  const root = { start, end: closeOf(bytes) };
  const checkpoint = memberOf(rootMembers, "checkpoint");
  const exported = memberOf(rootMembers, "deployment");
  if (checkpoint !== undefined && exported !== undefined)
    return { problem: "it has both `checkpoint` and `deployment`" };
  if (exported !== undefined) return withDeployment(bytes, { envelope: "export", rootMembers, root }, exported.value);
  if (checkpoint === undefined) {
    if (memberOf(rootMembers, "stack") === undefined)
      return { problem: "it has neither `checkpoint` nor `deployment`" };
    return withDeployment(bytes, { envelope: "checkpoint", rootMembers, root }, memberOf(rootMembers, "latest")?.value);
  }
  const members = scanMembers(bytes, checkpoint.value.start);
  if (members === undefined) return { problem: "`checkpoint` is not an object" };
  const oddInside = oddKey(members);
  if (oddInside !== undefined) return { problem: oddInside };
  const base = { envelope: "checkpoint", rootMembers, root, checkpoint: { range: checkpoint.value, members } } as const;
  return withDeployment(bytes, base, memberOf(members, "latest")?.value);
}

/** The member with a key; `undefined` when there is none. */
export function memberOf(members: readonly Member[], key: string): Member | undefined {
  return members.find((member) => member.key === key);
}

/** True for the JSON value null. */
export function isNull(bytes: Uint8Array, range: Range): boolean {
  return bytes[range.start] === 0x6e;
}

function withDeployment(
  bytes: Uint8Array,
  base: Omit<DeploymentLayout, "deployment" | "resources">,
  range: Range | undefined,
): LayoutResult {
  if (range === undefined || isNull(bytes, range)) return { layout: { ...base, resources: [] } };
  const members = scanMembers(bytes, range.start);
  if (members === undefined) return { problem: "the deployment is not an object" };
  const odd = oddKey(members);
  if (odd !== undefined) return { problem: odd };
  const list = memberOf(members, "resources")?.value;
  if (list === undefined || isNull(bytes, list))
    return { layout: { ...base, deployment: { range, members }, resources: [] } };
  const resources = scanItems(bytes, list.start);
  if (resources === undefined) return { problem: "`resources` is not a list" };
  return { layout: { ...base, deployment: { range, members }, resources } };
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

/** The end of the document, trailing white space left out. */
function closeOf(bytes: Uint8Array): number {
  return bytes.lastIndexOf(0x7d) + 1;
}
