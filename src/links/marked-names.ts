/**
 * Ids and names that the text around them explains: `integrations/abc123`, `s3://logs/2026`, `orders:7`.
 */
import type { CandidateIndex } from "./candidate-index.ts";
import { chooseOffer, type Estate, outputPart, type ScoredLink, textPart, weightInText } from "./choose.ts";
import type { Consumption } from "./consumption.ts";
import { versionOutput } from "./versions.ts";

/** A text that may be made of an id or a name and what explains it. */
export type MarkedName =
  | ({ readonly kind: "typed" } & TypedId)
  | ({ readonly kind: "addressed" } & AddressedName)
  | ({ readonly kind: "versioned" } & VersionedName);

/** Returns the parts of a text if some resource has the id or name in it. */
export function markedName(text: string, index: CandidateIndex): MarkedName | undefined {
  // Each form below needs one of these characters, and most texts have neither.
  if (!text.includes("/") && !text.includes(":")) return undefined;
  const typed = typedId(text, index);
  if (typed !== undefined) return { kind: "typed", ...typed };
  const addressed = addressedName(text, index);
  if (addressed !== undefined) return { kind: "addressed", ...addressed };
  const versioned = versionedName(text, index);
  return versioned && { kind: "versioned", ...versioned };
}

/** Returns the link of a text if its explanation and the place fit one resource. */
export function markedLink(place: Consumption, name: MarkedName, estate: Estate): ScoredLink | undefined {
  switch (name.kind) {
    case "typed":
      return typedLink(place, name, estate);
    case "addressed":
      return addressedLink(place, name, estate);
    case "versioned":
      return versionedLink(place, name, estate);
  }
}

/** An id after the name of its type: `integrations/abc123`. */
interface TypedId {
  readonly before: string;
  readonly word: string;
  readonly id: string;
}

function typedId(text: string, index: CandidateIndex): TypedId | undefined {
  const [, before = "", word = "", id = ""] = /^(([A-Za-z]+)\/)([^/\s]+)$/.exec(text) ?? [];
  return index.has(id) ? { before, word, id } : undefined;
}

/** A short id means too little by itself; the name of its type in front of it adds the rest. A name that a person chose does not. */
function typedLink(place: Consumption, { before, word, id }: TypedId, estate: Estate): ScoredLink | undefined {
  const { hints } = estate.plausible.relations;
  const name = hints.propertyName(word);
  const hint = hints.resolve(place.consumer.type, name, []);
  const choice = chooseOffer({ ...place, name, called: word, hint }, id, estate);
  if (choice.kind !== "one") return undefined;
  const { offer } = choice.scored;
  if (!offer.isId || offer.form === "name" || offer.form === "common" || !hint.types.has(offer.referent.type)) {
    return undefined;
  }
  const part = outputPart(id, choice.scored, weightInText(place));
  return { path: place.path, parts: [textPart(before), part] };
}

/** The name of a bucket in the address of the bucket or of an object in it: `s3://logs/2026`. */
interface AddressedName {
  readonly before: string;
  readonly service: string;
  readonly name: string;
  readonly after: string;
}

/** Schemes of addresses, and the services whose buckets they name. */
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
  return service !== undefined && index.has(name) ? { before, service, name, after } : undefined;
}

/** The scheme names the service, so that a name that a user chose is enough. */
function addressedLink(place: Consumption, address: AddressedName, estate: Estate): ScoredLink | undefined {
  const { before, service, after } = address;
  const { hints } = estate.plausible.relations;
  const name = hints.propertyName("bucket");
  const { types } = hints.resolve(place.consumer.type, name, [service]);
  const ofService = new Set([...types].filter((type) => hints.typeName(type).words[0] === service));
  const at: Consumption = { ...place, name, called: "bucket", hint: { types: ofService, sure: true } };
  const choice = chooseOffer(at, address.name, estate);
  if (choice.kind !== "one" || !ofService.has(choice.scored.offer.referent.type)) return undefined;
  const part = outputPart(address.name, choice.scored, weightInText(place));
  const parts = [textPart(before), part, ...(after === "" ? [] : [textPart(after)])];
  return { path: place.path, parts };
}

/** A name and the number of a version: `orders:7`. */
interface VersionedName {
  readonly name: string;
  readonly version: string;
}

function versionedName(text: string, index: CandidateIndex): VersionedName | undefined {
  const [, name = "", version = ""] = /^([^:\s]+):(\d{1,9})$/.exec(text) ?? [];
  return index.has(name) ? { name, version } : undefined;
}

/** The number says that the name is that of the resource, whose version it is. */
function versionedLink(place: Consumption, { name, version }: VersionedName, estate: Estate): ScoredLink | undefined {
  const choice = chooseOffer(place, name, estate);
  if (choice.kind !== "one") return undefined;
  const { referent } = choice.scored.offer;
  const output = versionOutput(referent, version);
  if (output === undefined) return undefined;
  const { score } = choice.scored;
  const parts = [outputPart(name, choice.scored, weightInText(place)), textPart(":"), { ...output, score }];
  return { path: place.path, parts };
}
