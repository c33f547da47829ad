/** Finds the Pulumi types that the type of an inventory object can mean. Read decides between them. */
import { cachedByObject } from "../schema/once.ts";
import type { PackageSchema } from "../schema/types.ts";
import type { CloudType } from "./cloud-type.ts";
import { kindNames, serviceNames } from "./cloud-words.ts";
import { comparableName, similarity } from "./comparable-names.ts";
import { type FormMatch, formMatch, importForm } from "./import-forms.ts";

export interface TypeCandidate {
  readonly token: string;
  /** True if the names of the service and the kind are those of the Pulumi type. */
  readonly isExact: boolean;
}

const mostTypes = 4;

/** The minimum similarity of names. Below it, a type is only a candidate if its import form matches. */
const leastSimilarity = 0.6;

/**
 * Yields up to four types of a package, best first: types with equal names, then types with similar names. A matching or contradicting import form
 * decides between similar names. Comparing all names takes long, so it is only done if no type with equal names is proven.
 */
export function* typeCandidates(type: CloudType, identity: string, schema: PackageSchema): Generator<TypeCandidate> {
  if (type.token !== undefined) {
    const [token, ...others] = schema.meantResources(type.token);
    if (token !== undefined && others.length === 0) yield { token, isExact: true };
    return;
  }
  const names = namesOf(type, schema.name);
  const scored = (entry: TypeNames): ScoredType => {
    const match = formMatch(importForm(schema, entry.token), identity);
    return { token: entry.token, match, score: nameScore(entry, names) + formScores[match] };
  };
  const entries = typeNames(schema);
  const exact = entries
    .filter((entry) => isExactName(entry, names))
    .map(scored)
    .filter(({ match }) => match !== "contradicts")
    .sort(byScore)
    .slice(0, mostTypes);
  for (const { token } of exact) yield { token, isExact: true };
  const tokens = new Set(exact.map(({ token }) => token));
  const similar = entries
    .filter(({ token }) => !tokens.has(token))
    .map(scored)
    .filter(({ score, match }) => score >= (match === "contradicts" ? 1 : leastSimilarity))
    .sort(byScore)
    .map(({ token }) => ({ token, isExact: false }));
  const others = exact.length + similar.length > 0 ? similar : typesOfService(schema, names);
  yield* others.slice(0, mostTypes - exact.length);
}

interface ScoredType {
  readonly token: string;
  readonly match: FormMatch;
  readonly score: number;
}

function byScore(a: ScoredType, b: ScoredType): number {
  return b.score - a.score;
}

/** Returns the types of a small service, for an object whose kind has another name there. */
function typesOfService(schema: PackageSchema, { services }: WantedNames): readonly TypeCandidate[] {
  const [service = ""] = services;
  const types = typeNames(schema).filter(({ module }) => module === service && service !== "");
  return types.length > mostTypes ? [] : types.map(({ token }) => ({ token, isExact: false }));
}

const formScores = { same: 1, contradicts: -1, unknown: 0 } as const;

/** The names of a Pulumi type, made comparable. */
interface TypeNames {
  readonly token: string;
  readonly module: string;
  readonly member: string;
}

const typeNames = cachedByObject((schema: PackageSchema): readonly TypeNames[] =>
  schema.resourceTokens().flatMap((token) => {
    const { module, member } = schema.token(token);
    // azure-native repeats each type in a module for each API version.
    if (/\/v\d/.test(module)) return [];
    const names = { token, module: comparableName(module.replace(/\/.*$/, "")), member: comparableName(member) };
    return isAdopting(names) || isObsolete(schema, token) ? [] : [names];
  }),
);

/** Returns true for types such as DefaultVpc, which adopt an object of another type. */
function isAdopting({ member }: TypeNames): boolean {
  return /^default|^ec2default/.test(member) && member !== "default";
}

function isObsolete(schema: PackageSchema, token: string): boolean {
  const text = schema.jsonText("resources", token);
  if (!/"isComponent"|"deprecationMessage"/.test(text)) return false;
  const resource = schema.resource(token);
  return resource?.isComponent === true || resource?.deprecationMessage !== undefined;
}

interface WantedNames {
  /** Undefined for a type without a service, such as `queue`, which can be in any module. */
  readonly services: readonly (string | undefined)[];
  readonly kinds: readonly string[];
}

function namesOf({ service, kind }: CloudType, packageName: string): WantedNames {
  const names = serviceNames(service);
  // A package for a single service has no module for it.
  const ownService = names.includes(comparableName(packageName)) ? [""] : [];
  return { services: service === "" ? [undefined] : [...names, ...ownService], kinds: kindNames(service, kind) };
}

/** Returns more than 1.5 if the names are equal, otherwise the similarity of the names, which is at most 1. Earlier names of the service and the kind count more. */
function nameScore(entry: TypeNames, { services, kinds }: WantedNames): number {
  let best = 0;
  for (const [rank, service] of services.entries())
    for (const [order, kind] of kinds.entries()) {
      const score = hasName(entry, service, kind)
        ? 3 - 0.1 * rank - 0.15 * order
        : similarity(fullName(entry.module, entry.member), fullName(service ?? "", kind)) - 0.01 * rank;
      best = Math.max(best, score);
    }
  return best;
}

function isExactName(entry: TypeNames, { services, kinds }: WantedNames): boolean {
  return services.some((service) => kinds.some((kind) => hasName(entry, service, kind)));
}

function hasName({ module, member }: TypeNames, service: string | undefined, kind: string): boolean {
  if (service === undefined) return kind !== "" && (member === kind || fullName(module, member) === kind);
  if (service + kind === "") return false;
  return (module === service && member === kind) || fullName(module, member) === fullName(service, kind);
}

/** Joins the names of a service and a kind. Some members repeat their module: `ec2` and `Ec2Fleet`. */
function fullName(service: string, kind: string): string {
  return kind.startsWith(service) ? kind : service + kind;
}
