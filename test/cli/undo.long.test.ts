import assert from "node:assert/strict";
import { existsSync, readdirSync, statSync } from "node:fs";
import { type CliProject, checkpoint, copyProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";
import { bucket, policy, record, role, specsOf, vpc } from "../support/quickstart-specs.ts";

/** Files that undo may keep: Pulumi's backups and history of checkpoints, and the folder of the records. */
const lasting = /\.bak$|^\.pulumi\/(backups|history)\/|^\.imp\/runs\//;

type Files = Readonly<Record<string, string>>;

describe("imp undo", () => {
  let empty: CliProject;
  let imported: CliProject;
  let project: CliProject;
  before(async () => {
    empty = makeProject({ specs: JSON.parse(specsOf(bucket, record)) });
    empty.write("role.json", specsOf(role));
    empty.write("policy.json", specsOf(policy));
    empty.write("vpc.json", specsOf(vpc));
    imported = copyProject(empty);
    await exitsWith(0, imported.run(["specs.json", "--yes"]));
  });
  after(async () => {
    await empty.remove();
    await imported.remove();
  });
  beforeEach(() => {
    project = copyProject(empty);
  });
  afterEach(() => project.remove());

  const product = (): Files =>
    Object.fromEntries(Object.entries(project.files()).filter(([name]) => !lasting.test(name)));

  async function run(...args: readonly string[]): Promise<void> {
    await exitsWith(0, project.run([...args, "--yes"]));
  }

  const undo = (...args: readonly string[]): Promise<Ran> => project.plain(["undo", ...args]);

  async function undone(...args: readonly string[]): Promise<Ran> {
    const ran = await exitsWith(0, undo(...args, "--yes"));
    await project.assertTidy();
    return ran;
  }

  async function refused(code: string, ...args: readonly string[]): Promise<Ran> {
    const before = project.files();
    const ran = await undo(...args);
    assert.match(ran.stderr, new RegExp(`\\(${code}\\)`), showRun(ran));
    assert.deepEqual(project.files(), before);
    return ran;
  }

  const urnsIn = (path = checkpoint): readonly string[] => {
    const state = project.json(path) as { checkpoint: { latest: { resources: readonly { urn: string }[] } } };
    return state.checkpoint.latest.resources.map(({ urn }) => urn.slice(urn.lastIndexOf("::") + 2));
  };

  const runIds = (): readonly string[] =>
    readdirSync(project.path(".imp/runs"))
      .flatMap((name) => /^orchard\.dev\.(\d.*)\.json$/.exec(name)?.[1] ?? [])
      .sort();

  it("restores every byte, run by run, back to the state before the first run", async () => {
    const untouched = product();
    await run("specs.json", "--language", "typescript,pcl");
    const first = product();
    const [record] = runIds();
    assert.equal(statSync(project.path(`.imp/runs/orchard.dev.${record}.json`)).mode & 0o777, 0o600);
    await run("role.json", "--language", "typescript,pcl");
    assert.equal(runIds().length, 2);
    const ran = await undone();
    assert.match(
      ran.stdout,
      /^Undid run [\s\S]*: the\s+state\s+is\s+as\s+before\s+the\s+run,\s+and\s+so\s+is\s+the\s+program\.\n1 resource removed from the state \(not deleted from the cloud\):\n {2}runner /m,
    );
    assert.deepEqual(product(), first);
    assert.match((await undone()).stdout, /^ {2}index\.ts \(removed\)$/m);
    assert.deepEqual(product(), untouched);
    await refused("UNDO_NOTHING", "--yes");
  });

  it("removes only the resources of an earlier run, and keeps the rest of the state", async () => {
    await run("role.json");
    await run("specs.json");
    await run("vpc.json");
    const [, middle] = runIds();
    const state = project.read(checkpoint);
    const model = makeProject({ specs: JSON.parse(specsOf(role, vpc)) });
    assert.equal((await model.run(["specs.json", "--yes"])).code, 0);
    const ran = await undone(String(middle));
    assert.match(
      ran.stdout.replace(/\s+/g, " "),
      /the state does not have its resources anymore, the program does not have them either/,
    );
    assert.deepEqual(urnsIn(), ["orchard-dev", "default_1_0_0", "runner", "main"]);
    const left = project.read(checkpoint);
    // The new file must equal the old file without one section.
    let head = 0;
    while (left[head] === state[head]) head += 1;
    assert.ok(state.endsWith(left.slice(head)), "undo removed exactly one section");
    assert.equal(project.read("index.ts"), model.read("index.ts"));
    await model.remove();
    await exitsWith(0, project.run(["specs.json", "--yes"]));
  });
  it("undoes --code-only runs and --state-only runs", async () => {
    const untouched = product();
    await run("specs.json", "--code-only");
    await undone();
    assert.deepEqual(product(), untouched);
    await run("specs.json", "--state-only");
    await undone();
    assert.deepEqual(product(), untouched);
  });

  it("rejects undo of a --code-only run if the state now has the resources", async () => {
    await run("specs.json", "--code-only");
    await run("specs.json", "--state-only");
    const ran = await refused("UNDO_MANAGED", String(runIds()[0]), "--yes");
    assert.match(ran.stderr, /Bucket::covers/);
  });

  it("undoes runs with --layout and with --new", async () => {
    const untouched = product();
    await run("specs.json", "--layout", "per-type");
    const first = product();
    await run("role.json");
    await run("vpc.json");
    await undone(String(runIds()[1]));
    assert.ok(!existsSync(project.path("role.ts")), readdirSync(project.directory).join());
    await undone();
    assert.deepEqual(Object.keys(product()).sort(), Object.keys(first).sort());
    await undone();
    // Only the names of the files are compared. The state has other bytes, because a run in the middle was undone first.
    assert.deepEqual(Object.keys(product()), Object.keys(untouched));
    assert.deepEqual(urnsIn(), ["orchard-dev"]);
    const before = product();
    await run("specs.json", "--new", "--out", "fresh");
    assert.ok(existsSync(project.path("fresh/Pulumi.yaml")));
    await undone();
    assert.deepEqual(product(), before);
  });
  it("undoes a run without a passphrase", async () => {
    await run("specs.json", "--config", "simcloud:token=s3cr3t");
    await exitsWith(0, project.plain(["undo", "--yes"], { PULUMI_CONFIG_PASSPHRASE: "wrong" }));
  });
});
