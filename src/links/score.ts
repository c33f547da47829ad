/**
 * How likely a string in an input is a reference to a resource that has the same value.
 */
import type { Urn } from "../graph.ts";
import type { Offer } from "./candidate-index.ts";
import type { LinkableResource, Path } from "./linkable-resource.ts";
import type { PropertyName } from "./name-words.ts";
import type { Hint, TypeHints } from "./type-hints.ts";
import type { ValueForm } from "./value-form.ts";

/** A place in a consumer's inputs, as its property name and the words around it tell. */
export interface Consumption {
  readonly consumer: LinkableResource;
  readonly path: Path;
  /** The nearest property name that says more than `id`, `arn` or `name`, with the suffix of the nearest one. */
  readonly name: PropertyName;
  /** The name of the nearest property, if it says more than `id`, `arn` or `name`. */
  readonly called: string | undefined;
  readonly hint: Hint;
  readonly context: "free text" | "environment" | "own name" | "element name" | "property";
}

/** What scoring asks of the whole estate. */
export interface Relations {
  readonly hints: TypeHints;
  /**
   * True when names of the one mean nothing to the other: two of a package, under providers of their own, or in namespaces of Kubernetes.
   */
  areApart(a: LinkableResource, b: LinkableResource): boolean;
  isDescendant(resource: Urn, of: Urn): boolean;
  dependsOn(resource: LinkableResource, on: Urn): boolean;
}

export interface Scored {
  readonly offer: Offer;
  /** Accepted at 2 and more; the weakest edge of a cycle is the one with the least. */
  readonly score: number;
  /** Not enough for a link, but enough to make another plain name doubtful. */
  readonly rivalOnly: boolean;
  /** A plain name whose property may speak of several kinds of types: it links when it has no rival. */
  readonly needsToBeAlone: boolean;
  /** Compared from left to right between offers of one value; equal ranks are an ambiguity. */
  readonly rank: readonly number[];
}

/** The sum from which a value counts as a reference; weights and sums after program-generation.md §5.3. */
const accepted = 2;

const weights: Readonly<Record<ValueForm, number>> = {
  arn: 3,
  url: 3,
  path: 3,
  opaque: 3,
  token: 1,
  name: 0,
  common: 0,
};

/** Names of properties whose text is for people: an equal value there is no reference (program-generation.md §5.3). */
const freeText =
  /^(description|comment|comments|tags|tagsAll|tagSet|labels|annotations|userData|userDataBase64|displayName|title|notes)$/;
const environment = /^(environment|env|envs|environmentVariables|environments|variables)$/;

/** Describes a place once, for all offers of its value. */
export function consumptionAt(
  consumer: LinkableResource,
  path: Path,
  hints: TypeHints,
  naming: ReadonlySet<string>,
): Consumption {
  const keys = path.filter((key) => typeof key === "string");
  const last = keys.at(-1) ?? "";
  let name = hints.propertyName(last);
  const called = name.stem.length === 0 ? undefined : last;
  let at = keys.length - 1;
  while (name.stem.length === 0 && at > 0) {
    at -= 1;
    name = { ...hints.propertyName(keys[at] ?? ""), suffix: name.suffix };
  }
  const around = keys.slice(0, at).flatMap((word) => hints.propertyName(word).words);
  const hint = hints.resolve(consumer.type, name, around);
  return { consumer, path, name, called, hint, context: contextOf(path, keys, hints, naming) };
}

function contextOf(
  path: Path,
  keys: readonly string[],
  hints: TypeHints,
  naming: ReadonlySet<string>,
): Consumption["context"] {
  const last = keys.at(-1) ?? "";
  if (keys.some((key) => freeText.test(key))) return "free text";
  if (keys.length === 1 && naming.has(last)) return "own name";
  if (keys.some((key) => environment.test(key))) return "environment";
  return namesElement(path, keys, hints) ? "element name" : "property";
}

/** `rules[0].name` and `rules[0].ruleName` name that rule; they do not refer to one. */
function namesElement(path: Path, keys: readonly string[], hints: TypeHints): boolean {
  if (typeof path.at(-1) !== "string" || typeof path.at(-2) !== "number") return false;
  const { stem, suffix } = hints.propertyName(keys.at(-1) ?? "");
  if (suffix !== "name" && suffix !== "id") return false;
  return stem.length === 0 || stem.join(" ") === hints.propertyName(keys.at(-2) ?? "").words.join(" ");
}

/** Scores an offer for a place; `undefined` when it must not or cannot be a reference. */
export function scoreOffer(place: Consumption, offer: Offer, relations: Relations): Scored | undefined {
  const { consumer, name, hint } = place;
  const { target, form } = offer;
  if (target.urn === consumer.urn) return undefined;
  if (relations.isDescendant(target.urn, consumer.urn) || relations.dependsOn(target, consumer.urn)) return undefined;

  const shares = !hint.sure && sharesName(place, offer, relations.hints);
  const hinted = hint.types.has(target.type) || shares || speaksOfItself(offer, relations.hints);
  const abroad = relations.areApart(target, consumer);
  const confirmed = relations.dependsOn(consumer, target.urn);
  const isName = form === "name" || form === "common";
  const isWeak = isName || (form === "token" && !hinted);
  if (place.context === "own name" && (isWeak || !isTold(place, offer))) return undefined;
  if (isName && !nameMayLink(place, hinted, offer, abroad)) return undefined;

  let score = weights[form] + (hinted ? 3 : 0) + (confirmed ? 1 : 0);
  if (name.suffix !== "none" && suits(place, offer)) score += 1;
  if (abroad && form !== "arn") score -= 3;
  if (place.context === "free text") score -= 5;
  if (place.context === "environment") score -= 1;
  if (score < accepted) return undefined;
  const extraWords = relations.hints.typeName(target.type).words.length;
  const rank = [
    hint.sure && hint.types.has(target.type) ? 3 : shares ? 2 : Number(hinted),
    Number(!abroad),
    Number(confirmed),
    Number(offer.isOwn) + Number(offer.isId),
    Number(offer.isMade),
    Number(target.urn === consumer.parent),
    hinted ? -extraWords : 0,
  ];
  const unsure = isName && !hint.sure && !shares;
  return { offer, score, rank, needsToBeAlone: unsure, rivalOnly: unsure && !offer.isId };
}

/** Sorts by rank, the best first; stable, so offers by URN stay so among equals. */
export function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (const [i, value] of a.entries()) {
    const difference = (b[i] ?? 0) - value;
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * The output to refer to, of those that hold the value, by the consumer's property name: `roleArn` takes `arn`,
 * `tableName` takes `name`, `role` takes `name`, `bucket` (which has none) `id` (program-generation.md §5.3, preference).
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
    case "url":
      return ["url", /Url$/, /(Uri|Endpoint)$/, last, "id", any];
    case "link":
      return ["selfLink", "id", any];
    case "none":
      return place.hint.types.size > 0 ? ["name", "id", last, "arn", any] : ["id", "arn", any];
  }
}

/**
 * A plain word links only where the property's name points at the target's type: with certainty, or when the word is
 * the target's id and nothing else has it. Never across providers: two regions use the same names
 * (derivation-evidence.md, lesson 17).
 */
function nameMayLink(place: Consumption, hinted: boolean, offer: Offer, abroad: boolean): boolean {
  if (!hinted || abroad || place.context === "element name") return false;
  return place.hint.sure || offer.form === "name";
}

/**
 * `keyName` of an instance and of a key pair: the property that names the target, and a word of its type. Or
 * `resourceId` of a policy and of a target of one service, with a value that is built (`table/orders`). A host name is no
 * such evidence, because certificates, zones and gateways repeat it.
 */
function sharesName({ consumer, name, called }: Consumption, offer: Offer, hints: TypeHints): boolean {
  if (!offer.isId || offer.form !== "name" || called === undefined || !offer.naming.has(called)) return false;
  const { words } = hints.typeName(offer.target.type);
  if (name.stem.every((word) => words.includes(word))) return true;
  return offer.target.id.includes("/") && words[0] === hints.typeName(consumer.type).words[0];
}

/**
 * An id that a machine made, and that has to be told, names the consumer only because it is another's: the key of a usage plan's key, the
 * default route table of a network.
 */
function isTold({ consumer, path }: Consumption, offer: Offer): boolean {
  return offer.isMade && consumer.schema?.requiredInputs.has(String(path[0])) === true;
}

/** `alias/orders` of an alias: the id begins with the word that its type ends with, and that is no chance. */
function speaksOfItself({ target, isId }: Offer, hints: TypeHints): boolean {
  const slash = target.id.indexOf("/");
  if (!isId || slash <= 0) return false;
  const { words } = hints.propertyName(target.id.slice(0, slash));
  return words.length === 1 && words[0] === hints.typeName(target.type).words.at(-1);
}

/** True when the property's suffix and one of the outputs agree: `...Arn` and `arn`, `...Id` and the id. */
function suits(place: Consumption, offer: Offer): boolean {
  const { suffix } = place.name;
  if (suffix === "id")
    return offer.isId || offer.properties.some((path) => /(Id|Identifier)$/.test(String(path.at(-1))));
  return offer.properties.some((path) => String(path.at(-1)).toLowerCase().endsWith(suffix));
}
