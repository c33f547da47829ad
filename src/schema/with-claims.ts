/** Adds claims about resources to a package schema, and wraps the values that claims mark as secret. */

import { addTo } from "../domain/order/maps.ts";
import { mapEntries, mapInside } from "../value/map-inside.ts";
import { holdsAsset } from "../value/open-value.ts";
import type { Path } from "../value/path.ts";
import { openSecrets } from "../value/restore-secrets.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import type { ResourceClaims } from "./claims.ts";
import { cachedByObject } from "./once.ts";
import type { PackageSchema, PropertySchema, ResourceSchema } from "./types.ts";

/** Returns the schema with claims about its resources and its provider. */
export function withClaims(
  schema: PackageSchema,
  claims: (resource: ResourceSchema) => ResourceClaims | undefined,
): PackageSchema {
  const over = cachedByObject((resource: ResourceSchema) => {
    const resourceClaims = claims(resource);
    return resourceClaims === undefined ? resource : claimedResource(resource, resourceClaims);
  });
  // Don't copy the schema, because that would read and parse all parts.
  return Object.create(schema, {
    provider: { get: () => over(schema.provider), enumerable: true },
    resource: {
      value: (token: string) => {
        const resource = schema.resource(token);
        return resource && over(resource);
      },
      enumerable: true,
    },
  }) as PackageSchema;
}

function claimedResource(resource: ResourceSchema, claims: ResourceClaims): ResourceSchema {
  const hidden = new Map<string, Path[]>();
  for (const [name, ...inside] of claims.secret) addTo(hidden, String(name), inside);
  const inputs = new Map([...resource.inputs].map(([name, property]) => [name, withReplacement(property, claims)]));
  return { ...resource, claims, inputs: hiding(inputs, hidden), outputs: hiding(resource.outputs, hidden) };
}

function withReplacement(property: PropertySchema, claims: ResourceClaims): PropertySchema {
  return claims.replacing.has(property.name) ? { ...property, willReplaceOnChanges: true } : property;
}

function hiding(
  properties: ReadonlyMap<string, PropertySchema>,
  hidden: ReadonlyMap<string, readonly Path[]>,
): ReadonlyMap<string, PropertySchema> {
  if (hidden.size === 0) return properties;
  return new Map(
    [...properties].map(([name, property]) => {
      const claimedSecret = hidden.get(name);
      return [name, claimedSecret === undefined ? property : { ...property, claimedSecret }];
    }),
  );
}

/** Returns true if the schema or a claim marks the whole property as secret. */
export function isHidden({ secret, claimedSecret = [] }: PropertySchema): boolean {
  return secret || claimedSecret.some((path) => path.length === 0);
}

/** Returns the sorted names of outputs that only claims mark as secret. A program lists these outputs in `additionalSecretOutputs`. */
export function claimedSecretOutputs({ outputs }: ResourceSchema, values: PropertyMap): readonly string[] {
  return [...outputs.values()]
    .filter(({ name, secret, claimedSecret }) => {
      if (claimedSecret === undefined || secret || name === "id") return false;
      const value = values.get(name);
      if (value !== undefined && holdsAsset(value)) return false;
      return claimedSecret.some((path) => path.length === 0 || (value !== undefined && reachesValue(value, path)));
    })
    .map(({ name }) => name)
    .sort();
}

function reachesValue(value: Value, path: Path): boolean {
  let isReached = false;
  hideAt(openSecrets(value), path, (inner) => {
    if (inner.kind !== "null") isReached = true;
    return inner;
  });
  return isReached;
}

/**
 * Wraps the value at the path, except assets, which cannot be secret. If the path leads into a string, wraps the whole string, because it can be an
 * encoded document.
 */
export function hideAt(value: Value, path: Path, wrap: (value: Value) => Value): Value {
  const [key, ...innerPath] = path;
  if (key === undefined) {
    if (value.kind === "secret") return value;
    return holdsAsset(value) ? mapInside(value, (inner) => hideAt(inner, path, wrap)) : wrap(value);
  }
  switch (value.kind) {
    case "list":
      return { kind: "list", items: value.items.map((item) => hideAt(item, path, wrap)) };
    case "map": {
      if (key === "*")
        return { kind: "map", entries: mapEntries(value.entries, (inner) => hideAt(inner, innerPath, wrap)) };
      const inner = value.entries.get(String(key));
      if (inner === undefined) return value;
      return { kind: "map", entries: new Map(value.entries).set(String(key), hideAt(inner, innerPath, wrap)) };
    }
    case "output":
      return value.value === undefined ? value : { ...value, value: hideAt(value.value, path, wrap) };
    case "string":
    case "bytes":
      return wrap(value);
    case "secret":
    case "null":
    case "boolean":
    case "number":
    case "asset":
    case "archive":
    case "resource":
    case "unknown":
      return value;
  }
}
