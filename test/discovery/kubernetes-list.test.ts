import assert from "node:assert/strict";
import { readKubernetesList } from "../../src/discovery/json-list.ts";
import { chooseKubernetesObjects, kubernetesId, kubernetesToken } from "../../src/discovery/kubernetes-list.ts";
import { compareVersions } from "../../src/discovery/kubernetes-versions.ts";
import { allSkipReasons } from "../../src/discovery/skip-reasons.ts";

type Fields = Readonly<Record<string, unknown>>;

function item(apiVersion: string, kind: string, path: string, metadata: Fields = {}, fields: Fields = {}) {
  const [name, namespace] = path.split("/").reverse();
  return {
    apiVersion,
    kind,
    metadata: { name, ...(namespace !== undefined && { namespace }), ...metadata },
    ...fields,
  };
}

const list = (...items: readonly object[]) => ({
  apiVersion: "v1",
  kind: "List",
  items,
  metadata: { resourceVersion: "" },
});

function read(document: unknown) {
  const read = readKubernetesList("all.json", JSON.stringify(document));
  assert.ok(read !== undefined, "the document is a Kubernetes list");
  assert.deepEqual(read.problems, []);
  return read.objects;
}

function taken(document: unknown, all = false): readonly string[] {
  return chooseKubernetesObjects(read(document), new Set(all ? allSkipReasons : [])).taken.map(
    (object) => `${kubernetesToken(object)} ${kubernetesId(object)}`,
  );
}

const leftOut = (document: unknown) => Object.fromEntries(chooseKubernetesObjects(read(document), new Set()).leftOut);

const owned = {
  ownerReferences: [{ apiVersion: "apps/v1", kind: "Deployment", name: "web", uid: "1", controller: true }],
};

describe("a Kubernetes list", () => {
  it("reads objects of any kind, namespaced or not, with or without a schema", () =>
    assert.deepEqual(
      taken(
        list(
          item("v1", "ConfigMap", "shop/web"),
          item("apps/v1", "Deployment", "shop/web"),
          item("rbac.authorization.k8s.io/v1", "ClusterRole", "reader"),
          item("example.com/v1", "Widget", "shop/blue"),
        ),
      ),
      [
        "kubernetes:core/v1:ConfigMap shop/web",
        "kubernetes:apps/v1:Deployment shop/web",
        "kubernetes:rbac.authorization.k8s.io/v1:ClusterRole reader",
        "kubernetes:example.com/v1:Widget shop/blue",
      ],
    ));

  it("reads items without `kind` in a list of one kind", () =>
    assert.deepEqual(
      taken({
        apiVersion: "apps/v1",
        kind: "DeploymentList",
        metadata: {},
        items: [{ metadata: { name: "web", namespace: "shop" } }],
      }),
      ["kubernetes:apps/v1:Deployment shop/web"],
    ));

  it("reads a single object, or several lists on separate lines", () => {
    assert.deepEqual(taken(item("v1", "Secret", "shop/key")), ["kubernetes:core/v1:Secret shop/key"]);
    const lines = [list(item("v1", "Secret", "a/b")), list(item("v1", "Secret", "a/c"))].map((one) =>
      JSON.stringify(one),
    );
    assert.equal(readKubernetesList("two.json", lines.join("\n"))?.objects.length, 2);
  });

  for (const [title, text] of [
    ["a list of AWS resources", '[{"Arn": "a"}]'],
    ["an object with a list of AWS resources", '{"Resources": []}'],
    ["an empty file", ""],
  ] as const)
    it(`does not read ${title} as a Kubernetes list`, () =>
      assert.equal(readKubernetesList("list.json", text), undefined));

  it("reports the location of a Kubernetes item without a name", () => {
    const read = readKubernetesList("all.json", JSON.stringify(list({ apiVersion: "v1", kind: "Pod" }), null, 1));
    assert.deepEqual(
      read?.problems.map(({ line, message }) => [line, message]),
      [[5, "The object has no apiVersion, kind, or metadata.name."]],
    );
  });

  it("reports a truncated Kubernetes list", () =>
    assert.match(
      readKubernetesList("all.json", '{"apiVersion": "v1", "items": [')?.problems[0]?.message ?? "",
      /^Unexpected end of file/,
    ));
});

describe("skipped objects of a Kubernetes list", () => {
  const rows: readonly (readonly [title: string, object: object])[] = [
    ["a ReplicaSet of a Deployment", item("apps/v1", "ReplicaSet", "shop/web-5d", owned)],
    ["an event", item("events.k8s.io/v1", "Event", "shop/web.17")],
    [
      "a renewed lease",
      item("coordination.k8s.io/v1", "Lease", "shop/leader", {}, { spec: { renewTime: "2026-11-25T17:00:00Z" } }),
    ],
    [
      "a provisioned volume",
      item("v1", "PersistentVolume", "pvc-1", { annotations: { "pv.kubernetes.io/provisioned-by": "csi" } }),
    ],
    [
      "an endpoint slice of a service",
      item("discovery.k8s.io/v1", "EndpointSlice", "shop/web-x", {
        labels: { "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io" },
      }),
    ],
    ["anything in kube-system", item("v1", "ConfigMap", "kube-system/coredns")],
    ["a built-in namespace", item("v1", "Namespace", "default")],
    ["a built-in cluster role", item("rbac.authorization.k8s.io/v1", "ClusterRole", "system:node")],
    [
      "a built-in cluster role without the prefix system:",
      item("rbac.authorization.k8s.io/v1", "ClusterRole", "edit", {
        labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
      }),
    ],
    ["a default service account", item("v1", "ServiceAccount", "shop/default")],
    ["the root CA of a namespace", item("v1", "ConfigMap", "shop/kube-root-ca.crt")],
    ["the service of the API server", item("v1", "Service", "default/kubernetes")],
    ["a built-in priority class", item("scheduling.k8s.io/v1", "PriorityClass", "system-node-critical")],
    [
      "a flow schema that the API server updates",
      item("flowcontrol.apiserver.k8s.io/v1", "FlowSchema", "probes", {
        annotations: { "apf.kubernetes.io/autoupdate-spec": "true" },
      }),
    ],
  ];
  for (const [title, object] of rows)
    it(`skips ${title} unless --all-objects is set`, () => {
      assert.deepEqual(taken(list(object)), []);
      assert.equal(taken(list(object), true).length, 1);
    });

  const kept: readonly (readonly [title: string, object: object])[] = [
    [
      "an object with a non-controlling owner",
      item("v1", "ConfigMap", "shop/a", { ownerReferences: [{ kind: "Widget", name: "w" }] }),
    ],
    ["a lease that is never renewed", item("coordination.k8s.io/v1", "Lease", "shop/leader")],
    ["a service account other than the default", item("v1", "ServiceAccount", "shop/web")],
    ["endpoints of a service without a selector", item("v1", "Endpoints", "shop/legacy-db")],
    [
      "an endpoint slice that the user created",
      item("discovery.k8s.io/v1", "EndpointSlice", "shop/db-1", {
        labels: { "endpointslice.kubernetes.io/managed-by": "staff" },
      }),
    ],
    [
      "a token that the user requested",
      item(
        "v1",
        "Secret",
        "shop/ci",
        { annotations: { "kubernetes.io/service-account.name": "ci" } },
        { type: "kubernetes.io/service-account-token" },
      ),
    ],
    ["a service named kubernetes outside of the default namespace", item("v1", "Service", "shop/kubernetes")],
  ];
  for (const [title, object] of kept) it(`does not skip ${title}`, () => assert.equal(taken(list(object)).length, 1));

  it("skips endpoints of a service with a selector", () => {
    const service = item("v1", "Service", "shop/web", {}, { spec: { selector: { app: "web" } } });
    assert.deepEqual(taken(list(item("v1", "Endpoints", "shop/web"), service)), [
      "kubernetes:core/v1:Service shop/web",
    ]);
  });

  it("counts skipped Kubernetes objects by reason", () =>
    assert.deepEqual(
      leftOut(
        list(
          item("apps/v1", "ReplicaSet", "shop/a", owned),
          item("v1", "Pod", "shop/a", owned),
          item("v1", "Namespace", "kube-public"),
          item("v1", "Namespace", "shop"),
        ),
      ),
      { controlled: 2, cluster: 1 },
    ));
});

describe("an object in several API versions", () => {
  const hpa = (version: string) => item(`autoscaling/${version}`, "HorizontalPodAutoscaler", "shop/web", { uid: "u1" });
  const orders = [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ];

  for (const order of orders)
    it(`imports the newest stable API version of an object (order ${order.join(" ")})`, () => {
      const items = [hpa("v1"), hpa("v2"), hpa("v2beta2")];
      const document = list(...order.flatMap((index) => items[index] ?? []));
      assert.deepEqual(taken(document), ["kubernetes:autoscaling/v2:HorizontalPodAutoscaler shop/web"]);
      assert.deepEqual(leftOut(document), { versions: 2 });
    });

  it("imports an object from its API group instead of extensions if the uids are equal", () => {
    const ingresses = [
      item("extensions/v1beta1", "Ingress", "shop/web", { uid: "u2" }),
      item("networking.k8s.io/v1beta1", "Ingress", "shop/web", { uid: "u2" }),
    ];
    for (const items of [ingresses, [...ingresses].reverse()])
      assert.deepEqual(taken(list(...items)), ["kubernetes:networking.k8s.io/v1beta1:Ingress shop/web"]);
  });

  it("imports an object in the API version that its definition stores", () => {
    const versions = [
      { name: "v1", served: true, storage: false },
      { name: "v1beta1", served: true, storage: true },
    ];
    const spec = { group: "example.com", names: { kind: "Widget" }, versions };
    const definition = item("apiextensions.k8s.io/v1", "CustomResourceDefinition", "widgets.example.com", {}, { spec });
    const widgets = [item("example.com/v1", "Widget", "shop/blue"), item("example.com/v1beta1", "Widget", "shop/blue")];
    assert.deepEqual(taken(list(...widgets, definition)), [
      "kubernetes:example.com/v1beta1:Widget shop/blue",
      "kubernetes:apiextensions.k8s.io/v1:CustomResourceDefinition widgets.example.com",
    ]);
  });

  it("distinguishes Kubernetes objects by namespace and kind", () => {
    const items = [item("v1", "Secret", "a/x"), item("v1", "Secret", "b/x"), item("v1", "ConfigMap", "a/x")];
    assert.equal(taken(list(...items)).length, 3);
  });
});

it("sorts API versions like the API server", () => {
  const ordered = ["v10", "v2", "v1", "v11beta2", "v10beta3", "v3beta1", "v12alpha1", "v11alpha2", "foo1", "foo10"];
  assert.deepEqual(
    [...ordered].sort().sort((a, b) => compareVersions(b, a)),
    ordered,
  );
});
