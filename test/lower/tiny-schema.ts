/** A small package schema in memory. */
import type { Token, Type } from "../../src/ir/type.ts";
import type { ObjectSchema, PackageSchema, PropertySchema, ResourceSchema } from "../../src/schema/types.ts";

export const string: Type = { kind: "string" };
export const number: Type = { kind: "number" };
export const integer: Type = { kind: "integer" };
export const boolean: Type = { kind: "boolean" };
export const listOf = (element: Type): Type => ({ kind: "list", element });
export const mapOf = (element: Type): Type => ({ kind: "map", element });
export const objectOf = (name: string): Type & { kind: "object" } => ({
  kind: "object",
  name: token(name),
  language: {},
});

export const mode: Type & { kind: "enum" } = {
  kind: "enum",
  name: token("tiny:index:Mode"),
  element: "string",
  members: [{ name: "On", value: "on" }, { value: "off" }],
  language: { csharp: { name: "M" } },
};

function token(text: string): Token {
  const [name = "", module = "", member = ""] = text.split(":");
  return { token: text, package: name, module: module === "index" ? "" : module, member };
}

type Shape = Readonly<Record<string, Type | (Partial<PropertySchema> & { readonly type: Type })>>;

function properties(shape: Shape): ReadonlyMap<string, PropertySchema> {
  return new Map(
    Object.entries(shape).map(([name, type]) => [
      name,
      {
        name,
        secret: false,
        plain: false,
        environment: [],
        replaceOnChanges: false,
        willReplaceOnChanges: false,
        language: {},
        ...("kind" in type ? { type } : type),
      },
    ]),
  );
}

const types: Readonly<Record<string, Shape>> = {
  "tiny:index:Rule": {
    port: integer,
    comment: string,
    note: { type: string, language: { csharp: { name: "Remark" } } },
  },
  "tiny:index:Cron": { kind: { type: string, const: "cron" }, when: string },
  "tiny:index:Queue": { kind: { type: string, const: "queue" }, url: string },
  "tiny:index:Allow": {},
};

export const trigger: Type = {
  kind: "union",
  members: [objectOf("tiny:index:Cron"), objectOf("tiny:index:Queue")],
  discriminator: { property: "kind", mapping: new Map([["sqs", "tiny:index:Queue"]]) },
};

const resources: Readonly<Record<string, { readonly inputs: Shape; readonly outputs: Shape }>> = {
  "tiny:net:Vpc": {
    inputs: { cidr: string, tags: mapOf(string) },
    outputs: {
      arn: string,
      key: { type: string, secret: true },
      alias: { type: string, language: { csharp: { name: "Nick" } } },
      rules: listOf(objectOf("tiny:index:Rule")),
    },
  },
  "tiny:net:Subnet": {
    inputs: {
      vpcId: string,
      fixed: { type: string, plain: true },
      name: string,
      tags: mapOf(string),
      rules: listOf(objectOf("tiny:index:Rule")),
      mode,
      relaxed: { kind: "union", members: [mode, string] },
      size: { kind: "union", members: [integer, string] },
      trigger,
      either: { kind: "union", members: [objectOf("tiny:index:Cron"), objectOf("tiny:index:Rule")] },
      ratio: number,
      count: integer,
      enabled: boolean,
      anything: { kind: "any" },
      policy: { kind: "json" },
      content: { kind: "asset" },
      code: { kind: "archive" },
      allow: objectOf("tiny:index:Allow"),
      matrix: listOf(listOf(number)),
      vpc: { kind: "resource", name: token("tiny:net:Vpc") },
    },
    outputs: {},
  },
};

function resourceSchema(name: Token, inputs: Shape, outputs: Shape): ResourceSchema {
  return {
    name,
    isComponent: false,
    inputs: properties(inputs),
    requiredInputs: new Set(["vpcId"]),
    outputs: properties(outputs),
    requiredOutputs: new Set(["arn"]),
    aliases: [],
    methods: new Map(),
    language: {},
  };
}

export const tiny: PackageSchema = {
  name: "tiny",
  version: "1.0.0",
  language: { nodejs: { packageName: "@acme/tiny" } },
  about: {},
  dependencies: [],
  config: { variables: new Map(), required: new Set(), listed: new Set() },
  provider: resourceSchema(
    { token: "pulumi:providers:tiny", package: "tiny", module: "", member: "tiny" },
    { region: string, retries: integer, role: objectOf("tiny:index:Rule"), token: { type: string, secret: true } },
    {},
  ),
  resourceTokens: () => Object.keys(resources),
  functionTokens: () => [],
  typeTokens: () => Object.keys(types),
  resource(text) {
    const found = resources[text];
    return found && resourceSchema(token(text), found.inputs, found.outputs);
  },
  objectType(text): ObjectSchema | undefined {
    const shape = types[text];
    return shape && { name: token(text), properties: properties(shape), required: new Set(["port"]), language: {} };
  },
  enumType: () => undefined,
  function: () => undefined,
  rivals: () => [],
  meantResources: () => [],
  suggestResources: () => [],
  token: (token) => ({ token, package: "tiny", module: "", member: token }),
  jsonText: () => "",
};
