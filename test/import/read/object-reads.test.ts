/** imp reads Kubernetes objects as in a refresh, which is faster than an import, if the inputs are the same as in an import. */
import assert from "node:assert/strict";
import type { ProviderInstance } from "../../../src/import/providers/providers.ts";
import { AccessWatch } from "../../../src/import/read/access-watch.ts";
import { ObjectReads } from "../../../src/import/read/object-reads.ts";
import type { Provider, ReadRequest, ReadResult } from "../../../src/plugin/provider.ts";
import type { PropertySchema, ResourceSchema } from "../../../src/schema/types.ts";
import { fromPlainMap } from "../../../src/value/plain.ts";
import { mapValue, type PropertyMap } from "../../../src/value/value.ts";

const type = "kubernetes:core/v1:ConfigMap";
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

const configMap = {
  inputs: new Map<string, Partial<PropertySchema>>([
    ["apiVersion", { const: "v1" }],
    ["kind", { const: "ConfigMap" }],
    ["metadata", {}],
    ["data", {}],
  ]),
} as unknown as ResourceSchema;

const bucket = { inputs: new Map([["name", {}]]) } as unknown as ResourceSchema;

/** Returns the object with this ID in the cluster. */
function objectOf(id: string) {
  const [name, namespace] = id.split("/").reverse();
  const annotations = { owner: "ada", [lastApplied]: "{}" };
  const metadata = { name, namespace: namespace ?? "default", uid: `uid of ${id}`, resourceVersion: "7", annotations };
  return { apiVersion: "v1", kind: "ConfigMap", metadata, data: { [`key of ${id}`]: id }, immutable: true };
}

/** Returns the inputs that the published provider returns for Read without a state. */
function importedInputs(id: string): PropertyMap {
  const { apiVersion, kind, metadata, data } = objectOf(id);
  const { name, namespace } = metadata;
  return fromPlainMap({ apiVersion, kind, metadata: { name, namespace, annotations: { owner: "ada" } }, data });
}

const ids = ["shop/a", "shop/b", "c", "bank/d"];

/** Reads all IDs in parallel. @param imported returns the inputs of Read without a state */
async function readAll(imported: (id: string) => PropertyMap, resource: ResourceSchema) {
  const requests: ReadRequest[] = [];
  const provider: Partial<Provider> = {
    read: async (request): Promise<ReadResult> => {
      requests.push(request);
      const { id, last } = request;
      // Read with a state returns the inputs of the request.
      const inputs = last === undefined ? imported(id) : last.inputs;
      const outputs = new Map([...fromPlainMap(objectOf(id)), ["__inputs", mapValue(inputs)] as const]);
      return { id, inputs, outputs, initErrors: [], refreshBeforeUpdate: false };
    },
  };
  const instance = { package: { name: "kubernetes" }, provider } as Partial<ProviderInstance> as ProviderInstance;
  const reads = new ObjectReads(new AccessWatch(instance, undefined));
  const answers = await Promise.all(ids.map((id) => reads.read({ urn: "", name: id, type, id }, resource)));
  const imports = requests.flatMap(({ id, last }) => (last === undefined ? [id] : []));
  return { requests, imports, inputs: answers.map((answer) => answer.inputs), answers };
}

describe("reads of Kubernetes objects", () => {
  it("reads all Kubernetes objects of a type except the first one as in a refresh", async () => {
    const { imports, inputs, answers } = await readAll(importedInputs, configMap);
    assert.deepEqual(imports, ["shop/a"]);
    assert.deepEqual(inputs, ids.map(importedInputs));
    const kept = answers.map(({ outputs }) => outputs?.get("__inputs"));
    assert.deepEqual(
      kept,
      ids.map((id) => mapValue(importedInputs(id))),
    );
  });

  it("sends only the name and namespace of a Kubernetes object, and does not await readiness", async () => {
    const { requests } = await readAll(importedInputs, configMap);
    const given = requests.flatMap(({ id, last }) => (last === undefined ? [] : [[id, last.inputs] as const]));
    const annotations = { "pulumi.com/skipAwait": "true" };
    const object = (metadata: Record<string, string>) =>
      fromPlainMap({ apiVersion: "v1", kind: "ConfigMap", metadata: { ...metadata, annotations } });
    assert.deepEqual(Object.fromEntries(given), {
      "shop/a": object({ name: "a", namespace: "shop" }),
      "shop/b": object({ name: "b", namespace: "shop" }),
      c: object({ name: "c" }),
      "bank/d": object({ name: "d", namespace: "bank" }),
    });
  });

  const withMore = (id: string) => new Map([...importedInputs(id), ...fromPlainMap({ more: 1 })]);

  it("reads Kubernetes objects as in an import if only an import returns some of the inputs", async () => {
    const { imports, inputs } = await readAll(withMore, configMap);
    assert.deepEqual(imports, ids);
    assert.deepEqual(inputs, ids.map(withMore));
  });

  it("reads resources of other packages as in an import", async () => {
    const { requests, imports } = await readAll(importedInputs, bucket);
    assert.deepEqual(imports, ids);
    assert.equal(requests.length, ids.length);
  });
});
