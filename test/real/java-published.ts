/** A program for four published Java SDKs whose schemas are not in the fixtures. Its types follow the builders of the SDKs. */
import type { Expression } from "../../src/ir/expression.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import {
  config,
  enumType,
  interpolation,
  json,
  list,
  map,
  node,
  num,
  object,
  objectType,
  program,
  property,
  reference,
  string,
  text,
  yes,
} from "../generators/build.ts";

const integer: Type = { kind: "integer" };
const texts: Type = { kind: "list", element: string };
const tags: Type = { kind: "map", element: string };
const acl: Type & { kind: "union" } = {
  kind: "union",
  members: [string, enumType("aws:s3/x:CannedAcl", [{ value: "private" }])],
};
const port: Type & { kind: "union" } = { kind: "union", members: [integer, string] };
const objects = (name: string, items: readonly Expression[]) =>
  list(items, { kind: "list", element: objectType(name) });

const meta = (name: string, namespace?: Expression) =>
  object("kubernetes:meta/v1/x:ObjectMeta", [
    ["labels", map([["app", text(name)]], tags)],
    ["name", text(name)],
    ...(namespace === undefined ? [] : [["namespace", namespace] as const]),
  ]);
const container = object("kubernetes:core/v1/x:Container", [
  ["args", list([text("-c"), interpolation("echo ", reference("logs", "arn"))], texts)],
  ["image", text("nginx")],
  ["name", text("web")],
  [
    "ports",
    objects("kubernetes:core/v1/x:ContainerPort", [
      object("kubernetes:core/v1/x:ContainerPort", [["containerPort", num(80, integer)]]),
    ]),
  ],
]);
const servicePort = object("kubernetes:core/v1/x:ServicePort", []);

/** References, unions, options, secrets and nested outputs of four packages. */
export const publishedProgram: Program = program(
  [
    node("east", "pulumi:providers:aws", { inputs: [["region", text("us-east-1")]] }),
    node("main", "aws:ec2/vpc:Vpc", { inputs: [["cidrBlock", text("10.0.0.0/16")]], options: { provider: "east" } }),
    node("inner", "aws:ec2/subnet:Subnet", {
      inputs: [
        ["cidrBlock", text("10.0.1.0/24")],
        [
          "tags",
          map(
            [
              ["vpc", reference("main", "id")],
              ["env", text("prod")],
            ],
            tags,
          ),
        ],
        ["vpcId", reference("main", "id")],
      ],
      options: { provider: "east", dependsOn: ["main"], protect: true, ignoreChanges: [["tags"]] },
    }),
    node("logs", "aws:s3/bucket:Bucket", {
      properties: [
        { ...property("acl", text("private")), union: acl },
        property("forceDestroy", yes),
        property("policy", json(map([["Resource", interpolation(reference("main", "arn"), "/*")]]))),
        property("tags", map([["cidr", { ...reference("inner", "cidrBlock"), optional: true }]], tags)),
      ],
    }),
    node("server", "aws:ec2/instance:Instance", {
      inputs: [
        ["ami", text("ami-1")],
        ["userData", config("userData")],
        ["vpcSecurityGroupIds", list([text("sg-1"), reference("main", "defaultSecurityGroupId")], texts)],
        [
          "ebsBlockDevices",
          objects("aws:ec2/x:InstanceEbsBlockDevice", [
            object("aws:ec2/x:InstanceEbsBlockDevice", [
              ["deviceName", text("/dev/sdb")],
              ["volumeSize", num(8, integer)],
            ]),
          ]),
        ],
      ],
    }),
    node("assets", "gcp:storage/bucket:Bucket", {
      inputs: [
        ["location", text("EU")],
        ["labels", map([], tags)],
        ["versioning", object("gcp:storage/x:BucketVersioning", [["enabled", yes]])],
      ],
    }),
    node("cache", "docker:index/container:Container", {
      inputs: [
        ["image", text("redis")],
        ["envs", list([interpolation("BUCKET=", reference("assets", "url"))], texts)],
        [
          "ports",
          objects("docker:index/x:ContainerPort", [
            object("docker:index/x:ContainerPort", [["internal", num(6379, integer)]]),
          ]),
        ],
      ],
    }),
    node("team", "kubernetes:core/v1/x:Namespace", { inputs: [["metadata", meta("team")]] }),
    node("web", "kubernetes:apps/v1/x:Deployment", {
      inputs: [
        [
          "metadata",
          meta("web", {
            ...reference("team", "metadata", "name"),
            through: [objectType("kubernetes:meta/v1/x:ObjectMeta")],
            optional: true,
            optionalSteps: [1],
          }),
        ],
        [
          "spec",
          object("kubernetes:apps/v1/x:DeploymentSpec", [
            ["replicas", num(2, integer)],
            [
              "selector",
              object("kubernetes:meta/v1/x:LabelSelector", [["matchLabels", map([["app", text("web")]], tags)]]),
            ],
            [
              "template",
              object("kubernetes:core/v1/x:PodTemplateSpec", [
                ["metadata", meta("web")],
                [
                  "spec",
                  object("kubernetes:core/v1/x:PodSpec", [
                    ["containers", objects("kubernetes:core/v1/x:Container", [container])],
                  ]),
                ],
              ]),
            ],
          ]),
        ],
      ],
    }),
    node("front", "kubernetes:core/v1/x:Service", {
      inputs: [
        ["metadata", meta("front")],
        [
          "spec",
          object("kubernetes:core/v1/x:ServiceSpec", [
            [
              "ports",
              objects("kubernetes:core/v1/x:ServicePort", [
                {
                  ...servicePort,
                  properties: [
                    property("port", num(80, integer)),
                    { ...property("targetPort", text("http")), union: port },
                  ],
                } as Expression,
              ]),
            ],
          ]),
        ],
      ],
    }),
  ],
  [
    {
      name: "kubernetes",
      language: { java: { packages: { "apps/v1": "apps.v1", "core/v1": "core.v1", "meta/v1": "meta.v1" } } },
    },
  ],
);

/** A component class with arguments and without options. */
export const componentProgram: Program = program([
  node("main", "aws:ec2/vpc:Vpc"),
  node("group", "my:index:Group", {
    kind: "component",
    inputs: [
      ["size", num(3)],
      ["my-name", interpolation("x-", reference("main", "id"))],
      ["class", list([text("a"), reference("main", "id"), map([["k", num(1.5)]])])],
    ],
  }),
  node("inner", "my:index:Inner", {
    kind: "component",
    inputs: [["secret", config("userData")]],
    options: { parent: "group" },
  }),
]);
