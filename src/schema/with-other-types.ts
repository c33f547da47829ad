/**
 * A package schema that knows the types of other packages which its properties have.
 */
import type { Type } from "../ir/type.ts";
import type { ObjectSchema, PackageSchema, PropertySchema, ResourceSchema } from "./types.ts";

/**
 * Each schema with the definitions of the others, which may refer to each other in circles: `objectType` has their object types too, and a
 * property whose type is an enum of another package has that enum. The names of these types are read by the rules of their own package.
 *
 * @param schemas by package; a type of a package that is not there, or that this one does not have, stays as the schema has it, a token
 */
export function withOtherTypes(schemas: ReadonlyMap<string, PackageSchema>): ReadonlyMap<string, PackageSchema> {
  const all = new Map<string, PackageSchema>();
  for (const [name, schema] of schemas) all.set(name, withOthers(schema, schemas, all));
  return all;
}

/**
 * @param others as they are read: a type of theirs that refers back is not resolved for its name
 * @param all the same with the types of others
 */
function withOthers(
  schema: PackageSchema,
  others: ReadonlyMap<string, PackageSchema>,
  all: ReadonlyMap<string, PackageSchema>,
): PackageSchema {
  const known = (type: Type): Type => {
    switch (type.kind) {
      case "list":
      case "map":
        return sameOr(type, "element", known(type.element));
      case "union": {
        const members = type.members.map(known);
        return members.every((member, at) => member === type.members[at]) ? type : { ...type, members };
      }
      case "object":
        return type.name.package === schema.name ? type : (foreignType(type, others.get(type.name.package)) ?? type);
      default:
        return type;
    }
  };
  const properties = (map: ReadonlyMap<string, PropertySchema>): ReadonlyMap<string, PropertySchema> =>
    new Map([...map].map(([name, property]) => [name, sameOr(property, "type", known(property.type))]));
  const resource = remembered((found: ResourceSchema): ResourceSchema => {
    const { stateInputs, listInputs } = found;
    return {
      ...found,
      inputs: properties(found.inputs),
      outputs: properties(found.outputs),
      stateInputs: stateInputs && properties(stateInputs),
      listInputs: listInputs && properties(listInputs),
    };
  });
  const object = remembered(
    (found: ObjectSchema): ObjectSchema => ({ ...found, properties: properties(found.properties) }),
  );
  // The parts of a schema are parsed when they are read first: a copy would read all.
  const linked: PackageSchema = Object.create(schema, {
    provider: { get: () => resource(schema.provider), enumerable: true },
    resource: { value: (token: string) => ifDefined(schema.resource(token), resource), enumerable: true },
    objectType: {
      value: (token: string) => {
        const own = ifDefined(schema.objectType(token), object);
        const owner = all.get(packageOfToken(token));
        return own ?? (owner === linked ? undefined : owner?.objectType(token));
      },
      enumerable: true,
    },
  });
  return linked;
}

/** The type as its own package defines it; `undefined`: the package has no such type. */
function foreignType(type: Type & { readonly kind: "object" }, owner: PackageSchema | undefined): Type | undefined {
  const { token } = type.name;
  const found = owner?.enumType(token);
  if (found !== undefined) {
    const { kind, name, element, members, language } = found;
    return { kind, name, element, members, language };
  }
  const object = owner?.objectType(token);
  return object === undefined ? undefined : { ...type, name: object.name, language: object.language };
}

/** Tokens of a package begin with its name, but for few that lend their types. */
function packageOfToken(token: string): string {
  return token.slice(0, Math.max(token.indexOf(":"), 0));
}

function sameOr<T, K extends keyof T>(object: T, key: K, value: T[K]): T {
  return object[key] === value ? object : { ...object, [key]: value };
}

function ifDefined<T>(found: T | undefined, make: (found: T) => T): T | undefined {
  return found === undefined ? undefined : make(found);
}

/** A schema is the same object however often it is asked for. */
function remembered<T extends object>(make: (found: T) => T): (found: T) => T {
  const made = new WeakMap<T, T>();
  return (found) => {
    const known = made.get(found) ?? make(found);
    made.set(found, known);
    return known;
  };
}
