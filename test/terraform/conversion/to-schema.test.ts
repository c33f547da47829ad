/** imp converts small providers to the same package schemas as the Terraform bridge. The expected schemas are written by hand. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ImpError } from "../../../src/domain/errors.ts";
import { convertDocument } from "../../../src/terraform/index.ts";
import { convertedFrom } from "../../support/conversions.ts";

const fixtures = new URL("../../../fixtures/terraform/conversion/", import.meta.url);

type Request = Parameters<typeof convertDocument>[2];

function converted(source: Uint8Array | string, request: Request) {
  const bytes = typeof source === "string" ? readFileSync(new URL(source, fixtures)) : source;
  const conversion = convertDocument(bytes, "source.json", { to: "schema", ...request });
  assert.equal(conversion.kind, "converted");
  if (conversion.kind !== "converted") throw new Error("faults");
  return conversion;
}

/** Returns the parts of a package schema that the handwritten schemas contain. */
function compared(text: string) {
  const { config, types, provider, resources, functions, name, version } = JSON.parse(text);
  const { description: _description, ...own } = provider;
  const others = Object.entries(functions).filter(([token]) => !token.startsWith("pulumi:providers:"));
  const document = { name, version, config, types, provider: own, resources, functions: Object.fromEntries(others) };
  return JSON.parse(JSON.stringify(document));
}

function written(file: string) {
  return JSON.parse(readFileSync(new URL(file, fixtures), "utf8"));
}

describe("conversion to a package schema", () => {
  it("converts a provider schema as the dynamic bridge does", () => {
    const { text, losses } = converted("provider-schema.json", { profile: "dynamic", version: "2.4.0" });
    assert.deepEqual(compared(text), written("provider-package.json"));
    const lost = losses.map(({ kind, path }) => `${kind} ${path.join(".")}`);
    for (const loss of [
      "schema-version resource_schemas.garden_bed.version",
      "provider-part ephemeral_resource_schemas.garden_key",
      "write-only resource_schemas.garden_bed.block.attributes.secret_seed",
      "set resource_schemas.garden_bed.block.attributes.status",
      "max-items-one resource_schemas.garden_bed.block.block_types.fence",
      "size resource_schemas.garden_bed.block.block_types.policy",
      "block-syntax provider.block.block_types.default_label",
      "name resource_schemas.garden_bed.block.attributes.row_2_width",
    ]) {
      assert.ok(lost.includes(loss), `${loss}\nof\n${lost.join("\n")}`);
    }
  });

  it("includes the parameters of the dynamic bridge in the package schema", () => {
    const { text } = converted("provider-schema.json", { profile: "dynamic", version: "2.4.0" });
    const { parameterization, language } = JSON.parse(text);
    assert.equal(parameterization.baseProvider.name, "terraform-provider");
    assert.deepEqual(JSON.parse(Buffer.from(parameterization.parameter, "base64").toString("utf8")), {
      remote: { url: "registry.opentofu.org/example/garden", version: "2.4.0" },
    });
    assert.equal(language.go.importBasePath, "github.com/pulumi/pulumi-terraform-provider/sdks/go/garden/v2/garden");
  });

  it("applies all overrides of a provider's mapping", () => {
    assert.deepEqual(compared(converted("mapping.json", {}).text), written("mapping-package.json"));
  });

  it("converts a specification to the schema of a framework provider", () => {
    const { text, losses } = converted("specification.json", {});
    assert.deepEqual(compared(text), written("specification-package.json"));
    assert.deepEqual(losses.map(({ kind, path }) => `${kind} ${path.join(".")}`).sort(), [
      "block-syntax resources.0.schema.blocks.0",
      "enum resources.0.schema.attributes.1.string.validators.0",
      "markdown resources.0.schema.markdown_description",
      "max-items-one resources.0.schema.blocks.0",
      "number resources.0.schema.attributes.3.number",
      "object-type resources.0.schema.attributes.5.set.element_type.object",
      "provider-default resources.0.schema.attributes.2",
      "requiredness resources.0.schema.attributes.4.list_nested.nested_object.attributes.0",
      "set resources.0.schema.attributes.5",
      "size resources.0.schema.blocks.0.list_nested.validators.0",
    ]);
  });

  it("rejects a GetMapping response without a schema", () => {
    const answer = {
      name: "helm",
      provider: {},
      resources: { helm_release: { tok: "kubernetes:helm.sh/v3:Release" } },
    };
    assert.throws(
      () => convertDocument(Buffer.from(JSON.stringify(answer)), "x.json", {}),
      (error: unknown) =>
        error instanceof ImpError && /GetMapping contains no provider schema/.test(error.explanation.why),
    );
  });

  it("renames the reserved setting `version`, and prefers an attribute to a block", () => {
    const word = { string: { optional_required: "optional" } };
    const text = { string: { computed_optional_required: "optional" } };
    const specification = {
      version: "0.1",
      provider: { name: "orchard", schema: { attributes: [{ name: "version", ...word }] } },
      resources: [
        {
          name: "tree",
          schema: {
            attributes: [{ name: "bark", ...text }],
            blocks: [{ name: "bark", single_nested: { attributes: [{ name: "age", ...text }] } }],
          },
        },
      ],
    };
    const { text: schema, losses } = convertedFrom(JSON.stringify(specification));
    const { config, provider, resources } = JSON.parse(schema);
    assert.deepEqual(Object.keys(config.variables), ["providerVersion"]);
    assert.deepEqual(Object.keys(provider.inputProperties), ["providerVersion"]);
    assert.equal(resources["orchard:index/tree:Tree"].inputProperties.bark.type, "string");
    assert.deepEqual(
      losses.map(({ kind, path }) => [kind, path.join(".")]).filter(([kind]) => kind !== "token"),
      [
        ["attribute-and-block", "resources.0.schema.blocks.0"],
        ["name", "provider.schema.attributes.0"],
      ],
    );
  });

  it("converts a specification as the dynamic bridge sees it through the plugin protocol", () => {
    const { text, losses } = converted("specification.json", { profile: "dynamic" });
    const { resources, types } = JSON.parse(text);
    const { inputProperties, requiredInputs } = resources["meadow:index/flower:Flower"];
    assert.deepEqual(inputProperties.color, { type: "string", description: "Its color." });
    assert.deepEqual(inputProperties.petalCount, { type: "number" });
    assert.equal(inputProperties.stems.type, "array");
    assert.deepEqual(requiredInputs, ["care", "color"]);
    assert.ok("meadow:index/FlowerStem:FlowerStem" in types);
    const kinds = new Set(losses.map(({ kind }) => kind));
    for (const kind of ["integer", "replacement", "provider-default"] as const) assert.ok(kinds.has(kind), kind);
  });

  it("treats names of Object.prototype like other names", () => {
    const block = (names: readonly string[]) => ({
      block: { attributes: Object.fromEntries(names.map((name) => [name, { type: "string", optional: true }])) },
    });
    const json = JSON.stringify({
      provider_schemas: {
        odd: {
          resource_schemas: {
            odd_constructor: block(["__proto__", "constructor", "to_string", "_", "grö_ße"]),
            odd___proto__: block(["a"]),
          },
        },
      },
    });
    const { text } = converted(Buffer.from(json), {});
    const { resources } = JSON.parse(text);
    const properties = Object.keys(resources["odd:index/constructor:Constructor"].properties).sort();
    assert.deepEqual(properties, ["__", "__proto_", "constructor", "größe", "toString"]);
    assert.ok("odd:index/proto:Proto" in resources);
  });

  it("keeps the last of two objects with the same type name, and reports it", () => {
    const holder = (block: string, attribute: string) => ({
      block: {
        block_types: {
          [block]: {
            nesting_mode: "single",
            block: { attributes: { [attribute]: { type: "string", optional: true } } },
          },
        },
      },
    });
    const resources = { odd_foo: holder("bar_baz", "a"), odd_foo_bar: holder("baz", "b") };
    const json = JSON.stringify({ provider_schemas: { odd: { resource_schemas: resources } } });
    const { text, losses } = converted(Buffer.from(json), {});
    assert.deepEqual(JSON.parse(text).types, {
      "odd:index/FooBarBaz:FooBarBaz": { type: "object", properties: { b: { type: "string" } } },
    });
    const named = losses.filter(({ kind }) => kind === "type-name").map(({ path }) => path.join("."));
    assert.deepEqual(named, ["resource_schemas.odd_foo_bar.block"]);
  });

  it("rejects a document with 100,000 nested levels", () => {
    const type = `${'["list",'.repeat(100_000)}"string"${"]".repeat(100_000)}`;
    const attribute = `{"attributes":{"a":{"type":${type},"optional":true}}}`;
    const json = `{"provider_schemas":{"deep":{"resource_schemas":{"deep_a":{"block":${attribute}}}}}}`;
    assert.throws(
      () => convertDocument(Buffer.from(json), "deep.json", { to: "schema" }),
      (error) => error instanceof ImpError && error.code === "CONVERSION_SOURCE",
    );
  });
});
