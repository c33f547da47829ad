/** Sample details for every error code, with one sample for each variant of its message. */
import type { ErrorCode, ErrorDetails, Problem } from "../../src/domain/errors.ts";

type Samples = { readonly [C in ErrorCode]: readonly [ErrorDetails<C>, ...ErrorDetails<C>[]] };

const subnet = "urn:pulumi:dev::orchard::simcloud:network:Network$simcloud:network:Subnet::eu-west-private-a";
const provider = "urn:pulumi:dev::orchard::pulumi:providers:simcloud::default_1_4_0";
const explicit = "urn:pulumi:dev::orchard::pulumi:providers:simcloud::eu-west";
const plugin = "~/.pulumi/plugins/resource-simcloud-v1.4.0/pulumi-resource-simcloud";
const checkpoint = ".pulumi/stacks/orchard/dev.json";

const run = "20260115-102030-123";

const problems: readonly Problem[] = [
  {
    file: "specs/network.json",
    line: 4,
    column: 7,
    message: 'Unknown key "tpye".',
    hint: 'Did you mean "type"?',
  },
  {
    file: "specs/network.json",
    line: 12,
    column: 15,
    message: 'The parent "vpc-main" is no entry of this file.',
    hint: "Add it, or give its URN in the nameTable.",
  },
  { file: "specs/storage.yaml", line: 3, column: 9, message: 'The entry has no "id".' },
];

const call = {
  type: "simcloud:network:Subnet",
  id: "subnet-0a1b2c3d4e5f",
  name: "private-a",
  method: "Read",
};

const object = { type: call.type, id: call.id, name: call.name };
const defaultProvider = "the default provider (simcloud 1.4.0, region us-east-1)";
const explicitProvider = "provider eu-west (simcloud 1.4.0, region eu-west-2)";

const [oneProblem] = problems as readonly [Problem, ...Problem[]];

export const samples: Samples = {
  USAGE: [
    {
      message: 'The project\'s runtime "java" is not supported.',
      hint: "Use --language typescript,pcl.",
    },
  ],
  INTERRUPTED: [{ signal: "SIGINT" }, { signal: "a closed pipe" }],
  OUTPUT_UNWRITABLE: [{ code: "ENOSPC" }, { code: "EIO" }],
  INTERNAL: [
    { message: "invariant: the target of a reference is in the graph" },
    { message: "Maximum call stack size exceeded" },
  ],
  NOT_CONFIRMED: [{ look: "--plan-only" }, { files: ["index.ts", checkpoint], look: "--dry-run" }],
  SPEC_UNREADABLE: [
    { path: "specs.json", reason: "ENOENT" },
    { path: "specs", reason: "EISDIR" },
    { path: "specs.json", reason: "EACCES" },
  ],
  TERRAFORM_STATE: [{ file: "terraform.tfstate" }],
  TERRAFORM_UNREADABLE: [
    { path: "terraform.tfstate", reason: "ENOENT", states: [] },
    { path: "infra", reason: "directory", states: [] },
    { path: "infra", reason: "directory", states: ["live.tfstate", "old.tfstate"] },
    { path: "terraform.tfstate", reason: "EACCES", states: [] },
  ],
  TERRAFORM_REFUSED: [
    {
      file: ".terraform/terraform.tfstate",
      why: "The file contains only the configuration of the backend.",
      hint: "Pull the state.",
    },
  ],
  TERRAFORM_NOTHING: [
    { file: "terraform.tfstate", leftOut: [] },
    {
      file: "terraform.tfstate",
      leftOut: [{ address: "data.aws_region.here", why: "data sources are read, not managed" }],
    },
  ],
  TERRAFORM_MALFORMED: [
    { problems: [{ file: "terraform.tfstate", line: 12, column: 7, message: "`type` is missing." }], more: 0 },
    {
      problems: [
        { file: "terraform.tfstate", line: 12, column: 7, message: "`type` is missing." },
        { file: "terraform.tfstate", line: 40, column: 9, message: "`index_key` is not a text or a whole number." },
      ],
      more: 3,
    },
  ],
  DOCUMENT_UNREADABLE: [
    { path: "spec.json", reason: "ENOENT", noun: "provider specification" },
    { path: "specs", reason: "EISDIR", noun: "provider specification" },
    { path: "spec.json", reason: "ERR_FS_FILE_TOO_LARGE", noun: "provider specification" },
    { path: "spec.json", reason: "EACCES", noun: "provider specification" },
    { path: "schema.json", reason: "ENOENT", noun: "package schema" },
  ],
  CONVERSION_SOURCE: [
    { file: "schema.json:3:14", message: "Invalid JSON." },
    { file: "terraform.tfstate", message: "It is none of the documents that describe a provider." },
  ],
  OVERLAY_SOURCE: [
    { file: "providers.json:3:14", message: "Invalid JSON." },
    {
      file: "specification.json:7:9",
      message: "`name` is missing.",
      checked: { file: "specification.json", errors: 3 },
    },
  ],
  CONVERSION_PROVIDER: [
    {
      file: "schemas.json",
      providers: ["registry.terraform.io/hashicorp/aws", "registry.terraform.io/hashicorp/google"],
    },
    { file: "schemas.json", asked: "azurerm", providers: ["registry.terraform.io/hashicorp/aws"] },
    { file: "standard input", providers: [] },
  ],
  CONVERSION_UNWRITTEN: [
    { path: "out/spec.json", reason: "ENOENT" },
    { path: "specs", reason: "EISDIR" },
  ],
  TERRAFORM_PROVIDERS: [
    {
      file: "terraform.tfstate",
      providers: [
        { provider: 'provider["aws"].west', type: "pulumi:providers:aws", name: "west", count: 1 },
        { provider: 'module.net.provider["aws"]', type: "pulumi:providers:aws", name: "net.aws", count: 12 },
      ],
    },
  ],
  SPEC_INVALID: [{ problems: [oneProblem] }, { problems, more: 14 }],
  CHOICE_UNKNOWN: [
    { unknown: [{ text: "--only name=orderz", near: "name=orders" }], count: 323 },
    { unknown: [{ text: "--exclude type=aws:*" }, { text: "--rename web=site" }], count: 1 },
  ],
  CHOICE_IMPOSSIBLE: [
    {
      problems: [
        {
          file: "specs/network.json",
          line: 12,
          column: 15,
          message: "simcloud:network:Subnet private-a has simcloud:network:Vpc main as its parent, which is excluded.",
          hint: "Exclude both resources, or neither.",
        },
      ],
    },
    { problems },
  ],
  CHOICE_EMPTY: [{ count: 323 }, { count: 1 }],
  FILE_NOT_OURS: [
    { file: "imp-rest.json", flag: "--rest" },
    { file: "plan.json", flag: "--save" },
    { file: "import.html", flag: "--report" },
  ],
  PLAN_UNWRITTEN: [{ file: "plans/plan.json", reason: "ENOENT" }],
  PLAN_BROKEN: [
    { file: "plan.json", reason: "changed" },
    { file: "plan.json", reason: "version" },
    { file: "plan.json", reason: "alone" },
  ],
  PLAN_OUTDATED: [
    {
      file: "plan.json",
      changes: [
        `${subnet}: it was clean and is now update`,
        "package simcloud: the version was 1.4.0 and is now 1.5.0",
      ],
    },
  ],
  LIST_UNSUPPORTED: [
    { package: "pinboard", version: "1.0.0", types: ["pinboard:index:Pin", "pinboard:index:Note"] },
    { package: "pinboard", types: ["pinboard:index:Pin"] },
  ],
  LIST_FAILED: [
    { type: call.type, provider: defaultProvider, failure: "unauthorised", reason: "not allowed to list subnets" },
    { type: call.type, provider: defaultProvider, failure: "other", reason: "the list was interrupted." },
  ],
  LIST_ENDLESS: [
    { type: call.type, provider: defaultProvider, pages: 1 },
    { type: call.type, provider: defaultProvider, pages: 1000 },
  ],
  LIST_MALFORMED: [
    { problems: [oneProblem], more: 0 },
    { problems, more: 3 },
  ],
  LIST_UNMAPPED: [
    { file: "list.json", types: ["AWS::S3::Bucket", "AWS::EC2::VPC"], packages: [] },
    { file: "list.json", types: ["storage#bucket"], packages: ["gcp"] },
  ],
  INVENTORY_WITHOUT_PACKAGE: [{ file: "queues.csv" }],
  IDS_MALFORMED: [{ file: "imp-ids.json", reason: '"kind" is missing or invalid' }],
  FLEET_INVALID: [
    {
      problems: [
        {
          file: "fleet.yaml",
          line: 3,
          column: 5,
          message: 'Unknown key "stak".',
          hint: "The keys are name, directory, stack, run, config, env.",
        },
      ],
      more: 0,
    },
  ],
  FLEET_INTERRUPTED: [{ signal: "SIGINT", file: "fleet.yaml", done: 2, targets: 40 }],
  FLEET_FILE_TAKEN: [{ file: "t04/specs.json" }],
  FLEET_UNWRITTEN: [{ file: "fleet-results", reason: "EACCES" }],
  DISCOVERY_UNWRITTEN: [{ file: "found.json", reason: "EACCES" }],
  DISCOVERY_INTERRUPTED: [{ signal: "SIGINT", file: "imp-found.json.part", objects: 4200 }],
  UNKNOWN_RESOURCE_TYPE: [
    {
      where: "specs/network.json:14:15",
      name: "private-a",
      type: "simcloud:network:Subnets",
      package: "simcloud",
      version: "1.4.0",
      suggestions: ["simcloud:network:Subnet", "simcloud:network:SubnetGroup"],
    },
    { where: "specs.json:3:5", name: "main", type: "simcloud:lake:Boat", package: "simcloud", suggestions: [] },
  ],
  ID_NOT_GIVEN: [{ where: "specs.json:12:7", name: "logs", type: "aws:s3/bucket:Bucket" }],
  TYPE_AMBIGUOUS: [
    {
      where: "the command line",
      word: "aws:Bucket",
      package: "aws",
      tokens: ["aws:lightsail/bucket:Bucket", "aws:s3/bucket:Bucket"],
    },
    {
      where: "specs.json:3:5",
      word: "Policy",
      package: "orchard",
      tokens: Array.from({ length: 12 }, (_, i) => `orchard:module${i}:Policy`),
    },
  ],
  TOKEN_UNKNOWN: [
    { word: "s3.Buckett", schema: "aws@7.4.0", suggestions: ["aws:s3/bucket:Bucket"] },
    { word: "Boat", schema: "schema.json", suggestions: [] },
  ],
  WORDS_NOT_FOUND: [
    { words: ["buckett"], schema: "aws@7.4.0", suggestions: ["aws:s3/bucket:Bucket"] },
    { words: ["boat", "sail"], schema: "schema.json", suggestions: [] },
  ],
  UNKNOWN_INPUT: [
    { where: "specs.json:12:7", name: "logs", type: "aws:s3/bucket:Bucket", input: "versionning", near: "versioning" },
    { where: "specs.json:12:7", name: "logs", type: "aws:s3/bucket:Bucket", input: "colour" },
  ],
  REMOTE_COMPONENT: [{ where: "specs.json:21:5", name: "website", type: "awsx:ec2:Vpc" }],
  COMPONENT_INPUTS: [{ urn: "urn:pulumi:dev::orchard::awsx:ec2:Vpc::main", inputs: ["cidrBlock"] }],
  COMPONENT_UNRECORDED: [{ urn: "urn:pulumi:dev::orchard::awsx:ec2:Vpc::main" }],
  COMPONENT_UNSENT: [{ type: "orchard:index:Group", name: "group", version: "3.190.0" }],
  COMPONENT_PROVIDER: [{ urn: "urn:pulumi:dev::orchard::awsx:ec2:Vpc::main", package: "awsx" }],
  PROVIDER_INHERITED: [
    {
      urn: "urn:pulumi:dev::orchard::simcloud:network/vpc:Vpc$simcloud:network/subnet:Subnet::a",
      ancestor: "urn:pulumi:dev::orchard::simcloud:network/vpc:Vpc::main",
      provider: "urn:pulumi:dev::orchard::pulumi:providers:simcloud::south",
    },
  ],
  TYPE_NOT_IMPORTABLE: [
    {
      where: "specs.json:3:13",
      name: "token",
      type: "pulumi-nodejs:dynamic:Resource",
      why: "the provider of a dynamic resource is code in the program",
    },
  ],
  PROJECT_NOT_FOUND: [{ directory: "orchard/docs" }],
  SETTINGS_INVALID: [
    {
      file: "Pulumi.dev.yaml",
      line: 7,
      column: 3,
      message: "Duplicate key simcloud:region.",
      hint: "Remove one of the two.",
    },
    { file: "Pulumi.yaml", line: 2, column: 1, message: "Nested mappings are not allowed in compact mappings." },
  ],
  FILE_UNREADABLE: [
    { path: "Pulumi.dev.yaml", reason: "EACCES" },
    { path: "shop/.imp", reason: "in-the-way" },
  ],
  NAME_INVALID: [
    { kind: "project", name: "my orchard", where: "--project" },
    { kind: "stack", name: 'dev"eu"', where: "--stack" },
  ],
  PROJECT_MISMATCH: [
    {
      expected: "orchard",
      found: "vineyard",
      where: "organization/vineyard/dev",
      hint: "Pass a stack of project orchard, or use --cwd DIR with the directory of the other project.",
    },
  ],
  STACK_MISMATCH: [
    { expected: "prod", found: "dev", where: "state.json", kept: "file" },
    { expected: "prod", found: "dev", where: ".pulumi/stacks/orchard/prod.json", kept: "backend" },
  ],
  STACK_NOT_SELECTED: [{ project: "orchard", where: "Pulumi.yaml" }],
  STACK_NOT_FOUND: [{ project: "orchard", stack: "prod", backend: ".pulumi" }],
  OTHER_STACK_NOT_FOUND: [
    { stack: "orchard/prod", directory: "states", stacks: ["orchard/dev", "orchard/qa"], flag: "--from-stack" },
    { stack: "network/prod", directory: "states", stacks: [], flag: "--stack-reference" },
  ],
  OTHER_STACK_SAME: [
    { project: "orchard", stack: "dev", file: "../states/.pulumi/stacks/orchard/dev.json", flag: "--from-stack" },
  ],
  OTHER_STACK_EMPTY: [{ stack: "qa", file: "../states/.pulumi/stacks/orchard/qa.json", flag: "--from-stack" }],
  STACK_REFERENCE_CYCLE: [{ other: "organization/network/prod", own: "organization/orchard/prod" }],
  OTHER_STACK_NOTHING: [
    { stack: "organization/orchard/qa", leftOut: [] },
    {
      stack: "organization/orchard/qa",
      leftOut: Array.from({ length: 22 }, (_, i) => ({
        urn: `${subnet}-${i}`,
        why: "the source stack only reads this resource",
      })),
    },
  ],
  OTHER_STACK_UNSETTLED: [
    { stack: "qa", file: "qa.json", operations: 1 },
    { stack: "qa", file: "qa.json", operations: 3 },
  ],
  OTHER_PASSPHRASE_WRONG: [{ where: "../states/.pulumi/stacks/orchard/qa.json" }],
  TARGET_UNKNOWN: [
    { stack: "organization/orchard/qa", unknown: [{ target: `${subnet}s`, near: subnet }] },
    { stack: "qa", unknown: [{ target: "**::nothing" }, { target: `${subnet}s`, near: subnet }] },
  ],
  TARGET_PARENT: [{ urn: subnet, parent: explicit }],
  OTHER_CONFIGURATION: [
    { urn: provider, there: explicit, paths: ["region"] },
    { urn: provider, there: explicit, paths: [] },
  ],
  STATE_NAMES_MISSING: [{ path: "state.json", missing: "project and stack" }],
  BACKEND_UNSUPPORTED: [
    { url: "https://app.pulumi.com", where: "Pulumi.yaml:4:8" },
    { url: "s3://orchard-state?region=eu-west-1", where: "PULUMI_BACKEND_URL" },
  ],
  BACKEND_URL: [{ url: "s3://orchard-state", why: 'Pulumi has no option "reigon" for s3 URLs' }],
  CLI_MISSING: [{ where: "stack acme/orchard/dev of https://api.pulumi.com" }],
  CLI_FAILED: [
    {
      where: "stack acme/orchard/dev of https://api.pulumi.com",
      command: "pulumi stack export",
      output: "error: no stack named 'dev' found",
    },
    {
      where: "stack acme/orchard/dev of https://api.pulumi.com",
      command: "pulumi env open acme/orchard/common environmentVariables",
      output: "error: getting environment: [404] Not Found",
    },
  ],
  CLIENT_MISSING: [{ name: "@aws-sdk/client-s3", scheme: "s3" }],
  STORE_REFUSED: [
    { where: "s3://orchard-state/.pulumi/meta.yaml", reason: "AccessDenied", status: 403 },
    { where: "s3://orchard-state/.pulumi/meta.yaml", reason: "NoSuchBucket", status: 404 },
    { where: "s3://orchard-state/.pulumi/meta.yaml", reason: "ECONNREFUSED" },
    { where: ".pulumi/locks/organization/orchard/dev/1.json", reason: "EACCES" },
  ],
  BACKEND_NOT_FOUND: [{ url: "file://./states", directory: "orchard/states" }],
  BACKEND_LAYOUT: [{ path: ".pulumi/meta.yaml", version: 2 }],
  CHECKPOINT_COMPRESSION: [
    { path: `${checkpoint}.gz`, reason: "zstd" },
    { path: `${checkpoint}.gz`, reason: "damaged" },
  ],
  ENVIRONMENT_UNSUPPORTED: [
    { path: "Pulumi.dev.yaml", reason: "backend" },
    { path: "Pulumi.dev.yaml", reason: "files", names: ["KUBECONFIG"], environment: "acme/orchard/common" },
    { path: "Pulumi.dev.yaml", reason: "stackFile", names: ["REGION", "ZONE"] },
  ],
  ENVIRONMENT_UNREADABLE: [
    { path: "Pulumi.dev.yaml", command: "pulumi env open acme/orchard/common files", keys: [] },
    { path: "Pulumi.dev.yaml", command: "pulumi config", keys: ["aws:region", "domain"] },
  ],
  CONFIG_KEY_INVALID: [{ key: "a:b:c:d", where: "--config" }],
  CONFIG_MISSING: [{ path: "Pulumi.dev.yaml", keys: ["orchard:domain", "orchard:zone", "simcloud:region"] }],
  PASSPHRASE_MISSING: [{ where: "Pulumi.dev.yaml" }],
  PASSPHRASE_WRONG: [{ where: "Pulumi.dev.yaml" }],
  PASSPHRASE_FILE_UNREADABLE: [{ path: "secrets/passphrase.txt" }],
  SALT_MALFORMED: [{ where: "Pulumi.dev.yaml" }],
  SECRET_UNREADABLE: [
    { where: "Pulumi.dev.yaml: orchard:databasePassword", reason: "malformed" },
    { where: `${subnet}, inputs.password`, reason: "key" },
  ],
  SECRETS_PROVIDER_UNSUPPORTED: [
    { provider: "awskms", where: "Pulumi.dev.yaml" },
    { provider: "service", where: "state.json" },
  ],
  STACK_LOCKED: [
    {
      stack: "dev",
      holder: "builder@ci-runner-7",
      pid: 4711,
      since: "2026-03-01T10:22:31Z",
      path: ".pulumi/locks/organization/orchard/dev/2f6c1b1e-9f0e-4d57-a1b0-3c8f2e7d9a44.json",
    },
    {
      stack: "dev",
      holder: "Another process",
      pid: undefined,
      since: "an unknown time",
      path: ".pulumi/locks/organization/orchard/dev/x.json",
    },
  ],
  STATE_FILE_LOCKED: [
    { holder: "builder@ci-runner-7", pid: 4711, since: "2026-03-01T10:22:31Z", path: "state.json.lock" },
  ],
  LOCK_FAILED: [{ path: ".pulumi/locks/organization/orchard/dev", reason: "EROFS" }],
  INSERTION_REFUSED: [
    {
      path: "network.ts",
      why: "index.ts does not load network.ts, so code in it would not run.",
      hint: "Pass a file that index.ts loads (index.ts), or import network.ts in the program first.",
    },
  ],
  PROGRAM_CHANGED: [{ path: "index.ts" }, { path: "index.ts", printedFor: "qa" }],
  PROGRAM_UNREADABLE: [
    {
      place: "index.ts:3:14",
      why: "The file has a syntax error: Expression expected.",
      hint: "Correct the syntax error, then run imp again.",
    },
  ],
  PROGRAM_ELSEWHERE: [{ path: "Pulumi.yaml", file: "Main.yaml" }],
  PROGRAM_INCOMPLETE: [
    { directory: "orchard", count: 17, example: subnet, appended: [] },
    { directory: "orchard", count: 1, example: subnet, appended: [] },
    { directory: "orchard", count: 17, example: subnet, appended: ["adopted", "roles"] },
  ],
  STATE_CHANGED: [
    { path: checkpoint },
    { path: checkpoint, conflict: { kind: "appeared", urn: explicit } },
    { path: checkpoint, conflict: { kind: "changed", urn: explicit } },
    { path: checkpoint, conflict: { kind: "managed", urn: explicit } },
    { path: checkpoint, conflict: { kind: "unregistered", urn: explicit } },
    { path: checkpoint, conflict: { kind: "secrets" } },
    { path: checkpoint, conflict: { kind: "pending" } },
  ],
  RECORD_UNUSABLE: [{ path: ".imp/program.json" }],
  QUICKSTART_FOREIGN: [{ path: "shop", example: "index.ts" }],
  QUICKSTART_UNWRITTEN: [{ path: "quickstart", reason: "EACCES" }],
  OUT_NOT_EMPTY: [{ path: "shop", example: "package.json" }],
  GENERATE_NOTHING: [
    { file: "prod.json", isThere: false, leftOut: [] },
    { file: checkpoint, isThere: true, leftOut: [] },
    {
      file: checkpoint,
      isThere: true,
      leftOut: [{ urn: subnet, why: "the state has no ID of the resource, so it was never created" }],
    },
  ],
  VERIFY_RUNTIME: [
    { file: "Pulumi.yaml", runtime: "haskell" },
    { file: "Pulumi.yaml", runtime: "" },
  ],
  VERIFY_CHANGED: [
    {
      where: "shop",
      changes: ["delete aws:sqs/queue:Queue orders", "update aws:sqs/queue:Queue work (index.ts:4:1): tags"],
    },
  ],
  SYNC_REFUSED: [{ where: "shop", reason: "ReferenceError: bucket is not defined" }],
  SYNC_UNPROVEN: [{ where: "shop", changes: ["update aws:sqs/queue:Queue work (index.ts:4:1): tags"] }],
  VERIFY_BROKEN: [{ where: "shop", reason: "ReferenceError: bucket is not defined" }],
  VERIFY_NOT_INSTALLED: [{ directory: "shop" }],
  VERIFY_NO_STATE: [{ file: "prod.json" }],
  RUN_RECORD_UNUSABLE: [{ path: ".imp/runs/orchard.dev.20260115-102030-123.json" }],
  UNDO_RECOVERED: [{ stack: "dev", before: "20260102-030405-678" }, { stack: "dev" }],
  UNDO_NOTHING: [{ stack: "dev", directory: ".imp/runs" }],
  UNDO_UNKNOWN: [{ run: "20260114-090807-006", known: [run] }],
  UNDO_NEEDED: [{ run, dependents: [{ urn: subnet, how: "has as its provider", on: explicit }] }],
  UNDO_REPLACED: [{ run, resources: [{ urn: subnet, was: "subnet-0a1b2c3d4e5f", is: "subnet-5f4e3d2c1b0a" }] }],
  UNDO_ENTRIES_LOST: [{ run: "20260115-102030-123", urns: [subnet] }],
  UNDO_MANAGED: [{ run, urns: [subnet] }],
  UNDO_OUTSIDE: [{ run, path: "../shop/index.ts" }],
  UNDO_PROGRAM_CHANGED: [
    { run, path: "index.ts", isKnown: true },
    { run, path: "index.ts", isKnown: false },
  ],
  MEANING_CHANGED: [
    {
      problems: [
        `${subnet}: cidrBlock is "10.0.1.0/24" in the proof, "10.0.2.0/24" in the program`,
        `${subnet}: tags.team is missing in the program`,
      ],
    },
  ],
  PLUGIN_NOT_FOUND: [
    {
      name: "simcloud",
      version: "1.4.0",
      downloadUrl: "https://plugins.example.com/simcloud",
      looked: ["$PATH for pulumi-resource-simcloud", "~/.pulumi/plugins"],
      installed: ["1.2.0", "1.3.1"],
    },
    { name: "simcloud", looked: ["$PATH for pulumi-resource-simcloud", "~/.pulumi/plugins"], installed: [] },
  ],
  PLUGIN_NOT_RUNNABLE: [
    { name: "simcloud", path: plugin, reason: "missing" },
    { name: "simcloud", path: plugin, reason: "permission" },
    { name: "simcloud", path: "~/.pulumi/plugins/resource-simcloud-v1.4.0", reason: "source" },
    { name: "simcloud", path: plugin, reason: "format" },
    { name: "simcloud", path: "plugins/simcloud", reason: "directory" },
  ],
  PLUGIN_EXITED: [{ name: "simcloud", path: plugin, status: "exit code 3" }],
  PLUGIN_NO_PORT: [
    { name: "simcloud", path: plugin, reason: "closed" },
    { name: "simcloud", path: plugin, reason: "invalid" },
  ],
  PLUGIN_START_TIMEOUT: [
    { name: "simcloud", path: plugin, seconds: 60, waitedFor: "port" },
    { name: "simcloud", path: plugin, seconds: 60, waitedFor: "answer" },
  ],
  PLUGIN_HANDSHAKE: [{ name: "simcloud", path: plugin, method: "GetPluginInfo", reason: "unknown service" }],
  PLUGIN_VERSION: [{ name: "simcloud", path: plugin, method: "GetPluginInfo" }],
  PLUGIN_NOT_EXTENDED: [{ plugin: "kubernetes", extension: "gateway" }],
  PLUGIN_PARAMETERIZED: [{ name: "terraform-provider", path: plugin, wanted: "acme", answered: "acme-cloud" }],
  SCHEMA_BROKEN: [
    {
      package: "simcloud",
      place: "#/resources/simcloud:network:Subnet/inputProperties/tags",
      message: "expected an object",
    },
    { place: "#/name", message: "a package schema must have a name" },
    { document: "schema.json", place: "its end", message: "the text is not a JSON object" },
  ],
  PACKAGE_FAILED: [{ package: "simcloud", method: "GetSchema", reason: "the schema is generated at build time only" }],
  PACKAGE_MISSING: [{ urn: subnet, package: "simcloud" }],
  PROVIDER_UNKNOWN: [{ urn: explicit }],
  PROVIDER_URN_UNFIT: [
    { urn: explicit, explicit: [] },
    { urn: explicit, type: "network:index:Vpc", explicit: [`${explicit}-1`, `${explicit}-2`] },
    { urn: explicit, type: "pulumi:providers:network", wanted: "storage", explicit: [] },
  ],
  PROVIDER_REPLACED: [
    { urn: provider, paths: ["region", "account"] },
    { urn: provider, paths: [] },
  ],
  PROVIDER_CONFIG_REFUSED: [
    {
      urn: provider,
      failures: [
        { property: "region", reason: 'expected region to be one of ["us-east-1" "eu-west-1"], got "mars-north-1"' },
        { property: "", reason: "no credentials were found" },
      ],
    },
  ],
  PROVIDER_CONFIG_MISSING: [
    {
      urn: provider,
      keys: [
        { name: "simcloud:config:region", description: "The region in which everything is." },
        { name: "simcloud:config:token", description: "" },
      ],
    },
  ],
  PROVIDER_FAILED: [
    { urn: provider, method: "Configure", failure: "other", reason: "could not assume role: token has expired" },
    { urn: explicit, method: "CheckConfig", failure: "timeout", reason: "no answer within 300 seconds" },
  ],
  PROVIDER_ACCESS: [
    {
      provider: defaultProvider,
      package: "simcloud",
      isDefault: true,
      kind: "login",
      reason: "refreshing <URN>: the API responded with 401 Unauthorized",
      reads: 3,
      settings: [
        { name: "token", environment: ["SIMCLOUD_TOKEN"] },
        { name: "user", environment: [] },
      ],
    },
    {
      provider: explicitProvider,
      package: "simcloud",
      isDefault: false,
      kind: "connection",
      reason: 'Get "https://cloud.example/<path>": dial tcp: lookup cloud.example: no such host',
      reads: 10,
      settings: ["endpoint", "port", "proxy", "region", "tlsCa", "tlsCert", "tlsKey"].map((name) => ({
        name,
        environment: [],
      })),
    },
    {
      provider: defaultProvider,
      package: "simcloud",
      isDefault: true,
      kind: "permission",
      reason: "403 Forbidden",
      reads: 3,
      settings: [],
    },
  ],
  RESOURCE_NOT_FOUND: [
    { ...object, provider: defaultProvider },
    { ...object, reason: `subnet ${JSON.stringify(call.id)} does not exist in us-east-1` },
    { ...object, provider: defaultProvider, others: [explicitProvider] },
  ],
  WRONG_PROVIDER: [
    { ...object, provider: defaultProvider, found: explicitProvider, use: "eu-west" },
    { ...object, provider: explicitProvider, found: defaultProvider },
  ],
  NOT_IMPORTABLE: [
    { type: "random:index/randomShuffle:RandomShuffle", name: "order", id: "none" },
    {
      type: "postgresql:index/grant:Grant",
      name: "readers",
      id: "reader_orders",
      reason: "The provider found no resource with this ID",
      isUndescribed: true,
    },
  ],
  URN_TAKEN: [
    { urn: subnet, id: "subnet-0a1b2c3d4e5f", existing: "subnet-9f8e7d6c5b4a" },
    { urn: subnet, id: "subnet-0a1b2c3d4e5f", existing: "subnet-9f8e7d6c5b4a", canReplace: true },
  ],
  ASSET_UNHASHED: [
    { type: "aws:s3/bucketObject:BucketObject", name: "logo", reason: "there is no file logo.svg next to the program" },
  ],
  SAME_OBJECT: [{ type: "aws:ec2/subnet:Subnet", name: "private-b", id: "subnet-9f8e7d6c5b4a", other: subnet }],
  SAME_OBJECT_TWICE: [
    { type: "aws:ec2/subnet:Subnet", id: "subnet-9f8e7d6c5b4a", urns: [subnet, subnet.replace(/-a$/, "-b")] },
  ],
  URN_DECLARED_TWICE: [
    { type: "aws:ec2/subnet:Subnet", name: "private-a", urn: subnet, places: ["index.ts:4", "index.ts:9"] },
  ],
  REVIEW_NO_CODE: [{ urn: subnet }],
  REVIEW_UNCHANGED: [{ names: ["orders-db", "billing-db"] }],
  REVIEW_OTHER_PLUGINS: [{ language: "python" }],
  CALL_UNAUTHORISED: [{ ...call, reason: "principal ci-reader is not allowed to perform network:DescribeSubnets" }],
  CALL_THROTTLED: [{ ...call, reason: "rate exceeded: 20 requests a second" }],
  CALL_TIMEOUT: [{ ...call, reason: "no answer within 300 seconds" }],
  PLUGIN_DIED: [{ ...call, method: "Diff", reason: "the process ended with exit code 2" }],
  ANSWER_MALFORMED: [{ ...call, method: "Check", reason: "inputs.tags is neither a value nor a known signature" }],
  ID_REFUSED: [{ ...call, reason: 'invalid id "subnet-0a1b2c3d4e5f": expected <network>/<subnet>' }],
  PROVIDER_REFUSED: [
    { ...call, provider: explicitProvider, reason: "reading subnet: InternalError: we are looking into it" },
  ],
  CHECK_REFUSED: [
    {
      type: "simcloud:database:Instance",
      name: "orders",
      failures: [
        { property: "masterPassword", reason: "a password is required" },
        { property: "parameters[2].value", reason: 'must be "on" or "off"' },
        { property: "", reason: "either snapshotId or engine must be given" },
      ],
    },
  ],
  STRICT_REFUSED: [
    { type: "simcloud:compute:Function", name: "resize", paths: ["memory", "environment.variables"], assumed: false },
    { type: "simcloud:compute:Function", name: "resize", paths: [], assumed: false },
    { type: "simcloud:compute:Function", name: "resize", paths: ["memory"], assumed: true },
  ],
  REPLACE_REFUSED: [
    { type: "simcloud:compute:Function", name: "resize", paths: ["code", "runtime", "environment.variables"] },
    { type: "simcloud:compute:Function", name: "resize", paths: [] },
    { type: "simcloud:compute:Function", name: "resize", paths: ["code"], places: ["index.ts:12"] },
  ],
  VALUE_DEMANDED: [
    {
      type: "simcloud:database:Instance",
      name: "orders",
      groups: [["masterPassword"]],
      placeholder: "possible",
      commands: ["pulumi config set --secret shop:ordersMasterPassword --stack prod"],
      failures: [{ property: "masterPassword", reason: "a password is required" }],
    },
    {
      type: "simcloud:compute:Function",
      name: "resize",
      placeholder: "tried",
      commands: [],
      groups: [["filename", "bucketKey", "imageUri"], ["handler"]],
      failures: [{ property: "", reason: "exactly one of filename, bucketKey, imageUri must be given" }],
    },
    {
      type: "simcloud:compute:Function",
      name: "resize",
      groups: [["code"]],
      placeholder: "impossible",
      commands: [],
      failures: [{ property: "code", reason: "required" }],
    },
    {
      type: "simcloud:compute:Machine",
      name: "web",
      groups: [["userData"]],
      hashes: ["userData"],
      placeholder: "possible",
      commands: [],
      failures: [{ property: "userData", reason: "required" }],
    },
  ],
  CHECK_UNSTABLE: [
    { type: "simcloud:quirk:Clock", name: "noon", paths: ["nonce"] },
    { type: "simcloud:quirk:Clock", name: "noon", paths: [] },
  ],
  INIT_FAILED: [
    {
      type: "kubernetes:apps/v1:Deployment",
      name: "web",
      id: "default/web",
      reasons: ["the health check failed", "minimum replica count is not reached"],
    },
    { type: "kubernetes:apps/v1:Deployment", name: "web", id: "default/web", reasons: [] },
  ],
  NOT_IN_PROGRAM: [{ type: call.type, name: call.name, urn: explicit }],
  IMPORT_OPTION_DIFFERS: [
    { type: call.type, name: call.name, paths: ["tags", "password"] },
    { type: call.type, name: call.name, paths: [] },
  ],
  COMPONENT_PARTS: [
    {
      urn: "urn:pulumi:qa::orchard::awsx:ec2:Vpc::website",
      parts: ["urn:pulumi:dev::orchard::awsx:ec2:Vpc$aws:ec2/vpc:Vpc::website"],
    },
  ],
  PARENT_FAILED: [{ type: call.type, name: call.name, parent: "urn:pulumi:dev::orchard::shop:site:Site::main" }],
  CHILDREN_FAILED: [{ type: "shop:site:Site", name: "main" }],
  STATE_VALUE: [{ where: `${subnet}, outputs.tags`, why: "it has a signature that is not known" }],
  STATE_MALFORMED: [
    { file: "state.json:812:3", why: "invalid JSON" },
    { file: "state.json", why: "`version` is not a number" },
  ],
  STATE_TOO_OLD: [{ file: "state.json", version: 2 }],
  STATE_TOO_NEW: [{ file: "state.json", version: 5 }],
  STATE_FEATURE_UNKNOWN: [{ file: "state.json", features: ["refreshBeforeUpdate", "hooks", "timeTravel"] }],
  STATE_INTEGRITY: [
    { file: "state.json", resource: subnet, why: "its parent comes after it" },
    { file: "state.json", why: "there are two root stack resources" },
  ],
  STATE_SECRETS_CLOSED: [{ resource: subnet }],
  COMMIT_CHANGED: [{ path: "Pulumi.dev.yaml" }],
  COMMIT_FAILED: [
    { path: "index.ts", reason: "ENOSPC", undone: true },
    { path: checkpoint, reason: "EACCES", undone: false },
    { path: "specs.json/index.ts", reason: "ENOTDIR", undone: true },
  ],
  COMMIT_UNSURE: [{ where: "s3://orchard-state/.pulumi/stacks/orchard/dev.json" }],
  COMMIT_ELSEWHERE: [{ place: "s3://orchard-state .pulumi/stacks/orchard/dev.json" }],
  COMMIT_JOURNAL: [{ path: ".imp/journal.json" }],
  COMMIT_CONFLICT: [
    { journal: ".imp/journal.json", written: [], changed: ["s3://orchard-state/.pulumi/stacks/orchard/dev.json"] },
    { journal: ".imp/journal.json", written: ["index.ts", "Pulumi.dev.yaml"], changed: [checkpoint] },
  ],
  LOWER_CANNOT_EXPRESS: [
    { urn: subnet, resource: subnet, path: "tags.size", what: "an integer above 2^53" },
    { urn: subnet, resource: subnet, path: "tags.size", what: "an integer above 2^53", source: "state" },
  ],
  GENERATOR_CANNOT_EXPRESS: [
    {
      urn: subnet,
      language: "pcl",
      resource: subnet,
      path: "code",
      what: "is an archive of archives, which PCL cannot say",
    },
  ],
};
