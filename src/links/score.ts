/** Scores how likely a string in an input is a reference to a resource with the same value. */

import type { Offer } from "./candidate-index.ts";
import type { Consumption } from "./consumption.ts";
import type { Path } from "./linkable-resource.ts";
import type { Relations } from "./relations.ts";
import { relateScopes, type ScopeRelation } from "./scopes.ts";
import type { TypeHints } from "./type-hints.ts";
import type { ValueForm } from "./value-form.ts";
import { evidence } from "./weights.ts";

export interface Scored {
  readonly offer: Offer;
  readonly property: Path;
  /** The sum of the evidence. A cycle is cut at the lowest score. */
  readonly score: number;
  /** True if the evidence is too weak for a link, but makes a link to another resource with this plain name ambiguous. */
  readonly rivalOnly: boolean;
  /** True for a plain name whose property may mean several types. It becomes a link only if it is the only candidate. */
  readonly needsToBeAlone: boolean;
  readonly rank: Rank;
}

/** Ranks the offers of a value. The first field is the most important one; higher numbers win. */
interface Rank {
  /** 3: the property certainly names the referent's type. 2: the referent has an input with the same name. 1: the property may name the type. */
  readonly type: number;
  /** 2: consumer and referent are in the same scope. 0: they have different providers or scopes. */
  readonly scope: number;
  /** 1: the state records that the consumer depends on the referent. */
  readonly recordedDependency: number;
  /** One point if the referent does not get the value from another resource, and one if the value is its ID. */
  readonly identity: number;
  /** 1: the cloud generated the value. */
  readonly generated: number;
  readonly parent: number;
  /** Minus the number of words in the referent's type name, if the property names this type: `Instance` wins over `InstanceProfile`. */
  readonly shortTypeName: number;
}

const rankOrder = [
  "type",
  "scope",
  "recordedDependency",
  "identity",
  "generated",
  "parent",
  "shortTypeName",
] as const satisfies readonly (keyof Rank)[];

export function scoreOffer(consumption: Consumption, offer: Offer, relations: Relations): Scored | undefined {
  const { consumer, name, hint } = consumption;
  const { referent, form } = offer;
  if (referent.urn === consumer.urn) return undefined;
  if (relations.isDescendant(referent.urn, consumer.urn) || relations.dependsOn(referent, consumer.urn))
    return undefined;

  const shares =
    sharesName(consumption, offer, relations.hints) && (!hint.sure || isOfService(consumption, offer, relations.hints));
  const hinted = hint.types.has(referent.type) || shares || idNamesType(offer, relations.hints);
  const isName = form === "name" || form === "common";
  const scope = relateScopes(offer.scope, consumption.around);
  const abroad = relations.areApart(referent, consumer) || (isName && scope === "other");
  const confirmed = relations.dependsOn(consumer, referent.urn);
  const isWeak = isName || (form === "token" && !hinted);
  if (consumption.context === "own name" && (isWeak || !isRequiredReference(consumption, offer))) return undefined;
  if (isName && !nameMayLink(consumption, hinted, offer, abroad, scope)) return undefined;

  let score = evidence.form[form];
  if (hinted) score += evidence.namesType;
  if (confirmed) score += evidence.recordedDependency;
  if (name.suffix !== "none" && hasSuffix(consumption, offer)) score += evidence.sameSuffix;
  if (abroad && form !== "arn") score += evidence.otherProviderOrScope;
  if (consumption.context === "free text")
    score += namesForm(consumption, offer) ? evidence.freeTextOfForm : evidence.freeText;
  if (consumption.context === "environment") score += evidence.environment;
  if (score < evidence.enough) return undefined;
  const rank: Rank = {
    type: hint.sure && hint.types.has(referent.type) ? 3 : shares ? 2 : Number(hinted),
    scope: abroad ? 0 : isName && scope === "same" ? 2 : 1,
    recordedDependency: Number(confirmed),
    identity: Number(offer.isOwn) + Number(offer.isId),
    generated: Number(offer.isGenerated),
    parent: Number(referent.urn === consumer.parent),
    shortTypeName: hinted ? -relations.hints.typeName(referent.type).words.length : 0,
  };
  const unsure = isName && !hint.sure && !shares;
  const isKnown =
    offer.isId || hint.isLearned || (offer.isOwn && scope === "same" && consumption.context === "property");
  return {
    offer,
    property: preferredOutput(consumption, offer),
    score,
    rank,
    needsToBeAlone: unsure,
    rivalOnly: unsure && !isKnown,
  };
}

export function compareRanks(a: Rank, b: Rank): number {
  const decisive = rankOrder.find((fact) => a[fact] !== b[fact]);
  return decisive === undefined ? 0 : b[decisive] - a[decisive];
}

/**
 * Chooses among the outputs with the value by the name of the consumer's property: `arn` for `roleArn`, `name` for `tableName` and `role`, `id` for
 * `bucket` if there is no `name` (docs/programs.md#evidence).
 */
export function preferredOutput(consumption: Consumption, offer: Offer): Path {
  const last = consumption.path.findLast((key) => typeof key === "string") ?? "";
  const order = preferences(consumption, offer.form, String(last));
  let best: Path = ["id"];
  let bestIndex = Number.POSITIVE_INFINITY;
  for (const path of offer.properties) {
    const output = String(path.at(-1));
    const index = order.findIndex((pattern) =>
      typeof pattern === "string" ? pattern === output : pattern.test(output),
    );
    if (index >= 0 && index < bestIndex) {
      best = path;
      bestIndex = index;
    }
  }
  return best;
}

function preferences(consumption: Consumption, form: ValueForm, last: string): readonly (string | RegExp)[] {
  const any = /./;
  if (consumption.name.suffix !== "id" && form === "arn") return ["arn", /Arn$/, "id", any];
  if (consumption.name.suffix !== "id" && form === "url") return ["url", /Url$/, /(Uri|Endpoint)$/, "id", any];
  switch (consumption.name.suffix) {
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
      return consumption.hint.types.size > 0 ? ["name", "id", last, "arn", any] : ["id", "arn", any];
  }
}

/**
 * Returns true if a name may be a link. A name never refers to a resource of another provider, because two regions can use the same names
 * (docs/programs.md#evidence).
 */
function nameMayLink(
  consumption: Consumption,
  hinted: boolean,
  offer: Offer,
  abroad: boolean,
  scope: ScopeRelation,
): boolean {
  if (!hinted || abroad || consumption.context === "element name") return false;
  // Variables have arbitrary names, and many objects in a namespace can have the same name.
  if (consumption.isVariable && offer.scope.has("namespace")) return false;
  const id = offer.referent.id.toLowerCase();
  if (scope !== "same" && consumption.moreWords.some((word) => !id.includes(word))) return false;
  return consumption.hint.sure || offer.form === "name";
}

/**
 * Returns true if the consumer's property has the same name as the referent's naming input, and all its words are words of the referent's type:
 * `keyName` of an instance and of a key pair. Also returns true for a composed ID (`table/orders`) if both types belong to the same service:
 * `resourceId` of a scaling policy and of its target.
 */
function sharesName({ consumer, name, called }: Consumption, offer: Offer, hints: TypeHints): boolean {
  if (!offer.isId || offer.form !== "name" || called === undefined || !offer.naming.has(called)) return false;
  const { words } = hints.typeName(offer.referent.type);
  if (name.stem.every((word) => words.includes(word))) return true;
  return offer.referent.id.includes("/") && words[0] === hints.typeName(consumer.type).words[0];
}

/** Returns true if a required input has a generated ID, which must come from another resource: the key ID of a usage plan key. */
function isRequiredReference({ consumer, path }: Consumption, offer: Offer): boolean {
  return offer.isGenerated && consumer.schema?.requiredInputs.has(String(path[0])) === true;
}

/** Returns true if the consumer and the referent belong to the same service, and none of the hinted types does. */
function isOfService({ consumer, hint }: Consumption, { referent }: Offer, hints: TypeHints): boolean {
  const service = hints.typeName(consumer.type).words[0];
  return (
    hints.typeName(referent.type).words[0] === service &&
    ![...hint.types].some((type) => hints.typeName(type).words[0] === service)
  );
}

/** Returns true if the ID begins with the last word of the type: `alias/orders` of an alias. */
function idNamesType({ referent, isId }: Offer, hints: TypeHints): boolean {
  const slash = referent.id.indexOf("/");
  if (!isId || slash <= 0) return false;
  const { words } = hints.propertyName(referent.id.slice(0, slash));
  return words.length === 1 && words[0] === hints.typeName(referent.type).words.at(-1);
}

/** Returns true if the property's name requires the form of the value, an ARN or a URL: the annotation `eks.amazonaws.com/role-arn`. */
function namesForm({ name }: Consumption, { form }: Offer): boolean {
  return (form === "arn" || form === "url") && name.suffix === form;
}

/** Returns true if the suffix of the property matches an output: `...Arn` and `arn`, `...Id` and the ID. */
function hasSuffix(consumption: Consumption, offer: Offer): boolean {
  const { suffix } = consumption.name;
  if (suffix === "id")
    return offer.isId || offer.properties.some((path) => /(Id|Identifier)$/.test(String(path.at(-1))));
  return offer.properties.some((path) => String(path.at(-1)).toLowerCase().endsWith(suffix));
}
