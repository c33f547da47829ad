// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the tests print strings that look like templates
/** The programs of `fixtures/programs/<topic>/<case>/`, one for each case of `hard-cases.ts` with a golden. */
import type { Program } from "../../src/ir/program.ts";
import {
  any,
  call,
  config,
  enumType,
  interpolation,
  json,
  list,
  map,
  node,
  nothing,
  num,
  number,
  object,
  objectType,
  program,
  property,
  reference,
  secret,
  stackOutput,
  stackReference,
  string,
  text,
  yes,
} from "./build.ts";
import { hardPrograms } from "./hard-programs.ts";

const bucket = "simcloud:storage:Bucket";
const vpc = "simcloud:network:Vpc";
const subnet = "simcloud:network:Subnet";
const compute = "simcloud:compute:Function";
const textsType = { kind: "list", element: string } as const;
const textMapType = { kind: "map", element: string } as const;
const numberOrText = { kind: "union", members: [string, number] } as const;
const triggers = { kind: "union", members: [objectType("loose:index:Cron"), objectType("loose:index:Queue")] } as const;

/** Programs by `topic/case`. */
export const cases: Readonly<Record<string, Program>> = {
  // The example of the documentation: references, options, tags.
  "basics/network": program([
    node("main", vpc, { inputs: [["cidrBlock", text("10.0.0.0/16")]], options: { protect: true } }),
    node("mainSubnet", subnet, {
      name: "main",
      inputs: [
        ["cidrBlock", text("10.0.1.0/24")],
        [
          "tags",
          map([
            ["env", text("prod")],
            ["owner:team", text("platform")],
          ]),
        ],
        ["vpcId", reference("main", "id")],
      ],
      options: { protect: true },
    }),
  ]),
  // Function calls with and without inputs, with a provider, in strings, optional, and next to a resource with the same name.
  "references/calls": program([
    node("west", "pulumi:providers:aws", { inputs: [["region", text("us-west-2")]] }),
    node("plain", "aws:s3/bucket:Bucket", {
      inputs: [
        ["owner", call("aws:index/getCallerIdentity:getCallerIdentity", ["accountId"])],
        [
          "policy",
          interpolation(
            "arn:aws:iam::",
            call("aws:index/getCallerIdentity:getCallerIdentity", ["accountId"]),
            ":root {} %",
          ),
        ],
        ["zone", call("aws:index/getAvailabilityZones:getAvailabilityZones", ["names", 0], { takesArguments: true })],
      ],
    }),
    node("callerIdentity", "aws:ec2/subnet:Subnet", {
      inputs: [
        ["owner", call("aws:index/getCallerIdentity:getCallerIdentity", ["accountId"], { provider: "west" })],
        [
          "zone",
          call("aws:index/getAvailabilityZones:getAvailabilityZones", ["names", 1], {
            takesArguments: true,
            provider: "west",
          }),
        ],
        ["vpcId", call("aws:ec2/getVpc:getVpc", ["id"], { takesArguments: true, isNamesake: true, optional: true })],
        ["document", json(map([["account", call("aws:index/getCallerIdentity:getCallerIdentity", ["accountId"])]]))],
      ],
      options: { provider: "west" },
    }),
  ]),
  // Stack references in an input, a string, a list, and a document, and outputs of the stack, one with the name of a resource.
  "references/stacks": {
    ...program([
      stackReference("network", "organization/network/prod"),
      stackReference("data", 'organization/da"ta/prod', "data imported"),
      node("main", subnet, {
        inputs: [
          ["cidrBlock", text("10.0.1.0/24")],
          ["vpcId", stackOutput("network", "mainVpcId")],
          ["tags", map([["vpc", interpolation("vpc-", stackOutput("network", "mainVpcId"), "-x")]])],
        ],
      }),
      node("worker", compute, {
        inputs: [
          ["role", stackOutput("data", "roles")],
          ["subnetIds", list([stackOutput("network", "publicSubnetId"), reference("main", "id")], textsType)],
          ["policy", json(map([["Resource", stackOutput("data", "tableArn")]]))],
        ],
      }),
    ]),
    outputs: [
      { name: "mainSubnetId", value: reference("main", "id") },
      { name: "worker", value: reference("worker", "arn") },
    ],
  },
  "basics/empty": program([]),
  "basics/no-inputs": program([node("only", bucket)]),
  "basics/options": program([
    node("west", "pulumi:providers:simcloud", { inputs: [["region", text("west")]] }),
    node("first", bucket, { options: { provider: "west" } }),
    node("second", bucket, {
      options: {
        provider: "west",
        dependsOn: ["first"],
        protect: true,
        retainOnDelete: true,
        ignoreChanges: [["tags"], ["tags", "a.b"], ["rules", 0, "port"], ["tags", "*"], ["tagsAll"]],
        additionalSecretOutputs: ["tags", "secretOutput"],
        notInputs: ["secretOutput", "tagsAll"],
        importId: 'an "id"',
        version: "1.2.3",
        pluginDownloadUrl: "https://example.com/plugins",
        deletedWith: "first",
        customTimeouts: { create: 1800, update: 90, delete: 7200, read: 1.5 },
        aliases: [
          'urn:pulumi:dev::shop::simcloud:storage/bucket:Bucket::a "quoted" ${name}',
          "urn:pulumi:dev::old::a:b:C::d",
        ],
      },
      inputs: [["tags", map([["a", text("b")]])]],
    }),
  ]),
  "basics/comments": program([
    node("first", bucket, {
      comments: ["Two candidates for the policy:\nfirst, second", "ends \u2028here */"],
      properties: [
        property("acl", text("private"), "Either this or that.\nA second line."),
        property("bucket", text("b")),
      ],
    }),
  ]),
  "components/local": program([
    node("group", "my:index:Group", { kind: "component", options: { protect: true } }),
    node("inner", "my:index:Inner", { kind: "component", name: "in ner", options: { parent: "group", protect: true } }),
    node("child", bucket, {
      inputs: [["bucket", text("b")]],
      options: { parent: "inner", protect: true, dependsOn: ["group"] },
    }),
    node("open", bucket, { options: { parent: "inner" } }),
  ]),
  "components/inputs": program([
    node("main", vpc),
    node("group", "my:index:Group", {
      kind: "component",
      inputs: [
        ["size", num(3)],
        ["vpc-id", reference("main", "id")],
        ["tags", map([["env", text("prod")]])],
      ],
    }),
    node("child", bucket, { options: { parent: "group" } }),
  ]),
  "components/remote": program([
    node("south", "pulumi:providers:aws", { inputs: [["region", text("sa-east-1")]] }),
    node("own", "pulumi:providers:awsx"),
    node("main", "awsx:ec2/vpc:Vpc", {
      kind: "component",
      isRemote: true,
      inputs: [["cidrBlock", text("10.0.0.0/16")]],
      options: { provider: "own", providers: ["south"], protect: true },
    }),
  ]),
  "components/local-of-a-package": program([
    node("site", "simcloud:index:Site", { kind: "component" }),
    node("child", bucket, { options: { parent: "site" } }),
  ]),
  "components/inherited-flags": program([
    node("parent", bucket, { options: { protect: true, retainOnDelete: true } }),
    node("child", bucket, { options: { parent: "parent" } }),
  ]),
  "secrets/config": program(
    [
      node("db", "simcloud:db:Instance", {
        inputs: [
          ["password", config("dbPassword")],
          ["port", config("dbPort", number)],
          ["settings", config("dbSettings", any)],
          ["hosts", config("db-hosts", { kind: "list", element: string })],
          ["tags", map([["token", config("dbTagsToken")]])],
        ],
      }),
      node("dbPassword", bucket),
    ],
    [],
    { dbPort: number, dbSettings: any, "db-hosts": { kind: "list", element: string } },
  ),
  "secrets/asset": program([
    node("object", "simcloud:storage:BucketObject", {
      inputs: [
        ["source", secret({ kind: "asset", source: { from: "path", path: "./key.pem" }, type: { kind: "asset" } })],
        ["bundle", secret({ kind: "archive", source: { from: "path", path: "./keys" }, type: { kind: "archive" } })],
      ],
    }),
  ]),
  "secrets/reference": program([
    node("a", bucket),
    node("b", bucket, { inputs: [["acl", secret(reference("a", "password"))]] }),
  ]),
  "values/numbers": program([
    node("numbers", compute, {
      inputs: [
        ["values", list([0, -0, -1, 2.75, 2 ** 31, 1_000_000, 2 ** 53, 123456789012, 1e21, 1e-7].map((n) => num(n)))],
        ["memory", num(512, { kind: "integer" })],
        ["enabled", yes],
      ],
    }),
  ]),
  "values/empties": program([
    node("empties", compute, {
      inputs: [
        ["emptyText", text("")],
        ["emptyList", list([])],
        ["emptyMap", map([])],
        ["emptyObject", object("simcloud:compute:Empty", [])],
        ["lists", list([list([]), list([map([])])])],
        ["deep", object("simcloud:compute:Deep", [["allow", object("simcloud:compute:Allow", [])]])],
        ["none", nothing()],
        ["nones", list([nothing(string), nothing()])],
      ],
    }),
  ]),
  "values/keys": program([
    node("keys", compute, {
      inputs: [
        [
          "environment",
          map(
            [
              "",
              "__proto__",
              "__type",
              "my.key",
              "my-key",
              "1",
              "true",
              "null",
              "fn::x",
              "$ref",
              "$schema",
              "a b",
              "delete",
            ].map((key) => [key, text(key)] as const),
          ),
        ],
        ["single", map([["__proto__", text("x")]])],
        [
          "settings",
          object("simcloud:compute:Settings", [
            ["$ref", text("#/a")],
            ["$default", text("x")],
            ["for", text("each")],
            ["plain", text("y")],
          ]),
        ],
      ],
    }),
  ]),
  "values/enums": program([
    node("enums", compute, {
      inputs: [
        [
          "strict",
          { kind: "enum", member: { value: "It's" }, type: enumType("simcloud:compute:Wordy", [{ value: "It's" }]) },
        ],
        ["unlisted", text("other", enumType("simcloud:compute:Wordy", [{ value: "It's" }]))],
        ["relaxed", text("t9.micro")],
        ["mistyped", text("1", number)],
        ["secretEnum", config("secretEnum", enumType("simcloud:compute:Wordy", [{ value: "It's" }]))],
      ],
    }),
  ]),
  // Lists of one type and of several types, also in maps, and for an SDK that accepts no outputs.
  "values/collections": program([
    node("a", bucket),
    node("lists", compute, {
      properties: [
        property("texts", list([reference("a", "id"), text("subnet-1")], textsType)),
        property("numbers", list([num(0), num(1)], { kind: "list", element: number })),
        property("none", list([], textsType)),
        property("mixed", list([text("x"), num(2)], { kind: "list", element: numberOrText })),
        property(
          "nested",
          list([list([text("x"), reference("a", "arn")], textsType), list([], textsType)], {
            kind: "list",
            element: textsType,
          }),
        ),
        property(
          "maps",
          map(
            [
              ["one", map([["k", reference("a", "id")]], textMapType)],
              ["none", map([], textMapType)],
            ],
            { kind: "map", element: textMapType },
          ),
        ),
        { ...property("either", num(2)), union: numberOrText },
        { ...property("plain", list([text("x")], { ...textsType, plainElement: true })), plain: true },
        {
          ...property(
            "plainMap",
            map([["k", list([text("x")], { ...textsType, plainElement: true })]], {
              kind: "map",
              element: { ...textsType, plainElement: true },
              plainElement: true,
            }),
          ),
          plain: true,
        },
        property("open", list([text("x"), list([num(1)]), map([["k", reference("a", "id")]])])),
      ],
    }),
  ]),
  "values/unions": program([
    node("cat", compute, {
      inputs: [
        [
          "trigger",
          object("simcloud:compute:QueueTrigger", [
            ["kind", text("queue")],
            ["batchSize", num(10)],
          ]),
        ],
        ["triggers", list([object("simcloud:compute:CronTrigger", [["kind", text("cron")]])])],
      ],
    }),
  ]),
  "values/assets": program([
    node("assets", "simcloud:storage:Object", {
      inputs: [
        ["content", { kind: "asset", source: { from: "text", text: "a\n${b}" }, type: { kind: "asset" } }],
        ["file", { kind: "asset", source: { from: "path", path: "./a b.txt" }, type: { kind: "asset" } }],
        ["remote", { kind: "asset", source: { from: "uri", uri: "https://example.com/x" }, type: { kind: "asset" } }],
        ["folder", { kind: "archive", source: { from: "path", path: "./dir" }, type: { kind: "archive" } }],
        [
          "zip",
          { kind: "archive", source: { from: "uri", uri: "https://example.com/x.zip" }, type: { kind: "archive" } },
        ],
        [
          "tree",
          {
            kind: "archive",
            source: {
              from: "assets",
              assets: [
                { name: "a/\u0007b", value: { kind: "asset", source: { from: "text", text: "x" }, type: any } },
                { name: "dir", value: { kind: "archive", source: { from: "path", path: "./dir" }, type: any } },
              ],
            },
            type: { kind: "archive" },
          },
        ],
      ],
    }),
  ]),
  "values/json": program([
    node("a", bucket),
    node("b", bucket, {
      inputs: [
        ["known", json(map([["a", list([num(1)])]]))],
        ["policy", json(map([["Resource", interpolation(reference("a", "arn"), "/*")]]))],
        ["exact", text('{ "a" : 1 }')],
      ],
    }),
  ]),
  // Strings with dollar signs, backticks, backslashes, and several lines.
  "strings/hostile": program([
    node("record", "simcloud:dns:Record", {
      inputs: [
        ["lines", text("cost: $5\n`tick` ${aws:username}\n\\n stays\r\n\ttab\n")],
        ["dollars", list(["$", "$$", "${", "$${", "$$${x}", "%{", "%%{", "%"].map((value) => text(value)))],
        ["quotes", list(['"', "'", "`", "\\", "\\\\u0041"].map((value) => text(value)))],
        [
          "unicode",
          list(["\u0000\u0007\u0085", "\u2028\u2029\ufeff", "😃", "\u202e gnp", "é"].map((value) => text(value))),
        ],
      ],
    }),
  ]),
  // Words that a parser may not read as strings, and multiline strings.
  "strings/lookalikes": program([
    node("server", compute, {
      inputs: [
        [
          "words",
          list(
            [
              "",
              "~",
              "null",
              "True",
              "no",
              "on",
              "y",
              "12",
              "007",
              "0x1f",
              "0o17",
              "1_000",
              "1e3",
              ".5",
              "-.inf",
              "NaN",
              "12:30",
              "2024-01-01",
              "1.2.3",
              "10.0.0.0/16",
              "<<",
              "=",
              "- a",
              "a: b",
              "a:",
              "a #b",
              "#a",
              "@a",
              "*",
              "[a]",
              "{a}",
              "&a",
              "!a",
              "|",
              "a ",
              "a, b",
              "it's",
              "arn:aws:s3:::logs/*",
              "https://example.com/?a=b&c",
            ].map((word) => text(word)),
          ),
        ],
        ["keys", map(["yes", "12", "a: b", "owner:team", ".", "-"].map((key) => [key, text(key)] as const))],
        ["userData", text('#!/bin/sh\nset -e\necho "$HOME: ${USER}"\n\nexit 0\n')],
        ["policy", text('{\n  "Version": "2012-10-17",\n  "Statement": []\n}')],
      ],
    }),
  ]),
  "strings/interpolation": program([
    node("a", bucket),
    node("b", bucket, {
      inputs: [
        ["policy", interpolation('{"Resource":"', reference("a", "arn"), '/*","Condition":"${aws:username}"}')],
        ["edge", interpolation("$", reference("a", "id"), "%", reference("a", "id"), "$", "{x} `\\` \"'\n$$")],
        ["nested", reference("a", "rules", 0, "my-key", "__proto__")],
      ],
    }),
  ]),
  "names/logical-names": program([
    node("plain", bucket, { name: 'My "Bucket" \\ ${x}' }),
    node("slash", bucket, { name: "a/b" }),
    node("lives", bucket, { name: "9lives" }),
    node("emoji", bucket, { name: "😃" }),
  ]),
  // Variables and properties with names of keywords, imports, and built-ins.
  "names/reserved": program([
    ...["let", "static", "arguments", "eval", "delete", "pulumi", "simcloud", "config", "for", "true", "null"].map(
      (id) => node(id, bucket, { inputs: [["acl", config("simcloudToken")]] }),
    ),
    node("pulumi2", bucket, { inputs: [["bucket", reference("pulumi", "id")]] }),
  ]),
  "packages/names": program(
    [
      node("a", "azure-native:storage:StorageAccount"),
      node("b", "enum:index:thing"),
      node("c", "kubernetes:rbac.authorization.k8s.io/v1/x:Role"),
      node("d", "random:index/randomPet:RandomPet"),
      node("e", "hyphen:kebab-module:some_resource"),
      node("f", "scoped:CoolModule/v1/x:Thing"),
      node("g", "pulumi:providers:azure-native", { inputs: [["location", text("west")]] }),
    ],
    [
      {
        name: "kubernetes",
        version: "4.0.0",
        language: {
          nodejs: { moduleToPackage: { "rbac.authorization.k8s.io/v1": "rbac/v1" } },
          python: { moduleNameOverrides: { "rbac.authorization.k8s.io/v1": "rbac/v1" } },
        },
      },
      { name: "scoped", language: { nodejs: { packageName: "@acme/scoped-sdk" } } },
      { name: "hyphen", namespace: "a-namespace", version: "v1" },
    ],
  ),
  // Nested types as classes or dictionaries. A dictionary does not show which union member it is.
  "packages/input-types": program(
    [
      node("typed", "typed:lambda/x:Function", {
        properties: [
          property("settings", object("typed:lambda/x:Settings", [["keepAlive", num(1)]])),
          property("empty", object("typed:lambda/x:Settings", [])),
          property("mode", {
            kind: "enum",
            member: { value: "fastLane" },
            type: enumType("typed:lambda/x:Mode", [{ value: "fastLane" }]),
          }),
        ],
      }),
      node("loose", "loose:index:Thing", {
        properties: [
          property("settings", object("loose:index:Settings", [["keepAlive", num(1)]])),
          { ...property("trigger", object("loose:index:Cron", [["everyDay", yes]])), union: triggers },
          property("triggers", list([object("loose:index:Cron", [])], { kind: "list", element: triggers })),
          property("foreign", object("typed:lambda/x:Settings", [["keepAlive", num(1)]])),
        ],
      }),
      node("west", "pulumi:providers:loose", {
        inputs: [["assumeRole", object("loose:index:AssumeRole", [["roleArn", text("r")]])]],
      }),
    ],
    [{ name: "typed", language: { python: { inputTypes: "classes" } } }],
  ),
  // A property that the schema renames in one language, in inputs, outputs and nested outputs, and names with hyphens.
  "packages/renamed": program(
    [
      node("logs", "aws:s3/bucket:Bucket", {
        properties: [
          { ...property("bucket", text("acme-logs")), language: { csharp: { name: "BucketName" } } },
          property("foo-bar", yes),
        ],
      }),
      node("index", "aws:s3/bucketObject:BucketObject", {
        inputs: [
          ["bucket", { ...reference("logs", "bucket"), language: [{ csharp: { name: "BucketName" } }] }],
          [
            "owner",
            {
              ...reference("logs", "site", "host-name"),
              through: [objectType("aws:s3/Site:Site")],
              optional: true as const,
              language: [{}, { csharp: { name: "Host" } }],
            },
          ],
        ],
      }),
    ],
    [{ name: "aws", version: "7.0.0", language: { csharp: { namespaces: { aws: "Aws", s3: "S3" } } } }],
  ),
  "packages/parameterized": program(
    [node("b", "b2:index/bucket:Bucket")],
    [
      {
        name: "b2",
        version: "0.8.9",
        pluginDownloadUrl: "https://example.com/plugins",
        parameterization: {
          baseProvider: { name: "terraform-provider", version: "1.0.0" },
          parameter: "eyJyZW1vdGUiOiB7fX0=",
        },
      },
    ],
  ),
  // This program compiles with the published SDK and binds with the published schema.
  "sdk/random": program(
    [
      node("west", "pulumi:providers:random"),
      node("pet", "random:index/randomPet:RandomPet", {
        name: "my pet",
        inputs: [
          ["keepers", map([["a b", text("1")]], textMapType)],
          ["length", num(3, { kind: "integer" })],
          ["prefix", text("x")],
          ["separator", text("")],
        ],
        options: { protect: true, provider: "west", ignoreChanges: [["keepers"]] },
      }),
      node("password", "random:index/randomPassword:RandomPassword", {
        inputs: [
          [
            "keepers",
            map(
              [
                ["pet", interpolation("$", reference("pet", "id"), "/*")],
                ["seed", config("passwordKeepersSeed")],
              ],
              textMapType,
            ),
          ],
          ["length", num(16, { kind: "integer" })],
          ["special", { kind: "boolean", value: false, type: { kind: "boolean" } }],
        ],
        options: { additionalSecretOutputs: ["bcryptHash", "keepers"], notInputs: ["bcryptHash"], dependsOn: ["pet"] },
      }),
      node("shuffle", "random:index/randomShuffle:RandomShuffle", {
        inputs: [
          ["inputs", list([text("a"), reference("pet", "id")], textsType)],
          ["resultCount", config("shuffleResultCount", { kind: "integer" })],
        ],
      }),
    ],
    [{ name: "random", version: "4.21.2" }],
    { shuffleResultCount: { kind: "integer" } },
  ),
  ...hardPrograms,
};
