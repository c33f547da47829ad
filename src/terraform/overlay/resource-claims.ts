/** Derives claims about a resource's properties from its Terraform fields. The paths and types of the properties come from the package schema. */

import type { Type } from "../../ir/type.ts";
import type { ClaimedGroup, ResourceClaims } from "../../schema/claims.ts";
import type { ObjectSchema, PackageSchema, PropertySchema, ResourceSchema } from "../../schema/types.ts";
import { formatPath, type Path } from "../../value/path.ts";
import type { GroupRule, OtherField } from "../conversion/to-schema/group-rules.ts";
import type { Field, Fields, FieldType } from "../conversion/to-schema/model.ts";
import type { FieldMapping } from "../package/mapping.ts";
import { propertyOfAttribute } from "../package/property-names.ts";

export interface FoundClaims {
  readonly claims: ResourceClaims;
  readonly unknown: readonly UnknownField[];
}

interface UnknownField {
  readonly path: Path;
  /** The Terraform name, after the names of the enclosing fields. */
  readonly name: string;
}

/** Returns the claims of a resource's fields. `names` contains the property names in the provider's mapping. */
export function resourceClaims(
  fields: Fields,
  resource: ResourceSchema,
  schema: PackageSchema,
  names: ReadonlyMap<string, FieldMapping> = new Map(),
): FoundClaims {
  const walk = new Walk(schema);
  const properties = new Map([...resource.outputs, ...resource.inputs]);
  walk.object(fields, { names, properties, sourcePath: [], path: [] });
  const isInput = ([name]: Path): boolean => resource.inputs.has(String(name));
  const claims = {
    secret: walk.secret,
    replacing: new Set(walk.replacing.filter((name) => resource.inputs.has(name))),
    computed: walk.computed.filter(isInput),
    groups: walk.groups().filter(({ members }) => members.every(isInput)),
  };
  return { claims, unknown: walk.unknown };
}

interface ObjectContext {
  readonly names: ReadonlyMap<string, FieldMapping>;
  readonly properties: ReadonlyMap<string, PropertySchema>;
  /** The path in Terraform. */
  readonly sourcePath: TerraformPath;
  /** The path in Pulumi. */
  readonly path: Path;
}

/** A path in Terraform. A `null` in it stands for an element of a collection. */
type TerraformPath = readonly (string | null)[];

/** Skip Terraform's block of time limits, because it is a resource option in Pulumi. */
const optionBlocks = new Set(["timeouts"]);

class Walk {
  readonly secret: Path[] = [];
  readonly replacing: string[] = [];
  readonly computed: Path[] = [];
  readonly unknown: UnknownField[] = [];
  readonly #schema: PackageSchema;
  /** Pulumi paths, by Terraform path. */
  readonly #paths = new Map<string, Path>();
  readonly #rules: { readonly rule: GroupRule; readonly sourcePath: TerraformPath }[] = [];

  constructor(schema: PackageSchema) {
    this.#schema = schema;
  }

  object(fields: Fields, context: ObjectContext): void {
    for (const field of fields.values()) {
      const name = this.#nameOf(field, fields, context);
      if (name !== undefined) this.#field(field, name, context);
      else if (!isOption(field, context)) {
        const names = [...context.sourcePath, field.name].filter((step) => step !== null);
        this.unknown.push({ path: field.path, name: names.join(".") });
      }
    }
  }

  #nameOf(field: Field, fields: Fields, { names, properties }: ObjectContext): string | undefined {
    const { kind } = field.type;
    const context = {
      isProperty: (name: string) => properties.has(name),
      isAttribute: (name: string) => fields.has(name),
    };
    const override = names.get(field.name)?.name ?? field.override?.name;
    const isList = kind === "list" || kind === "set";
    return propertyOfAttribute(field.name, isList ? [] : undefined, context, override);
  }

  #field(field: Field, name: string, context: ObjectContext): void {
    const [path, sourcePath] = [
      [...context.path, name],
      [...context.sourcePath, field.name],
    ];
    this.#paths.set(claimKey(sourcePath), path);
    for (const rule of field.groups ?? []) this.#rules.push({ rule, sourcePath });
    if (path.length === 1 && (field.override?.forceNew ?? field.forceNew)) this.replacing.push(name);
    if (field.computed && !field.optional && !field.required) this.computed.push(path);
    const property = context.properties.get(name);
    if (isSensitive(field) && property?.secret !== true) this.secret.push(path);
    if (property !== undefined && !isSensitive(field))
      this.#type(field.type, property.type, { names: context.names.get(field.name), path, sourcePath });
  }

  #type(
    type: FieldType,
    propertyType: Type,
    {
      names,
      path,
      sourcePath,
    }: { readonly names: FieldMapping | undefined; readonly path: Path; readonly sourcePath: TerraformPath },
  ): void {
    switch (type.kind) {
      case "list":
      case "set": {
        // In Pulumi, a list with at most one element can be that element.
        const inner = propertyType.kind === "list" ? propertyType.element : propertyType;
        const inside = { names: names?.element ?? names, path, sourcePath: [...sourcePath, null] };
        if (type.element !== undefined) this.#type(type.element.type, inner, inside);
        return;
      }
      case "map":
        if (propertyType.kind !== "map") this.#opaque(type, path);
        else if (type.element !== undefined) {
          const inside = { names: names?.element, path: [...path, "*"], sourcePath: [...sourcePath, null] };
          this.#type(type.element.type, propertyType.element, inside);
        }
        return;
      case "object": {
        const object = this.#objectOf(propertyType);
        if (object === undefined) this.#opaque(type, path);
        else
          this.object(type.fields, { names: nestedMappings(names), properties: object.properties, path, sourcePath });
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

  /** Returns the object type. In Pulumi, an object of Terraform can be a list of objects. */
  #objectOf(type: Type): ObjectSchema | undefined {
    if (type.kind === "list") return this.#objectOf(type.element);
    return type.kind === "object" ? this.#schema.objectType(type.name.token) : undefined;
  }

  /**
   * Marks the whole property as secret if it contains a secret. The path of the secret is unknown, because the package does not describe the inside
   * of the property.
   */
  #opaque(type: FieldType, path: Path): void {
    if (containsSensitive(type)) this.secret.push(path);
  }

  groups(): readonly ClaimedGroup[] {
    return this.#rules.flatMap(({ rule, sourcePath }) => {
      const path = this.#paths.get(claimKey(sourcePath));
      const others = rule.others.map((other) => this.#paths.get(claimKey(otherFieldPath(other, sourcePath))));
      return path === undefined ? [] : claimsOfGroup(rule.kind, path, others);
    });
  }
}

/** Returns the groups of a rule. A path in `others` is undefined if the package does not have the field. */
function claimsOfGroup(
  kind: GroupRule["kind"],
  path: Path,
  others: readonly (Path | undefined)[],
): readonly ClaimedGroup[] {
  const existing = others.filter(
    (other) => other !== undefined && formatPath(other) !== formatPath(path),
  ) as readonly Path[];
  // If the package lacks one of the fields, the rule says nothing about the remaining fields.
  if (kind !== "conflicts")
    return existing.length === 0 || others.includes(undefined) ? [] : [{ kind, members: [path, ...existing] }];
  return existing.map((other) => ({ kind: "at-most-one", members: [path, other] }));
}

function isOption({ name }: Field, { path }: ObjectContext): boolean {
  return path.length === 0 && (name === "id" || optionBlocks.has(name));
}

function nestedMappings(names: FieldMapping | undefined): ReadonlyMap<string, FieldMapping> {
  if (names === undefined) return new Map();
  return names.fields.size > 0 ? names.fields : (names.element?.fields ?? new Map());
}

function isSensitive({ sensitive, writeOnly, override }: Field): boolean {
  return writeOnly || (override?.secret ?? sensitive);
}

function containsSensitive(type: FieldType): boolean {
  switch (type.kind) {
    case "list":
    case "map":
    case "set":
      return type.element !== undefined && containsSensitive(type.element.type);
    case "object":
      return [...type.fields.values()].some((field) => isSensitive(field) || containsSensitive(field.type));
    case "boolean":
    case "integer":
    case "float":
    case "string":
    case "dynamic":
    case "invalid":
      return false;
  }
}

function otherFieldPath({ from, up, names }: OtherField, sourcePath: TerraformPath): TerraformPath {
  const base = from === "root" ? [] : sourcePath.slice(0, Math.max(0, sourcePath.length - up));
  return [...base, ...names];
}

/** Returns a key for a Terraform path. Ignores elements of collections, because rules with paths from the root do not contain them. */
function claimKey(sourcePath: TerraformPath): string {
  return JSON.stringify(sourcePath.filter((step) => typeof step === "string"));
}
