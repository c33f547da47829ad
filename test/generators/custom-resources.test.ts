/** Kubernetes custom resources have no schema. Each SDK has one class for all of them. */

import assert from "node:assert/strict";
import { diagnosticsOf, printProgram } from "../../generators/print-program.ts";
import { failingResources } from "../../src/domain/errors.ts";
import type { GraphResource, Link, ResourceGraph } from "../../src/domain/graph.ts";
import { programFromJson, programToJson } from "../../src/ir/codec.ts";
import { lowerProven } from "../../src/lower/lower-proven.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { openedFor } from "../../src/schema/open-kinds.ts";
import { fromPlainMap, type Plain } from "../../src/value/plain.ts";
import { withoutUndefined } from "../support/without-undefined.ts";
import { languageOf } from "./generator-of.ts";

const text = { type: "string" };
const meta = { $ref: "#/types/kubernetes:meta/v1:ObjectMeta" };

/** The parts of the published Kubernetes schema that custom resources need. */
const kubernetes = loadSchema(
  new TextEncoder().encode(
    JSON.stringify({
      name: "kubernetes",
      version: "4.25.0",
      language: {
        go: {
          importBasePath: "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes",
          moduleToPackage: { "apiextensions.k8s.io": "apiextensions", "meta/v1": "meta/v1", "core/v1": "core/v1" },
          packageImportAliases: {
            "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/meta/v1": "metav1",
            "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/core/v1": "corev1",
          },
        },
        nodejs: { moduleToPackage: { "apiextensions.k8s.io": "apiextensions", "meta/v1": "meta/v1" } },
        python: { moduleNameOverrides: { "apiextensions.k8s.io": "apiextensions", "meta/v1": "meta/v1" } },
        csharp: { namespaces: { "meta/v1": "Meta.V1", "core/v1": "Core.V1" } },
        java: { packages: { "meta/v1": "meta.v1", "core/v1": "core.v1" } },
      },
      types: {
        "kubernetes:meta/v1:ObjectMeta": { type: "object", properties: { name: text, namespace: text } },
      },
      resources: {
        "kubernetes:apiextensions.k8s.io:CustomResource": {
          isOverlay: true,
          properties: { apiVersion: text, kind: text, metadata: meta },
          inputProperties: {
            apiVersion: text,
            kind: text,
            metadata: meta,
            others: { type: "object", additionalProperties: { $ref: "pulumi.json#/Any" } },
          },
          requiredInputs: ["apiVersion", "kind"],
        },
        "kubernetes:core/v1:ConfigMap": {
          properties: { metadata: meta },
          inputProperties: { metadata: meta, data: { type: "object", additionalProperties: text } },
        },
        "kubernetes:rbac.authorization.k8s.io/v1:Role": {},
      },
    }),
  ),
);

const cronTab = "kubernetes:stable.example.com/v1:CronTab";

function resource(
  type: string,
  name: string,
  inputs: Record<string, Plain>,
  links: readonly Link[] = [],
): GraphResource {
  return {
    urn: `urn:pulumi:dev::p::${type}::${name}`,
    type,
    name,
    kind: "custom",
    id: `default/${name}`,
    package: { name: "kubernetes" },
    inputs: fromPlainMap(inputs),
    links,
    notes: [],
    options: { protect: false, retainOnDelete: false, ignoreChanges: [], dependsOn: [], additionalSecretOutputs: [] },
  };
}

const tab = resource(cronTab, "tab", {
  apiVersion: "stable.example.com/v1",
  kind: "CronTab",
  metadata: { name: "tab", namespace: "default" },
  spec: { cronSpec: "* * * * *", replicas: 2 },
});

async function print(language: string, ...resources: readonly GraphResource[]): Promise<string> {
  const graph: ResourceGraph = { project: "p", stack: "dev", resources };
  const { program } = lowerProven(graph, new Map([["kubernetes", kubernetes]]), { project: "p", config: new Map() });
  assert.deepEqual(programFromJson(JSON.parse(JSON.stringify(programToJson(program)))), withoutUndefined(program));
  const files = await printProgram(program, [languageOf(language)], new Map(), new Map(), "pasted");
  assert.deepEqual(diagnosticsOf(files), []);
  return files.map((file) => file.text).join("\n");
}

async function refusals(language: string, ...resources: readonly GraphResource[]) {
  try {
    await print(language, ...resources);
  } catch (error) {
    return [...failingResources(error)].map(([urn, { code, message }]) => [urn, code, message] as const);
  }
  return assert.fail(`${language} printed the program`);
}

describe("Kubernetes custom resources", () => {
  it("creates a schema from the token, with constants, and inputs of any name except status", () => {
    const resource = kubernetes.resource(cronTab) ?? assert.fail();
    assert.deepEqual(resource.name, {
      token: cronTab,
      package: "kubernetes",
      module: "apiextensions.k8s.io",
      member: "CustomResource",
    });
    assert.equal(resource, kubernetes.resource(cronTab));
    const opened = openedFor(resource, ["metadata", "spec", "status", "__fieldManager"]);
    const shape = [...opened.inputs.values()].map(({ name, type, const: constant }) => [name, type.kind, constant]);
    assert.deepEqual(shape, [
      ["apiVersion", "string", "stable.example.com/v1"],
      ["kind", "string", "CronTab"],
      ["metadata", "object", undefined],
      ["spec", "any", undefined],
    ]);
  });

  for (const token of [
    "kubernetes:rbac.authorization.k8s.io/v1:Rolee",
    "kubernetes:apps/v1:CronTab",
    "kubernetes:stable.example.com:CronTab",
    "kubernetes:stable.example.com/v1:cronTab",
    "other:stable.example.com/v1:CronTab",
  ])
    it(`does not treat ${token} as a custom resource`, () => assert.equal(kubernetes.resource(token), undefined));

  it("does not treat types as custom resources if the SDKs have no class for them", () => {
    const none = loadSchema(new TextEncoder().encode(JSON.stringify({ name: "kubernetes", resources: {} })));
    assert.equal(none.resource(cronTab), undefined);
  });

  it("prints CustomResource in TypeScript", async () => {
    const code = await print("typescript", tab);
    assert.match(
      code,
      /new kubernetes\.apiextensions\.CustomResource\("tab", \{\s+apiVersion: "stable\.example\.com\/v1",\s+kind: "CronTab",\s+metadata: \{\s+name: "tab",\s+namespace: "default",\s+\},\s+spec: \{\s+cronSpec: "\* \* \* \* \*",\s+replicas: 2,\s+\},\s+\}\)/,
    );
  });

  it("prints CustomResource with metadata and spec in Python", async () => {
    const code = await print("python", tab);
    assert.match(
      code,
      /kubernetes\.apiextensions\.CustomResource\(\s*"tab",\s+api_version="stable\.example\.com\/v1",\s+kind="CronTab",/,
    );
    assert.match(code, /spec=\{\s+"cronSpec": "\* \* \* \* \*",\s+"replicas": 2,/);
    const [refused] = await refusals("python", {
      ...tab,
      inputs: new Map([...tab.inputs, ...fromPlainMap({ data: { a: "b" } })]),
    });
    assert.match(refused?.[2] ?? "", /data is not in the schema/);
  });

  it("prints fields without a type as OtherFields in Go, and sets the version", async () => {
    const code = await print("go", tab);
    assert.match(
      code,
      /apiextensions\.NewCustomResource\(ctx, "tab", &apiextensions\.CustomResourceArgs\{\s+ApiVersion: +pulumi\.String\("stable\.example\.com\/v1"\),\s+Kind: +pulumi\.String\("CronTab"\),\s+Metadata: &metav1\.ObjectMetaArgs\{/,
    );
    assert.match(
      code,
      /OtherFields: kubernetes\.UntypedArgs\{\s+"spec": pulumi\.Map\{\s+"cronSpec": pulumi\.String\("\* \* \* \* \*"\),/,
    );
    assert.match(code, /pulumi\.Version\("4\.25\.0"\)/);
    assert.match(code, /"github\.com\/pulumi\/pulumi-kubernetes\/sdk\/v4\/go\/kubernetes"/);
  });

  it("prints CustomResource of the core SDK in C# and Java", async () => {
    const csharp = await print("csharp", tab);
    assert.match(
      csharp,
      /new CustomResource\(\s*"kubernetes:stable\.example\.com\/v1:CronTab",\s+"tab",\s+new DictionaryResourceArgs\(/,
    );
    assert.match(csharp, /Version = "4\.25\.0"/);
    const java = await print("java", tab);
    assert.match(
      java,
      /new CustomResource\(\s*"kubernetes:stable\.example\.com\/v1:CronTab",\s+"tab",\s+new TabArgs\(/,
    );
    assert.match(java, /@Import\(name = "spec"\)\s+private final Object spec;/);
    assert.match(java, /\.version\("4\.25\.0"\)/);
  });

  it("rejects custom resources, but no others, in languages that accept only types of the schema", async () => {
    const other = resource("kubernetes:core/v1:ConfigMap", "other", { data: { a: "b" } });
    for (const language of ["yaml", "pcl"]) {
      const found = await refusals(language, tab, other);
      assert.deepEqual(
        found.map(([urn, code]) => [urn, code]),
        [[tab.urn, "GENERATOR_CANNOT_EXPRESS"]],
      );
      assert.match(found[0]?.[2] ?? "", /is a custom resource/);
    }
  });

  it("rejects references to outputs of custom resources, except IDs, in C# and Java", async () => {
    const link: Link = {
      path: ["data", "tab"],
      parts: [{ kind: "output", referent: tab.urn, property: ["metadata", "name"] }],
    };
    const user = resource("kubernetes:core/v1:ConfigMap", "user", { data: { tab: "tab" } }, [link]);
    for (const language of ["csharp", "java"]) {
      const found = await refusals(language, tab, user);
      assert.deepEqual(
        found.map(([urn]) => urn),
        [user.urn],
      );
    }
    assert.match(await print("typescript", tab, user), /tab\.metadata\.name/);
  });
});
