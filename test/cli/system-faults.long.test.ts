/** With a full disk, missing permissions, locks, or concurrent runs, imp loses no file, and its error explains the reason. */
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type CliProject,
  checkpoint,
  copyProject,
  exitsWith,
  filesBelow,
  makeProject,
  showRun,
  simcloud,
} from "../support/cli-project.ts";
import { inParallel, main, projectRoot, type Ran, runImp } from "../support/imp-process.ts";
import { bucket, record, role, specsOf } from "../support/quickstart-specs.ts";

const preload = `--import=${pathToFileURL(join(projectRoot, "test", "support", "write-points.mjs"))}`;

/** Files that are not in the commit: backups, history, locks, and the draft of a journal. */
const aside =
  /\.bak$|^\.pulumi\/(backups|history|locks)\/|^\.imp\/(runs\/\.gitignore|journal\.json\.(draft|lock\..*))$/;

type Files = Readonly<Record<string, string>>;

function filesIn(directory: string): Files {
  const names = filesBelow(directory).map((path) => path.slice(directory.length + 1));
  return Object.fromEntries(
    names.filter((name) => !aside.test(name)).map((name) => [name, readFileSync(join(directory, name), "base64")]),
  );
}

/** Asserts exactly one error with a code, a reason and a solution, without a stack trace. */
function assertClear(ran: Ran, code: RegExp): void {
  assert.equal(ran.code, 1, showRun(ran));
  assert.equal(ran.stderr.match(/^Error: /gm)?.length, 1, showRun(ran));
  assert.match(ran.stderr.replace(/\s+/g, " "), code, showRun(ran));
  assert.match(ran.stderr, /^ {2}why /m);
  assert.match(ran.stderr, /^ {2}hint /m);
  assert.doesNotMatch(ran.stderr, /INTERNAL|\n\s+at /, showRun(ran));
}

describe("imp run with system errors", () => {
  let model: CliProject;
  let project: CliProject;
  before(async () => {
    model = makeProject({ specs: JSON.parse(specsOf(bucket)) });
    model.write("more.json", specsOf(record));
    model.write("role.json", specsOf(role));
    await exitsWith(0, model.run(["specs.json", "--yes"]));
  });
  after(() => model.remove());
  beforeEach(() => {
    project = copyProject(model);
  });
  afterEach(() => project.remove());

  describe("on a full disk", () => {
    it("keeps every file; the same command succeeds when there is space again", async () => {
      const counting = join(project.root, "count");
      mkdirSync(counting);
      const env = { NODE_OPTIONS: preload, IMP_WATCHED: project.directory };
      const reference = copyProject(project);
      await exitsWith(
        0,
        reference.plain(["undo", "--yes"], {
          ...env,
          IMP_WATCHED: reference.directory,
          IMP_COPIES: counting,
        }),
      );
      const names = readFileSync(join(counting, "names"), "utf8").trimEnd().split("\n");
      const points = names.flatMap((name, index) => (/^(open|write|mkdir|link) /.test(name) ? [index] : []));
      assert.ok(points.length > 8, names.join("\n"));
      await inParallel(points, async (point) => {
        const copy = copyProject(project);
        const before = filesIn(copy.directory);
        const ran = await copy.plain(["undo", "--yes"], {
          ...env,
          IMP_WATCHED: copy.directory,
          IMP_FULL_AT: String(point),
        });
        if (ran.code === 0)
          assert.ok(!existsSync(copy.path("index.ts")), `${names[point]}: undo succeeded, but did not remove the file`);
        else {
          assertClear(ran, /\((COMMIT_FAILED|LOCK_FAILED|STORE_REFUSED)\).*No space left on the device \(ENOSPC\)/);
          assert.deepEqual(filesIn(copy.directory), before, `disk full from "${names[point]}" on`);
          await exitsWith(0, copy.plain(["undo", "--yes"]));
        }
        assert.deepEqual(Object.keys(filesIn(copy.directory)), Object.keys(filesIn(reference.directory)));
        await copy.assertTidy();
        await copy.remove();
      });
      await reference.remove();
    });

    it("writes all files or none on a real file system of any size", async function () {
      const disk = join(project.root, "disk");
      mkdirSync(disk);
      const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", disk]);
      if (mounted.status !== 0) {
        process.stderr.write("      SKIPPED: mounting a small file system is not permitted\n");
        this.skip();
      }
      try {
        const directory = join(disk, "project");
        const ballast = join(disk, "ballast");
        const outcomes: (number | null)[] = [];
        for (const room of [0, 4, 12, 20, 28, 40, 400]) {
          rmSync(directory, { recursive: true, force: true });
          rmSync(ballast, { force: true });
          cpSync(project.directory, directory, { recursive: true });
          const { bavail, bsize } = statfsSync(disk);
          writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - room * 1024)));
          const before = filesIn(directory);
          const words = ["run", "more.json", "--yes", "--provider", `simcloud=${simcloud}`];
          const ran = await runImp(words, { cwd: directory, env: project.env });
          outcomes.push(ran.code);
          if (ran.code === 0) assert.match(readFileSync(join(directory, "index.ts"), "utf8"), /"www"/);
          else {
            assertClear(ran, /ENOSPC/);
            assert.deepEqual(filesIn(directory), before, `disk with ${room} KB`);
          }
        }
        assert.deepEqual([outcomes[0], outcomes.at(-1)], [1, 0]);
      } finally {
        execFileSync("umount", [disk]);
      }
    });
  });

  it("writes all files or none if any single write fails", async () => {
    const reference = copyProject(project);
    const copies = join(reference.root, "copies");
    mkdirSync(copies);
    const watching = { NODE_OPTIONS: preload, IMP_WATCHED: reference.directory, IMP_COPIES: copies };
    await exitsWith(0, reference.plain(["undo", "--yes"], watching));
    const names = readFileSync(join(copies, "names"), "utf8").trimEnd().split("\n");
    const isTried = (name: string): boolean => process.env.IMP_PROVE === "1" || /^(rm|rename|unlink) /.test(name);
    await inParallel(
      names.flatMap((name, at) => (isTried(name) ? [at] : [])),
      async (failedCall) => {
        const copy = copyProject(project);
        const before = filesIn(copy.directory);
        const env = { NODE_OPTIONS: preload, IMP_WATCHED: copy.directory, IMP_FAIL_AT: String(failedCall) };
        const ran = await copy.plain(["undo", "--yes"], env);
        if (ran.code !== 0) {
          assertClear(ran, /\((COMMIT_FAILED|LOCK_FAILED|STORE_REFUSED)\).*\(EIO\)/);
          assert.deepEqual(filesIn(copy.directory), before, `failed at "${names[failedCall]}"`);
        } else {
          if (existsSync(copy.path(".imp/journal.json"))) await copy.plain(["undo", "--list"]);
          assert.deepEqual(filesIn(copy.directory), filesIn(reference.directory), `failed at "${names[failedCall]}"`);
        }
        await copy.remove();
      },
    );
    await reference.remove();
  });

  describe("without permissions", () => {
    /** The user who runs the command if the tests run as root, because permissions do not apply to root. */
    const nobody = process.getuid?.() === 0 ? 65_534 : undefined;

    async function runAsNobody(words: readonly string[]): Promise<Ran> {
      if (nobody !== undefined) execFileSync("chown", ["-R", `${nobody}:${nobody}`, project.root]);
      const child = spawn(process.execPath, [main, ...words], {
        cwd: project.directory,
        env: project.env,
        stdio: ["ignore", "pipe", "pipe"],
        ...(nobody !== undefined && { uid: nobody, gid: nobody }),
      });
      const chunks = { stdout: "", stderr: "" };
      child.stdout?.on("data", (data: Buffer) => (chunks.stdout += data.toString("utf8")));
      child.stderr?.on("data", (data: Buffer) => (chunks.stderr += data.toString("utf8")));
      const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
      return { code, signal: null, ...chunks };
    }

    const cases: readonly (readonly [what: string, path: string, mode: number, code: RegExp])[] = [
      ["the program's folder", ".", 0o555, /COMMIT_FAILED.*EACCES/],
      ["the folder of the stack's checkpoint", ".pulumi/stacks/orchard", 0o555, /COMMIT_FAILED.*EACCES/],
      ["the locks folder", ".pulumi", 0o555, /STORE_REFUSED.*EACCES/],
      ["imp's folder", ".imp", 0o555, /LOCK_FAILED.*EACCES/],
      ["the run records", ".imp/runs", 0o555, /COMMIT_FAILED.*EACCES/],
      ["the checkpoint", checkpoint, 0o000, /FILE_UNREADABLE.*EACCES/],
      ["the stack file", "Pulumi.dev.yaml", 0o000, /FILE_UNREADABLE.*EACCES/],
      ["the project file", "Pulumi.yaml", 0o000, /FILE_UNREADABLE.*EACCES/],
      ["the program", "index.ts", 0o000, /FILE_UNREADABLE.*EACCES/],
      ["imp's program record", ".imp/orchard.dev.json", 0o000, /FILE_UNREADABLE.*EACCES/],
    ];
    for (const [title, path, mode, code] of cases) {
      it(`writes nothing without permission for ${title}`, async function () {
        if (
          nobody !== undefined &&
          spawnSync(process.execPath, [main, "--version"], { uid: nobody, gid: nobody }).status !== 0
        ) {
          process.stderr.write("      SKIPPED: imp cannot run as another user\n");
          this.skip();
        }
        const before = filesIn(project.directory);
        if (path.startsWith(".pulumi")) rmSync(project.path(".pulumi/locks"), { recursive: true, force: true });
        chmodSync(project.path(path), mode);
        try {
          // If the files are only unwritable, an undo is enough, and faster than a run. If they are unreadable, only a run reports it.
          const run = ["run", "more.json", "--yes", "--provider", `simcloud=${simcloud}`];
          assertClear(await runAsNobody(mode === 0o555 ? ["undo", "--yes"] : run), code);
        } finally {
          chmodSync(project.path(path), 0o755);
        }
        assert.deepEqual(filesIn(project.directory), before);
      });
    }
  });

  it("writes nothing below a path that is a file", async () => {
    const before = project.files();
    const state = ["--state", "specs.json/s.json", "--stack-name", "dev", "--out", "other"];
    const noLock = await project.run(["more.json", "--yes", ...state]);
    assertClear(noLock, /LOCK_FAILED.*s\.json.*ENOTDIR.*hint Choose another path/);
    const noFile = await project.imp(["generate", "--out", "specs.json"]);
    assertClear(noFile, /COMMIT_FAILED.*ENOTDIR.*hint Choose another path/);
    assert.deepEqual(project.files(), before);
  });

  describe("with a lock", () => {
    const lock = ".pulumi/locks/organization/orchard/dev/0c9a4a52-7f3e-4b53-9d0e-0f6f4c1d2a3b.json";
    const holder = (pid: number): string =>
      JSON.stringify({
        pid,
        username: "gardener",
        hostname: hostname(),
        timestamp: "2026-01-15T10:20:30Z",
        tool: "imp",
      });

    it("writes nothing if a running process holds the lock", async () => {
      project.write(lock, holder(process.pid));
      const before = project.files();
      assertClear(await project.run(["more.json", "--yes"]), new RegExp(`STACK_LOCKED.*pid ${process.pid}`));
      assert.deepEqual(project.files(), before);
    });

    it("takes over the lock of an exited process", async () => {
      const { pid = 0 } = spawnSync(process.execPath, ["--version"]);
      project.write(lock, holder(pid));
      await exitsWith(0, project.run(["more.json", "--yes"]));
      await project.assertTidy();
    });

    it("removes only locks of exited processes, even if there is nothing to write", async () => {
      const { pid = 0 } = spawnSync(process.execPath, ["--version"]);
      const other = lock.replace("0c9a", "1c9a");
      project.write(lock, holder(pid));
      assert.equal((await project.run(["specs.json", "--yes"])).code, 0);
      assert.deepEqual(Object.keys(project.files()).includes(lock), false);
      project.write(other, holder(process.pid));
      assert.equal((await project.run(["specs.json", "--yes"])).code, 0);
      assert.deepEqual(Object.keys(project.files()).includes(other), true);
    });
  });

  it("writes all resources of a run or none if two runs start at the same time", async () => {
    const copy = copyProject(model);
    const slow = { SIMCLOUD_LATENCY_MS: "20" };
    const files = ["more.json", "role.json"];
    const started = files.map((file) => copy.start([file, "--yes"], slow));
    const ended = await Promise.all(started.map((run) => run.ended));
    const done = files.filter((_, index) => ended[index]?.code === 0);
    assert.ok(done.length > 0, ended.map(showRun).join("\n"));
    for (const ran of ended) if (ran.code !== 0) assertClear(ran, /STATE_CHANGED|COMMIT_CHANGED|STACK_LOCKED/);
    const state = copy.read(checkpoint);
    for (const [file, name] of [
      ["more.json", "Record::www"],
      ["role.json", "Role::runner"],
    ] as const) {
      assert.equal(state.includes(name), done.includes(file), `${name} after ${file}`);
      assert.equal(copy.read("index.ts").includes(`"${name.split("::")[1]}"`), done.includes(file));
    }
    for (const file of files) {
      await exitsWith(0, copy.run([file, "--yes"]));
    }
    await exitsWith(0, copy.plain(["state", "verify"]));
    assert.match(copy.read("index.ts"), /"covers"[\s\S]*"(www|runner)"[\s\S]*"(www|runner)"/);
    await copy.assertTidy();
    await copy.remove();
  });
});
