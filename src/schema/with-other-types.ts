import type { Type } from "../ir/type.ts";
import { cachedByObject } from "./once.ts";
import type { ObjectSchema, PackageSchema, PropertySchema, ResourceSchema } from "./types.ts";

/**
 * Resolves references between package schemas, which can be circular. In the results, `objectType` also finds object types of other packages, and
 * references to enums of other packages become enum types. Types that cannot be resolved keep only their token.
 */
export function withOtherTypes(schemas: ReadonlyMap<string, PackageSchema>): ReadonlyMap<string, PackageSchema> {
  const all = new Map<string, PackageSchema>();
  for (const [name, schema] of schemas) all.set(name, withOthers(schema, schemas, all));
  return all;
}

/**
 * Returns a schema that resolves references to types of other packages. `originals` are the unresolved schemas. `all` will contain all resolved
 * schemas when members of the result are read.
 */
function withOthers(
  schema: PackageSchema,
  originals: ReadonlyMap<string, PackageSchema>,
  all: ReadonlyMap<string, PackageSchema>,
): PackageSchema {
  const resolveForeign = (type: Type): Type => {
    switch (type.kind) {
      case "list":
      case "map":
        return sameOr(type, "element", resolveForeign(type.element));
      case "union": {
        const members = type.members.map(resolveForeign);
        return members.every((member, index) => member === type.members[index]) ? type : { ...type, members };
      }
      case "object":
        return type.name.package === schema.name ? type : (foreignType(type, originals.get(type.name.package)) ?? type);
      default:
        return type;
    }
  };
  const properties = (map: ReadonlyMap<string, PropertySchema>): ReadonlyMap<string, PropertySchema> =>
    new Map([...map].map(([name, property]) => [name, sameOr(property, "type", resolveForeign(property.type))]));
  const resource = cachedByObject((original: ResourceSchema): ResourceSchema => {
    const { stateInputs, listInputs } = original;
    return {
      ...original,
      inputs: properties(original.inputs),
      outputs: properties(original.outputs),
      stateInputs: stateInputs && properties(stateInputs),
      listInputs: listInputs && properties(listInputs),
    };
  });
  const object = cachedByObject(
    (original: ObjectSchema): ObjectSchema => ({ ...original, properties: properties(original.properties) }),
  );
  // Don't copy the schema, because that would read and parse all parts.
  const linked: PackageSchema = Object.create(schema, {
    provider: { get: () => resource(schema.provider), enumerable: true },
    resource: { value: (token: string) => ifDefined(schema.resource(token), resource), enumerable: true },
    objectType: {
      value: (token: string) => {
        const localType = ifDefined(schema.objectType(token), object);
        const owner = all.get(packageOfToken(token));
        return localType ?? (owner === linked ? undefined : owner?.objectType(token));
      },
      enumerable: true,
    },
  });
  return linked;
}

/** Returns the type as its package defines it, or undefined if the package lacks it. */
function foreignType(type: Type & { readonly kind: "object" }, owner: PackageSchema | undefined): Type | undefined {
  const { token } = type.name;
  const enumType = owner?.enumType(token);
  if (enumType !== undefined) {
    const { kind, name, element, members, language } = enumType;
    return { kind, name, element, members, language };
  }
  const object = owner?.objectType(token);
  return object === undefined ? undefined : { ...type, name: object.name, language: object.language };
}

/** Returns the package name at the start of a token. */
function packageOfToken(token: string): string {
  return token.slice(0, Math.max(token.indexOf(":"), 0));
}

function sameOr<T, K extends keyof T>(object: T, key: K, value: T[K]): T {
  return object[key] === value ? object : { ...object, [key]: value };
}

function ifDefined<T>(value: T | undefined, make: (value: T) => T): T | undefined {
  return value === undefined ? undefined : make(value);
}
