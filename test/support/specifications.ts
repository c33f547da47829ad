/** Provider specifications with their errors, written by hand. */

/** The severity, rule and path of an error. */
type ExpectedFault = readonly ["error" | "warning", string, string];

export interface JudgedDocument {
  readonly title: string;
  readonly text: string;
  readonly faults: readonly ExpectedFault[];
}

const provider = { name: "orchard" };
const computed = { computed_optional_required: "computed" };
const custom = { schema_definition: "x.Y()" };

const document = (more: object): string => JSON.stringify({ version: "0.1", provider, ...more });
const resource = (schema: object): string => document({ resources: [{ name: "tree", schema }] });
const dataSource = (schema: object): string => document({ datasources: [{ name: "tree", schema }] });
const ofProvider = (schema: object): string => document({ provider: { name: "orchard", schema } });
const attribute = (kind: object): string => resource({ attributes: [{ name: "a", ...kind }] });
const block = (kind: object): string => resource({ blocks: [{ name: "b", ...kind }] });
const element = (type: object): string => attribute({ list: { ...computed, element_type: type } });
const attributePath = "resources[0].schema.attributes[0]";
const ofBlock = "resources[0].schema.blocks[0]";

const ok = (title: string, text: string, ...faults: readonly ExpectedFault[]): JudgedDocument => ({
  title,
  text,
  faults,
});
const bad = (title: string, text: string, rule: string, path: string, ...more: readonly ExpectedFault[]) =>
  ok(title, text, ["error", rule, path], ...more);

/** Files that are rejected before their structure is checked. */
const files: readonly JudgedDocument[] = [
  bad("no content", "", "empty-document", ""),
  bad("only white space", "  \n", "json-syntax", ""),
  bad("YAML", "version: '0.1'\n", "json-syntax", ""),
  bad("a trailing comma", '{"version": "0.1",}', "json-syntax", ""),
  bad("a missing end", '{"version": "0.1", "provider": {"na', "json-syntax", ""),
  bad("two documents", `${document({})}${document({})}`, "json-syntax", ""),
  bad("an unescaped line break in a string", '{"version": "0.1\n"}', "json-syntax", ""),
  bad("a byte order mark", `\ufeff${document({})}`, "byte-order-mark", ""),
  bad("a list as the root", "[]", "type", ""),
  bad("a string as the root", '"0.1"', "type", ""),
  bad("null as the root", "null", "type", ""),
];

const versions: readonly JudgedDocument[] = [
  ok("only a version and a provider", document({})),
  bad("no version", JSON.stringify({ provider }), "version", ""),
  bad("an empty version", document({ version: "" }), "version", "version"),
  bad("version 0.1.0, which the documentation uses", document({ version: "0.1.0" }), "version", "version"),
  bad("a version that is a number", document({ version: 0.1 }), "version", "version"),
  bad("version 0.2 and another error", document({ version: "0.2", provider: 7 }), "version", "version"),
];

const documentsOfForm: readonly JudgedDocument[] = [
  bad("no provider", JSON.stringify({ version: "0.1" }), "missing-key", ""),
  bad("a provider without a name", document({ provider: {} }), "missing-key", "provider"),
  bad(
    "a capital letter in the provider's name",
    document({ provider: { name: "Orchard" } }),
    "identifier",
    "provider.name",
  ),
  ok("a provider with an empty schema", ofProvider({})),
  ok("an unknown key", document({ colour: 1 }), ["warning", "unknown-key", "colour"]),
  bad("a capital letter in a key", document({ Resources: 5 }), "letter-case", "Resources"),
  bad("resources that are an object", document({ resources: {} }), "type", "resources"),
  bad("a resource without a schema", document({ resources: [{ name: "tree" }] }), "missing-key", "resources[0]"),
  bad("an empty schema", resource({}), "empty-schema", "resources[0].schema"),
  bad("an empty schema of a data source", dataSource({}), "empty-schema", "datasources[0].schema"),
  ok("a schema that has only a description", resource({ description: "x" }), [
    "warning",
    "empty-schema",
    "resources[0].schema",
  ]),
  ok('the name "_"', attribute({ name: "_", string: computed })),
  bad("a name with a hyphen", attribute({ name: "a-b", string: computed }), "identifier", `${attributePath}.name`),
  bad(
    "a name that begins with a digit",
    attribute({ name: "1a", string: computed }),
    "identifier",
    `${attributePath}.name`,
  ),
  bad("an attribute without a name", resource({ attributes: [{ string: computed }] }), "missing-key", attributePath),
  bad(
    "two resources with the same name",
    document({ resources: [tree(), tree()] }),
    "duplicate-name",
    "resources[1].name",
  ),
  ok(
    "an attribute and a block with the same name",
    resource({
      attributes: [{ name: "a", string: computed }],
      blocks: [{ name: "a", list_nested: { nested_object: {} } }],
    }),
    ["warning", "attribute-and-block", "resources[0].schema.blocks[0].name"],
  ),
  ok(
    "an attribute and a block with the same name in a block",
    block({
      single_nested: { attributes: [{ name: "a", string: computed }], blocks: [{ name: "a", single_nested: {} }] },
    }),
    ["warning", "attribute-and-block", `${ofBlock}.single_nested.blocks[0].name`],
  ),
  ok("a meta-argument as an attribute", attribute({ name: "for_each", string: computed }), [
    "warning",
    "reserved-name",
    `${attributePath}.name`,
  ]),
  ok(
    "a meta-argument as an attribute of an object",
    attribute({ single_nested: { ...computed, attributes: [{ name: "count", string: computed }] } }),
  ),
  ok(
    "a provider attribute called version",
    ofProvider({ attributes: [{ name: "version", string: { optional_required: "optional" } }] }),
    ["warning", "reserved-name", "provider.schema.attributes[0].name"],
  ),
  ok("a resource and a data source with the same name", document({ resources: [tree()], datasources: [tree()] })),
];

function tree(): object {
  return { name: "tree", schema: { attributes: [] } };
}

const attributes: readonly JudgedDocument[] = [
  bad("an attribute without a kind", attribute({}), "one-kind", attributePath),
  bad("an attribute with two kinds", attribute({ string: computed, bool: computed }), "one-kind", attributePath),
  bad("an attribute whose kind is null", attribute({ string: null }), "type", `${attributePath}.string`),
  bad("a misspelled kind", attribute({ sting: computed }), "unknown-key", `${attributePath}.sting`),
  bad(
    "an unknown key next to the kind",
    attribute({ string: computed, colour: 1 }),
    "unknown-key",
    `${attributePath}.colour`,
  ),
  bad(
    "a description next to the kind",
    attribute({ string: computed, description: "" }),
    "misplaced-key",
    `${attributePath}.description`,
  ),
  bad(
    "an unknown key in the kind",
    attribute({ string: { ...computed, force_new: true } }),
    "unknown-key",
    `${attributePath}.string.force_new`,
  ),
  bad(
    "an attribute without computed_optional_required",
    attribute({ string: {} }),
    "missing-key",
    `${attributePath}.string`,
  ),
  bad(
    "an invalid word for computed_optional_required",
    attribute({ string: { computed_optional_required: "Computed" } }),
    "requiredness",
    `${attributePath}.string.computed_optional_required`,
  ),
  bad(
    "optional_required in a resource",
    attribute({ string: { optional_required: "optional" } }),
    "misplaced-key",
    `${attributePath}.string.optional_required`,
  ),
  bad(
    "computed_optional_required in the provider",
    ofProvider({ attributes: [{ name: "a", string: computed }] }),
    "misplaced-key",
    "provider.schema.attributes[0].string.computed_optional_required",
  ),
  bad(
    "a computed attribute of the provider",
    ofProvider({ attributes: [{ name: "a", string: { optional_required: "computed" } }] }),
    "requiredness",
    "provider.schema.attributes[0].string.optional_required",
  ),
  bad(
    "a default in a data source",
    dataSource({ attributes: [{ name: "a", string: { ...computed, default: { static: "" } } }] }),
    "misplaced-key",
    "datasources[0].schema.attributes[0].string.default",
  ),
  bad(
    "plan modifiers in the provider",
    ofProvider({ attributes: [{ name: "a", string: { optional_required: "optional", plan_modifiers: [] } }] }),
    "misplaced-key",
    "provider.schema.attributes[0].string.plan_modifiers",
  ),
  bad(
    "a string for sensitive",
    attribute({ string: { ...computed, sensitive: "yes" } }),
    "type",
    `${attributePath}.string.sensitive`,
  ),
  bad(
    "an element type in a string attribute",
    attribute({ string: { ...computed, element_type: { string: {} } } }),
    "misplaced-key",
    `${attributePath}.string.element_type`,
  ),
  bad("a list without an element type", attribute({ list: computed }), "missing-key", `${attributePath}.list`),
  bad(
    "an object attribute without attribute types",
    attribute({ object: { ...computed, attribute_types: [] } }),
    "empty-value",
    `${attributePath}.object.attribute_types`,
  ),
  bad(
    "a list_nested without its nested object",
    attribute({ list_nested: computed }),
    "missing-key",
    `${attributePath}.list_nested`,
  ),
  ok("an empty nested object", attribute({ list_nested: { ...computed, nested_object: {} } })),
  ok("a single nested object without attributes", attribute({ single_nested: computed })),
  bad(
    "a nested object in a list",
    attribute({ list: { ...computed, element_type: { string: {} }, nested_object: {} } }),
    "misplaced-key",
    `${attributePath}.list.nested_object`,
  ),
  bad(
    "an external type outside of the nested object",
    attribute({ set_nested: { ...computed, nested_object: {}, associated_external_type: { type: "T" } } }),
    "misplaced-key",
    `${attributePath}.set_nested.associated_external_type`,
  ),
  bad(
    "two attributes with the same name in a nested object",
    attribute({ map_nested: { ...computed, nested_object: { attributes: [named("x"), named("y"), named("x")] } } }),
    "duplicate-name",
    `${attributePath}.map_nested.nested_object.attributes[2].name`,
  ),
];

function named(name: string): object {
  return { name, bool: computed };
}

const defaults: readonly JudgedDocument[] = [
  ...[
    ["bool", true],
    ["float64", 1],
    ["float64", -1.5e-3],
    ["int64", 7],
    ["int64", -0],
    ["string", ""],
  ].map(([kind, value]) =>
    ok(
      `the default ${value} of kind ${kind}`,
      attribute({ [String(kind)]: { ...computed, default: { static: value } } }),
    ),
  ),
  ...[
    ["bool", "true"],
    ["float64", "1"],
    ["int64", 1.5],
    ["int64", 1e300],
    ["string", 7],
    ["string", null],
  ].map(([kind, value]) =>
    bad(
      `the default ${value} of kind ${kind}`,
      attribute({ [String(kind)]: { ...computed, default: { static: value } } }),
      "static-default",
      `${attributePath}.${kind}.default.static`,
    ),
  ),
  ...["1.0", "1e3", "9223372036854775808"].map((digits) =>
    bad(
      `the integer ${digits} as a default`,
      attribute({ int64: { ...computed, default: { static: 4711 } } }).replace("4711", digits),
      "static-default",
      `${attributePath}.int64.default.static`,
    ),
  ),
  ok(
    "the largest integer as a default",
    attribute({ int64: { ...computed, default: { static: 4711 } } }).replace("4711", "9223372036854775807"),
  ),
  bad(
    "a default that is larger than any float64",
    attribute({ float64: { ...computed, default: { static: 4711 } } }).replace("4711", "1e400"),
    "static-default",
    `${attributePath}.float64.default.static`,
  ),
  bad(
    "an empty default",
    attribute({ bool: { ...computed, default: {} } }),
    "default",
    `${attributePath}.bool.default`,
  ),
  bad(
    "two defaults",
    attribute({ bool: { ...computed, default: { static: true, custom } } }),
    "default",
    `${attributePath}.bool.default`,
  ),
  bad(
    "a static default of a number",
    attribute({ number: { ...computed, default: { static: 1 } } }),
    "missing-key",
    `${attributePath}.number.default`,
    ["warning", "misplaced-key", `${attributePath}.number.default.static`],
  ),
  bad(
    "a default without code",
    attribute({ bool: { ...computed, default: { custom: {} } } }),
    "missing-key",
    `${attributePath}.bool.default.custom`,
  ),
  bad(
    "a custom default with an empty list of imports",
    attribute({ bool: { ...computed, default: { custom: { ...custom, imports: [] } } } }),
    "empty-value",
    `${attributePath}.bool.default.custom.imports`,
  ),
  bad(
    "a validator with an empty import alias",
    attribute({ bool: { ...computed, validators: [{ custom: { ...custom, imports: [{ path: "p", alias: "" }] } }] } }),
    "empty-value",
    `${attributePath}.bool.validators[0].custom.imports[0].alias`,
  ),
];

const types: readonly JudgedDocument[] = [
  bad("an element type without a kind", element({}), "one-kind", `${attributePath}.list.element_type`),
  bad(
    "an element type with two kinds",
    element({ string: {}, bool: {} }),
    "one-kind",
    `${attributePath}.list.element_type`,
  ),
  bad(
    "a dynamic element type",
    element({ dynamic: {} }),
    "misplaced-key",
    `${attributePath}.list.element_type.dynamic`,
  ),
  bad(
    "a nested element type",
    element({ list_nested: {} }),
    "misplaced-key",
    `${attributePath}.list.element_type.list_nested`,
  ),
  bad(
    "a misplaced key in an element type",
    element({ string: computed }),
    "misplaced-key",
    `${attributePath}.list.element_type.string.computed_optional_required`,
  ),
  ok("an object element type without attribute types", element({ object: {} })),
  ok(
    "two attribute types with the same name in an element type",
    element({
      object: {
        attribute_types: [
          { name: "x", bool: {} },
          { name: "x", bool: {} },
        ],
      },
    }),
    ["warning", "duplicate-name", `${attributePath}.list.element_type.object.attribute_types[1].name`],
  ),
  bad(
    "two attribute types with the same name in an object",
    attribute({
      object: {
        ...computed,
        attribute_types: [
          { name: "x", bool: {} },
          { name: "x", dynamic: {} },
        ],
      },
    }),
    "duplicate-name",
    `${attributePath}.object.attribute_types[1].name`,
  ),
  bad(
    "a custom type without a value type",
    attribute({ bool: { ...computed, custom_type: { type: "T" } } }),
    "missing-key",
    `${attributePath}.bool.custom_type`,
  ),
  ok(
    "an unknown key in a custom type",
    attribute({ bool: { ...computed, custom_type: { type: "T", value_type: "V", colour: 1 } } }),
    ["warning", "unknown-key", `${attributePath}.bool.custom_type.colour`],
  ),
  bad(
    "an unknown key in an external type",
    attribute({ bool: { ...computed, associated_external_type: { type: "T", colour: 1 } } }),
    "unknown-key",
    `${attributePath}.bool.associated_external_type.colour`,
  ),
];

const blocks: readonly JudgedDocument[] = [
  bad("a block without a kind", block({}), "one-kind", ofBlock),
  bad("a map_nested block", block({ map_nested: { nested_object: {} } }), "misplaced-key", `${ofBlock}.map_nested`),
  ok("an empty single block", block({ single_nested: {} })),
  bad(
    "a list_nested block without its nested object",
    block({ list_nested: {} }),
    "missing-key",
    `${ofBlock}.list_nested`,
  ),
  bad(
    "a required block",
    block({ single_nested: computed }),
    "misplaced-key",
    `${ofBlock}.single_nested.computed_optional_required`,
  ),
  bad(
    "a sensitive block",
    block({ single_nested: { sensitive: true } }),
    "misplaced-key",
    `${ofBlock}.single_nested.sensitive`,
  ),
  bad(
    "attributes next to the nested object",
    block({ list_nested: { nested_object: {}, attributes: [] } }),
    "misplaced-key",
    `${ofBlock}.list_nested.attributes`,
  ),
  ok("a default of a block in a resource", block({ single_nested: { default: { custom } } })),
  bad(
    "a default of a block in a data source",
    dataSource({ blocks: [{ name: "b", single_nested: { default: { custom } } }] }),
    "misplaced-key",
    "datasources[0].schema.blocks[0].single_nested.default",
  ),
  bad(
    "two blocks with the same name in a block",
    block({
      set_nested: {
        nested_object: {
          blocks: [
            { name: "x", single_nested: {} },
            { name: "x", single_nested: {} },
          ],
        },
      },
    }),
    "duplicate-name",
    `${ofBlock}.set_nested.nested_object.blocks[1].name`,
  ),
];

/** Documents that the published validator accepts, and imp rejects. */
export const ownDocuments: readonly JudgedDocument[] = [
  bad(
    "a key and the same key with a capital letter",
    document({ resources: [], Resources: [] }),
    "letter-case",
    "Resources",
  ),
  bad("a duplicate key", document({ resources: [] }).replace("{", '{"resources": [],'), "duplicate-key", "resources"),
  bad("600 nesting levels", document({ colour: nested(600) }), "size", ""),
];

function nested(levels: number): object {
  let list: object = [];
  for (let level = 1; level < levels; level += 1) list = [list];
  return list;
}

/** The documents that are compared with the published validator. It rejects exactly the documents with an error. */
export const judgedDocuments: readonly JudgedDocument[] = [
  ...files,
  ...versions,
  ...documentsOfForm,
  ...attributes,
  ...defaults,
  ...types,
  ...blocks,
];

export const documents: readonly JudgedDocument[] = [...judgedDocuments, ...ownDocuments];
