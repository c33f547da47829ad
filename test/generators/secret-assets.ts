/** A package and a program with assets in secret inputs, and the values that an SDK sends for them. */
import type { GraphResource } from "../../src/domain/graph.ts";
import type { Program } from "../../src/ir/program.ts";
import { lower } from "../../src/lower/lower.ts";
import { loadSchema } from "../../src/schema/load.ts";
import {
  type ArchiveValue,
  type AssetValue,
  listValue,
  mapValue,
  type PropertyMap,
  secretValue,
} from "../../src/value/value.ts";

const asset = { $ref: "pulumi.json#/Asset" };

export const secretAssetsSchema = Buffer.from(
  JSON.stringify({
    name: "vault",
    version: "1.0.0",
    language: { go: { importBasePath: "example.com/pulumi-vault/sdk/go/vault" } },
    resources: {
      "vault:index:Safe": {
        inputProperties: {
          key: { ...asset, secret: true },
          folder: { $ref: "pulumi.json#/Archive", secret: true },
          papers: { type: "array", items: asset, secret: true },
          byName: { type: "object", additionalProperties: asset, secret: true },
        },
      },
    },
  }),
);

const text: AssetValue = { kind: "asset", source: { from: "text", text: "a text" }, hash: "" };
const path: AssetValue = { kind: "asset", source: { from: "path", path: "./key.pem" }, hash: "" };
const uri: AssetValue = { kind: "asset", source: { from: "uri", uri: "https://example.com/key" }, hash: "" };
const folder: ArchiveValue = { kind: "archive", source: { from: "path", path: "./keys" }, hash: "" };

const inTheClear: PropertyMap = new Map([
  ["key", text],
  ["folder", folder],
  ["papers", listValue([path, uri])],
  ["byName", mapValue([["a", path]])],
]);
const asSecrets: PropertyMap = new Map([
  ["key", secretValue(path)],
  ["folder", secretValue(folder)],
]);

/** Returns the program that `imp generate` prints for a resource with plain assets and a resource with secret assets. */
export function secretAssetsProgram(): Program {
  const schema = loadSchema(secretAssetsSchema);
  const resources = [safe("clear", inTheClear), safe("secret", asSecrets)];
  const graph = { project: "synthetic", stack: "dev", resources };
  return lower(graph, new Map([[schema.name, schema]]), { project: "synthetic", configKeys: new Map() }).program;
}

/** The sent values by type and name, with secrets unwrapped. */
export const sentSecretAssets = {
  "vault:index:Safe clear": {
    key: { asset: '{"from":"text","text":"a text"}' },
    folder: { archive: '{"from":"path","path":"./keys"}' },
    papers: [
      { asset: '{"from":"path","path":"./key.pem"}' },
      { asset: '{"from":"uri","uri":"https://example.com/key"}' },
    ],
    byName: { a: { asset: '{"from":"path","path":"./key.pem"}' } },
  },
  "vault:index:Safe secret": {
    key: { asset: '{"from":"path","path":"./key.pem"}' },
    folder: { archive: '{"from":"path","path":"./keys"}' },
  },
};

function safe(name: string, inputs: PropertyMap): GraphResource {
  const type = "vault:index:Safe";
  return {
    urn: `urn:pulumi:dev::synthetic::${type}::${name}`,
    type,
    name,
    kind: "custom",
    inputs,
    links: [],
    notes: [],
    package: { name: "vault" },
    options: { protect: false, retainOnDelete: false, ignoreChanges: [], dependsOn: [], additionalSecretOutputs: [] },
  };
}
