/** Builds programs that register each resource of a package schema twice: with its required properties, and with all properties. */
import type { GraphResource, Urn } from "../../src/domain/graph.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { lower } from "../../src/lower/lower.ts";
import type { PackageSchema, PropertySchema, ResourceSchema } from "../../src/schema/types.ts";
import {
  booleanValue,
  listValue,
  mapValue,
  numberValue,
  type PropertyMap,
  stringValue,
  type Value,
} from "../../src/value/value.ts";

/** Below this depth of nested types, only required properties are set. Below twice this depth, none are set. */
const deepest = 4;

export interface Synthetic {
  readonly program: Program;
  /** Resources that cannot be built because they require a missing resource or a recursive type. */
  readonly left: readonly string[];
}

/** @param skip excluded tokens */
export function syntheticProgram(schema: PackageSchema, skip: ReadonlySet<string> = new Set()): Synthetic {
  const tokens = [`pulumi:providers:${schema.name}`, ...schema.resourceTokens()].filter((token) => !skip.has(token));
  const small = new Map<string, Urn>();
  const resources: GraphResource[] = [];
  const left: string[] = [];
  // A resource can require another one, so this repeats until no more resources can be built.
  let waiting = tokens;
  for (let before = -1; before !== waiting.length; ) {
    before = waiting.length;
    waiting = waiting.filter((token) => {
      const made = instance(token, "required", schema, small);
      if (made === undefined) return true;
      small.set(token, made.urn);
      resources.push(made);
      return false;
    });
  }
  left.push(...waiting);
  for (const token of tokens) {
    const made = small.has(token) ? instance(token, "every", schema, small) : undefined;
    if (made !== undefined) resources.push(made);
  }
  const graph = { project: "synthetic", stack: "dev", resources };
  const { program } = lower(graph, new Map([[schema.name, schema]]), { project: "synthetic", configKeys: new Map() });
  return { program, left };
}

interface Making {
  readonly schema: PackageSchema;
  readonly resources: ReadonlyMap<string, Urn>;
  /** Counts unions, to use every member. */
  turn: number;
}

function instance(
  token: string,
  kind: "required" | "every",
  schema: PackageSchema,
  resources: ReadonlyMap<string, Urn>,
): GraphResource | undefined {
  const resource = schema.resource(token);
  if (resource === undefined) return undefined;
  const making = { schema, resources, turn: 0 };
  const inputs = entriesOf(resource.inputs, resource.requiredInputs, kind === "every", making, 0);
  if (inputs === undefined) return undefined;
  const name = `${kind} ${token}`;
  return {
    urn: `urn:pulumi:dev::synthetic::${token}::${name}`,
    type: token,
    name,
    kind: kindOf(resource),
    ...(resource.isComponent && { isRemote: true as const }),
    package: { name: schema.name },
    inputs,
    links: [],
    notes: [],
    options: { protect: false, retainOnDelete: false, ignoreChanges: [], dependsOn: [], additionalSecretOutputs: [] },
  };
}

function kindOf(resource: ResourceSchema): GraphResource["kind"] {
  if (resource.name.token.startsWith("pulumi:providers:")) return "provider";
  return resource.isComponent ? "component" : "custom";
}

/** Returns values for the properties, or undefined if a required property cannot be built. */
function entriesOf(
  properties: ReadonlyMap<string, PropertySchema>,
  required: ReadonlySet<string>,
  every: boolean,
  making: Making,
  depth: number,
): PropertyMap | undefined {
  const entries = new Map<string, Value>();
  for (const property of properties.values()) {
    const isRequired = required.has(property.name);
    if (!isRequired && (!every || depth > deepest)) continue;
    const constant = property.const;
    const value = constant === undefined ? makeValue(property.type, every, making, depth) : constantOf(constant);
    if (value !== undefined) entries.set(property.name, value);
    else if (isRequired) return undefined;
  }
  return entries;
}

function makeValue(type: Type, every: boolean, making: Making, depth: number): Value | undefined {
  const below = (element: Type) => makeValue(element, every, making, depth);
  switch (type.kind) {
    case "string":
      return stringValue("a text");
    case "integer":
      return numberValue(3);
    case "number":
      return numberValue(2.5);
    case "boolean":
      return booleanValue(true);
    case "any":
      return mapValue([["a key", listValue([stringValue("x"), numberValue(1)])]]);
    case "json":
      return stringValue('{"a":1}');
    case "asset":
      return { kind: "asset", source: { from: "text", text: "x" }, hash: "" };
    case "archive":
      return { kind: "archive", source: { from: "path", path: "./folder" }, hash: "" };
    case "list":
      return listOf(type.element, every, making, depth);
    case "map": {
      const value = below(type.element);
      return value === undefined ? mapValue([]) : mapValue([["a key", value]]);
    }
    case "enum": {
      const [first] = type.members;
      return first === undefined ? undefined : constantOf(first.value);
    }
    case "object": {
      const object = depth > 2 * deepest ? undefined : making.schema.objectType(type.name.token);
      const entries =
        object === undefined
          ? undefined
          : entriesOf(object.properties, object.required, every && depth < deepest, making, depth + 1);
      return entries === undefined ? undefined : mapValue(entries);
    }
    case "union": {
      making.turn += 1;
      const turned = [...type.members.slice(making.turn % type.members.length), ...type.members];
      for (const member of turned) {
        const value = below(member);
        if (value !== undefined) return value;
      }
      return undefined;
    }
    case "resource": {
      const urn = making.resources.get(type.name.token);
      return urn === undefined ? undefined : { kind: "resource", urn, id: "", packageVersion: "" };
    }
  }
}

/** Returns a list with one element, or with an element for each member of a union. */
function listOf(element: Type, every: boolean, making: Making, depth: number): Value {
  const elements = element.kind === "union" ? element.members : [element];
  const items = elements.map((member) => makeValue(member, every, making, depth));
  return listValue(items.filter((item) => item !== undefined));
}

function constantOf(value: string | number | boolean): Value {
  if (typeof value === "string") return stringValue(value);
  return typeof value === "number" ? numberValue(value) : booleanValue(value);
}
