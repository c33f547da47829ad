/**
 * How likely a string in an input is a reference to a resource that has the same value.
 */
import type { Urn } from "../graph.ts";
import type { Offer } from "./candidate-index.ts";
import type { Consumption } from "./consumption.ts";
import type { LinkableResource, Path } from "./linkable-resource.ts";
import { relateScopes, type ScopeRelation, type Scopes } from "./scopes.ts";
import type { TypeHints } from "./type-hints.ts";
import type { ValueForm } from "./value-form.ts";
import { evidence } from "./weights.ts";

/** Facts about the whole estate that scoring needs. */
export interface Relations {
  readonly hints: TypeHints;
  readonly scopes: Scopes;
  /** True if names of the one mean nothing to the other: two of a package, under providers of their own. */
  areApart(a: LinkableResource, b: LinkableResource): boolean;
  isDescendant(resource: Urn, of: Urn): boolean;
  dependsOn(resource: LinkableResource, on: Urn): boolean;
}

export interface Scored {
  readonly offer: Offer;
  /** The output to refer to. */
  readonly property: Path;
  /** The sum of the evidence; the weakest edge of a cycle is the one with the least. */
  readonly score: number;
  /** Not enough for a link, but enough to make another plain name doubtful. */
  readonly rivalOnly: boolean;
  /** A plain name whose property may speak of several kinds of types: it links when it has no rival. */
  readonly needsToBeAlone: boolean;
  /** If two offers of a value have equal ranks, the reference is ambiguous. */
  readonly rank: Rank;
}

/** What decides between offers of one value, the most important first; the higher number wins. */
interface Rank {
  /** 3: the property certainly names the type. 2: the referent has an input with the same name. 1: the property may name the type. */
  readonly type: number;
  /** 2: consumer and referent are in the same scope. 0: they have different providers or scopes. */
  readonly scope: number;
  /** 1: the state records that the consumer depends on the referent. */
  readonly recordedDependency: number;
  /** One point if the referent does not get the value from another resource, and one if the value is its id. */
  readonly identity: number;
  /** 1: the cloud generated the value. */
  readonly madeByMachine: number;
  /** 1: the referent is the consumer's parent. */
  readonly parent: number;
  /** Minus the number of words in the name of a type that the property names: `Instance` before `InstanceProfile`. */
  readonly shortTypeName: number;
}

const rankOrder = [
  "type",
  "scope",
  "recordedDependency",
  "identity",
  "madeByMachine",
  "parent",
  "shortTypeName",
] as const satisfies readonly (keyof Rank)[];

/** Scores an offer for a place; `undefined` when it must not or cannot be a reference. */
export function scoreOffer(place: Consumption, offer: Offer, relations: Relations): Scored | undefined {
  const { consumer, name, hint } = place;
  const { referent, form } = offer;
  if (referent.urn === consumer.urn) return undefined;
  if (relations.isDescendant(referent.urn, consumer.urn) || relations.dependsOn(referent, consumer.urn))
    return undefined;

  const shares =
    sharesName(place, offer, relations.hints) && (!hint.sure || isOfService(place, offer, relations.hints));
  const hinted = hint.types.has(referent.type) || shares || speaksOfItself(offer, relations.hints);
  const isName = form === "name" || form === "common";
  const scope = relateScopes(offer.scope, place.around);
  const abroad = relations.areApart(referent, consumer) || (isName && scope === "other");
  const confirmed = relations.dependsOn(consumer, referent.urn);
  const isWeak = isName || (form === "token" && !hinted);
  if (place.context === "own name" && (isWeak || !isRequiredReference(place, offer))) return undefined;
  if (isName && !nameMayLink(place, hinted, offer, abroad, scope)) return undefined;

  let score = evidence.form[form];
  if (hinted) score += evidence.namesType;
  if (confirmed) score += evidence.recordedDependency;
  if (name.suffix !== "none" && hasSuffix(place, offer)) score += evidence.sameSuffix;
  if (abroad && form !== "arn") score += evidence.otherProviderOrScope;
  if (place.context === "free text") score += namesForm(place, offer) ? evidence.freeTextOfForm : evidence.freeText;
  if (place.context === "environment") score += evidence.environment;
  if (score < evidence.enough) return undefined;
  const rank: Rank = {
    type: hint.sure && hint.types.has(referent.type) ? 3 : shares ? 2 : Number(hinted),
    scope: abroad ? 0 : isName && scope === "same" ? 2 : 1,
    recordedDependency: Number(confirmed),
    identity: Number(offer.isOwn) + Number(offer.isId),
    madeByMachine: Number(offer.isMade),
    parent: Number(referent.urn === consumer.parent),
    shortTypeName: hinted ? -relations.hints.typeName(referent.type).words.length : 0,
  };
  const unsure = isName && !hint.sure && !shares;
  const isKnown = offer.isId || hint.isLearned || (offer.isOwn && scope === "same" && place.context === "property");
  return {
    offer,
    property: preferredOutput(place, offer),
    score,
    rank,
    needsToBeAlone: unsure,
    rivalOnly: unsure && !isKnown,
  };
}

/** Sorts by rank, the best first; stable, so offers by URN stay so among equals. */
export function compareRanks(a: Rank, b: Rank): number {
  const decisive = rankOrder.find((fact) => a[fact] !== b[fact]);
  return decisive === undefined ? 0 : b[decisive] - a[decisive];
}

/**
 * The output to refer to, of those that hold the value, by the consumer's property name: `roleArn` takes `arn`,
 * `tableName` takes `name`, `role` takes `name`, `bucket` (which has none) `id` (docs/programs.md#evidence).
 */
export function preferredOutput(place: Consumption, offer: Offer): Path {
  const last = place.path.findLast((key) => typeof key === "string") ?? "";
  const order = preferences(place, offer.form, String(last));
  let best: Path = ["id"];
  let bestAt = Number.POSITIVE_INFINITY;
  for (const path of offer.properties) {
    const output = String(path.at(-1));
    const at = order.findIndex((wanted) => (typeof wanted === "string" ? wanted === output : wanted.test(output)));
    if (at >= 0 && at < bestAt) {
      best = path;
      bestAt = at;
    }
  }
  return best;
}

function preferences(place: Consumption, form: ValueForm, last: string): readonly (string | RegExp)[] {
  const any = /./;
  if (place.name.suffix !== "id" && form === "arn") return ["arn", /Arn$/, "id", any];
  if (place.name.suffix !== "id" && form === "url") return ["url", /Url$/, /(Uri|Endpoint)$/, "id", any];
  switch (place.name.suffix) {
    case "arn":
      return ["arn", /[aA]rn$/, "id", any];
    case "id":
      return ["id", last, /(Id|Identifier)$/, any];
    case "name":
      return [last, "name", /Name$/, "id", any];
    case "fqdn":
      return [/fqdn$/i, last, "name", "id", any];
    case "url":
      return ["url", /Url$/, /(Uri|Endpoint)$/, last, "id", any];
    case "link":
      return ["selfLink", "id", any];
    case "none":
      return place.hint.types.size > 0 ? ["name", "id", last, "arn", any] : ["id", "arn", any];
  }
}

/**
 * A plain word links only where the property's name points at the referent's type: with certainty, or when the word is
 * the referent's id and nothing else has it. Never across providers: two regions use the same names
 * (docs/programs.md#evidence).
 */
function nameMayLink(
  place: Consumption,
  hinted: boolean,
  offer: Offer,
  abroad: boolean,
  scope: ScopeRelation,
): boolean {
  if (!hinted || abroad || place.context === "element name") return false;
  // A variable of a program may be called as anything, and a namespace holds many objects of one name.
  if (place.isVariable && offer.scope.has("namespace")) return false;
  const id = offer.referent.id.toLowerCase();
  if (scope !== "same" && place.moreWords.some((word) => !id.includes(word))) return false;
  return place.hint.sure || offer.form === "name";
}

/**
 * `keyName` of an instance and of a key pair: the property that names the referent, and a word of its type. Or
 * `resourceId` of a policy and of a target of one service, with a value that is built (`table/orders`). A host name is no
 * such evidence, because certificates, zones and gateways repeat it.
 */
function sharesName({ consumer, name, called }: Consumption, offer: Offer, hints: TypeHints): boolean {
  if (!offer.isId || offer.form !== "name" || called === undefined || !offer.naming.has(called)) return false;
  const { words } = hints.typeName(offer.referent.type);
  if (name.stem.every((word) => words.includes(word))) return true;
  return offer.referent.id.includes("/") && words[0] === hints.typeName(consumer.type).words[0];
}

/**
 * An id that a machine made, and that has to be set, names the consumer only because it is another's: the key of a usage plan's key, the
 * default route table of a network.
 */
function isRequiredReference({ consumer, path }: Consumption, offer: Offer): boolean {
  return offer.isMade && consumer.schema?.requiredInputs.has(String(path[0])) === true;
}

/** The consumer and the referent are of one service, and what the property's name speaks of is of none of its types. */
function isOfService({ consumer, hint }: Consumption, { referent }: Offer, hints: TypeHints): boolean {
  const service = hints.typeName(consumer.type).words[0];
  return (
    hints.typeName(referent.type).words[0] === service &&
    ![...hint.types].some((type) => hints.typeName(type).words[0] === service)
  );
}

/** `alias/orders` of an alias: the id begins with the word that its type ends with, and that is no chance. */
function speaksOfItself({ referent, isId }: Offer, hints: TypeHints): boolean {
  const slash = referent.id.indexOf("/");
  if (!isId || slash <= 0) return false;
  const { words } = hints.propertyName(referent.id.slice(0, slash));
  return words.length === 1 && words[0] === hints.typeName(referent.type).words.at(-1);
}

/** `eks.amazonaws.com/role-arn` among annotations is written for a machine. */
function namesForm({ name }: Consumption, { form }: Offer): boolean {
  return (form === "arn" || form === "url") && name.suffix === form;
}

/** True when the property's suffix and one of the outputs agree: `...Arn` and `arn`, `...Id` and the id. */
function hasSuffix(place: Consumption, offer: Offer): boolean {
  const { suffix } = place.name;
  if (suffix === "id")
    return offer.isId || offer.properties.some((path) => /(Id|Identifier)$/.test(String(path.at(-1))));
  return offer.properties.some((path) => String(path.at(-1)).toLowerCase().endsWith(suffix));
}
