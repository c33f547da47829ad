/** Package schemas with their faults, listed by hand. */

export interface WrongSchema {
  readonly title: string;
  readonly text: string;
  readonly rule: string;
  /** The path, joined with `>`. */
  readonly path: string;
  /** Pulumi's own binder takes it: an own rule. */
  readonly isOwn?: true;
  /** A word of the text right before which the fault stands; absent: the path alone is looked at. */
  readonly before?: string;
}

type Members = Readonly<Record<string, unknown>>;

const schema = (more: Members): string => JSON.stringify({ name: "pkg", version: "1.0.0", ...more }, null, 2);
const thing = "pkg:index:Thing";
const resource = (more: Members): string => schema({ resources: { [thing]: more } });
const input = (property: Members): string => resource({ inputProperties: { a: property } });
const at = `resources>${thing}`;
const ofInput = `${at}>inputProperties>a`;
const named = (types: Members, more: Members = {}): string => schema({ types, ...more });
const ofFunction = (more: Members): string => schema({ functions: { "pkg:index:get": more } });
const self = { inputs: { properties: { __self__: { $ref: `#/resources/${thing}` } } } };
const withMethod = (token: string, functions: Members, more: Members = {}): string =>
  schema({ resources: { [thing]: { methods: { go: token }, ...more } }, functions });

const wrong = (title: string, text: string, rule: string, path: string, before?: string): WrongSchema => ({
  title,
  text,
  rule,
  path,
  ...(before !== undefined && { before }),
});
const own = (title: string, text: string, rule: string, path: string, before?: string): WrongSchema => ({
  ...wrong(title, text, rule, path, before),
  isOwn: true,
});

const text = { type: "string" };
const shapes = {
  "pkg:index:Round": { type: "object", properties: { kind: text } },
  "pkg:index:Square": { type: "object", properties: { kind: text } },
};
const either = [{ $ref: "#/types/pkg:index:Round" }, { $ref: "#/types/pkg:index:Square" }];
const union = (discriminator: Members): string =>
  named(shapes, { resources: { [thing]: { inputProperties: { a: { oneOf: either, discriminator } } } } });

const ofPackage: readonly WrongSchema[] = [
  wrong("no name", JSON.stringify({ version: "1.0.0" }), "package-name", ""),
  wrong("a name with a blank", schema({ name: "my pkg" }), "package-name", "name", '"my pkg"'),
  wrong("a name that begins with a digit", schema({ name: "9pkg" }), "package-name", "name", '"9pkg"'),
  wrong("the name pulumi", schema({ name: "pulumi" }), "reserved-name", "name", '"pulumi"'),
  wrong("the name input", schema({ name: "input" }), "reserved-name", "name", '"input"'),
  wrong("a version of two parts", schema({ version: "1.0" }), "version", "version", '"1.0"'),
  wrong("a version that is a word", schema({ version: "latest" }), "version", "version", '"latest"'),
  wrong("a version that is a number", schema({ version: 1 }), "json-type", "version"),
  wrong("a namespace in capitals", schema({ namespace: "Mine" }), "namespace", "namespace", '"Mine"'),
  wrong(
    "a package to pack without a version",
    JSON.stringify({ name: "p", meta: { supportPack: true } }),
    "version",
    "meta>supportPack",
  ),
  wrong(
    "a moduleFormat that looks ahead",
    schema({ meta: { moduleFormat: "(?=x)(.*)" } }),
    "module-format",
    "meta>moduleFormat",
    '"(?=x)',
  ),
  wrong(
    "a moduleFormat that is not closed",
    schema({ meta: { moduleFormat: "(.*" } }),
    "module-format",
    "meta>moduleFormat",
  ),
  own(
    "a moduleFormat without a group",
    schema({ meta: { moduleFormat: ".*" } }),
    "module-group",
    "meta>moduleFormat",
    '".*"',
  ),
  own("a key that meta does not have", schema({ meta: { colour: 1 } }), "unknown-key", "meta>colour", '"colour"'),
  own("a key that config does not have", schema({ config: { required: ["a"] } }), "unknown-key", "config>required"),
  own("a misspelt key", schema({ resorces: {} }), "misspelt-key", "resorces", '"resorces"'),
  own("a key in capitals", schema({ Resources: {} }), "letter-case", "Resources", '"Resources"'),
  own("a key that stands twice", '{"name": "pkg", "license": "a",\n  "license": "b"}', "duplicate-key", "license"),
  wrong("a list as the root", "[]", "json-type", ""),
  wrong("half a file", '{"name": "pkg",', "json-syntax", ""),
  wrong(
    "a required variable that is none",
    schema({ config: { variables: { a: text }, defaults: ["b"] } }),
    "required",
    "config>defaults>0",
    '"b"',
  ),
  wrong(
    "a parameterization without a version",
    schema({ parameterization: { baseProvider: { name: "b", version: "x" }, parameter: "" } }),
    "parameterization",
    "parameterization>baseProvider>version",
  ),
  wrong(
    "a parameter that is not base64",
    schema({ parameterization: { baseProvider: { name: "b", version: "1.0.0" }, parameter: "?" } }),
    "base64",
    "parameterization>parameter",
    '"?"',
  ),
  wrong(
    "an extension with a provider",
    schema({
      provider: {},
      extensionParameterization: { baseProvider: { name: "pkg", version: "1.0.0" }, parameter: "" },
    }),
    "parameterization",
    "provider",
    '"provider"',
  ),
];

const tokens: readonly WrongSchema[] = [
  wrong("a token of one part", schema({ resources: { Thing: {} } }), "token", "resources>Thing", '"Thing"'),
  wrong("a token of two parts", schema({ types: { "pkg:Thing": { type: "object" } } }), "token", "types>pkg:Thing"),
  wrong(
    "a token of another package",
    schema({ resources: { "aws:index:Thing": {} } }),
    "token",
    "resources>aws:index:Thing",
  ),
  wrong(
    "a token with a digit in front",
    schema({ resources: { "pkg:index:9Thing": {} } }),
    "token",
    "resources>pkg:index:9Thing",
  ),
  wrong(
    "a resource called provider",
    schema({ resources: { "pkg:index:Provider": {} } }),
    "token",
    "resources>pkg:index:Provider",
  ),
  wrong(
    "a module below index",
    schema({ resources: { "pkg:index/thing:Thing": {} } }),
    "token",
    "resources>pkg:index/thing:Thing",
  ),
  wrong(
    "a resource called pulumi",
    schema({ resources: { "pkg:index:pulumi": {} } }),
    "reserved-name",
    "resources>pkg:index:pulumi",
  ),
  wrong(
    "tokens that differ by case",
    schema({ resources: { [thing]: {}, "pkg:index:thing": {} } }),
    "token-twice",
    `resources>${thing}`,
  ),
  wrong(
    "a function with a resource's token",
    schema({ resources: { [thing]: {} }, functions: { [thing]: {} } }),
    "token-twice",
    `functions>${thing}`,
  ),
  wrong(
    "a name that is a module too",
    schema({ resources: { [thing]: {}, "pkg:thing:Other": {} } }),
    "token-module",
    `resources>${thing}`,
  ),
];

const types: readonly WrongSchema[] = [
  wrong("the type banana", input({ type: "banana" }), "type-kind", `${ofInput}>type`, '"banana"'),
  wrong("no type", input({}), "type-missing", ofInput),
  wrong("an array without items", input({ type: "array" }), "array-items", ofInput),
  wrong("items next to a text", input({ type: "string", items: text }), "type-conflict", `${ofInput}>items`),
  wrong("a union of one type", input({ oneOf: [text] }), "union-members", `${ofInput}>oneOf`),
  wrong("an empty union", input({ oneOf: [] }), "union-members", `${ofInput}>oneOf`),
  wrong("a reference to no type", input({ $ref: "#/types/pkg:index:No" }), "reference", `${ofInput}>$ref`, '"#/types'),
  wrong("a reference to no resource", input({ $ref: "#/resources/pkg:index:No" }), "reference", `${ofInput}>$ref`),
  wrong("a reference to no built-in type", input({ $ref: "pulumi.json#/Asst" }), "reference", `${ofInput}>$ref`),
  wrong(
    "a reference to no schema",
    input({ $ref: "/aws/schema.json#/types/aws:index:T" }),
    "reference",
    `${ofInput}>$ref`,
  ),
  wrong(
    "a reference to a version that is none",
    input({ $ref: "/aws/vx/schema.json#/types/aws:index:T" }),
    "reference",
    `${ofInput}>$ref`,
  ),
  wrong("a reference with a bad escape", input({ $ref: "#/types/pkg:a%zz:T" }), "reference", `${ofInput}>$ref`),
  wrong("a reference to another section", input({ $ref: "#/functions/pkg:index:get" }), "reference", `${ofInput}>$ref`),
  wrong("plain as a text", input({ type: "string", plain: "yes" }), "json-type", `${ofInput}>plain`, '"yes"'),
  wrong("a constant of another type", input({ type: "integer", const: "7" }), "const", `${ofInput}>const`, '"7"'),
  wrong("a constant of a list", input({ type: "array", items: text, const: "x" }), "const", `${ofInput}>const`),
  wrong(
    "a default of another type",
    input({ type: "boolean", default: "true" }),
    "default",
    `${ofInput}>default`,
    '"true"',
  ),
  wrong("a fraction as an integer", input({ type: "integer", default: 1.5 }), "default", `${ofInput}>default`, "1.5"),
  wrong(
    "an integer of 33 bits",
    input({ type: "integer", default: 4294967296 }),
    "default",
    `${ofInput}>default`,
    "4294967296",
  ),
  wrong(
    "a default that fits no member",
    input({ oneOf: [{ type: "number" }, { type: "boolean" }], default: "x" }),
    "default",
    `${ofInput}>default`,
  ),
  wrong(
    "a list as a default",
    input({ type: "array", items: text, default: [] }),
    "constant-kind",
    `${ofInput}>default`,
  ),
  wrong(
    "a defaultInfo without environment",
    input({ type: "string", defaultInfo: {} }),
    "default-environment",
    `${ofInput}>defaultInfo`,
  ),
  wrong(
    "an empty environment",
    input({ type: "string", defaultInfo: { environment: [] } }),
    "default-environment",
    `${ofInput}>defaultInfo`,
  ),
  wrong(
    "a discriminator without a property's name",
    union({}),
    "discriminator-name",
    `${ofInput}>discriminator>propertyName`,
  ),
  own(
    "a discriminator that no member has",
    union({ propertyName: "shape" }),
    "discriminator-property",
    `${ofInput}>discriminator>propertyName`,
    '"shape"',
  ),
  own(
    "a mapping to nowhere",
    union({ propertyName: "kind", mapping: { round: "#/types/pkg:index:Rund" } }),
    "mapping",
    `${ofInput}>discriminator>mapping>round`,
    '"#/types/pkg:index:Rund"',
  ),
  wrong(
    "a mapping to a number",
    union({ propertyName: "kind", mapping: { round: 1 } }),
    "json-type",
    `${ofInput}>discriminator>mapping>round`,
  ),
  wrong(
    "an enum of another type",
    named({ "pkg:index:E": { type: "string", enum: [{ value: 1 }] } }),
    "enum-value",
    "types>pkg:index:E>enum>0>value",
  ),
  wrong(
    "an enum without a type",
    named({ "pkg:index:E": { enum: [{ value: "a" }] } }),
    "type-missing",
    "types>pkg:index:E",
  ),
  wrong("an enum without values", named({ "pkg:index:E": { type: "string" } }), "enum-values", "types>pkg:index:E"),
  wrong(
    "an enum of lists",
    named({ "pkg:index:E": { type: "array", enum: [{ value: "a" }] } }),
    "type-kind",
    "types>pkg:index:E>type",
  ),
  own(
    "an enum with a value twice",
    named({ "pkg:index:E": { type: "string", enum: [{ value: "a" }, { value: "a" }] } }),
    "enum-twice",
    "types>pkg:index:E>enum>1>value",
  ),
  wrong(
    "a type that holds itself",
    named({ "pkg:index:T": { type: "object", properties: { t: { $ref: "#/types/pkg:index:T" } }, required: ["t"] } }),
    "required-cycle",
    "types>pkg:index:T",
  ),
  wrong(
    "a required property that is none",
    named({ "pkg:index:T": { type: "object", properties: {}, required: ["a"] } }),
    "required",
    "types>pkg:index:T>required>0",
  ),
  wrong(
    "a property called pulumi",
    named({ "pkg:index:T": { type: "object", properties: { pulumi: text } } }),
    "reserved-name",
    "types>pkg:index:T>properties>pulumi",
  ),
  wrong(
    "a property with a blank",
    named({ "pkg:index:T": { type: "object", properties: { "a b": text } } }),
    "printable-name",
    "types>pkg:index:T>properties>a b",
    '"a b"',
  ),
  wrong(
    "a list of plain properties",
    named({ "pkg:index:T": { type: "object", properties: { a: text }, plain: ["a"] } }),
    "plain-list",
    "types>pkg:index:T>plain",
  ),
];

const members: readonly WrongSchema[] = [
  wrong(
    "a required input that is none",
    resource({ inputProperties: {}, requiredInputs: ["a"] }),
    "required",
    `${at}>requiredInputs>0`,
  ),
  wrong(
    "a required output that is none",
    resource({ properties: {}, required: ["a"] }),
    "required",
    `${at}>required>0`,
  ),
  wrong("a list of plain inputs", resource({ plainInputs: ["a"] }), "plain-list", `${at}>plainInputs`),
  wrong(
    "an id in stateInputs",
    resource({ stateInputs: { properties: { id: text } } }),
    "reserved-name",
    `${at}>stateInputs>properties>id`,
  ),
  wrong(
    "a version as the provider's input",
    schema({ provider: { inputProperties: { version: text } } }),
    "reserved-name",
    "provider>inputProperties>version",
  ),
  wrong(
    "an overlay of a language that is none",
    resource({ isOverlay: true, overlaySupportedLanguages: ["cobol"] }),
    "overlay-language",
    `${at}>overlaySupportedLanguages>0`,
    '"cobol"',
  ),
  wrong("an alias that is a number", resource({ aliases: [7] }), "json-type", `${at}>aliases>0`, "7"),
  wrong("a method without its function", withMethod(`${thing}/go`, {}), "method-function", `${at}>methods>go`),
  wrong(
    "a method of another resource",
    withMethod("pkg:index:Other/go", { "pkg:index:Other/go": self }),
    "method-token",
    `${at}>methods>go`,
  ),
  wrong(
    "a method without __self__",
    withMethod(`${thing}/go`, { [`${thing}/go`]: {} }),
    "method-self",
    `${at}>methods>go`,
  ),
  wrong(
    "a method with a property's name",
    withMethod(`${thing}/go`, { [`${thing}/go`]: self }, { properties: { go: text } }),
    "method-name",
    `${at}>methods>go`,
  ),
  wrong(
    "a function that is two methods",
    schema({
      resources: { [thing]: { methods: { go: `${thing}/go`, run: `${thing}/go` } } },
      functions: { [`${thing}/go`]: self },
    }),
    "method-twice",
    `${at}>methods>run`,
  ),
  wrong(
    "arguments without inputs",
    ofFunction({ multiArgumentInputs: ["a"] }),
    "multi-argument-inputs",
    "functions>pkg:index:get>multiArgumentInputs",
  ),
  wrong(
    "an argument that is no input",
    ofFunction({ inputs: { properties: { a: text } }, multiArgumentInputs: ["a", "b"] }),
    "multi-argument-inputs",
    "functions>pkg:index:get>multiArgumentInputs>1",
  ),
  wrong("outputs that are a text", ofFunction({ outputs: "string" }), "json-type", "functions>pkg:index:get>outputs"),
  wrong(
    "outputs of the type banana",
    ofFunction({ outputs: { type: "banana" } }),
    "type-kind",
    "functions>pkg:index:get>outputs>type",
  ),
  wrong(
    "a description that leads nowhere",
    resource({ description: "See {{% ref #/types/pkg:index:No %}}." }),
    "doc-reference",
    `${at}>description`,
  ),
];

export const wrongSchemas: readonly WrongSchema[] = [...ofPackage, ...tokens, ...types, ...members];
