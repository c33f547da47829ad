/** Converts a package schema to the form that `bindschema` prints for a package from Pulumi's binder. */
import type { Type } from "../../src/ir/type.ts";
import type {
  EnumSchema,
  FunctionSchema,
  ObjectSchema,
  PackageSchema,
  Parameterization,
  PropertySchema,
  ResourceSchema,
} from "../../src/schema/types.ts";
import type { Json } from "./changed-documents.ts";

type Properties = ReadonlyMap<string, PropertySchema>;

/** Converts every resource, function, and type. */
export function boundContent(schema: PackageSchema): Json {
  const resources = schema
    .resourceTokens()
    .toSorted()
    .map(required((token) => schema.resource(token)));
  const functions = schema
    .functionTokens()
    .toSorted()
    .map(required((token) => schema.function(token)));
  const types = schema.typeTokens().toSorted();
  return {
    name: schema.name,
    version: schema.version ?? "",
    config: propertiesOf(schema.config.variables, schema.config.required),
    provider: schema.extension === undefined ? resourceOf(schema.provider) : null,
    resources: resources.map(resourceOf),
    functions: functions.map(functionOf),
    types: [
      ...types.flatMap((token) => schema.objectType(token) ?? []).map(objectOf),
      ...types.flatMap((token) => schema.enumType(token) ?? []).map(enumOf),
    ],
    parameterization: schema.parameterization === undefined ? null : baseOf(schema.parameterization),
    extension: schema.extension === undefined ? null : baseOf(schema.extension),
    modules: Object.fromEntries([...resources, ...functions].map(({ name }) => [name.token, name.module])),
  };
}

function required<T>(read: (token: string) => T | undefined): (token: string) => T {
  return (token) => {
    const member = read(token);
    if (member === undefined) throw new Error(`${token} is listed and cannot be read`);
    return member;
  };
}

function baseOf({ baseProvider, parameter }: Parameterization): Json {
  return { ...baseProvider, parameter };
}

function resourceOf(resource: ResourceSchema): Json {
  const { stateInputs, listInputs } = resource;
  return {
    token: resource.name.token,
    isComponent: resource.isComponent,
    isOverlay: resource.overlay !== undefined,
    overlays: [...(resource.overlay?.languages ?? [])],
    inputs: propertiesOf(resource.inputs, resource.requiredInputs),
    outputs: propertiesOf(resource.outputs, resource.requiredOutputs),
    stateInputs: stateInputs === undefined ? null : propertiesOf(stateInputs, resource.requiredStateInputs),
    listInputs: listInputs === undefined ? null : propertiesOf(listInputs, resource.requiredListInputs),
    aliases: resource.aliases.flatMap(({ type }) => type ?? []),
    methods: Object.fromEntries(resource.methods),
    deprecated: resource.deprecationMessage ?? "",
  };
}

function functionOf(read: FunctionSchema): Json {
  const { returns } = read;
  return {
    token: read.name.token,
    isOverlay: read.overlay !== undefined,
    isMethod: read.methodOf !== undefined,
    inputs: read.inputs === undefined ? null : propertiesOf(read.inputs, read.requiredInputs),
    multiArguments: read.arguments.length > 0,
    returns: returns?.kind === "value" ? typeText(returns.type) : "",
    outputs: returns?.kind === "object" ? propertiesOf(returns.properties, returns.required) : null,
    returnsPlain: returns?.plain ?? false,
    plain: read.hasPlainForm,
    deprecated: read.deprecationMessage ?? "",
  };
}

function objectOf(read: ObjectSchema): Json {
  return {
    token: read.name.token,
    isOverlay: read.overlay !== undefined,
    properties: propertiesOf(read.properties, read.required),
  };
}

function enumOf(read: EnumSchema): Json {
  return {
    token: read.name.token,
    isOverlay: read.overlay !== undefined,
    element: read.element,
    members: read.members.map(({ name = "", value, deprecationMessage = "" }) => ({
      name,
      value,
      deprecated: deprecationMessage,
    })),
  };
}

function propertiesOf(properties: Properties, required: ReadonlySet<string> = new Set()): Json[] {
  return [...properties.values()]
    .map((property) => ({
      name: property.name,
      type: typeText(property.type),
      required: required.has(property.name),
      secret: property.secret,
      plain: property.plain,
      const: property.const ?? null,
      default: property.default ?? null,
      environment: [...property.environment],
      replaces: property.replaceOnChanges,
      willReplace: property.willReplaceOnChanges,
      deprecated: property.deprecationMessage ?? "",
    }))
    .sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
}

function typeText(type: Type): string {
  switch (type.kind) {
    case "list":
    case "map":
      return `${type.kind}<${typeText(type.element)}>`;
    case "object":
    case "enum":
    case "resource":
      return `${type.kind} ${type.name.token}`;
    case "union": {
      const { members, defaultType, discriminator } = type;
      const keys = [...(discriminator?.mapping ?? [])].map(([key, token]) => `${key}=${token}`).sort();
      const by = discriminator === undefined ? "" : `;by ${discriminator.property}(${keys.join(",")})`;
      return `union<${members.map(typeText).join("|")}${defaultType === undefined ? "" : `;default ${defaultType}`}${by}>`;
    }
    default:
      return type.kind;
  }
}

/** Describes the first difference between two JSON values. Returns undefined if they are equal. */
export function firstDifference(pulumi: unknown, imp: unknown, path = ""): string | undefined {
  if (Object.is(pulumi, imp)) return undefined;
  const isTree = (value: unknown): value is object => typeof value === "object" && value !== null;
  if (!isTree(pulumi) || !isTree(imp) || Array.isArray(pulumi) !== Array.isArray(imp)) {
    return `${path}: Pulumi ${JSON.stringify(pulumi)}, imp ${JSON.stringify(imp)}`;
  }
  const [left, right] = [new Map(Object.entries(pulumi)), new Map(Object.entries(imp))];
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const difference = firstDifference(left.get(key), right.get(key), `${path}/${key}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}
