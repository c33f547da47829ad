/** Short constructors for programs in tests. The default type is "any". */
import type {
  CallExpression,
  Expression,
  InterpolatedReference,
  InterpolationPart,
  Property,
  ReferenceExpression,
} from "../../src/ir/expression.ts";
import type { PackageNode, Program, ResourceNode, ResourceOptions } from "../../src/ir/program.ts";
import type { EnumMember, LanguageData, Token, Type } from "../../src/ir/type.ts";
import { isLocalComponent } from "../../src/ir/walk.ts";
import type { Path } from "../../src/value/path.ts";

export const any: Type = { kind: "any" };
export const string: Type = { kind: "string" };
export const number: Type = { kind: "number" };

export const nothing = (type: Type = any): Expression => ({ kind: "null", type });
export const yes: Expression = { kind: "boolean", value: true, type: { kind: "boolean" } };
export const text = (value: string, type: Type = string): Expression => ({ kind: "string", value, type });
export const num = (value: number, type: Type = number): Expression => ({ kind: "number", value, type });
export const list = (items: readonly Expression[], type: Type = { kind: "list", element: any }): Expression => ({
  kind: "list",
  items,
  type,
});
export const map = (
  entries: Iterable<readonly [string, Expression]>,
  type: Type = { kind: "map", element: any },
): Expression => ({ kind: "map", entries: [...entries].map(([key, value]) => ({ key, value })), type });
export const object = (name: string, properties: Iterable<readonly [string, Expression]>): Expression => ({
  kind: "object",
  properties: [...properties].map(([key, value]) => property(key, value)),
  type: objectType(name),
});
export const reference = (node: string, ...path: Path): ReferenceExpression => ({
  kind: "reference",
  node,
  path,
  type: string,
});
/** Returns an output of a stack reference. */
export const stackOutput = (node: string, name: string): ReferenceExpression => ({
  ...reference(node, "outputs", name),
  through: [{ kind: "map", element: string }],
  isStackOutput: true,
});
/** Returns a function call with a string result. */
export const call = (
  name: string,
  path: Path,
  more: Partial<Pick<CallExpression, "provider" | "takesArguments" | "optional" | "isNamesake">> = {},
): CallExpression => ({
  kind: "call",
  function: token(name),
  takesArguments: false,
  path,
  language: {},
  type: string,
  ...more,
});
export const interpolation = (...parts: readonly (string | InterpolatedReference)[]): Expression => ({
  kind: "interpolation",
  parts: parts.map(
    (part): InterpolationPart =>
      typeof part === "string" ? { kind: "text", text: part } : { kind: "reference", reference: part },
  ),
  type: string,
});
export const config = (key: string, type: Type = string): Expression => ({ kind: "config", key, secret: true, type });
export const secret = (value: Expression): Expression => ({ kind: "secret", value, type: value.type });
export const json = (value: Expression): Expression => ({ kind: "json", value, type: string });

export function objectType(name: string): Type & { kind: "object" } {
  return { kind: "object", name: token(name), language: {} };
}

export function enumType(name: string, members: readonly EnumMember[]): Type & { kind: "enum" } {
  return { kind: "enum", name: token(name), element: "string", members, language: {} };
}

export function property(name: string, value: Expression, comment?: string): Property {
  return { name, value, plain: false, language: {}, ...(comment === undefined ? {} : { comment }) };
}

/** Parses a token `pkg:module:Member`. The module "index" is the root. */
export function token(text: string): Token {
  const [name = "", module = "", member = ""] = text.split(":");
  if (module === "providers") return { token: text, package: member, module: "", member };
  const path = module.replace(/\/[^/]*$/, "");
  return { token: text, package: name, module: path === "index" ? "" : path, member };
}

const noOptions: ResourceOptions = {
  dependsOn: [],
  protect: false,
  retainOnDelete: false,
  ignoreChanges: [],
  additionalSecretOutputs: [],
  notInputs: [],
};

export interface NodeParts {
  readonly name?: string;
  readonly inputs?: Iterable<readonly [string, Expression]>;
  readonly options?: Partial<ResourceOptions>;
  readonly comments?: readonly string[];
  readonly kind?: ResourceNode["kind"];
  readonly isRemote?: true;
  readonly language?: LanguageData;
  readonly properties?: readonly Property[];
}

/** Returns a resource node. Its logical name defaults to its ID. */
export function node(id: string, type: string, parts: NodeParts = {}): ResourceNode {
  const name = parts.name ?? id;
  return {
    id,
    urn: `urn:pulumi:dev::goldens::${type}::${name}`,
    logicalName: name,
    resource: token(type),
    kind: parts.kind ?? (type.startsWith("pulumi:providers:") ? "provider" : "custom"),
    ...(parts.isRemote === undefined ? {} : { isRemote: parts.isRemote }),
    language: parts.language ?? {},
    inputs: parts.properties ?? [...(parts.inputs ?? [])].map(([key, value]) => property(key, value)),
    options: { ...noOptions, ...parts.options },
    comments: parts.comments ?? [],
  };
}

/** Returns a stack reference. Its logical name defaults to the name of the stack. */
export function stackReference(id: string, stack: string, name: string = stack): ResourceNode {
  const value: Property = { ...property("name", text(stack)), required: true };
  return node(id, "pulumi:pulumi:StackReference", { kind: "stack", name, properties: [value] });
}

/** Returns a program of nodes with their configuration keys. Packages default to those of the node types. */
export function program(
  resources: readonly ResourceNode[],
  packages: Iterable<Partial<PackageNode> & { readonly name: string }> = [],
  configTypes: Readonly<Record<string, Type>> = {},
): Program {
  const packagesByName = new Map([...packages].map((entry) => [entry.name, { language: {}, ...entry }]));
  for (const node of resources) {
    const { resource } = node;
    if (!isLocalComponent(node) && node.kind !== "stack" && !packagesByName.has(resource.package)) {
      packagesByName.set(resource.package, { name: resource.package, language: {} });
    }
  }
  const keys = JSON.stringify(resources).matchAll(/"kind":"config","key":("(?:[^"\\]|\\.)*")/g);
  const config = [...new Set([...keys].map((match) => JSON.parse(match[1] ?? "") as string))];
  return {
    project: "goldens",
    packages: packagesByName,
    config: config.map((key) => ({ key, secret: true, type: configTypes[key] ?? string })),
    resources,
  };
}
