// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates are how links are written here
/** Links between Kubernetes objects. Many objects have the name `app`, and many strings are free text. */
import assert from "node:assert/strict";
import { inferLinks, type LinkableResource } from "../../src/links/infer-links.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { propertiesOf, templates } from "./estate.ts";

const text = { type: "string" };
const texts = { type: "object", additionalProperties: text };
const metadata = { $ref: "#/types/kubernetes:meta%2Fv1:ObjectMeta" };
// As in the published schema, no property of an object is required.
const unique = { ...text, description: "Name must be unique within a namespace. Cannot be updated." };
const objectMeta = { type: "object", properties: { name: unique, namespace: text, labels: texts } };
const claim = { type: "object", properties: { metadata } };
const claims = { type: "array", items: { $ref: "#/types/kubernetes:meta%2Fv1:Claim" } };
/** The type of every `spec`. It accepts other properties, too. */
const spec = { type: "object", properties: { volumeClaimTemplates: claims } };
const kinds = [
  "apiregistration.k8s.io/v1:APIService",
  "autoscaling/v2:HorizontalPodAutoscaler",
  "apps/v1:StatefulSet",
  "core/v1:PersistentVolume",
  "rbac.authorization.k8s.io/v1:ClusterRole",
  "rbac.authorization.k8s.io/v1:ClusterRoleBinding",
  "rbac.authorization.k8s.io/v1:Role",
  "rbac.authorization.k8s.io/v1:RoleBinding",
  "resource.k8s.io/v1:ResourceClaim",
  "core/v1:Namespace",
  "core/v1:ConfigMap",
  "core/v1:Secret",
  "core/v1:ServiceAccount",
  "core/v1:Service",
  "apps/v1:Deployment",
  "networking.k8s.io/v1:Ingress",
  "core/v1:PersistentVolumeClaim",
];

const schema = loadSchema(
  new TextEncoder().encode(
    JSON.stringify({
      name: "kubernetes",
      version: "4.0.0",
      types: {
        "kubernetes:meta/v1:ObjectMeta": objectMeta,
        "kubernetes:meta/v1:Claim": claim,
        "kubernetes:meta/v1:Spec": spec,
      },
      resources: Object.fromEntries(kinds.map((kind) => [`kubernetes:${kind}`, resourceSpec()])),
    }),
  ),
);

function resourceSpec(): object {
  const properties = { metadata, spec: { $ref: "#/types/kubernetes:meta%2Fv1:Spec" }, data: texts };
  return { inputProperties: properties, properties, required: ["metadata"] };
}

type Inputs = Parameters<typeof propertiesOf>[0];

function object(kind: string, name: string, namespace: string | undefined, more: Inputs = {}): LinkableResource {
  const type = `kubernetes:${kind}`;
  const labels = { app: name, namespace: "prod" };
  const inputs = propertiesOf({
    metadata: { name, labels, ...(namespace === undefined ? {} : { namespace }) },
    ...more,
  });
  const described = schema.resource(type);
  return {
    urn: `urn:pulumi:test::links::${type}::${name}`,
    type,
    name: `${kind.split(":")[1]} ${name}`,
    id: namespace === undefined ? name : `${namespace}/${name}`,
    kind: "custom",
    consumer: true,
    inputs,
    outputs: inputs,
    ...(described === undefined ? {} : { schema: described }),
  };
}

const pod: Inputs = {
  serviceAccountName: "app",
  containers: [{ name: "app", image: "app", env: [{ name: "NS", value: "prod" }] }],
  volumes: [
    { name: "app", configMap: { name: "app" } },
    { name: "s", secret: { secretName: "app" } },
    { name: "d", persistentVolumeClaim: { claimName: "app" } },
  ],
};
const backend = { service: { name: "app", port: { name: "app" } } };

describe("links between Kubernetes objects", () => {
  const objects = [
    object("core/v1:Namespace", "prod", undefined),
    object("core/v1:ConfigMap", "app", "prod", { data: { app: "app", ns: "prod", same: "prod/app" } }),
    object("core/v1:Secret", "app", "prod"),
    object("core/v1:ServiceAccount", "app", "prod"),
    object("core/v1:PersistentVolumeClaim", "app", "prod"),
    object("core/v1:Service", "app", "prod", { spec: { selector: { app: "app" }, ports: [{ name: "app" }] } }),
    object("apps/v1:Deployment", "app", "prod", {
      spec: { selector: { matchLabels: { app: "app" } }, template: { spec: pod } },
    }),
    object("networking.k8s.io/v1:Ingress", "app", "elsewhere", {
      spec: { rules: [{ http: { paths: [{ backend }] } }] },
    }),
    object("networking.k8s.io/v1:Ingress", "own", "prod", {
      spec: { rules: [{ http: { paths: [{ backend }] } }] },
    }),
  ];
  const namespace = { "metadata.namespace": "${Namespace prod.metadata.name}" };
  const table: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "Namespace prod": {},
    "ConfigMap app": namespace,
    "Secret app": namespace,
    "ServiceAccount app": namespace,
    "PersistentVolumeClaim app": namespace,
    "Service app": namespace,
    "Deployment app": {
      ...namespace,
      "spec.template.spec.serviceAccountName": "${ServiceAccount app.metadata.name}",
      "spec.template.spec.volumes[0].configMap.name": "${ConfigMap app.metadata.name}",
      "spec.template.spec.volumes[1].secret.secretName": "${Secret app.metadata.name}",
      "spec.template.spec.volumes[2].persistentVolumeClaim.claimName": "${PersistentVolumeClaim app.metadata.name}",
    },
    // The service with this name is in another namespace.
    "Ingress app": {},
    "Ingress own": { ...namespace, "spec.rules[0].http.paths[0].backend.service.name": "${Service app.metadata.name}" },
  };

  it("links a Kubernetes object only if the property name mentions its kind", () => {
    const { links } = inferLinks(objects, new Map([["kubernetes", schema]]));
    const found = objects.map(({ urn, name }) => [name, templates(links.get(urn), objects)]);
    assert.deepEqual(Object.fromEntries(found), table);
  });

  it("chooses between Kubernetes objects with the same name by kind and namespace", () => {
    const web = [
      "core/v1:ConfigMap",
      "core/v1:Secret",
      "core/v1:ServiceAccount",
      "core/v1:Service",
      "apps/v1:Deployment",
    ];
    const more = ["core/v1:PersistentVolumeClaim", "rbac.authorization.k8s.io/v1:Role", "apps/v1:StatefulSet"];
    const same = ["prod", "stage"].flatMap((namespace) =>
      [...web, ...more].map((kind) => object(kind, "web", namespace)),
    );
    const clusterWide = [
      object("core/v1:Namespace", "prod", undefined),
      object("core/v1:Namespace", "web", undefined),
      object("core/v1:Namespace", "default", undefined),
      object("rbac.authorization.k8s.io/v1:ClusterRole", "web", undefined),
      object("core/v1:PersistentVolume", "web", undefined, {
        spec: { claimRef: { kind: "PersistentVolumeClaim", namespace: "prod", name: "web" } },
      }),
    ];
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "web" };
    const bound: Inputs = {
      roleRef,
      subjects: [
        { kind: "ServiceAccount", name: "web", namespace: "stage" },
        { kind: "User", name: "web" },
      ],
    };
    const container: Inputs = {
      name: "web",
      image: "web",
      ports: [{ name: "web" }],
      env: [
        { name: "SECRET", value: "web" },
        { name: "A", valueFrom: { configMapKeyRef: { name: "web", key: "web" } } },
        { name: "B", valueFrom: { secretKeyRef: { name: "web", key: "web" } } },
      ],
    };
    const template = {
      metadata: { labels: { app: "web" } },
      spec: { serviceAccountName: "web", containers: [container] },
    };
    const users = [
      object("rbac.authorization.k8s.io/v1:RoleBinding", "roles", "prod", {
        ...bound,
        roleRef: { ...roleRef, kind: "Role" },
      }),
      object("rbac.authorization.k8s.io/v1:ClusterRoleBinding", "cluster", undefined, bound),
      object("autoscaling/v2:HorizontalPodAutoscaler", "scaler", "stage", {
        spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } },
      }),
      object("apps/v1:StatefulSet", "set", "prod", {
        spec: {
          serviceName: "web",
          volumeClaimTemplates: [{ metadata: { name: "prod" } }],
          selector: { matchLabels: { app: "web" } },
          template,
        },
      }),
      object("core/v1:ConfigMap", "settings", "default", { data: { secret: "web", app: "web" } }),
    ];
    const all = [...same, ...clusterWide, ...users].map((one) => ({
      ...one,
      urn: `${one.urn}-${one.id}`,
      name: `${one.type.split(":").at(-1)} ${one.id}`,
    }));
    const { links } = inferLinks(all, new Map([["kubernetes", schema]]));
    const templatesByName = all.map(({ urn, name }) => [name, templates(links.get(urn), all)] as const);
    const byName = new Map(templatesByName);
    const prod = { "metadata.namespace": "${Namespace prod.metadata.name}" };
    assert.deepEqual(byName.get("RoleBinding prod/roles"), {
      ...prod,
      "roleRef.name": "${Role prod/web.metadata.name}",
      "subjects[0].name": "${ServiceAccount stage/web.metadata.name}",
    });
    assert.deepEqual(byName.get("ClusterRoleBinding cluster"), {
      "roleRef.name": "${ClusterRole web.metadata.name}",
      "subjects[0].name": "${ServiceAccount stage/web.metadata.name}",
    });
    assert.deepEqual(byName.get("HorizontalPodAutoscaler stage/scaler"), {
      "spec.scaleTargetRef.name": "${Deployment stage/web.metadata.name}",
    });
    const inContainer = "spec.template.spec.containers[0]";
    assert.deepEqual(byName.get("StatefulSet prod/set"), {
      ...prod,
      "spec.serviceName": "${Service prod/web.metadata.name}",
      "spec.template.spec.serviceAccountName": "${ServiceAccount prod/web.metadata.name}",
      [`${inContainer}.env[1].valueFrom.configMapKeyRef.name`]: "${ConfigMap prod/web.metadata.name}",
      [`${inContainer}.env[2].valueFrom.secretKeyRef.name`]: "${Secret prod/web.metadata.name}",
    });
    assert.deepEqual(byName.get("PersistentVolume web"), {
      "spec.claimRef.namespace": "${Namespace prod.metadata.name}",
      "spec.claimRef.name": "${PersistentVolumeClaim prod/web.metadata.name}",
    });
    assert.deepEqual(byName.get("ConfigMap default/settings"), {
      "metadata.namespace": "${Namespace default.metadata.name}",
    });
    for (const [name, own] of templatesByName.filter(([name]) => /(prod|stage)\/web$/.test(name))) {
      assert.deepEqual(own, name.includes("prod/") ? prod : {}, name);
    }
  });
});

describe("dependencies of custom resources", () => {
  const find = (...objects: readonly LinkableResource[]) => inferLinks(objects, new Map([["kubernetes", schema]]));
  const definition = (group: string, kind: string): LinkableResource =>
    object("apiextensions.k8s.io/v1:CustomResourceDefinition", `${kind.toLowerCase()}s.${group}`, undefined, {
      spec: { group, names: { kind } },
    });
  const widget = object("example.com/v1:Widget", "small", "prod");
  const widgets = definition("example.com", "Widget");

  it("makes a custom resource depend on the CustomResourceDefinition of its kind", () => {
    const { dependsOn, order } = find(widget, widgets);
    assert.deepEqual([...dependsOn], [[widget.urn, [widgets.urn]]]);
    assert.deepEqual(order, [widgets.urn, widget.urn]);
  });

  it("adds no dependency on a definition of another group or kind", () => {
    const others = [definition("example.org", "Widget"), definition("example.com", "Widgets")];
    assert.equal(find(widget, ...others, object("core/v1:ConfigMap", "widgets", "prod")).dependsOn.size, 0);
  });

  it("adds no dependency on a definition in another cluster, or if two definitions match", () => {
    const apart = { ...widgets, provider: "urn:pulumi:test::links::pulumi:providers:kubernetes::other" };
    assert.equal(find(widget, apart).dependsOn.size, 0);
    assert.equal(find(widget, widgets, { ...widgets, urn: `${widgets.urn}2` }).dependsOn.size, 0);
  });

  it("does not repeat an existing dependency on the definition", () => {
    assert.equal(find({ ...widget, dependencies: [widgets.urn] }, widgets).dependsOn.size, 0);
    assert.equal(find({ ...widget, parent: widgets.urn }, widgets).dependsOn.size, 0);
  });

  it("adds no dependency on a definition that depends on the custom resource", () => {
    const needed = { ...widgets, dependencies: [widget.urn] };
    assert.equal(find(widget, needed).dependsOn.size, 0);
  });

  it("finds the definition of a custom resource, whatever the version of the resource", () => {
    const old = object("example.com/v1alpha1:Widget", "old", "prod");
    assert.deepEqual([...find(old, widgets).dependsOn], [[old.urn, [widgets.urn]]]);
  });
});
