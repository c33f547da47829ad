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
 * Whether a property and a resource are in the same scope: a vhost, a database, or a namespace. `open`: the scope of the property or of the
 * resource is unknown.
 */
export type ScopeRelation = "same" | "open" | "other";

/** The settings that locate a resource, by the words of their property names: `vhost` -> `prod`. */
export type Settings = ReadonlyMap<string, string>;

export type Surroundings =
  | { readonly kind: "here"; readonly settings: Settings }
  /** An address without a remote host next to the property (`amqp:///billing`) names the vhost or database. */
  | { readonly kind: "addressed"; readonly name: string }
  /** An address next to the property (`amqp://far.example.com`) is on another server. */
  | { readonly kind: "elsewhere" };

export interface Scopes {
  /** Returns the settings in which the resource's name is unique. Empty if the name is unique in the account. */
  of(resource: LinkableResource): Settings;
  /** Returns the settings around a property: those of the adjacent values, then those of its resource. */
  around(consumer: LinkableResource, property: string, near: PropertyMap | undefined): Surroundings;
}

/** Last words of properties that are scopes, even if neither the ID nor the schema shows it. */
const scopeWords = new Set(
  "account|catalog|database|namespace|organization|project|realm|region|subscription|tenant|vhost|workspace".split("|"),
);

/**
 * Last words of properties for hosts. A host is a scope only if it is part of the ID: `app@localhost` and `app@10.0.0.1` are two accounts.
 */
const hostWords = new Set(["host", "hostname"]);

/** Last words of scopes that most resources share. Different values exclude a reference, but equal values are not evidence for it. */
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

/** Creates a lookup of scopes, which are computed on demand. */
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

/** Returns all inputs of a resource that can show the scope of its properties, by the words of their names. */
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

/** Returns the scope in the address next to a property, for example in `sourceUri` next to `sourceQueue`. Ignores web and file addresses. */
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

/** Returns true if the value is a separate word of the ID, but not the whole ID: `prod` in `orders@prod`. */
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
