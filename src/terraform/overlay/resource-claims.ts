/**
 * The fields of a resource in Terraform -> what they claim about its properties in Pulumi. The package's schema says where a property is, and
 * what is in it.
 */
import { formatPath, type Path } from "../../ir/path.ts";
import type { Type } from "../../ir/type.ts";
import type { ClaimedGroup, ResourceClaims } from "../../schema/claims.ts";
import type { ObjectSchema, PackageSchema, PropertySchema, ResourceSchema } from "../../schema/types.ts";
import type { GroupRule, OtherField } from "../conversion/to-schema/group-rules.ts";
import type { Field, Fields, FieldType } from "../conversion/to-schema/model.ts";
import type { FieldMapping } from "../package/mapping.ts";
import { propertyOfAttribute } from "../package/property-names.ts";

export interface FoundClaims {
  readonly claims: ResourceClaims;
  /** Fields that the package does not have. */
  readonly unknown: readonly UnknownField[];
}

interface UnknownField {
  /** Where the document has it. */
  readonly path: Path;
  /** Its name in Terraform, behind those of the fields around it. */
  readonly name: string;
}

/** @param names what the provider's mapping says of them; absent: it does not answer. */
export function resourceClaims(
  fields: Fields,
  resource: ResourceSchema,
  schema: PackageSchema,
  names: ReadonlyMap<string, FieldMapping> = new Map(),
): FoundClaims {
  const walk = new Walk(schema);
  const properties = new Map([...resource.outputs, ...resource.inputs]);
  walk.object(fields, { names, properties, place: [], path: [] });
  const isInput = ([name]: Path): boolean => resource.inputs.has(String(name));
  const claims = {
    secret: walk.secret,
    replacing: new Set(walk.replacing.filter((name) => resource.inputs.has(name))),
    computed: walk.computed.filter(isInput),
    groups: walk.groups().filter(({ members }) => members.every(isInput)),
  };
  return { claims, unknown: walk.unknown };
}

interface ObjectAt {
  readonly names: ReadonlyMap<string, FieldMapping>;
  readonly properties: ReadonlyMap<string, PropertySchema>;
  /** In Terraform. */
  readonly place: Place;
  /** In Pulumi. */
  readonly path: Path;
}

/** `null` is the step to an element of a collection. */
type Place = readonly (string | null)[];

/** Terraform's own block of time limits is an option in Pulumi. */
const optionBlocks = new Set(["timeouts"]);

class Walk {
  readonly secret: Path[] = [];
  readonly replacing: string[] = [];
  readonly computed: Path[] = [];
  readonly unknown: UnknownField[] = [];
  readonly #schema: PackageSchema;
  /** Paths in Pulumi by place in Terraform. */
  readonly #paths = new Map<string, Path>();
  readonly #rules: { readonly rule: GroupRule; readonly place: Place }[] = [];

  constructor(schema: PackageSchema) {
    this.#schema = schema;
  }

  object(fields: Fields, at: ObjectAt): void {
    for (const field of fields.values()) {
      const name = this.#nameOf(field, fields, at);
      if (name !== undefined) this.#field(field, name, at);
      else if (!isOption(field, at)) {
        const names = [...at.place, field.name].filter((step) => step !== null);
        this.unknown.push({ path: field.path, name: names.join(".") });
      }
    }
  }

  #nameOf(field: Field, fields: Fields, { names, properties }: ObjectAt): string | undefined {
    const { kind } = field.type;
    const context = {
      isProperty: (name: string) => properties.has(name),
      isAttribute: (name: string) => fields.has(name),
    };
    const given = names.get(field.name)?.name ?? field.override?.name;
    const isList = kind === "list" || kind === "set";
    return propertyOfAttribute(field.name, isList ? [] : undefined, context, given);
  }

  #field(field: Field, name: string, at: ObjectAt): void {
    const [path, place] = [
      [...at.path, name],
      [...at.place, field.name],
    ];
    this.#paths.set(claimKey(place), path);
    for (const rule of field.groups ?? []) this.#rules.push({ rule, place });
    if (path.length === 1 && (field.override?.forceNew ?? field.forceNew)) this.replacing.push(name);
    if (field.computed && !field.optional && !field.required) this.computed.push(path);
    const property = at.properties.get(name);
    if (isSensitive(field) && property?.secret !== true) this.secret.push(path);
    if (property !== undefined && !isSensitive(field))
      this.#type(field.type, property.type, { names: at.names.get(field.name), path, place });
  }

  #type(
    type: FieldType,
    own: Type,
    { names, path, place }: { readonly names: FieldMapping | undefined; readonly path: Path; readonly place: Place },
  ): void {
    switch (type.kind) {
      case "list":
      case "set": {
        // A list of at most one element is that element in Pulumi.
        const inner = own.kind === "list" ? own.element : own;
        const inside = { names: names?.element ?? names, path, place: [...place, null] };
        if (type.element !== undefined) this.#type(type.element.type, inner, inside);
        return;
      }
      case "map":
        if (own.kind !== "map") this.#opaque(type, path);
        else if (type.element !== undefined) {
          const inside = { names: names?.element, path: [...path, "*"], place: [...place, null] };
          this.#type(type.element.type, own.element, inside);
        }
        return;
      case "object": {
        const object = this.#objectOf(own);
        if (object === undefined) this.#opaque(type, path);
        else this.object(type.fields, { names: nestedMappings(names), properties: object.properties, path, place });
        return;
      }
      case "boolean":
      case "integer":
      case "float":
      case "string":
      case "dynamic":
      case "invalid":
        return;
    }
  }

  /** An object may stand in a list in Pulumi alone. */
  #objectOf(type: Type): ObjectSchema | undefined {
    if (type.kind === "list") return this.#objectOf(type.element);
    return type.kind === "object" ? this.#schema.objectType(type.name.token) : undefined;
  }

  /** Where the package does not say what is inside, nobody knows under which names a secret stands there: all of it is one. */
  #opaque(type: FieldType, path: Path): void {
    if (holdsSensitive(type)) this.secret.push(path);
  }

  groups(): readonly ClaimedGroup[] {
    return this.#rules.flatMap(({ rule, place }) => {
      const own = this.#paths.get(claimKey(place));
      const others = rule.others.map((other) => this.#paths.get(claimKey(otherFieldPath(other, place))));
      return own === undefined ? [] : claimsOfGroup(rule.kind, own, others);
    });
  }
}

/** @param others `undefined`: the package does not have it. */
function claimsOfGroup(
  kind: GroupRule["kind"],
  own: Path,
  others: readonly (Path | undefined)[],
): readonly ClaimedGroup[] {
  const known = others.filter((path) => path !== undefined && formatPath(path) !== formatPath(own)) as readonly Path[];
  // Of a rule that is also about what the package does not have, the rest is no rule.
  if (kind !== "conflicts")
    return known.length === 0 || others.includes(undefined) ? [] : [{ kind, members: [own, ...known] }];
  return known.map((other) => ({ kind: "at-most-one", members: [own, other] }));
}

function isOption({ name }: Field, { path }: ObjectAt): boolean {
  return path.length === 0 && (name === "id" || optionBlocks.has(name));
}

function nestedMappings(names: FieldMapping | undefined): ReadonlyMap<string, FieldMapping> {
  if (names === undefined) return new Map();
  return names.fields.size > 0 ? names.fields : (names.element?.fields ?? new Map());
}

function isSensitive({ sensitive, writeOnly, override }: Field): boolean {
  return writeOnly || (override?.secret ?? sensitive);
}

function holdsSensitive(type: FieldType): boolean {
  switch (type.kind) {
    case "list":
    case "map":
    case "set":
      return type.element !== undefined && holdsSensitive(type.element.type);
    case "object":
      return [...type.fields.values()].some((field) => isSensitive(field) || holdsSensitive(field.type));
    case "boolean":
    case "integer":
    case "float":
    case "string":
    case "dynamic":
    case "invalid":
      return false;
  }
}

function otherFieldPath({ from, up, names }: OtherField, place: Place): Place {
  const base = from === "root" ? [] : place.slice(0, Math.max(0, place.length - up));
  return [...base, ...names];
}

/** Rules from the root do not count elements. */
function claimKey(place: Place): string {
  return JSON.stringify(place.filter((step) => typeof step === "string"));
}
