import assert from "node:assert/strict";
import { readSchema, schemaNames } from "../../support/published-schemas.ts";
import { converted, type Json, ref } from "./to-specification.ts";

/** Converts a resource. Returns its attributes, without the ID that the conversion adds. */
function attributesOf(resource: { readonly [key: string]: Json }, types: Json = {}) {
  const { specification, losses } = converted({ name: "p", types, resources: { "p:index/thing:Thing": resource } });
  const attributes = specification.resources?.[0]?.schema.attributes ?? [];
  const own = attributes.filter((attribute) => (attribute as { readonly name: string }).name !== "id");
  return { attributes: own, losses: losses.filter((loss) => !/^(id|input-only|named-type|unused-type) /.test(loss)) };
}

function attributeOf(property: Json, types: Json = {}) {
  const { attributes, losses } = attributesOf({ inputProperties: { value: property } }, types);
  const prefix = 'resources["p:index/thing:Thing"].inputProperties.value';
  return { attribute: attributes[0], losses: losses.map((loss) => loss.replace(prefix, "value")) };
}

const validators = "github.com/hashicorp/terraform-plugin-framework-validators";
const modifiers = "github.com/hashicorp/terraform-plugin-framework/resource/schema";
const optional = { computed_optional_required: "optional" };

const colour = { type: "string", enum: [{ value: "red" }, { value: "green" }] };
const size: Json = { type: "integer", enum: [{ value: 1, name: "One" }, { value: 2 }] };
const tree = {
  type: "object",
  properties: { height: { type: "number" }, kind: { type: "string", secret: true } },
  required: ["kind"],
};
const nestedTree: Json = [
  { name: "height", float64: optional },
  { name: "kind", string: { computed_optional_required: "required", sensitive: true } },
];
const types = { "p:index:Colour": colour, "p:index:Size": size, "p:index:Tree": tree };
const oneOf = (kind: string, lines: string) => ({
  custom: {
    imports: [{ path: `${validators}/${kind}validator` }],
    schema_definition: `${kind}validator.OneOf(${lines})`,
  },
});

const properties: readonly (readonly [title: string, property: Json, attribute: Json, losses?: readonly string[]])[] = [
  ["boolean", { type: "boolean" }, { bool: optional }],
  ["integer", { type: "integer" }, { int64: optional }],
  ["number", { type: "number" }, { float64: optional }],
  ["string", { type: "string" }, { string: optional }],
  [
    "array",
    { type: "array", items: { type: "string" } },
    { list: { ...optional, element_type: { string: {} } } },
    ["name value"],
  ],
  [
    "map",
    { type: "object", additionalProperties: { type: "integer" } },
    { map: { ...optional, element_type: { int64: {} } } },
  ],
  ["map of strings", { type: "object" }, { map: { ...optional, element_type: { string: {} } } }],
  ["object", ref("Tree"), { single_nested: { attributes: nestedTree, ...optional } }],
  [
    "map of objects",
    { type: "object", additionalProperties: ref("Tree") },
    { map_nested: { ...optional, nested_object: { attributes: nestedTree } } },
  ],
  [
    "map of lists of objects",
    { type: "object", additionalProperties: { type: "array", items: ref("Tree") } },
    {
      map: {
        ...optional,
        element_type: {
          list: {
            element_type: {
              object: {
                attribute_types: [
                  { name: "height", float64: {} },
                  { name: "kind", string: {} },
                ],
              },
            },
          },
        },
        sensitive: true,
      },
    },
    [
      'requiredness types["p:index:Tree"].properties.kind',
      'secret types["p:index:Tree"].properties.kind.secret',
      "secret value",
    ],
  ],
  ["enum", ref("Colour"), { string: { ...optional, validators: [oneOf("string", '\n"red",\n"green",\n')] } }],
  [
    "enum of integers",
    ref("Size"),
    { int64: { ...optional, validators: [oneOf("int64", "\n1,\n2,\n")] } },
    ['enum-words types["p:index:Size"].enum[0].name'],
  ],
  [
    "map of enums",
    { type: "object", additionalProperties: ref("Colour") },
    {
      map: {
        ...optional,
        element_type: { string: {} },
        validators: [
          {
            custom: {
              imports: [{ path: `${validators}/mapvalidator` }, { path: `${validators}/stringvalidator` }],
              schema_definition: 'mapvalidator.ValueStringsAre(stringvalidator.OneOf(\n"red",\n"green",\n))',
            },
          },
        ],
      },
    },
  ],
  ["any value", { $ref: "pulumi.json#/Any" }, { dynamic: optional }],
  ["JSON", { $ref: "pulumi.json#/Json" }, { string: optional }, ["json value"]],
  ["asset", { $ref: "pulumi.json#/Asset" }, { string: optional }, ["asset value"]],
  [
    "map of any values",
    { type: "object", additionalProperties: { $ref: "pulumi.json#/Any" } },
    { dynamic: optional },
    ["any-element value"],
  ],
  [
    "resource of another package",
    { $ref: "/aws/v6.0.0/schema.json#/resources/aws:s3%2Fbucket:Bucket" },
    { string: optional },
    ["resource-reference value"],
  ],
  [
    "type of another package",
    { $ref: "/aws/v6.0.0/schema.json#/types/aws:s3%2Frule:Rule" },
    { dynamic: optional },
    ["foreign-type value"],
  ],
  ["missing type", { $ref: "#/types/p:index:None", type: "string" }, { string: optional }, ["reference value"]],
  ["union of strings", { oneOf: [{ type: "string" }, ref("Colour")] }, { string: optional }, ["union value.oneOf"]],
  ["mixed union", { oneOf: [{ type: "string" }, { type: "boolean" }] }, { dynamic: optional }, ["union value.oneOf"]],
  [
    "facts",
    { type: "string", description: "D", deprecationMessage: "Gone", secret: true },
    { string: { ...optional, deprecation_message: "Gone", description: "D", sensitive: true } },
  ],
  [
    "default",
    { type: "integer", default: 3 },
    { int64: { computed_optional_required: "computed_optional", default: { static: 3 } } },
    ["requiredness value"],
  ],
  ["default whose type is wrong", { type: "integer", default: "3" }, { int64: optional }, ["default value.default"]],
  [
    "environment",
    { type: "string", defaultInfo: { environment: ["X"] } },
    { string: optional },
    ["environment value.defaultInfo"],
  ],
  [
    "replacement",
    { type: "string", willReplaceOnChanges: true },
    {
      string: {
        ...optional,
        plan_modifiers: [
          {
            custom: {
              imports: [{ path: `${modifiers}/stringplanmodifier` }],
              schema_definition: "stringplanmodifier.RequiresReplace()",
            },
          },
        ],
      },
    },
  ],
];

describe("conversion of package schemas to specifications", () => {
  for (const [title, property, attribute, losses = []] of properties) {
    it(`converts a property of type ${title} to ${Object.keys(attribute as object)[0]}`, () => {
      const made = attributeOf(property, types);
      assert.deepEqual(made.attribute, { name: "value", ...(attribute as object) });
      assert.deepEqual([...made.losses].sort(), [...losses].sort());
    });
  }

  it("marks properties as required, optional, or computed, according to inputs and outputs", () => {
    const text = { type: "string" };
    const { attributes } = attributesOf({
      inputProperties: { given: text, chosen: text, free: text },
      requiredInputs: ["given"],
      properties: { given: text, chosen: text, free: text, made: text },
      required: ["given", "chosen", "made"],
    });
    const types = attributes.map((one) => {
      const { name, string } = one as {
        readonly name: string;
        readonly string: { readonly computed_optional_required: string };
      };
      return [name, string.computed_optional_required];
    });
    assert.deepEqual(types, [
      ["chosen", "computed_optional"],
      ["free", "optional"],
      ["given", "required"],
      ["made", "computed"],
    ]);
  });

  it("converts property names to Terraform's style without duplicates", () => {
    const text = { type: "string" };
    const { attributes } = attributesOf(
      {
        inputProperties: {
          cidrBlock: text,
          cidr_block: text,
          aBC: text,
          "x-y": text,
          "9lives": text,
          count: text,
          __proto__x: text,
          policies: { type: "array", items: ref("Tree") },
          aliases: { type: "array", items: text },
        },
      },
      types,
    );
    assert.deepEqual(
      attributes.map((one) => (one as { readonly name: string }).name),
      ["_9lives", "__proto__x", "a_b_c", "aliases", "cidr_block", "cidr_block_2", "policy", "thing_count", "x_y"],
    );
  });

  it("names resources by module and member, and data sources without `get`", () => {
    const { specification, losses } = converted({
      name: "my-cloud",
      meta: { moduleFormat: "(.*)(?:/[^/]*)" },
      resources: Object.fromEntries(
        [
          "my-cloud:s3/bucket:Bucket",
          "my-cloud:index/webAcl:WebAcl",
          "my-cloud:s3/s3Object:S3Object",
          "my-cloud:web/acl:Acl",
        ].map((token) => [token, {}]),
      ),
      functions: { "my-cloud:s3/getBucket:getBucket": {}, "my-cloud:index/getter:getter": {} },
    });
    assert.equal(specification.provider.name, "my_cloud");
    assert.deepEqual(
      specification.resources?.map(({ name }) => name),
      ["web_acl", "s3_bucket", "s3_object", "web_acl_2"],
    );
    assert.deepEqual(
      specification.datasources?.map(({ name }) => name),
      ["getter", "s3_bucket"],
    );
    assert.ok(losses.includes("name name"));
  });

  it("adds a resource's stable ID unless a property is the ID", () => {
    const { specification, losses } = converted({
      name: "p",
      resources: {
        "p:index/a:A": {},
        "p:index/b:B": { inputProperties: { id: { type: "string" } }, properties: { id: { type: "string" } } },
      },
    });
    const use = {
      imports: [{ path: `${modifiers}/stringplanmodifier` }],
      schema_definition: "stringplanmodifier.UseStateForUnknown()",
    };
    assert.deepEqual(
      specification.resources?.map(({ schema }) => schema.attributes),
      [
        [{ name: "id", string: { computed_optional_required: "computed", plan_modifiers: [{ custom: use }] } }],
        [{ name: "id", string: optional }],
      ],
    );
    assert.deepEqual(losses, ['id resources["p:index/a:A"]']);
  });

  it("includes the provider's configuration, and marks it as optional or required", () => {
    const { specification } = converted({
      name: "p",
      config: {
        variables: { region: { type: "string" }, token: { type: "string", secret: true } },
        defaults: ["region"],
      },
      provider: { inputProperties: { region: { type: "string", description: "R" } }, requiredInputs: [] },
    });
    assert.deepEqual(specification.provider.schema?.attributes, [
      { name: "region", string: { description: "R", optional_required: "optional" } },
      { name: "token", string: { optional_required: "optional", sensitive: true } },
    ]);
  });

  it("omits the provider schema if the provider has no configuration and no description", () => {
    const { specification } = converted({ name: "p", provider: {} });
    assert.deepEqual(specification.provider, { name: "p" });
  });

  it("marks configuration variables in `defaults` as required, like Pulumi's decoder", () => {
    const { specification } = converted({
      name: "p",
      config: { variables: { region: { type: "string" }, token: { type: "string" } }, defaults: ["region"] },
    });
    assert.deepEqual(specification.provider.schema?.attributes, [
      { name: "region", string: { optional_required: "required" } },
      { name: "token", string: { optional_required: "optional" } },
    ]);
  });

  it("truncates a recursive type after two levels, and keeps its secrets", () => {
    const statement = { type: "object", properties: { and: ref("Statement"), key: { type: "string", secret: true } } };
    const { attribute, losses } = attributeOf(ref("Statement"), { "p:index:Statement": statement });
    const key = { name: "key", string: { ...optional, sensitive: true } };
    const inner = { name: "and", dynamic: { ...optional, sensitive: true } };
    const middle = { name: "and", single_nested: { attributes: [inner, key], ...optional } };
    assert.deepEqual(attribute, { name: "value", single_nested: { attributes: [middle, key], ...optional } });
    const place = 'types["p:index:Statement"].properties.and';
    assert.deepEqual(losses, [`recursion ${place}`, `secret ${place}`]);
  });

  it("drops components, overlays, and methods, and reports them", () => {
    const { specification, losses } = converted({
      name: "p",
      resources: { "p:index:C": { isComponent: true }, "p:index:O": { isOverlay: true } },
      functions: { "p:index:C/m": { inputs: { properties: { __self__: { type: "string" } } } } },
    });
    assert.deepEqual([specification.resources, specification.datasources], [undefined, undefined]);
    assert.deepEqual(losses, [
      'component resources["p:index:C"]',
      'overlay resources["p:index:O"]',
      'method functions["p:index:C/m"]',
    ]);
  });

  for (const folder of ["features", "validation"] as const) {
    it(`converts every published schema of ${folder} to a valid specification`, () => {
      for (const name of schemaNames(folder)) converted(readSchema(folder, name).toString("utf8"));
    });
  }
});

describe("conversion of Terraform provider schemas to specifications", () => {
  const address = "registry.terraform.io/acme/orchard";
  const block = {
    attributes: {
      name: { type: "string", required: true, description: "N", description_kind: "plain" },
      key: { type: "string", optional: true, computed: true, sensitive: true, deprecated: true },
      sizes: { type: ["list", "number"], computed: true },
      point: { type: ["object", { x: "number", y: ["set", "string"] }], optional: true },
      any: { type: ["map", "dynamic"], optional: true },
      pair: { type: ["tuple", ["string", "bool"]], optional: true },
      spot: {
        nested_type: { nesting_mode: "set", attributes: { a: { type: "bool", optional: true } } },
        optional: true,
      },
    },
    block_types: {
      rule: {
        nesting_mode: "list",
        min_items: 1,
        max_items: 2,
        block: { attributes: { port: { type: "number", required: true } } },
      },
      only: { nesting_mode: "single", block: {} },
      tag: { nesting_mode: "map", block: { block_types: { sub: { nesting_mode: "list", block: {} } } } },
    },
    description: "A *tree*.",
    description_kind: "markdown",
  };
  const document = {
    format_version: "1.0",
    provider_schemas: {
      [address]: {
        provider: { version: 0, block: { attributes: { token: { type: "string", required: true, sensitive: true } } } },
        resource_schemas: { orchard_tree: { version: 2, block } },
        data_source_schemas: {
          orchard_tree: { version: 0, block: { attributes: { id: { type: "string", computed: true } } } },
        },
        functions: { plant: {} },
      },
    },
  };
  const size = (kind: string, call: string) => ({
    custom: { imports: [{ path: `${validators}/${kind}validator` }], schema_definition: `${kind}validator.${call}` },
  });

  it("keeps blocks, nested attributes, block limits, secrets, and descriptions", () => {
    const { specification, losses } = converted(document);
    assert.deepEqual(specification, {
      datasources: [
        { name: "tree", schema: { attributes: [{ name: "id", string: { computed_optional_required: "computed" } }] } },
      ],
      provider: {
        name: "orchard",
        schema: { attributes: [{ name: "token", string: { optional_required: "required", sensitive: true } }] },
      },
      resources: [
        {
          name: "tree",
          schema: {
            attributes: [
              { name: "any", dynamic: optional },
              {
                name: "key",
                string: {
                  computed_optional_required: "computed_optional",
                  deprecation_message: "Deprecated",
                  sensitive: true,
                },
              },
              { name: "name", string: { computed_optional_required: "required", description: "N" } },
              { name: "pair", dynamic: optional },
              {
                name: "point",
                object: {
                  attribute_types: [
                    { name: "x", number: {} },
                    { name: "y", set: { element_type: { string: {} } } },
                  ],
                  ...optional,
                },
              },
              { name: "sizes", list: { computed_optional_required: "computed", element_type: { number: {} } } },
              {
                name: "spot",
                set_nested: { ...optional, nested_object: { attributes: [{ name: "a", bool: optional }] } },
              },
              {
                name: "tag",
                map_nested: {
                  ...optional,
                  nested_object: { attributes: [{ name: "sub", list_nested: { ...optional, nested_object: {} } }] },
                },
              },
            ],
            blocks: [
              { name: "only", single_nested: {} },
              {
                name: "rule",
                list_nested: {
                  nested_object: { attributes: [{ name: "port", number: { computed_optional_required: "required" } }] },
                  validators: [size("list", "SizeBetween(1, 2)")],
                },
              },
            ],
            markdown_description: "A *tree*.",
          },
        },
      ],
      version: "0.1",
    });
    const resourcePath = "resource_schemas.orchard_tree";
    assert.deepEqual([...losses].sort(), [
      `any-element ${resourcePath}.block.attributes.any.type`,
      `block ${resourcePath}.block.block_types.tag`,
      `block ${resourcePath}.block.block_types.tag.block.block_types.sub`,
      "provider-part functions.plant",
      `schema-version ${resourcePath}.version`,
      `tuple ${resourcePath}.block.attributes.pair.type`,
    ]);
  });

  it("selects a schema by its address or name if a document has several", () => {
    const several = {
      format_version: "1.0",
      provider_schemas: { ...document.provider_schemas, "example.com/acme/field": {} },
    };
    assert.equal(converted(several, "orchard").specification.provider.name, "orchard");
    assert.equal(converted(several, "example.com/acme/field").specification.provider.name, "field");
    const refused = (provider?: string) => () => converted(several, provider);
    assert.throws(refused(), { code: "CONVERSION_PROVIDER" });
    assert.throws(refused("acme"), { code: "CONVERSION_PROVIDER" });
    assert.throws(() => converted({ format_version: "1.0", provider_schemas: {} }), { code: "CONVERSION_PROVIDER" });
  });
});
