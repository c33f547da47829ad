/** `imp undo` reverts what a run wrote, and keeps later changes. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync, gunzipSync, gzipSync } from "node:zlib";
import { contentHash } from "../../src/store/commit/journal.ts";
import { type CliProject, checkpoint, copyProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";
import { bucket, component, policy, record, role, specsOf, vpc } from "../support/quickstart-specs.ts";

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

  /** Replaces the project with a copy of one after `imp run specs.json`. A copy works, because records contain only relative paths. */
  async function startImported(): Promise<void> {
    await project.remove();
    project = copyProject(imported);
  }

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

  const runIds = (): readonly string[] =>
    readdirSync(project.path(".imp/runs"))
      .flatMap((name) => /^orchard\.dev\.(\d.*)\.json$/.exec(name)?.[1] ?? [])
      .sort();
  it("rejects undo of resources that later resources depend on, and lists those", async () => {
    await startImported();
    await run("policy.json");
    const [first] = runIds();
    const ran = await refused("UNDO_NEEDED", String(first), "--yes");
    assert.match(ran.stderr.replace(/\s+/g, " "), /BucketPolicy:: ?reading depends on urn:\S+Bucket::covers/);
    await undone();
    await undone();
  });

  it("rejects undo of a component that has children now", async () => {
    project.write("component.json", specsOf(component, { ...vpc, parent: "network" }));
    const net = { nameTable: { net: "urn:pulumi:dev::orchard::bookshop:index:Network::network" } };
    project.write("child.json", JSON.stringify({ ...net, resources: [{ ...role, parent: "net" }] }));
    await run("component.json");
    await run("child.json");
    const ran = await refused("UNDO_NEEDED", String(runIds()[0]), "--yes");
    assert.match(ran.stderr.replace(/\s+/g, " "), /Role:: ?runner is a child of urn:\S+Network::network/);
  });

  it("keeps the user's changes of the program, unless --force is set", async () => {
    await startImported();
    const program = project.read("index.ts");
    project.write("index.ts", `${program}\n// of mine\nexport const mine = 1;\n`);
    await undone();
    assert.equal(project.read("index.ts"), "// of mine\nexport const mine = 1;\n");
    assert.ok(!project.read(checkpoint).includes("covers"));
    await startImported();
    project.write("index.ts", `${program}\nexport const mine = 1;\n`);
    await undone("--force");
    assert.ok(!existsSync(project.path("index.ts")));
  });

  it("rejects undo if the user's code needs the resource, or the user changed its code", async () => {
    await startImported();
    const program = project.read("index.ts");
    project.write("index.ts", `${program}\nexport const mine = covers.arn;\n`);
    const needed = await refused("UNDO_PROGRAM_CHANGED", "--yes");
    assert.match(needed.stderr, /index\.ts:\d+[\s\S]*Line \d+ uses\s+the\s+resource/);
    project.write("index.ts", program.replace("days: 30", "days: 60"));
    const changed = await refused("UNDO_PROGRAM_CHANGED", "--yes");
    assert.match(changed.stderr, /The statement was edited after imp wrote it\./);
    project.write("index.ts", `${program}const = 1;\n`);
    const broken = await refused("UNDO_PROGRAM_CHANGED", "--yes");
    assert.match(broken.stderr, /syntax error/);
  });

  it("undoes an earlier run in a program that a later run and the user changed", async () => {
    await startImported();
    await run("role.json");
    project.write("index.ts", `${project.read("index.ts")}\nexport const mine = 1;\n`);
    const record = project.read(".imp/orchard.dev.json");
    const [first] = runIds();
    rmSync(project.path(".imp/orchard.dev.json"));
    const lost = await refused("UNDO_PROGRAM_CHANGED", String(first), "--yes", "--force");
    assert.match(lost.stderr, /imp's record of the program is missing/);
    project.write(".imp/orchard.dev.json", record);
    await undone(String(first));
    assert.match(project.read("index.ts"), /"runner"[\s\S]*export const mine = 1;\n$/);
    assert.doesNotMatch(project.read("index.ts"), /"covers"/);
  });

  it("shows the plan with --dry-run, and requires confirmation without it", async () => {
    await startImported();
    const before = project.files();
    const dry = await exitsWith(0, undo("--dry-run"));
    assert.match(
      dry.stdout,
      /to remove from the state \(not deleted from the cloud\):\n[\s\S]* {2}covers .*\n {2}www [\s\S]*Nothing was written \(--dry-run\)\.$/m,
    );
    const document = JSON.parse((await undo("--plan-only", "--json")).stdout);
    assert.deepEqual(document.resources.map(({ name }: { name: string }) => name).sort(), [
      "covers",
      "default_1_0_0",
      "www",
    ]);
    assert.equal(document.written, false);
    assert.deepEqual(project.files(), before);
    const unasked = await refused("NOT_CONFIRMED");
    assert.match(unasked.stderr.replace(/\s+/g, " "), /--dry-run to see the changes without writing them/);
    const unknown = await refused("UNDO_UNKNOWN", "20200101-000000-000", "--yes");
    assert.equal(unknown.code, 2);
  });

  it("rejects a file at .imp, which must be a directory", async () => {
    const at = makeProject({ files: { ".imp": "mine" } });
    const ran = await exitsWith(1, at.plain(["undo", "--yes"]));
    assert.match(ran.stderr, /FILE_UNREADABLE[\s\S]*imp needs a directory with this name, but the path is a file/);
    await at.remove();
  });

  it("lists the last ten runs, newest first", async () => {
    await startImported();
    const [made] = runIds();
    const record = project.read(`.imp/runs/orchard.dev.${made}.json`);
    for (let day = 10; day < 22; day += 1) {
      const id = `202001${day}-102030-123`;
      project.write(`.imp/runs/orchard.dev.${id}.json`, record.replaceAll(String(made), id));
    }
    await run("role.json");
    assert.deepEqual(runIds().slice(0, 2), ["20200114-102030-123", "20200115-102030-123"]);
    assert.equal(runIds().length, 10);
    const listed = await undo("--list");
    const ids = listed.stdout
      .split("\n")
      .flatMap((line) => /^(\d{8}-\d{6}-\d{3}) {2}\S+ \S+ UTC {2}\d+ resources?$/.exec(line)?.[1] ?? []);
    assert.deepEqual(ids, [...runIds()].reverse());
    for (const line of listed.stdout.split("\n")) assert.ok(line.length <= 80, line);
    const document = JSON.parse((await undo("--list", "--json")).stdout);
    assert.deepEqual(
      document.runs.map(({ id }: { id: string }) => id),
      ids,
    );
  });

  it("rejects a file at .imp in imp run, imp undo, and imp undo --list before any Read", async () => {
    const project = makeProject({ specs: JSON.parse(specsOf(vpc)) });
    project.write(".imp", "notes of the user");
    const before = project.files();
    for (const ran of [
      await project.run(["specs.json", "--yes"]),
      await project.plain(["undo", "--yes"]),
      await project.plain(["undo", "--list"]),
    ]) {
      assert.equal(ran.code, 1, showRun(ran));
      assert.match(ran.stderr, /where \S+project\/\.imp\n/);
      assert.match(ran.stderr.replace(/\s+/g, " "), /imp needs a directory with this name, but the path is a file/);
    }
    assert.deepEqual(project.files(), before);
    assert.ok(!project.calls().includes("Read"));
    await project.remove();
  });
  it("undoes imp generate, and reports that the state did not change", async () => {
    await startImported();
    const before = product();
    await exitsWith(0, project.imp(["generate", "--out", "other"]));
    const ran = await undone();
    assert.match(
      ran.stdout.replace(/\s+/g, " "),
      /^Undid run .*: the state is not changed, the program is as before the run\. /,
    );
    assert.match(ran.stdout, /^ {2}other\/index\.ts \(removed\)$/m);
    assert.doesNotMatch(ran.stdout, /^Next steps?:/m);
    assert.ok(
      ran.stdout.split("\n").every((line) => line.length <= 80),
      ran.stdout,
    );
    assert.deepEqual(product(), before);
  });

  it("removes a state file and an appended file that the run created", async () => {
    const untouched = product();
    project.write("index.ts", "// mine\n");
    const state = ["--state", "s.json", "--stack-name", "dev"];
    await run("specs.json", ...state, "--append-file", "more", "--no-wire");
    assert.ok(existsSync(project.path("s.json")));
    await refused("UNDO_NOTHING", "--yes");
    const ran = await undone(...state);
    assert.match(ran.stdout, /^Next step: remove more\.ts, or the code that you copied from it, from your program\.$/m);
    rmSync(project.path("index.ts"));
    assert.deepEqual(product(), untouched);
  });

  it("rejects undo of a resource that now has another ID", async () => {
    await startImported();
    project.write(
      checkpoint,
      project.read(checkpoint).replace('"id":"bookshop-covers-7f3a","type"', '"id":"another","type"'),
    );
    const ran = await refused("UNDO_REPLACED", "--yes");
    assert.match(ran.stderr.replace(/\s+/g, " "), /was bookshop-covers-7f3a and is now another/);
  });

  it("rejects undo of a renamed resource, because an update would delete it", async () => {
    await startImported();
    project.write(checkpoint, project.read(checkpoint).replaceAll("bucket:Bucket::covers", "bucket:Bucket::shelf"));
    const ran = await refused("UNDO_MANAGED", "--yes");
    assert.match(ran.stderr.replace(/\s+/g, ""), /Bucket::shelf/);
  });

  it("rejects an invalid record of a run", async () => {
    await startImported();
    const [id] = runIds();
    project.write(`.imp/runs/orchard.dev.${id}.json`, "{}");
    await refused("RUN_RECORD_UNUSABLE", "--yes");
  });

  it("rejects a record that lists files outside of the project", async () => {
    await startImported();
    const [id] = runIds();
    const path = `.imp/runs/orchard.dev.${id}.json`;
    const record = project.json(path) as { files: { path: string }[]; record: string };
    const planted = { part: "program", after: contentHash(Buffer.from("mine")), pieces: [] };
    const made = {
      part: "program",
      before: contentHash(Buffer.from("evil")),
      pieces: [deflateRawSync("evil").toString("base64")],
    };
    writeFileSync(join(project.root, "outside.ts"), "mine");
    symlinkSync(project.root, project.path("away"));
    const tries: readonly object[] = [
      { ...record, files: [...record.files, { ...planted, path: "../outside.ts" }] },
      { ...record, files: [...record.files, { ...planted, path: join(project.root, "outside.ts") }] },
      { ...record, files: [...record.files, { ...planted, path: "away/outside.ts" }] },
      { ...record, files: [...record.files, { ...made, path: "../made.ts" }] },
      { ...record, record: `../.imp/orchard.dev.json` },
    ];
    const before = [project.read("index.ts"), project.read(checkpoint)];
    for (const tried of tries) {
      project.write(path, JSON.stringify(tried));
      const ran = await undo("--yes");
      assert.match(ran.stderr, /\(UNDO_OUTSIDE\)/, showRun(ran));
      assert.deepEqual([project.read("index.ts"), project.read(checkpoint)], before);
      assert.equal(readFileSync(join(project.root, "outside.ts"), "utf8"), "mine");
      assert.ok(!existsSync(join(project.root, "made.ts")));
    }
    rmSync(project.path("away"));
    // imp also checks the paths in the record of the program.
    project.write(path, JSON.stringify(record));
    const program = project.json(".imp/orchard.dev.json") as { files: Record<string, string> };
    program.files["../outside.ts"] = planted.after as string;
    project.write(".imp/orchard.dev.json", JSON.stringify(program));
    await refused("RECORD_UNUSABLE", "--yes");
  });

  it("undoes a program outside of the project with --force", async () => {
    await run("specs.json", "--out", "../elsewhere", "--new");
    const program = join(project.root, "elsewhere", "index.ts");
    await refused("UNDO_OUTSIDE", "--yes");
    assert.ok(existsSync(program));
    await undone("--force");
    assert.ok(!existsSync(program));
  });

  it("finds the last run after the clock was set back", async () => {
    await startImported();
    const [made] = runIds();
    const later = "20991231-102030-123";
    const record = project.read(`.imp/runs/orchard.dev.${made}.json`).replaceAll(String(made), later);
    rmSync(project.path(`.imp/runs/orchard.dev.${made}.json`));
    project.write(`.imp/runs/orchard.dev.${later}.json`, record);
    await run("role.json");
    assert.deepEqual(runIds(), [later, "20991231-102030-124"]);
    await undone();
    assert.match(project.read(checkpoint), /covers/);
    assert.doesNotMatch(project.read(checkpoint), /runner/);
  });

  it("rejects a locked stack", async () => {
    await startImported();
    project.write(".pulumi/locks/organization/orchard/dev/2f0a7b4e.json", "{}");
    await refused("STACK_LOCKED", "--yes");
  });

  it("restores a compressed checkpoint", async () => {
    const path = project.path(checkpoint);
    const before = '{"version":0,"checkpoint":{"stack":"organization/orchard/dev"}}';
    rmSync(path);
    project.write(`${checkpoint}.gz`, gzipSync(before));
    await run("specs.json");
    assert.match(gunzipSync(readFileSync(`${path}.gz`)).toString(), /Bucket::covers/);
    await undone();
    assert.equal(gunzipSync(readFileSync(`${path}.gz`)).toString(), before);
  });

  it("undoes a run even if the checkpoint was compressed since", async () => {
    await startImported();
    const packed = gzipSync(project.read(checkpoint));
    rmSync(project.path(checkpoint));
    project.write(`${checkpoint}.gz`, packed);
    await undone();
    assert.doesNotMatch(gunzipSync(readFileSync(project.path(`${checkpoint}.gz`))).toString(), /covers/);
  });
});
