// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the tests print strings that look like templates
/** More programs of `fixtures/programs/<topic>/<case>/`, with special names, types and packages. `hard-cases.ts` lists the cases. */
import type { Expression, Property } from "../../src/ir/expression.ts";
import type { PackageNode, Program } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import {
  enumType,
  interpolation,
  json,
  list,
  map,
  node,
  num,
  number,
  object,
  objectType,
  program,
  property,
  reference,
  string,
  text,
  yes,
} from "./build.ts";

const bucket = "simcloud:storage:Bucket";
const compute = "simcloud:compute:Function";
const mode = enumType("simcloud:compute:Mode", [{ value: "fast" }]);
const integer: Type = { kind: "integer" };
const intOrText = { kind: "union", members: [integer, string] } as const;
const texts = { kind: "list", element: string, plainElement: true } as const;

/** Returns a property whose SDK type accepts a plain value, but no Output. */
function plain(name: string, value: Expression, more: Partial<Property> = {}): Property {
  return { ...property(name, value), plain: true, ...more };
}

/** The language settings of the published package for these modules. */
const kubernetes: Partial<PackageNode> & { readonly name: string } = {
  name: "kubernetes",
  version: "4.24.0",
  language: {
    csharp: {
      compatibility: "kubernetes20",
      namespaces: { "apps/v1": "Apps.V1", "meta/v1": "Meta.V1", "core/v1": "Core.V1" },
    },
    go: {
      importBasePath: "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes",
      packageImportAliases: {
        "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/apps/v1": "appsv1",
        "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/meta/v1": "metav1",
        "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/core/v1": "corev1",
      },
    },
    java: { packages: { "apps/v1": "apps.v1", "meta/v1": "meta.v1", "core/v1": "core.v1" } },
    nodejs: { moduleToPackage: { "apps/v1": "apps/v1" } },
    python: { inputTypes: "classes", moduleNameOverrides: { "apps/v1": "apps/v1" } },
  },
};

/** Returns an object whose token has the whole module between the colons. */
function kubernetesObject(
  type: string,
  properties: Iterable<readonly [string, Expression]>,
  namesake: { readonly namesake?: true } = {},
): Expression {
  const [name = "", module = "", member = ""] = type.split(":");
  return {
    kind: "object",
    properties: [...properties].map(([key, value]) => property(key, value)),
    type: { kind: "object", name: { token: type, package: name, module, member }, language: {}, ...namesake },
  };
}

const deployment = node("web", "kubernetes:apps/v1/x:Deployment", {
  inputs: [
    ["metadata", kubernetesObject("kubernetes:meta/v1:ObjectMeta", [["name", text("web")]])],
    [
      "spec",
      kubernetesObject("kubernetes:apps/v1:DeploymentSpec", [
        ["replicas", num(2, integer)],
        ["emptyDir", kubernetesObject("kubernetes:core/v1:EmptyDirVolumeSource", [])],
        ["template", kubernetesObject("kubernetes:apps/v1:Deployment", [["name", text("web")]], { namesake: true })],
      ]),
    ],
  ],
});

/** Programs by `topic/case`. */
export const hardPrograms: Readonly<Record<string, Program>> = {
  // A value whose type differs from the schema is kept.
  "values/misfits": program([
    node("misfits", compute, {
      inputs: [
        ["tags", map([["count", num(3, string)]], { kind: "map", element: string })],
        ["memory", text("512", integer)],
      ],
    }),
  ]),
  // A property that the schema lacks is kept.
  "values/undeclared": program([
    node("undeclared", compute, {
      properties: [property("memory", num(512, integer)), { ...property("newInput", text("x")), undeclared: true }],
    }),
  ]),
  // Properties whose SDK types accept plain values instead of outputs, and pointers to optional ones.
  "values/plain": program([
    node("plain", compute, {
      properties: [
        plain("name", text("x"), { required: true }),
        plain("label", text("y")),
        plain("size", num(3, integer)),
        plain("ratio", num(0.5)),
        plain("enabled", yes),
        plain("mode", { kind: "enum", member: { value: "fast" }, type: mode }),
        plain("names", list([text("a"), text("b")], texts)),
        plain("settings", {
          ...object("simcloud:compute:Settings", []),
          kind: "object",
          properties: [plain("keepAlive", num(1, integer)), property("timeout", num(2, integer))],
        }),
        plain("document", json(map([["a", text("b")]]))),
      ],
    }),
  ]),
  // A union of number and string, each wrapped once.
  "values/int-or-string": program([
    node("service", compute, {
      properties: [
        { ...property("port", num(80, integer)), union: intOrText },
        { ...property("targetPort", text("http")), union: intOrText },
        property("ports", list([num(80, integer), text("http")], { kind: "list", element: intOrText })),
      ],
    }),
  ]),
  // YAML parses this map as a function call.
  "values/call-key": program([node("call", compute, { inputs: [["environment", map([["fn::secret", text("x")]])]] })]),
  // JSON documents: key order, and characters that encoders escape for HTML.
  "values/json-documents": program([
    node("a", bucket),
    node("b", bucket, {
      inputs: [
        [
          "policy",
          json(
            map([
              ["Version", text("2012-10-17")],
              [
                "Statement",
                list([
                  map([
                    ["Sid", text("<all> & ${aws:username} 100%")],
                    ["Resource", list([reference("a", "arn"), interpolation(reference("a", "arn"), "/*")])],
                  ]),
                ]),
              ],
            ]),
          ),
        ],
        ["html", json(map([["a", text("<b>")]]))],
        [
          "nothing",
          json(
            map([
              ["a", list([])],
              ["b", reference("a", "arn")],
            ]),
          ),
        ],
      ],
    }),
  ]),
  // Characters that no encoder may escape in long JSON documents.
  "values/json-policy": program([
    node("a", bucket),
    node("b", bucket, {
      inputs: [
        ["policy", policyOf(list([reference("a", "arn"), interpolation(reference("a", "arn"), "/*")]))],
        ["known", policyOf(text("*"))],
      ],
    }),
  ]),
  // Words that are strings in YAML only with quotes.
  "strings/words": program([
    node("words", compute, {
      inputs: [
        [
          "words",
          list(
            [
              "",
              "null",
              "~",
              "True",
              "no",
              "0x10",
              "0o17",
              "1_000",
              "1e3",
              ".inf",
              "2024-01-01",
              "<<",
              "=",
              "- a",
              "a: b",
              "a #b",
            ].map((word) => text(word)),
          ),
        ],
        ["dollars", list(["a$$b", "$${x}", "${x}", "$"].map((word) => text(word)))],
      ],
    }),
  ]),
  // Strings with the special characters of format strings, next to references.
  "strings/formats": program([
    node("a", bucket),
    node("b", bucket, {
      inputs: [["policy", interpolation("100% {0} {} %s %% {{", reference("a", "arn"), '}} \\u0041 "')]],
    }),
  ]),
  // One logical name for four resources.
  "names/same-name": program([
    node("shared", "pulumi:providers:simcloud", { name: "shared" }),
    node("sharedGroup", "my:index:Group", { kind: "component", name: "shared" }),
    node("sharedBucket", bucket, { name: "shared", options: { provider: "shared", parent: "sharedGroup" } }),
    node("sharedFunction", compute, { name: "shared", inputs: [["bucket", reference("sharedBucket", "id")]] }),
  ]),
  // Variables with the names of built-ins and imported modules.
  "names/builtins": program([
    ...[
      "len",
      "new",
      "string",
      "error",
      "err",
      "ctx",
      "json",
      "os",
      "list",
      "str",
      "list_",
      "Map",
      "object",
      "args",
      "stack",
    ].map((id) => node(id, bucket)),
    node("all", bucket, {
      inputs: [
        [
          "ids",
          list(
            [
              "len",
              "new",
              "string",
              "error",
              "err",
              "ctx",
              "json",
              "os",
              "list",
              "str",
              "list_",
              "Map",
              "object",
              "args",
              "stack",
            ].map((id) => reference(id, "id")),
          ),
        ],
        ["document", json(map([["a", reference("json", "id")]]))],
      ],
    }),
  ]),
  // Properties with names that the SDK or the language uses.
  "names/properties": program([
    node("all", bucket, {
      inputs: [
        "resourceName",
        "opts",
        "options",
        "range",
        "provider",
        "class",
        "lambda",
        "default",
        "elementType",
        "getProvider",
        "foo-bar",
        "snake_case",
        "HTTPPort",
        "subnetIDs",
        "toString",
        "builder",
      ].map((name) => [name, text(name)] as const),
    }),
    node("other", bucket, {
      inputs: [
        ["elementType", reference("all", "elementType")],
        ["class", reference("all", "class")],
        ["fooBar", reference("all", "foo-bar")],
      ],
    }),
  ]),
  // Modules with versions, a type with the name of a resource, and apiVersion and kind, which the SDK sets.
  "packages/kubernetes": program([deployment], [kubernetes]),
  // Two packages with the same module name, and a provider for each.
  "packages/same-module": program(
    [
      node("east", "pulumi:providers:aws", { inputs: [["region", text("us-east-1")]] }),
      node("here", "pulumi:providers:gcp", { inputs: [["project", text("acme")]] }),
      node("first", "aws:storage/bucket:Bucket", { options: { provider: "east" } }),
      node("second", "gcp:storage/bucket:Bucket", { options: { provider: "here" } }),
    ],
    [
      {
        name: "aws",
        version: "7.1.0",
        language: { go: { importBasePath: "github.com/pulumi/pulumi-aws/sdk/v7/go/aws" } },
      },
      {
        name: "gcp",
        version: "9.1.0",
        language: { go: { importBasePath: "github.com/pulumi/pulumi-gcp/sdk/v9/go/gcp" } },
      },
    ],
  ),
  // Packages with the names of parts of the core SDK.
  "packages/core-names": program([
    node("a", "output:index:Thing"),
    node("b", "resource:index:Thing"),
    node("c", "config:index:Thing"),
    node("d", "output:index:Output", { inputs: [["id", reference("a", "id")]] }),
  ]),
  // A module that is an API version.
  "packages/versions": program(
    [
      node("now", "azure-native:storage/x:StorageAccount"),
      node("then", "azure-native:storage/v20230101/x:StorageAccount", {
        properties: [property("sku", object("azure-native:storage/v20230101/x:Sku", [["name", text("Standard_LRS")]]))],
      }),
    ],
    [
      {
        name: "azure-native",
        version: "3.1.0",
        language: {
          csharp: {
            namespaces: { "azure-native": "AzureNative", storage: "Storage", "storage/v20230101": "Storage.V20230101" },
          },
          go: {
            importBasePath: "github.com/pulumi/pulumi-azure-native-sdk/v3",
            importPathPattern: "github.com/pulumi/pulumi-azure-native-sdk/{module}/v3",
            rootPackageName: "pulumiazurenativesdk",
          },
          java: { packages: { "azure-native": "azurenative", "storage/v20230101": "storage.v20230101" } },
          python: { moduleNameOverrides: { "storage/v20230101": "storage/v20230101" }, inputTypes: "classes" },
        },
      },
    ],
  ),
  // Outputs that the schema does not guarantee, and nested outputs.
  "references/optional": program([
    node("a", bucket),
    node("b", bucket, {
      inputs: [
        ["bucket", { ...reference("a", "website"), optional: true }],
        ["port", { ...reference("a", "port"), type: number, optional: true }],
        ["acl", interpolation("x-", { ...reference("a", "website"), optional: true })],
        [
          "host",
          {
            ...reference("a", "site", "hostName"),
            through: [objectType("simcloud:storage:Site")],
            optional: true,
            optionalSteps: [1],
          },
        ],
        ["urn", reference("a", "urn")],
      ],
    }),
  ]),
};

function policyOf(resource: Expression): Expression {
  const statement = map([
    ["Effect", text("Allow")],
    ["Action", list([text("s3:GetObject"), text("s3:PutObject")])],
    ["MaxAge", num(3600)],
    ["Resource", resource],
  ]);
  return json(
    map([
      ["Version", text("2012-10-17")],
      ["Statement", list([statement])],
    ]),
  );
}
