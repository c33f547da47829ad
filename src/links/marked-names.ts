/** Links IDs and names in strings that also name a type, a service, or a version: `integrations/abc123`, `s3://logs/2026`, `orders:7`. */
import type { CandidateIndex } from "./candidate-index.ts";
import { chooseOffer, type Estate, outputPart, type ScoredLink, textPart, weightInText } from "./choose.ts";
import type { Consumption } from "./consumption.ts";
import { versionOutput } from "./versions.ts";

export type MarkedName = TypedId | AddressedName | VersionedName;

/** Returns the parts of a string that has one of these forms, if a resource has the ID or name. */
export function markedName(text: string, index: CandidateIndex): MarkedName | undefined {
  // Fast path: every form contains one of these characters.
  if (!text.includes("/") && !text.includes(":")) return undefined;
  return typedId(text, index) ?? addressedName(text, index) ?? versionedName(text, index);
}

/** Returns the link of a string if exactly one resource matches both the name and the property. */
export function markedLink(consumption: Consumption, name: MarkedName, estate: Estate): ScoredLink | undefined {
  switch (name.kind) {
    case "typed":
      return typedLink(consumption, name, estate);
    case "addressed":
      return addressedLink(consumption, name, estate);
    case "versioned":
      return versionedLink(consumption, name, estate);
  }
}

/** Example: `integrations/abc123`. */
interface TypedId {
  readonly kind: "typed";
  readonly before: string;
  readonly word: string;
  readonly id: string;
}

function typedId(text: string, index: CandidateIndex): TypedId | undefined {
  const [, before = "", word = "", id = ""] = /^(([A-Za-z]+)\/)([^/\s]+)$/.exec(text) ?? [];
  return index.has(id) ? { kind: "typed", before, word, id } : undefined;
}

/** Links a generated ID after a word that names the resource's type. Does not link names that users choose. */
function typedLink(consumption: Consumption, { before, word, id }: TypedId, estate: Estate): ScoredLink | undefined {
  const { hints } = estate.plausible.relations;
  const name = hints.propertyName(word);
  const hint = hints.resolve(consumption.consumer.type, name, []);
  const choice = chooseOffer({ ...consumption, name, called: word, hint }, id, estate);
  if (choice.kind !== "one") return undefined;
  const { offer } = choice.scored;
  if (!offer.isId || offer.form === "name" || offer.form === "common" || !hint.types.has(offer.referent.type)) {
    return undefined;
  }
  const part = outputPart(id, choice.scored, weightInText(consumption));
  return { path: consumption.path, parts: [textPart(before), part] };
}

/** Example: `s3://logs/2026`. */
interface AddressedName {
  readonly kind: "addressed";
  readonly before: string;
  readonly service: string;
  readonly name: string;
  readonly after: string;
}

const bucketServices: ReadonlyMap<string, string> = new Map([
  ["s3", "s3"],
  ["s3a", "s3"],
  ["s3n", "s3"],
  ["gs", "storage"],
]);

function addressedName(text: string, index: CandidateIndex): AddressedName | undefined {
  const [, before = "", scheme = "", name = "", after = ""] =
    /^(([a-z\d]+):\/\/)([^/\s]+)((?:\/.*)?)$/s.exec(text) ?? [];
  const service = bucketServices.get(scheme);
  return service !== undefined && index.has(name) ? { kind: "addressed", before, service, name, after } : undefined;
}

/** Links the name of a bucket in a URL. The URL scheme names the service, which is enough evidence for a name that a user chose. */
function addressedLink(consumption: Consumption, address: AddressedName, estate: Estate): ScoredLink | undefined {
  const { before, service, after } = address;
  const { hints } = estate.plausible.relations;
  const name = hints.propertyName("bucket");
  const { types } = hints.resolve(consumption.consumer.type, name, [service]);
  const ofService = new Set([...types].filter((type) => hints.typeName(type).words[0] === service));
  const hint = { types: ofService, sure: true };
  const choice = chooseOffer({ ...consumption, name, called: "bucket", hint }, address.name, estate);
  if (choice.kind !== "one" || !ofService.has(choice.scored.offer.referent.type)) return undefined;
  const part = outputPart(address.name, choice.scored, weightInText(consumption));
  const parts = [textPart(before), part, ...(after === "" ? [] : [textPart(after)])];
  return { path: consumption.path, parts };
}

/** Example: `orders:7`. */
interface VersionedName {
  readonly kind: "versioned";
  readonly name: string;
  readonly version: string;
}

function versionedName(text: string, index: CandidateIndex): VersionedName | undefined {
  const [, name = "", version = ""] = /^([^:\s]+):(\d{1,9})$/.exec(text) ?? [];
  return index.has(name) ? { kind: "versioned", name, version } : undefined;
}

/** Links a name with a version number if the resource has this version. */
function versionedLink(
  consumption: Consumption,
  { name, version }: VersionedName,
  estate: Estate,
): ScoredLink | undefined {
  const choice = chooseOffer(consumption, name, estate);
  if (choice.kind !== "one") return undefined;
  const { referent } = choice.scored.offer;
  const output = versionOutput(referent, version);
  if (output === undefined) return undefined;
  const { score } = choice.scored;
  const parts = [outputPart(name, choice.scored, weightInText(consumption)), textPart(":"), { ...output, score }];
  return { path: consumption.path, parts };
}
