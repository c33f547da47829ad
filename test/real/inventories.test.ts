/** Inventories of real systems: imp finds the types and import IDs of a broker's, a database server's, and a cluster's listings. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSpecs } from "../../src/import-file/read.ts";
import { imp } from "./judge-import.ts";
import { openKubernetesStack, requireKubernetes } from "./kubernetes-stack.ts";
import { type ProviderName, requireProvider } from "./providers.ts";
import { exitsWith, type Ran, showRun } from "./run-process.ts";
import { openStack, type RealStack } from "./stack.ts";
import type { SystemEntry } from "./systems/estate.ts";
import { type Cluster, listObjects, startKubernetes } from "./systems/kubernetes.ts";
import { entriesOf, makeObjects, readEstate } from "./systems/kubernetes-estate.ts";
import { missingPostgresql, type Postgresql, startPostgresql } from "./systems/postgresql.ts";
import { fillPostgresql } from "./systems/postgresql-estate.ts";
import { missingRabbitmq, type Rabbitmq, startRabbitmq } from "./systems/rabbitmq.ts";
import { fillBroker } from "./systems/rabbitmq-estate.ts";
import { requireTools } from "./tools.ts";

interface Document {
  readonly found: number;
  readonly leftOut?: Readonly<Record<string, number>>;
  readonly ids?: readonly {
    readonly kind: string;
    readonly attempts: readonly { readonly answer: { readonly kind: string } }[];
  }[];
}

const keyOf = ({ type, id }: { readonly type: string; readonly id?: string }): string => `${type} ${id}`;

async function openSystemStack(
  provider: ProviderName,
  title: string,
  settings: Readonly<Record<string, string>>,
): Promise<RealStack | undefined> {
  const available = requireProvider(provider, title);
  if (available === undefined) return undefined;
  const stack = await openStack({
    tools: requireTools(),
    providers: { [available.name]: available.executable },
    sdks: [],
  });
  for (const [key, value] of Object.entries(settings))
    await exitsWith(0, stack.pulumi("config", "set", `${provider}:${key}`, value, "--plaintext"));
  return stack;
}

/** Discovers the objects in a file, and returns the import file's resources and imp's report. */
async function discovered(stack: RealStack, file: string, text: string, words: readonly string[]) {
  writeFileSync(join(stack.directory, file), text);
  const ran: Ran = await imp(stack, "discover", ...words, "--from", file, "--explain-ids", "--json", "--force");
  assert.equal(ran.code, 0, showRun(ran));
  const path = join(stack.directory, "imp-found.json");
  const { resources } = readSpecs([{ path, text: readFileSync(path, "utf8") }]);
  return { found: resources.map(keyOf).toSorted(), report: JSON.parse(ran.stdout) as Document };
}

/** Returns the number of reads that found no object. */
function wrongGuesses({ ids = [] }: Document): number {
  return ids.flatMap(({ attempts }) => attempts.filter(({ answer }) => answer.kind !== "proven")).length;
}

function csv(rows: readonly (readonly string[])[]): string {
  const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => `${row.map(quoted).join(",")}\n`).join("");
}

describe("an inventory of RabbitMQ in CSV", () => {
  const title = "an inventory of RabbitMQ";
  let broker: Rabbitmq | undefined;
  let stack: RealStack | undefined;
  let entries: readonly SystemEntry[];
  before(async function () {
    const missing = missingRabbitmq();
    if (missing !== undefined) {
      console.log(`SKIPPED: ${title}: ${missing}`);
      return this.skip();
    }
    broker = await startRabbitmq();
    const { endpoint, username, password } = broker;
    stack = await openSystemStack("rabbitmq", title, { endpoint, username, password });
    if (stack === undefined) return this.skip();
    entries = await fillBroker(broker);
  });
  after(async () => {
    await stack?.dispose();
    await broker?.stop();
  });

  it("gives all virtual hosts, users, exchanges, queues, and policies, and none wrong", async function () {
    if (stack === undefined || broker === undefined) return this.skip();
    const kinds = {
      vhosts: "vhost",
      users: "user",
      exchanges: "exchange",
      queues: "queue",
      policies: "policy",
    } as const;
    const rows: string[][] = [["type", "name", "vhost"]];
    for (const [path, kind] of Object.entries(kinds)) {
      const list = (await broker.call("GET", path)) as readonly { readonly name: string; readonly vhost?: string }[];
      // The default exchange of each virtual host has no name, and cannot be imported.
      for (const { name, vhost = "" } of list) if (name !== "") rows.push([kind, name, vhost]);
    }
    const { found, report } = await discovered(stack, "broker.csv", csv(rows), ["rabbitmq"]);
    const wanted = /^rabbitmq:index\/(?:vhost|user|exchange|queue|policy):/;
    const expected = entries.filter(({ type }) => wanted.test(type)).map(keyOf);
    assert.deepEqual(
      expected.filter((key) => !found.includes(key)),
      [],
    );
    console.log(`    ${found.length} objects, ${wrongGuesses(report)} wrong guesses`);
    // The broker itself has the virtual host "/", its administrator with permissions, and predeclared exchanges.
    const own = found.filter((key) => !expected.includes(key) && !/ \/$| admin| amq\.| @/.test(key));
    assert.deepEqual(own, []);
  });

  it("gives all permissions from their users and virtual hosts, and none wrong", async function () {
    if (stack === undefined || broker === undefined) return this.skip();
    const list = (await broker.call("GET", "permissions")) as readonly Readonly<Record<"user" | "vhost", string>>[];
    const rows = [["user", "vhost"], ...list.map(({ user, vhost }) => [user, vhost])];
    const token = "rabbitmq:index/permissions:Permissions";
    const { found, report } = await discovered(stack, "permissions.csv", csv(rows), ["--type", token]);
    console.log(`    ${found.length} objects, ${wrongGuesses(report)} wrong guesses`);
    const expected = entries.filter(({ type }) => type === token).map(keyOf);
    assert.deepEqual(
      found.filter((key) => !key.includes(" admin@")),
      expected.toSorted(),
    );
  });
});

describe("an inventory of PostgreSQL in CSV", () => {
  const title = "an inventory of PostgreSQL";
  let server: Postgresql | undefined;
  let stack: RealStack | undefined;
  let entries: readonly SystemEntry[];
  before(async function () {
    const missing = missingPostgresql();
    if (missing !== undefined) {
      console.log(`SKIPPED: ${title}: ${missing}`);
      return this.skip();
    }
    server = await startPostgresql();
    const { port, username, password } = server;
    const settings = { host: "127.0.0.1", port: String(port), username, password, sslmode: "disable" };
    stack = await openSystemStack("postgresql", title, settings);
    if (stack === undefined) return this.skip();
    entries = await fillPostgresql(server);
  });
  after(async () => {
    await stack?.dispose();
    await server?.stop();
  });

  for (const [type, databases, query] of [
    ["role:Role", ["postgres"], "select rolname as name from pg_roles where rolname !~ '^pg_'"],
    ["database:Database", ["postgres"], "select datname as name from pg_database where datname !~ '^template'"],
    [
      "schema:Schema",
      ["orders", "analytics"],
      "select catalog_name as database, schema_name as name from information_schema.schemata",
    ],
    [
      "extension:Extension",
      ["orders", "analytics"],
      "select current_database() as database, extname as name, extversion as version from pg_extension",
    ],
  ] as const)
    it(`gives all objects of the type ${type} from the output of psql, and none wrong`, async function () {
      if (stack === undefined || server === undefined) return this.skip();
      const lists: string[] = [];
      for (const database of databases)
        lists.push(await server.run("psql", ["--no-psqlrc", "--csv", "-d", database, "-c", query]));
      const [first = "", ...others] = lists;
      const text = first + others.map((list) => list.slice(list.indexOf("\n") + 1)).join("");
      const token = `postgresql:index/${type}`;
      const { found, report } = await discovered(stack, "list.csv", text, ["--type", token]);
      const expected = entries.filter((entry) => entry.type === token).map(keyOf);
      assert.deepEqual(
        expected.filter((key) => !found.includes(key)),
        [],
      );
      console.log(`    ${found.length} objects, ${wrongGuesses(report)} wrong guesses`);
      const own = found.filter((key) => !expected.includes(key) && !ownObject.test(key));
      assert.deepEqual(own, []);
    });

  /** Objects that every server has. */
  const ownObject = / postgres$|\.(?:public|plpgsql|pg_\w+|information_schema)$/;
});

/** The types of the bridged provider whose objects have ARNs: the ARN and the import ID of an object by its name. */
const account = "eu-west-1:123456789012";
const addressedTypes: Readonly<Record<string, (name: string) => readonly [arn: string, id: string]>> = {
  EcsCluster: (name) => [`arn:aws:ecs:${account}:cluster/${name}`, name],
  EcsService: (name) => [`arn:aws:ecs:${account}:service/shop/${name}`, `shop/${name}`],
  S3Bucket: (name) => [`arn:aws:s3:::${name}`, name],
  IamRole: (name) => [`arn:aws:iam::123456789012:role/teams/a/${name}`, name],
  IamPolicy: (name) => [`arn:aws:iam::123456789012:policy/${name}`, `arn:aws:iam::123456789012:policy/${name}`],
  SqsQueue: (name) => [`arn:aws:sqs:${account}:${name}`, `https://sqs.eu-west-1.amazonaws.com/123456789012/${name}`],
  SnsTopic: (name) => [`arn:aws:sns:${account}:${name}`, `arn:aws:sns:${account}:${name}`],
  Vpc: (name) => [`arn:aws:ec2:${account}:vpc/vpc-${name}`, `vpc-${name}`],
  SecurityGroup: (name) => [`arn:aws:ec2:${account}:security-group/sg-${name}`, `sg-${name}`],
  LambdaFunction: (name) => [`arn:aws:lambda:${account}:function:${name}`, name],
  LogGroup: (name) => [`arn:aws:logs:${account}:log-group:/aws/lambda/${name}`, `/aws/lambda/${name}`],
  DynamodbTable: (name) => [`arn:aws:dynamodb:${account}:table/${name}`, name],
  LoadBalancer: (name) => [
    `arn:aws:elasticloadbalancing:${account}:loadbalancer/app/${name}/50dc6c495c0c9188`,
    `arn:aws:elasticloadbalancing:${account}:loadbalancer/app/${name}/50dc6c495c0c9188`,
  ],
  KmsKey: (name) => [`arn:aws:kms:${account}:key/${name}`, name],
  RdsCluster: (name) => [`arn:aws:rds:${account}:cluster:${name}`, name],
  SecretsmanagerSecret: (name) => [
    `arn:aws:secretsmanager:${account}:secret:${name}-a1B2c3`,
    `arn:aws:secretsmanager:${account}:secret:${name}-a1B2c3`,
  ],
};

describe("an inventory of ARNs and a provider on Pulumi's bridge", () => {
  const tokenOf = (type: string): string => `bridged:index/${type.charAt(0).toLowerCase()}${type.slice(1)}:${type}`;
  const objects = Object.entries(addressedTypes).flatMap(([type, addressOf]) =>
    ["orders", "audit"].map((word) => {
      const name = `${word}-${type.toLowerCase()}`;
      const [arn, id] = addressOf(name);
      return { arn, id, name, token: tokenOf(type) };
    }),
  );
  let stack: RealStack | undefined;
  before(async () => {
    stack = await openSystemStack("bridged", "an inventory of ARNs", { file: "objects.json" });
    if (stack === undefined) return;
    const stored = objects.map(({ arn, id, name }) => [id, { name, arn }]);
    writeFileSync(join(stack.directory, "objects.json"), JSON.stringify(Object.fromEntries(stored)));
  });
  after(async () => await stack?.dispose());

  it("gives at least 95 % of the types and import IDs, and none wrong, with at most 2.5 reads per object", async function () {
    if (stack === undefined) return this.skip();
    const listing = { ResourceTagMappingList: objects.map(({ arn }) => ({ ResourceARN: arn, Tags: [] })) };
    const { found, report } = await discovered(stack, "arns.json", JSON.stringify(listing), ["bridged"]);
    const expected = new Set(objects.map(({ token, id }) => `${token} ${id}`));
    assert.deepEqual(
      found.filter((key) => !expected.has(key)),
      [],
    );
    assert.ok(found.length >= objects.length * 0.95, JSON.stringify(report.ids, null, 1));
    const reads = found.length + wrongGuesses(report);
    console.log(`    ${found.length} of ${objects.length} objects, ${reads} reads`);
    assert.ok(reads <= objects.length * 2.5, `${reads} reads for ${objects.length} objects`);
  });
});

describe("a list of the objects of a Kubernetes cluster", () => {
  let cluster: Cluster | undefined;
  let stack: RealStack | undefined;
  before(async function () {
    const provider = requireKubernetes("an inventory of Kubernetes");
    if (provider === undefined) return this.skip();
    cluster = await startKubernetes();
    await makeObjects(cluster, readEstate());
    stack = await openKubernetesStack(requireTools(), provider, cluster);
  });
  after(async () => {
    await stack?.dispose();
    await cluster?.stop();
  });

  it("gives all objects that the user created, and counts the objects of the cluster", async function () {
    if (stack === undefined || cluster === undefined) return this.skip();
    const items: unknown[] = [];
    for (const kind of await cluster.kinds()) items.push(...(await listObjects(cluster, kind)));
    const list = JSON.stringify({ apiVersion: "v1", kind: "List", items });
    const { found, report } = await discovered(stack, "cluster.json", list, []);
    const expected = entriesOf(readEstate()).map(keyOf);
    assert.deepEqual(
      expected.filter((key) => !found.includes(key)),
      [],
    );
    assert.deepEqual(
      found.filter((key) => !expected.includes(key)),
      [],
    );
    assert.ok(Object.entries(report.leftOut ?? {}).some(([reason, count]) => reason === "cluster" && count > 50));
    assert.equal(wrongGuesses(report), 0);
    console.log(`    ${found.length} objects of ${items.length}, skipped: ${JSON.stringify(report.leftOut)}`);
  });
});
