/**
 * The vhost, database, namespace, project, or region in which the name of a resource means something.
 */
import { unescaped } from "../schema/references.ts";
import type { PropertySchema } from "../schema/types.ts";
import type { PropertyMap } from "../value/value.ts";
import { type Identity, inMetadata, ownInputs } from "./identity.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import { freeText, neverNames } from "./property-words.ts";
import type { TypeHints } from "./type-hints.ts";

/**
 * How a place sees the name of a resource: `same`: both are in one vhost, database, or namespace; `other`: they are in different ones;
 * `open`: the resource has no scope, or the place doesn't tell its own.
 */
export type ScopeRelation = "same" | "open" | "other";

/** Values that say where something is, by the words of their properties: `vhost` -> `prod`. */
export type Settings = ReadonlyMap<string, string>;

/** The scope of a place. */
export type Surroundings =
  | { readonly kind: "here"; readonly settings: Settings }
  /** An address next to the place (`amqp:///billing`) says which vhost or database of this server. */
  | { readonly kind: "addressed"; readonly name: string }
  /** An address next to the place (`amqp://far.example.com`) names another server. */
  | { readonly kind: "elsewhere" };

export interface Scopes {
  /** Returns the settings that identify the resource together with its name; empty for a name that the whole account shares. */
  of(resource: LinkableResource): Settings;
  /** Returns what a place says about scopes: the values next to the property, then those of its resource. */
  around(consumer: LinkableResource, property: string, near: PropertyMap | undefined): Surroundings;
}

/** Words of properties that say where a resource is, though the schema marks them no other way. */
const scopeWords = new Set(
  "account|catalog|database|namespace|organization|project|realm|region|subscription|tenant|vhost|workspace".split("|"),
);

/** Hosts that accounts log in from, if the id contains them: `app@localhost` and `app@10.0.0.1` are two accounts. Other hosts are servers. */
const hostWords = new Set(["host", "hostname"]);

/** Scopes that hold nearly everything: another one parts two names, the same one doesn't bring them together. */
const wide = new Set(["account", "group", "location", "organization", "project", "region", "subscription", "tenant"]);

/** Compares the scope of a resource with that of a place. */
export function relateScopes(referent: Settings, around: Surroundings): ScopeRelation {
  if (around.kind === "elsewhere") return "other";
  if (around.kind === "addressed") return [...referent.values()].includes(around.name) ? "same" : "other";
  let isSame = false;
  for (const [key, value] of referent) {
    const here = around.settings.get(key);
    if (here !== undefined && here !== value) return "other";
    if (here !== undefined && !wide.has(key.split(" ").at(-1) ?? "")) isSame = true;
  }
  return isSame ? "same" : "open";
}

/** Prepares the scopes of all resources; each is worked out once, when it is asked for. */
export function indexScopes(
  identityOf: (resource: LinkableResource) => Identity | undefined,
  hints: TypeHints,
): Scopes {
  const scopes = new Map<string, Settings>();
  const settings = new Map<string, Settings>();
  const settingsOf = (resource: LinkableResource): Settings => {
    const known = settings.get(resource.urn);
    if (known !== undefined) return known;
    const found = new Map<string, string>();
    for (const [property, value] of ownInputs(resource)) {
      const key = scopeKey(property, hints);
      if (key !== "" && !found.has(key)) found.set(key, value);
    }
    const namespace = inMetadata(resource, "namespace");
    if (namespace !== undefined) found.set("namespace", namespace);
    settings.set(resource.urn, found);
    return found;
  };
  return {
    of: (resource) => {
      const known = scopes.get(resource.urn);
      if (known !== undefined) return known;
      const found = scopeSettings(resource, identityOf(resource), hints);
      scopes.set(resource.urn, found);
      return found;
    },
    around: (consumer, property, near) => {
      const own = settingsOf(consumer);
      const address = addressNextTo(property, near ?? consumer.inputs, hints);
      if (address !== undefined) return address;
      const nearer = new Map<string, string>();
      for (const [key, value] of near ?? []) {
        const words = value.kind === "string" && value.value !== "" ? scopeKey(key, hints) : "";
        if (words !== "" && value.kind === "string") nearer.set(words, value.value);
      }
      return { kind: "here", settings: nearer.size === 0 ? own : new Map([...own, ...nearer]) };
    },
  };
}

/**
 * Returns the scope that an address gives to the property next to it: `sourceUri` to `sourceQueue`, `uri` to `queue`. Addresses of web pages
 * give none: a hook has one of another server, and a queue of this one.
 */
function addressNextTo(property: string, siblings: PropertyMap, hints: TypeHints): Surroundings | undefined {
  const { words } = hints.propertyName(property);
  for (const [key, value] of siblings) {
    const text = value.kind === "secret" ? value.value : value;
    if (text.kind !== "string" || !/ur[il]$/i.test(key)) continue;
    const address =
      /^(?!(?:https?|s3|gs|file|oci|docker|git|ssh):)[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/?]*)(?:\/([^?]*))?/i.exec(
        text.value,
      );
    const leading = hints.propertyName(key).words.slice(0, -1);
    if (address === null || !leading.every((word, i) => words[i] === word)) continue;
    const [, host = "", name = ""] = address;
    if (host !== "" && !/^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/.test(host)) return { kind: "elsewhere" };
    if (name !== "") return { kind: "addressed", name: unescaped(name) };
  }
  return undefined;
}

/** `database` and `databaseName` say the same. */
function scopeKey(property: string, hints: TypeHints): string {
  return hints.propertyName(property).stem.join(" ");
}

function scopeSettings(resource: LinkableResource, identity: Identity | undefined, hints: TypeHints): Settings {
  const found = new Map<string, string>();
  const namespace = inMetadata(resource, "namespace");
  if (namespace !== undefined) found.set("namespace", namespace);
  for (const [property, value] of ownInputs(resource)) {
    const { stem } = hints.propertyName(property);
    const word = stem.at(-1) ?? "";
    if (stem.length === 0 || identity?.naming.has(property) === true) continue;
    if (freeText.test(property) || (neverNames.has(word) && !hostWords.has(word))) continue;
    const isPart = isPartOfId(resource.id, value);
    const described = resource.schema?.inputs.get(property);
    const isOther = scopeWords.has(word) || (!hostWords.has(word) && pointsOut(property, described, resource, hints));
    if (isPart || isOther) found.set(stem.join(" "), value);
  }
  return found;
}

/** `prod` is a part of `orders@prod`, but not of itself. */
function isPartOfId(id: string, value: string): boolean {
  if (value.length >= id.length) return false;
  for (let at = id.indexOf(value); at >= 0; at = id.indexOf(value, at + 1)) {
    const [before, after] = [id.charAt(at - 1), id.charAt(at + value.length)];
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}

/** The property names another type, and a change of it would make another resource. */
function pointsOut(
  property: string,
  described: PropertySchema | undefined,
  { type }: LinkableResource,
  hints: TypeHints,
): boolean {
  if (described === undefined || !(described.willReplaceOnChanges || described.replaceOnChanges)) return false;
  const { types, sure } = hints.resolve(type, hints.propertyName(property), []);
  return sure && !types.has(type);
}
