/** Checks Pulumi's integrity rules for states (docs/state.md#integrity-rules). */

import type { Urn } from "../domain/graph.ts";
import { isProviderType, parseProviderReference, parseUrn, providerReference, rootStackType } from "../domain/urn.ts";
import { formatPath, type Path } from "../value/path.ts";
import { unknownSentinels } from "../value/signatures.ts";
import { type Manifest, manifestMagic } from "./manifest.ts";
import type { Mismatch } from "./mismatches.ts";
import type { StateResource } from "./state-resource.ts";

export interface IntegrityProblem {
  /** Pulumi loads a state with warnings, but not with errors. */
  readonly severity: "error" | "warning";
  /** The number of a rule in docs/state.md#integrity-rules, or `decoding`, or a number from `unreadableRules` (faults.ts). */
  readonly rule: number;
  /** The URN, or `resource <index>` for an entry without a URN. Omitted if the problem concerns the whole state. */
  readonly resource?: string;
  /** The path in the deployment. */
  readonly at: Path;
  readonly why: string;
}

/** The parts of a deployment that the rules check. */
export interface Verifiable {
  readonly manifest?: Manifest;
  readonly resources: readonly StateResource[];
  readonly pendingOperations: readonly { readonly resource: StateResource }[];
  readonly snippetIds: readonly string[];
  readonly mismatches: readonly Mismatch[];
}

/** The `rule` of a value whose JSON type Pulumi cannot decode. No rule in docs/state.md#integrity-rules has this number. */
export const decoding = 103;

/** The resources before the current resource in the state. */
interface Seen {
  readonly urns: ReadonlySet<Urn>;
  readonly providers: ReadonlySet<string>;
  /** The index of each URN's last entry in the state, to distinguish a referent that comes later from a missing one. */
  readonly last: ReadonlyMap<Urn, number>;
  /** A cache of the qualified types of parents. */
  readonly qualifiedTypes: Map<Urn, string>;
}

/** Returns all problems. Decoding problems come first. Takes linear time. */
export function verifyDeployment(deployment: Verifiable): readonly IntegrityProblem[] {
  const { resources, pendingOperations, mismatches } = deployment;
  return [
    ...mismatches.map((mismatch) => decodingProblem(mismatch, resources)),
    ...checkMagic(deployment.manifest),
    ...checkResources(resources),
    ...pendingOperations.flatMap(({ resource }, index) => checkOperation(resource, index)),
    ...checkDuplicates(resources),
    ...checkSnippets(deployment.snippetIds),
  ];
}

function decodingProblem({ path, expected }: Mismatch, resources: readonly StateResource[]): IntegrityProblem {
  const [list, index, ...inner] = path;
  const resource = list === "resources" && typeof index === "number" ? resources[index] : undefined;
  const name = resource === undefined || inner.length === 0 ? path : inner;
  const problem = {
    severity: "error",
    rule: decoding,
    why: `\`${formatPath(name)}\` is not ${expected}`,
    at: path,
  } as const;
  return resource === undefined ? problem : { ...problem, resource: resource.urn || `resource ${String(index)}` };
}

function checkResources(resources: readonly StateResource[]): readonly IntegrityProblem[] {
  const problems: IntegrityProblem[] = [];
  const urns = new Set<Urn>();
  const providers = new Set<string>();
  const last = new Map(resources.map(({ urn }, index) => [urn, index]));
  const seen: Seen = { urns, providers, last, qualifiedTypes: new Map() };
  resources.forEach((resource, index) => {
    const violations = [...checkForm(resource, `resource ${index}`), ...checkUrn(resource)];
    if (isProviderType(resource.type)) {
      const parts = parseUrn(resource.urn);
      if (parts !== undefined && isProviderType(parts.type)) {
        providers.add(providerReference(resource.urn, resource.id ?? unknownSentinels.string));
      } else
        violations.push(
          error(5, resource.urn, "it has a provider type, but the type in its URN is not a provider type"),
        );
    }
    violations.push(...verifyProviderReference(resource, seen), ...checkParent(resource, index, seen));
    violations.push(...checkReferences(resource, index, seen));
    for (const problem of violations) problems.push({ ...problem, at: ["resources", index] });
    urns.add(resource.urn);
  });
  return problems;
}

/** Checks a pending operation. Does not check its URN and its referents, because Pulumi doesn't. */
function checkOperation(resource: StateResource, index: number): readonly IntegrityProblem[] {
  const at = ["pending_operations", index];
  return checkForm(resource, `pending operation ${index}`).map((problem) => ({ ...problem, at }));
}

export function firstError(problems: readonly IntegrityProblem[]): IntegrityProblem | undefined {
  return problems.find((problem) => problem.severity === "error");
}

function checkMagic(manifest: Manifest | undefined): readonly IntegrityProblem[] {
  if (manifest === undefined || manifest.magic === manifestMagic(manifest.version)) return [];
  return [{ severity: "error", rule: 1, why: "the manifest's magic does not match its version", at: ["manifest"] }];
}

function checkForm(resource: StateResource, name: string): readonly Violation[] {
  if (resource.urn === "") return [error(2, name, "it has no URN")];
  if (resource.type === "") return [error(3, resource.urn, "it has no type")];
  if (!resource.custom && resource.id !== undefined) return [error(4, resource.urn, "it is a component but has an id")];
  return [];
}

/** Checks the URN, because Pulumi crashes on an invalid one. */
function checkUrn({ urn }: StateResource): readonly Violation[] {
  return urn === "" || parseUrn(urn) !== undefined ? [] : [error(2, urn, "this is not a URN")];
}

function verifyProviderReference(resource: StateResource, seen: Seen): readonly Violation[] {
  if (resource.provider === undefined) return [];
  const reference = parseProviderReference(resource.provider);
  if (reference === undefined)
    return [error(6, resource.urn, `its provider ${resource.provider} is not a provider reference`)];
  const key = providerReference(reference.urn, reference.id === "" ? unknownSentinels.string : reference.id);
  if (seen.providers.has(key) || resource.pendingReplacement) return [];
  return [error(6, resource.urn, `its provider ${resource.provider} is not before it in the state`)];
}

function checkParent(resource: StateResource, index: number, seen: Seen): readonly Violation[] {
  const { urn, parent } = resource;
  if (parent === undefined) return [];
  const missing = missingBefore(parent, index, seen);
  if (missing !== undefined) return [error(7, urn, `its parent ${parent} ${missing}`)];
  const parts = parseUrn(urn);
  const parentType = seen.qualifiedTypes.get(parent) ?? parseUrn(parent)?.qualifiedType;
  if (parentType !== undefined) seen.qualifiedTypes.set(parent, parentType);
  if (parts === undefined || parentType === undefined) return [];
  const expected = parentType === rootStackType ? parts.type : `${parentType}$${parts.type}`;
  if (parts.qualifiedType === expected) return [];
  return [
    { severity: "warning", rule: 8, resource: urn, why: `its URN does not contain the type of its parent ${parent}` },
  ];
}

function checkReferences(resource: StateResource, index: number, seen: Seen): readonly Violation[] {
  const problems: Violation[] = [];
  const check = (rule: number, referent: Urn, what: string): void => {
    const missing = referent === "" ? undefined : missingBefore(referent, index, seen);
    if (missing !== undefined) problems.push(error(rule, resource.urn, `${what} ${referent} ${missing}`));
  };
  for (const referent of resource.dependencies) check(9, referent, "its dependency");
  for (const [property, referents] of resource.propertyDependencies) {
    for (const referent of referents) check(10, referent, `the dependency of its property ${property},`);
  }
  if (resource.deletedWith !== undefined) check(11, resource.deletedWith, "its deletedWith resource");
  for (const referent of resource.replaceWith) check(12, referent, "its replaceWith resource");
  return problems;
}

/** Checks that no URN has two entries that are not pending deletion. */
function checkDuplicates(resources: readonly StateResource[]): readonly IntegrityProblem[] {
  const living = new Set<Urn>();
  const problems: IntegrityProblem[] = [];
  for (const [index, resource] of resources.entries()) {
    if (resource.delete) continue;
    if (living.has(resource.urn))
      problems.push({ ...error(13, resource.urn, "it is in the state twice"), at: ["resources", index] });
    living.add(resource.urn);
  }
  return problems;
}

function checkSnippets(ids: readonly string[]): readonly IntegrityProblem[] {
  if (ids.every((id) => id !== "") && new Set(ids).size === ids.length) return [];
  return [
    { severity: "error", rule: 14, why: "a snippet has no UUID, or the UUID of another snippet", at: ["snippets"] },
  ];
}

function missingBefore(referent: Urn, index: number, seen: Seen): string | undefined {
  if (seen.urns.has(referent)) return undefined;
  const last = seen.last.get(referent);
  if (last === undefined) return "is not in the state";
  return last === index ? "is the resource itself" : "comes after it";
}

/** A problem of the current entry. */
type Violation = Omit<IntegrityProblem, "at">;

function error(rule: number, resource: string, why: string): Violation {
  return { severity: "error", rule, resource, why };
}
