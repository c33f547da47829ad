/** Random changes in PostgreSQL with SQL, `imp sync`, and the real Pulumi: the next preview and update do what the choice says. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Draw, drawFrom } from "../support/mutate.ts";
import { imp } from "./judge-import.ts";
import { requireProvider, schemaOf } from "./providers.ts";
import { changedSteps, changedUpdate, nameOf } from "./random-drift/changed-steps.ts";
import { exitsWith, showRun } from "./run-process.ts";
import { nodejsSdk } from "./sdk.ts";
import { openStack, type RealStack } from "./stack.ts";
import { missingPostgresql, type Postgresql, startPostgresql } from "./systems/postgresql.ts";
import { fillPostgresql, postgresqlContents, rolePasswords } from "./systems/postgresql-estate.ts";
import { requireTools } from "./tools.ts";

const title = "imp sync after random changes in PostgreSQL";
const rounds = process.env.IMP_PROVE === "1" ? 6 : 1;
const changesPerRound = 10;

interface Synced {
  readonly resources: readonly { readonly urn: string; readonly result: "synced" | "left"; readonly why?: string }[];
}

describe(title, function () {
  this.timeout(3_600_000);
  const tools = requireTools();
  let server: Postgresql;
  let stack: RealStack;
  let executable: string;
  let program: string;
  let checkpoint: string;
  let state: string;
  let contents: unknown;

  before(async function () {
    const provider = requireProvider("postgresql", title);
    const missing = missingPostgresql();
    if (missing !== undefined) console.log(`SKIPPED: ${title}: ${missing}`);
    if (provider === undefined || missing !== undefined) return this.skip();
    executable = provider.executable;
    server = await startPostgresql();
    const entries = await fillPostgresql(server);
    const sdks = [await nodejsSdk(tools, await schemaOf(provider))];
    stack = await openStack({ tools, providers: { postgresql: executable }, sdks });
    const { port, username, password } = server;
    const settings = { host: "127.0.0.1", port: String(port), username, sslmode: "disable" };
    for (const [key, value] of Object.entries(settings))
      await exitsWith(0, stack.pulumi("config", "set", `postgresql:${key}`, value));
    await exitsWith(0, stack.pulumi("config", "set", "--secret", "postgresql:password", password));
    const specs = join(stack.root, "specs.json");
    writeFileSync(specs, JSON.stringify({ resources: entries }));
    await exitsWith(0, imp(stack, "run", specs, "--yes", "--no-protect", "--language", "typescript"));
    await stack.up();
    program = readProgram();
    checkpoint = join(stack.root, "backend", ".pulumi", "stacks", stack.project, `${stack.stack}.json`);
    state = readFileSync(checkpoint, "utf8");
    contents = await postgresqlContents(server);
  });
  after(async () => {
    await stack?.dispose();
    await server?.stop();
  });

  for (let seed = 1; seed <= rounds; seed += 1) {
    it(`takes the values of the database, or reverts them (seed ${seed})`, async () => {
      const sql = drawChanges(drawFrom(seed));
      await server.run("psql", ["--no-psqlrc", "-v", "ON_ERROR_STOP=1", "--quiet"], sql);
      const drifted = await changedSteps(stack, "--refresh");
      assert.ok(drifted.length > 0, sql);
      const left = await sync("cloud", 3, drifted, sql);
      assert.ok(left.length < drifted.length / 2, `most changes are taken, but not ${left.join(", ")}`);
      assert.deepEqual(await changedSteps(stack, "--refresh"), left, `${sql}\n${readProgram()}`);
      assert.deepEqual(await changedSteps(stack), []);
      restore();
      assert.deepEqual(await sync("program", 0, drifted, sql), []);
      assert.equal(readProgram(), program);
      assert.deepEqual(await changedUpdate(stack), drifted, sql);
      assert.deepEqual(await postgresqlContents(server), contents, sql);
      assert.deepEqual(await changedSteps(stack, "--refresh"), []);
      restore();
    });
  }

  /** Returns the resources that were left. */
  async function sync(
    choice: string,
    most: number,
    drifted: readonly string[],
    sql: string,
  ): Promise<readonly string[]> {
    // Without the language host of the tests, imp starts index.ts itself.
    const env = {
      ...stack.env,
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    };
    const words = ["sync", "--take", choice, "--yes", "--json", "--provider", `postgresql=${executable}`];
    const ran = await imp({ ...stack, env }, ...words);
    const story = `${sql}\n${showRun(ran)}`;
    assert.ok(ran.code === 0 || ran.code === most, story);
    for (const password of Object.values(rolePasswords)) assert.ok(!(ran.stdout + readProgram()).includes(password));
    const { resources } = JSON.parse(ran.stdout) as Synced;
    assert.deepEqual(resources.map(({ urn }) => nameOf(urn)).sort(), drifted, story);
    const left = resources.filter(({ result }) => result === "left");
    for (const { urn, why } of left) assert.ok(why, urn);
    assert.equal(ran.code === 3, left.length > 0, story);
    return left.map(({ urn }) => nameOf(urn)).sort();
  }

  function restore(): void {
    writeFileSync(join(stack.directory, "index.ts"), program);
    writeFileSync(checkpoint, state);
  }

  function readProgram(): string {
    return readFileSync(join(stack.directory, "index.ts"), "utf8");
  }
});

/** Returns statements, each for another object. */
function drawChanges(draw: Draw): string {
  const left = [...changes];
  const drawn = Array.from({ length: changesPerRound }, () => left.splice(draw(left.length), 1)[0]?.(draw) ?? "");
  return drawn.join("\n");
}

function pick<T>(items: readonly T[], draw: Draw): T {
  const item = items[draw(items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

/** Changes of one object each. The provider reads all of them (but no grant options), and an update can revert them. */
const changes: readonly ((draw: Draw) => string)[] = [
  ...["readers", "writers", '"Ops-Team"', "app", "reporting", "replicator", "auditor"].map(
    (role) => (draw: Draw) => `alter role ${role} ${roleChange(draw)};`,
  ),
  (draw) => `alter role app set search_path to ${pick(["app", '"a b", audit', "audit, app, public"], draw)};`,
  (draw) => `alter role app_owner set statement_timeout to '${1000 + draw(60000)}';`,
  (draw) => `grant ${pick(["readers", "writers"], draw)} to app_owner;`,
  (draw) => `alter database orders connection limit ${1 + draw(200)};`,
  (draw) => `alter database analytics ${pick(["connection limit 7", "connection limit -1"], draw)};`,
  () => "alter database seed is_template false;",
  (draw) => `alter database archive ${pick(["connection limit 3", "owner to app"], draw)};`,
  (draw) => `\\connect orders\nalter schema app owner to ${pick(["app", "reporting"], draw)};\n\\connect postgres`,
  () => "\\connect orders\nalter schema extensions owner to app_owner;\n\\connect postgres",
  () => '\\connect analytics\nalter schema "Raw Data" owner to reporting;\n\\connect postgres',
  () => "\\connect orders\ndrop extension pgcrypto;\n\\connect postgres",
  () => "\\connect analytics\nalter extension hstore set schema app;\n\\connect postgres",
  (draw) => `grant ${pick(["create", "temporary"], draw)} on database orders to readers;`,
  () => "revoke temporary on database orders from writers;",
  (draw) =>
    `\\connect orders\nalter default privileges for role app_owner in schema app grant ${pick(["delete", "truncate, update"], draw)} on tables to readers;\n\\connect postgres`,
  () =>
    "\\connect analytics\nalter default privileges for role reporting in schema mart grant insert on tables to auditor;\n\\connect postgres",
];

function roleChange(draw: Draw): string {
  return pick(
    [
      "createdb",
      "createrole",
      `connection limit ${1 + draw(99)}`,
      "valid until '2040-01-01 00:00:00+00'",
      "noinherit",
      "bypassrls",
      "replication",
    ],
    draw,
  );
}
