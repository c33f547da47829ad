import assert from "node:assert/strict";
import { authoredFields, withAuthoredFields } from "../../../src/import/read/authored-fields.ts";
import { getAt } from "../../../src/value/at-path.ts";
import { fromPlainMap, type Plain } from "../../../src/value/plain.ts";
import { type PropertyMap, stringValue } from "../../../src/value/value.ts";

describe("fields of a Kubernetes object that no author set", () => {
  const claim = {
    metadata: { name: "data", annotations: { "a/team": "blue", "pv.kubernetes.io/bind-completed": "yes" } },
    spec: {
      storageClassName: "fast",
      volumeName: "pvc-1",
      volumeMode: "Filesystem",
      resources: { requests: { storage: "1Gi" } },
    },
  };
  const author = {
    manager: "kubectl-create",
    fieldsV1: {
      "f:metadata": { "f:annotations": { ".": {}, "f:a/team": {} } },
      "f:spec": { "f:storageClassName": {}, "f:resources": { "f:requests": { ".": {}, "f:storage": {} } } },
    },
  };
  const controller = {
    manager: "kube-controller-manager",
    fieldsV1: {
      "f:metadata": { "f:annotations": { "f:pv.kubernetes.io/bind-completed": {} } },
      "f:spec": { "f:volumeName": {} },
    },
  };
  const status = {
    manager: "kube-controller-manager",
    subresource: "status",
    fieldsV1: { "f:status": { "f:phase": {} } },
  };

  it("removes fields that only a controller set, or that no manager set", () => {
    assert.deepEqual(
      rest(claim, [author, controller, status]),
      fromPlainMap({
        metadata: { name: "data", annotations: { "a/team": "blue" } },
        spec: { storageClassName: "fast", resources: { requests: { storage: "1Gi" } } },
      }),
    );
  });
  it("keeps fields that both a controller and an author set", () => {
    const both = { ...author, fieldsV1: { ...author.fieldsV1, "f:spec": { "f:volumeName": {} } } };
    assert.deepEqual(getAt(rest(claim, [both, controller, status]), ["spec", "volumeName"]), stringValue("pvc-1"));
  });
  it("keeps fields of a manager that does not set the object's status", () => {
    assert.deepEqual(getAt(rest(claim, [author, controller]), ["spec", "volumeName"]), stringValue("pvc-1"));
  });
  it("keeps all fields if no author is known", () => {
    for (const records of [[controller, status], [], [{ manager: "m", fieldsV1: {} }]])
      assert.deepEqual(rest(claim, records), fromPlainMap(claim));
  });
  it("keeps fields that identify the object", () => {
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace: "b", uid: "c" }, data: {} };
    const data = { manager: "m", apiVersion: "v1", fieldsV1: { "f:data": {} } };
    const { metadata, ...others } = object;
    const { uid: _, ...identity } = metadata;
    assert.deepEqual(rest(object, [data]), fromPlainMap({ ...others, metadata: identity }));
  });
  it("removes objects and lists that become empty", () => {
    const volume = { metadata: { name: "v", finalizers: ["x/y"] }, spec: { claimRef: { uid: "1", name: "data" } } };
    const binder = {
      manager: "binder",
      fieldsV1: {
        "f:metadata": { "f:finalizers": { ".": {}, 'v:"x/y"': {} } },
        "f:spec": { "f:claimRef": { "f:uid": {}, "f:name": {} } },
      },
    };
    const reported = { ...status, manager: "binder" };
    assert.deepEqual(rest(volume, [author, binder, reported]), fromPlainMap({ metadata: { name: "v" } }));
  });
  it("removes fields from list elements that are identified by keys", () => {
    const service = {
      metadata: { name: "s" },
      spec: {
        ports: [
          { port: 1, nodePort: 2 },
          { port: 3, nodePort: 4 },
        ],
      },
    };
    const ports = { 'k:{"port":1}': { "f:port": {} }, 'k:{"port":3}': { "f:port": {}, "f:nodePort": {} } };
    const creator = { manager: "m", fieldsV1: { "f:spec": { "f:ports": ports } } };
    const expected = {
      metadata: { name: "s" },
      spec: { ports: [{ port: 1 }, { port: 3, nodePort: 4 }] },
    };
    assert.deepEqual(rest(service, [creator]), fromPlainMap(expected));
  });
  it("keeps collections that the author set as a whole, or set empty", () => {
    const pod = { metadata: { name: "p" }, spec: { args: ["a"], emptyDir: { sizeLimit: "1Gi" } } };
    const creator = { manager: "m", fieldsV1: { "f:spec": { "f:args": {}, "f:emptyDir": { ".": {} } } } };
    const expected = { metadata: { name: "p" }, spec: { args: ["a"], emptyDir: {} } };
    assert.deepEqual(rest(pod, [creator]), fromPlainMap(expected));
  });
  it("keeps empty objects and lists", () => {
    const policy = {
      metadata: { name: "n", uid: "u" },
      spec: { podSelector: {}, ingress: [], policyTypes: ["Egress"] },
    };
    const creator = { manager: "m", fieldsV1: { "f:spec": { "f:policyTypes": {} } } };
    assert.deepEqual(rest(policy, [creator]), fromPlainMap({ ...policy, metadata: { name: "n" } }));
  });
  it("keeps all fields if a managedFields entry is invalid, or has another API version", () => {
    const label = { manager: "kubectl-label", apiVersion: "v1", fieldsV1: { "f:spec": {} } };
    const object = { apiVersion: "v1", spec: { metrics: ["a"] }, metadata: { name: "n" } };
    const others: readonly Plain[] = [
      { manager: "kubectl-autoscale", apiVersion: "v0", fieldsV1: { "f:spec": { "f:target": {} } } },
      { manager: "m", apiVersion: "v1", fieldsV1: "zzz" },
      { manager: "m", apiVersion: "v1", fieldsV1: { "f:spec": 7 } },
      { apiVersion: "v1", fieldsV1: {} },
      7,
    ];
    for (const other of others)
      assert.equal(authoredFields(fromPlainMap({ ...object, metadata: { managedFields: [label, other] } })), undefined);
    const alone = { ...object, metadata: { managedFields: [label] } };
    assert.notEqual(authoredFields(fromPlainMap(alone)), undefined);
  });
  it("keeps all fields of a controller's object if its only author set labels", () => {
    const label = { manager: "kubectl-label", fieldsV1: { "f:metadata": { "f:labels": {} } } };
    const object = { spec: { a: 1 }, metadata: { managedFields: [label, controller, status] } };
    assert.equal(authoredFields(fromPlainMap(object)), undefined);
  });
  it("keeps fields of list elements that no managedFields entry names", () => {
    const service = {
      metadata: { name: "s" },
      spec: { ports: [{ port: 80 }, { port: 81, node: 1 }], args: ["a", "b"] },
    };
    const fields = {
      "f:ports": { 'k:{"port":80,"protocol":"TCP"}': { "f:port": {} }, 'k:{"port":null}': {}, "k:{": {}, "i:0": {} },
      "f:args": { 'v:"a"': {}, 'v:{"b":1}': {} },
    };
    assert.deepEqual(rest(service, [{ manager: "m", fieldsV1: { "f:spec": fields } }]), fromPlainMap(service));
  });
  it("removes fields from 4,000 list elements within mocha's time limit", () => {
    const ports = Array.from({ length: 4000 }, (_, port) => ({ port, nodePort: 1 }));
    const names = ports.map(({ port }) => [`k:{"port":${port}}`, { "f:port": {} }] as const);
    const creator = { manager: "m", fieldsV1: { "f:spec": { "f:ports": Object.fromEntries(names) } } };
    const expected = { spec: { ports: ports.map(({ port }) => ({ port })) } };
    assert.deepEqual(rest({ spec: { ports } }, [creator]), fromPlainMap(expected));
  });
  it("keeps all fields if managedFields has no valid entry", () => {
    assert.equal(authoredOf("none"), undefined);
    assert.equal(authoredOf([1, { manager: 2 }]), undefined);
  });

  function rest(object: Bag, managedFields: readonly Plain[]): PropertyMap {
    const outputs = fromPlainMap({ ...object, metadata: { managedFields } });
    return withAuthoredFields(fromPlainMap(object), authoredFields(outputs));
  }

  function authoredOf(managedFields: Plain): ReturnType<typeof authoredFields> {
    return authoredFields(fromPlainMap({ metadata: { managedFields } }));
  }
});

type Bag = { readonly [key: string]: Plain };
