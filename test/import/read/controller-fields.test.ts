/** Fields of Kubernetes objects that controllers set. */
import assert from "node:assert/strict";
import { fieldManagers, withoutControllerFields } from "../../../src/import/read/controller-fields.ts";
import { getAt } from "../../../src/value/at-path.ts";
import { fromPlainMap, type Plain } from "../../../src/value/plain.ts";
import { type PropertyMap, stringValue } from "../../../src/value/value.ts";

describe("fields that a controller set", () => {
  const claim = {
    metadata: { name: "data", annotations: { "a/team": "blue", "pv.kubernetes.io/bind-completed": "yes" } },
    spec: { storageClassName: "fast", volumeName: "pvc-1", resources: { requests: { storage: "1Gi" } } },
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

  it("are removed, and the author's stay", () => {
    assert.deepEqual(
      rest(claim, [author, controller, status]),
      fromPlainMap({
        metadata: { name: "data", annotations: { "a/team": "blue" } },
        spec: { storageClassName: "fast", resources: { requests: { storage: "1Gi" } } },
      }),
    );
  });
  it("stay if the author set them too", () => {
    const both = { ...author, fieldsV1: { ...author.fieldsV1, "f:spec": { "f:volumeName": {} } } };
    assert.deepEqual(getAt(rest(claim, [both, controller, status]), ["spec", "volumeName"]), stringValue("pvc-1"));
  });
  it("stay if their manager does not report the object's status", () => {
    assert.deepEqual(rest(claim, [author, controller]), fromPlainMap(claim));
  });
  it("stay if the manager that reports the status made the whole object", () => {
    assert.deepEqual(rest(claim, [controller, status]), fromPlainMap(claim));
  });
  it("are removed with the object and the list that they leave empty", () => {
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
  it("are removed from the elements of a list that their keys name", () => {
    const pod = {
      spec: {
        containers: [
          { name: "a", image: "x", node: 1 },
          { name: "b", node: 2 },
        ],
      },
    };
    const added = { manager: "m", fieldsV1: { "f:spec": { "f:containers": { 'k:{"name":"a"}': { "f:node": {} } } } } };
    const expected = {
      spec: {
        containers: [
          { name: "a", image: "x" },
          { name: "b", node: 2 },
        ],
      },
    };
    const reported = { ...status, manager: "m" };
    assert.deepEqual(rest(pod, [author, added, reported]), fromPlainMap(expected));
  });
  it("are unknown if a record is not one of Kubernetes", () => {
    const odd = { manager: "m", fieldsV1: { "f:spec": { "k:{": {}, "v:": {} } } };
    assert.deepEqual(rest(claim, [author, odd, { ...status, manager: "m" }]), fromPlainMap(claim));
    assert.equal(managersOf("none"), undefined);
    assert.equal(managersOf([1, { manager: 2 }]), undefined);
  });

  function rest(object: Bag, managedFields: readonly Plain[]): PropertyMap {
    return withoutControllerFields(fromPlainMap(object), managersOf(managedFields));
  }

  function managersOf(managedFields: Plain): ReturnType<typeof fieldManagers> {
    return fieldManagers(fromPlainMap({ metadata: { managedFields } }));
  }
});

type Bag = { readonly [key: string]: Plain };
