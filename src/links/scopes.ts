/** Determines the scope in which the name of a resource is unique: a vhost, database, namespace, project, or region. */
import { getOrInsert } from "../domain/order/maps.ts";
import { unescaped } from "../schema/references.ts";
import type { PropertySchema } from "../schema/types.ts";
import type { PropertyMap } from "../value/value.ts";
import { type Identity, inMetadata, ownInputs } from "./identity.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import { freeText, neverNames } from "./property-words.ts";
import type { TypeHints } from "./type-hints.ts";

/**
 * The relation of a property to the scope of a resource: `same`: both are in one vhost, database, or namespace; `other`: they are in different
 * ones; `open`: the scope of the resource or of the property is unknown.
 */
export type ScopeRelation = "same" | "open" | "other";

/** The settings that locate something, by the words of their properties: `vhost` -> `prod`. */
export type Settings = ReadonlyMap<string, string>;

export type Surroundings =
  | { readonly kind: "here"; readonly settings: Settings }
  /** An address next to the property (`amqp:///billing`) gives the vhost or database on this server. */
  | { readonly kind: "addressed"; readonly name: string }
  /** An address next to the property (`amqp://far.example.com`) is on another server. */
  | { readonly kind: "elsewhere" };

export interface Scopes {
  /** Returns the settings that identify a resource together with its name. Empty for a name that is unique in the account. */
  of(resource: LinkableResource): Settings;
  /** Returns the scope of a property: the adjacent values, then the values of its resource. */
  around(consumer: LinkableResource, property: string, near: PropertyMap | undefined): Surroundings;
}

/** Last words of properties that name a scope, even if the schema does not show it. */
const scopeWords = new Set(
  "account|catalog|database|namespace|organization|project|realm|region|subscription|tenant|vhost|workspace".split("|"),
);

/**
 * Properties for the host from which an account logs in. If the ID contains it, `app@localhost` and `app@10.0.0.1` are two accounts. Other hosts are
 * servers.
 */
const hostWords = new Set(["host", "hostname"]);

/** Words for scopes that nearly all resources have. Different values exclude a reference, but equal values are not evidence for one. */
const wide = new Set(["account", "group", "location", "organization", "project", "region", "subscription", "tenant"]);

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

/** Prepares the scopes of all resources. Each is computed on demand. */
export function indexScopes(
  identityOf: (resource: LinkableResource) => Identity | undefined,
  hints: TypeHints,
): Scopes {
  const scopes = new Map<string, Settings>();
  const settings = new Map<string, Settings>();
  return {
    of: (resource) => getOrInsert(scopes, resource.urn, () => scopeSettings(resource, identityOf(resource), hints)),
    around: (consumer, property, near) => {
      const consumerSettings = getOrInsert(settings, consumer.urn, () => settingsOf(consumer, hints));
      const address = addressNextTo(property, near ?? consumer.inputs, hints);
      if (address !== undefined) return address;
      const nearer = new Map<string, string>();
      for (const [key, value] of near ?? []) {
        const words = value.kind === "string" && value.value !== "" ? scopeKey(key, hints) : "";
        if (words !== "" && value.kind === "string") nearer.set(words, value.value);
      }
      return {
        kind: "here",
        settings: nearer.size === 0 ? consumerSettings : new Map([...consumerSettings, ...nearer]),
      };
    },
  };
}

/** Returns all settings of a resource that can locate something. */
function settingsOf(resource: LinkableResource, hints: TypeHints): Settings {
  const settings = new Map<string, string>();
  for (const [property, value] of ownInputs(resource)) {
    const key = scopeKey(property, hints);
    if (key !== "" && !settings.has(key)) settings.set(key, value);
  }
  const namespace = inMetadata(resource, "namespace");
  if (namespace !== undefined) settings.set("namespace", namespace);
  return settings;
}

/** Returns the scope in the address next to a property: in `sourceUri` for `sourceQueue`. Ignores web addresses, which are on other servers. */
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

/** Returns the same key for `database` and `databaseName`. */
function scopeKey(property: string, hints: TypeHints): string {
  return hints.propertyName(property).stem.join(" ");
}

function scopeSettings(resource: LinkableResource, identity: Identity | undefined, hints: TypeHints): Settings {
  const scope = new Map<string, string>();
  const namespace = inMetadata(resource, "namespace");
  if (namespace !== undefined) scope.set("namespace", namespace);
  for (const [property, value] of ownInputs(resource)) {
    const { stem } = hints.propertyName(property);
    const word = stem.at(-1) ?? "";
    if (stem.length === 0 || identity?.naming.has(property) === true) continue;
    if (freeText.test(property) || (neverNames.has(word) && !hostWords.has(word))) continue;
    const isPart = isPartOfId(resource.id, value);
    const described = resource.schema?.inputs.get(property);
    const isOther = scopeWords.has(word) || (!hostWords.has(word) && pointsOut(property, described, resource, hints));
    if (isPart || isOther) scope.set(stem.join(" "), value);
  }
  return scope;
}

/** Returns true for `prod` in `orders@prod`, but not for the whole ID. */
function isPartOfId(id: string, value: string): boolean {
  if (value.length >= id.length) return false;
  for (let at = id.indexOf(value); at >= 0; at = id.indexOf(value, at + 1)) {
    const [before, after] = [id.charAt(at - 1), id.charAt(at + value.length)];
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}

/** Returns true if the property names another type, and changing it replaces the resource. */
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
