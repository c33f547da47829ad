import assert from "node:assert/strict";
import type { GraphResource } from "../../src/domain/graph.ts";
import { checkProgram } from "../../src/ir/check.ts";
import { lower } from "../../src/lower/lower.ts";
import { narrowLanguage } from "../../src/lower/narrow-language.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { fromPlainMap, type Plain } from "../../src/value/plain.ts";
import { withoutUndefined } from "../support/without-undefined.ts";

const schemaOf = (document: object) => loadSchema(Buffer.from(JSON.stringify(document)));

/** A schema with two modules, a type of another package, and language settings. */
const garden = {
  name: "garden",
  version: "2.1.0",
  namespace: "acme",
  repository: "https://example.com/acme/pulumi-garden",
  meta: { moduleFormat: "(.*)(?:/[^/]*)", supportPack: true },
  language: {
    go: {
      importBasePath: "example.com/garden/sdk/v2/go/garden",
      moduleToPackage: { trees: "woods/v1", roots: "roots", "trees/deep": "deep" },
      packageImportAliases: { "example.com/garden/sdk/v2/go/garden/woods/v1": "woodsv1", "example.com/x/roots": "r" },
    },
    python: { readme: "Two\nlines", moduleNameOverrides: { Trees: "forest" } },
    csharp: { namespaces: { garden: "Garden", trees: "Trees", roots: "Roots" } },
  },
  types: {
    "garden:trees/tree:Tree": { type: "object", properties: { height: { type: "integer" } }, required: ["height"] },
    "orchard:trees/leaf:Leaf": { type: "string", enum: [{ value: "green" }] },
    "garden:trees/bark:Bark": { type: "object", properties: { colour: { type: "string" } } },
  },
  resources: {
    "garden:trees/tree:Tree": {
      inputProperties: {
        leaf: { $ref: "#/types/orchard:trees%2Fleaf:Leaf" },
        shape: { $ref: "#/types/garden:trees%2Ftree:Tree" },
        bark: { type: "array", items: { $ref: "#/types/garden:trees%2Fbark:Bark" } },
        soil: {
          $ref: "/earth/v1.0.0/schema.json#/types/earth:index%2Fsoil:Soil",
          language: { csharp: { name: "Ground" } },
        },
      },
      requiredInputs: ["shape"],
    },
    "garden:roots/root:Root": {},
  },
};

function planted(type: string, name: string, inputs: Readonly<Record<string, Plain>> = {}): GraphResource {
  return {
    urn: `urn:pulumi:dev::p::${type}::${name}`,
    type,
    name,
    kind: "custom",
    package: { name: "garden" },
    inputs: fromPlainMap(inputs),
    links: [],
    notes: [],
    options: { protect: false, retainOnDelete: false, ignoreChanges: [], dependsOn: [], additionalSecretOutputs: [] },
  };
}

describe("packages of a program", () => {
  const schemas = new Map([["garden", schemaOf(garden)]]);
  const inputs = { leaf: "green", shape: { height: 1 }, bark: [], soil: { acid: true } };
  const options = { project: "p", configKeys: new Map() };
  const graph = { project: "p", stack: "dev", resources: [planted("garden:trees/tree:Tree", "oak", inputs)] };
  const { program } = lower(graph, schemas, options);

  it("copies the schema's metadata and language settings into the packages of a program", () => {
    const { language, ...rest } = program.packages.get("garden") ?? assert.fail();
    assert.deepEqual(withoutUndefined(rest), {
      name: "garden",
      version: "2.1.0",
      namespace: "acme",
      supportPack: true,
      repository: "https://example.com/acme/pulumi-garden",
    });
    assert.deepEqual(language, {
      go: {
        importBasePath: "example.com/garden/sdk/v2/go/garden",
        moduleToPackage: { trees: "woods/v1" },
        packageImportAliases: { "example.com/garden/sdk/v2/go/garden/woods/v1": "woodsv1" },
      },
      python: { moduleNameOverrides: { Trees: "forest" } },
      csharp: { namespaces: { garden: "Garden", trees: "Trees" } },
    });
  });

  it("adds the package of a type from another package, without language settings", () => {
    assert.deepEqual(checkProgram(program), []);
    assert.deepEqual(program.packages.get("earth"), { name: "earth", language: {} });
    const soil = program.resources[0]?.inputs.find(({ name }) => name === "soil")?.value.type;
    assert.equal(soil?.kind === "object" && soil.name.module, "");
  });

  it("adds language settings that a later resource needs", () => {
    const later = { ...graph, resources: [planted("garden:roots/root:Root", "deep")] };
    const { packages } = lower(later, schemas, { ...options, existing: program }).program;
    assert.deepEqual(packages.get("garden")?.language.csharp, {
      namespaces: { garden: "Garden", trees: "Trees", roots: "Roots" },
    });
  });

  it("keeps the packages of an existing program if their schema is not loaded", () => {
    const { packages } = lower({ ...graph, resources: [] }, new Map(), { ...options, existing: program }).program;
    assert.deepEqual(packages, program.packages);
  });

  it("uses the schema of a package for all its definitions, whatever the token", () => {
    const leaf = program.resources[0]?.inputs.find(({ name }) => name === "leaf")?.value.type;
    assert.deepEqual(leaf?.kind === "enum" && leaf.name, {
      token: "orchard:trees/leaf:Leaf",
      package: "garden",
      module: "trees",
      member: "Leaf",
    });
  });

  it("copies types with required properties, shared names, and language names", () => {
    const [bark, , shape, soil] = program.resources[0]?.inputs ?? [];
    assert.deepEqual(
      [bark, shape, soil].map((property) => property?.required),
      [undefined, true, undefined],
    );
    assert.ok(shape?.value.kind === "object" && shape.value.type.kind === "object");
    assert.equal(shape.value.type.namesake, true);
    assert.equal(shape.value.properties[0]?.required, true);
    assert.ok(bark?.value.type.kind === "list" && bark.value.type.element.kind === "object");
    assert.equal(bark.value.type.element.namesake, undefined);
    assert.equal(bark.value.type.element.name.module, "trees");
    assert.deepEqual(soil?.language, { csharp: { name: "Ground" } });
  });
});

describe("language settings of the modules that a program uses", () => {
  it("filters language settings by module or its last segment, and keeps settings without modules", () => {
    const language = {
      go: {
        generics: "none",
        importPathPattern: "example.com/sdk/{module}/v3",
        packageImportAliases: { "example.com/sdk/storage/v3/v2023": "storagev2023", "example.com/sdk/web/v3": "web" },
      },
      nodejs: { moduleToPackage: { "Storage/v2023": "storage/v2023", storage: "storage" }, extra: ["a"], on: true },
    };
    assert.deepEqual(narrowLanguage(language, "cloud", ["storage/v2023"]), {
      go: {
        generics: "none",
        importPathPattern: "example.com/sdk/{module}/v3",
        packageImportAliases: { "example.com/sdk/storage/v3/v2023": "storagev2023" },
      },
      nodejs: { moduleToPackage: { "Storage/v2023": "storage/v2023" }, extra: ["a"], on: true },
    });
  });

  it("keeps the setting of the root module only if the program uses the root module", () => {
    const language = { csharp: { namespaces: { "": "Provider", "apps/v1": "Apps.V1", cloud: "Cloud" } } };
    const kept = (modules: readonly string[]) => narrowLanguage(language, "cloud", modules);
    assert.deepEqual(kept([""]), { csharp: { namespaces: { "": "Provider", cloud: "Cloud" } } });
    assert.deepEqual(kept(["apps/v1"]), { csharp: { namespaces: { "apps/v1": "Apps.V1", cloud: "Cloud" } } });
  });

  it("treats __proto__ as a key of language settings", () => {
    const language = JSON.parse('{"__proto__": {"__proto__": {"a": "b"}}}') as Record<string, unknown>;
    assert.deepEqual(Object.entries(narrowLanguage(language, "a", [])), Object.entries(language));
  });
});
