/** After SIGKILL at any time, the next command completes or reverts the changes of program, stack file, and state, and reports which. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { contentHash } from "../../src/store/commit/journal.ts";
import {
  type CliProject,
  checkpoint,
  copyProject,
  exitsWith,
  filesBelow,
  makeProject,
  showRun,
  simcloud,
  stackFile,
} from "../support/cli-project.ts";
import { inParallel, processesWith, projectRoot, type Ran, runImp, until } from "../support/imp-process.ts";
import { bucket, record, role, specsOf } from "../support/quickstart-specs.ts";
import { changeCloud, openSyncedShop } from "./sync.ts";

const preload = `--import=${pathToFileURL(join(projectRoot, "test", "support", "write-points.mjs"))}`;

/** Files outside of the commit: packages, backups, history, locks that the next command takes over, and the draft of a journal. */
const aside =
  /^node_modules\/|\.bak$|^\.pulumi\/(backups|history|locks)\/|^\.imp\/(runs\/\.gitignore|journal\.json\.(draft|lock\..*))$/;

/** The number of kills at a random time. */
const times = process.env.IMP_PROVE === "1" ? 400 : 40;

type Files = Readonly<Record<string, string | undefined>>;

function filesIn(directory: string): Files {
  const names = filesBelow(directory).map((path) => path.slice(directory.length + 1));
  const own = names.filter((name) => !aside.test(name));
  return Object.fromEntries(own.map((name) => [name, contentHash(readFileSync(join(directory, name)))]));
}

/** Stops the plugins of a killed run. */
async function withoutPlugins(project: CliProject): Promise<void> {
  const marker = `IMP_TEST_PROJECT=${project.root}`;
  await until(() => processesWith(marker).length === 0, "all processes ended");
}

/** A project, and the arguments of a command. */
interface Scene {
  readonly project: CliProject;
  readonly words: readonly string[];
}

const importing = ["run", "more.json", "--yes", "--language", "typescript,pcl", "--config", "orchard:colour=green"];

/** Copies a project, for a command that is killed. */
async function sceneOf(model: CliProject, words: readonly string[]): Promise<Scene> {
  return { project: copyProject(model), words };
}

describe("imp after SIGKILL", function () {
  this.timeout(times * 10_000);
  let model: CliProject;

  before(async () => {
    model = makeProject({ specs: JSON.parse(specsOf(bucket)) });
    model.write("more.json", specsOf(record, role));
    await exitsWith(0, model.run(["specs.json", "--yes", "--language", "typescript,pcl"]));
  });
  after(() => model.remove());

  function start({ project, words }: Scene, env: Readonly<Record<string, string>>) {
    return words[0] === "run" ? project.start(words.slice(1), env) : project.startPlain(words, env);
  }

  /** Runs a command that recovers an interrupted commit in the directory. */
  async function next(project: CliProject, directory: string, turn: number): Promise<Ran> {
    const words =
      [
        ["state", "verify"],
        ["undo", "--list"],
        ["state", "show"],
      ][turn % 3] ?? [];
    const ran = await exitsWith(0, runImp(words, { cwd: directory, env: project.env }));
    return ran;
  }

  function assertStable(directory: string, before: Files, after: Files, what: string): "before" | "after" {
    const now = filesIn(directory);
    if (now["index.ts"] === after["index.ts"]) {
      assert.deepEqual(now, after, what);
      return "after";
    }
    assert.deepEqual(now, before, what);
    return "before";
  }

  for (const words of [importing, ["undo", "--yes"]]) {
    it(`leaves consistent files after SIGKILL at every write of \`imp ${words[0]}\``, async () => {
      const scene = await sceneOf(model, words);
      const { project } = scene;
      const before = filesIn(project.directory);
      const copies = join(project.root, "copies");
      mkdirSync(copies);
      const watching = { NODE_OPTIONS: preload, IMP_WATCHED: project.directory, IMP_COPIES: copies };
      const ran = await start(scene, watching).ended;
      assert.equal(ran.code, 0, showRun(ran));
      const after = filesIn(project.directory);
      const names = readFileSync(join(copies, "names"), "utf8").split("\n").slice(0, -1);
      assert.ok(names.length > 40, `${names.length} write steps`);
      assert.equal(readdirSync(copies).length, names.length + 1);
      // Many kills leave identical files, so each set of files is tested once.
      const seen = new Set<string>();
      const points = [...names.entries()].filter(([point]) => {
        const tree = JSON.stringify(filesIn(join(copies, String(point))));
        return !seen.has(tree) && seen.add(tree);
      });
      assert.ok(points.length > 15, `${points.length} different directory contents`);
      const outcomes = await inParallel(points, async ([point, name]) => {
        const directory = join(copies, String(point));
        const held = existsSync(join(directory, ".imp", "journal.json"));
        const recovered = await next(project, directory, point);
        const outcome = assertStable(directory, before, after, `killed before "${name}"`);
        const reported = /^An interrupted run was (finished|undone):$/m.exec(recovered.stderr)?.[1];
        assert.equal(reported, held ? (outcome === "after" ? "finished" : "undone") : undefined, name);
        return reported ?? "nothing to do";
      });
      assert.deepEqual([...new Set(outcomes)], ["nothing to do", "undone", "finished"]);
      await project.remove();
    });
  }

  it("leaves consistent files after SIGKILL at every write of `imp run --into`", async () => {
    const userProgram = 'import * as simcloud from "@pulumi/simcloud";\n\nexport const zone = "eu"; // of the shop\n';
    const project = makeProject({ files: { "index.ts": userProgram, "more.json": specsOf(record, role) } });
    await assertConsistent(project, ["run", "more.json", "--yes", "--into", "index.ts"]);
  });

  it("leaves consistent files after SIGKILL at every write of `imp sync`", async () => {
    const project = await openSyncedShop();
    changeCloud(project, "covers", { acl: "public-read" });
    await assertConsistent(project, ["sync", "--take", "cloud", "--yes"]);
  });

  /** Asserts that the next command completes or reverts a command that changes index.ts, wherever it was killed. Removes the project. */
  async function assertConsistent(project: CliProject, words: readonly string[]): Promise<void> {
    const before = filesIn(project.directory);
    const copies = join(project.root, "copies");
    mkdirSync(copies);
    const watching = { NODE_OPTIONS: preload, IMP_WATCHED: project.directory, IMP_COPIES: copies };
    await exitsWith(0, project.imp(words, watching));
    const after = filesIn(project.directory);
    assert.notEqual(after["index.ts"], before["index.ts"]);
    const seen = new Set<string>();
    const points = readdirSync(copies).filter((point) => {
      if (point === "names") return false;
      const tree = JSON.stringify(filesIn(join(copies, point)));
      return !seen.has(tree) && seen.add(tree);
    });
    assert.ok(points.length > 8, `${points.length} different directory contents`);
    const outcomes = await inParallel(points, async (point) => {
      const directory = join(copies, point);
      await next(project, directory, Number(point));
      return assertStable(directory, before, after, `killed at ${point}`);
    });
    assert.deepEqual([...new Set(outcomes)].sort(), ["after", "before"]);
    await project.remove();
  }

  it("leaves consistent files after SIGKILL at every write of the recovery", async () => {
    const project = copyProject(model);
    const env = { NODE_OPTIONS: preload, IMP_WATCHED: project.directory, IMP_KILL_AT: "40" };
    const before = filesIn(project.directory);
    assert.equal((await start({ project, words: importing }, env).ended).signal, "SIGKILL");
    await withoutPlugins(project);
    assert.ok(existsSync(project.path(".imp/journal.json")));
    const copies = join(project.root, "copies");
    mkdirSync(copies);
    const { NODE_OPTIONS, IMP_WATCHED } = env;
    await exitsWith(0, project.plain(["state", "verify"], { NODE_OPTIONS, IMP_WATCHED, IMP_COPIES: copies }));
    const after = filesIn(project.directory);
    const points = readdirSync(copies).filter((name) => name !== "names");
    assert.ok(points.length > 5);
    await inParallel(points, async (point) => {
      const directory = join(copies, point);
      await next(project, directory, Number(point));
      assertStable(directory, before, after, `killed again at ${point}`);
    });
    await project.remove();
  });

  it("undoes the killed run, not an earlier one, if the next command is imp undo", async () => {
    const outcomes = await inParallel(["20", "40", "60", "65"], async (killPoint) => {
      const project = copyProject(model);
      const before = filesIn(project.directory);
      const env = { NODE_OPTIONS: preload, IMP_WATCHED: project.directory, IMP_KILL_AT: killPoint };
      assert.equal((await start({ project, words: importing }, env).ended).signal, "SIGKILL");
      await withoutPlugins(project);
      const undone = await project.plain(["undo", "--yes"]);
      assert.match(project.read(checkpoint), /Bucket::/, showRun(undone));
      assert.doesNotMatch(project.read(checkpoint), /Role::runner/, showRun(undone));
      assert.deepEqual(filesIn(project.directory)["index.ts"], before["index.ts"]);
      if (undone.code !== 0) assert.match(undone.stderr, /\(UNDO_RECOVERED\)[\s\S]*`imp undo`/);
      await exitsWith(0, project.plain(["undo", "--yes"]));
      assert.doesNotMatch(project.read(checkpoint), /Bucket::/);
      await project.assertTidy();
      await project.remove();
      return undone.code;
    });
    assert.deepEqual([...new Set(outcomes)].sort(), [0, 1]);
  });

  it("completes an undo that was killed", async () => {
    for (const at of ["12", "20"]) {
      const project = copyProject(model);
      const env = { NODE_OPTIONS: preload, IMP_WATCHED: project.directory, IMP_KILL_AT: at };
      assert.equal((await start({ project, words: ["undo", "--yes"] }, env).ended).signal, "SIGKILL");
      const undone = await project.plain(["undo", "--yes"]);
      assert.doesNotMatch(project.read(checkpoint), /Bucket::/, showRun(undone));
      await project.remove();
    }
  });

  it("writes all files if the killed command is repeated", async () => {
    for (const killPoint of ["20", "40", "60"]) {
      const project = copyProject(model);
      const env = { NODE_OPTIONS: preload, IMP_WATCHED: project.directory, IMP_KILL_AT: killPoint };
      assert.equal((await start({ project, words: importing }, env).ended).signal, "SIGKILL");
      await withoutPlugins(project);
      const again = await start({ project, words: importing }, {}).ended;
      assert.equal(again.code, 0, showRun(again));
      assert.match(project.read("index.ts"), /"covers"[\s\S]*"runner"/);
      assert.match(project.read(".pulumi/stacks/orchard/dev.json"), /Bucket::covers[\s\S]*Role::runner/);
      await project.assertTidy();
      await project.remove();
    }
  });

  const region = ["--config", "simcloud:region=us-east-1"];
  /** Commands that create a stack or a project. */
  const makers: Readonly<Record<string, readonly string[]>> = {
    "--create-stack": ["run", "more.json", "--yes", "--stack", "fresh", "--create-stack", ...region],
    "--new": ["run", "more.json", "--yes", "--new", "--out", "fresh"],
    "--new without a project": ["run", "more.json", "--yes", "--new", "--stack", "organization/shop/fresh", ...region],
    "--state": ["run", "more.json", "--yes", "--state", "s.json", "--stack-name", "dev", "--project", "orchard"],
    generate: ["generate", "--stack", "full", "--out", "fresh", "--language", "typescript,pcl"],
  };
  for (const [title, words] of Object.entries(makers))
    it(`writes all files, and no second stack, if a killed \`${title}\` is repeated`, async () => {
      const project = makeProject({ files: { "more.json": specsOf(record, role), "Pulumi.full.yaml": stackFile } });
      project.write(
        ".pulumi/stacks/orchard/full.json",
        model.read(checkpoint).replaceAll("urn:pulumi:dev", "urn:pulumi:full"),
      );
      if (title === "--new without a project") {
        for (const name of ["Pulumi.yaml", "Pulumi.dev.yaml", "Pulumi.full.yaml", "specs.json"])
          rmSync(project.path(name));
        project.env.PULUMI_BACKEND_URL = "file://.";
      }
      const copies = join(project.root, "copies");
      mkdirSync(copies);
      const all = [...words, "--provider", `simcloud=${simcloud}`];
      const watching = { NODE_OPTIONS: preload, IMP_WATCHED: project.directory, IMP_COPIES: copies };
      await exitsWith(0, project.plain(all, watching));
      const kept = (directory: string) =>
        Object.keys(filesIn(directory)).filter((name) => !/(^|\/)\.imp\/runs\//.test(name));
      const after = kept(project.directory);
      const points = readdirSync(copies).filter((name) => name !== "names");
      assert.ok(points.length > 40, `${points.length} write steps`);
      // Even if files are incomplete, Pulumi must list only the name of the stack.
      for (const name of points.flatMap((point) => kept(join(copies, point))))
        assert.match(name, /^(?!\.pulumi\/stacks\/[^/]+\/[^/]+\.json$)|\/(orchard|shop)\/(dev|full|fresh)\.json$/);
      const tried = points.filter((point) => Number(point) % (times > 40 ? 1 : 19) === 0);
      await inParallel(tried, async (point) => {
        const directory = join(copies, point);
        const again = await runImp(all, { cwd: directory, env: project.env });
        // The command can complete before it is killed.
        if (again.code !== 0)
          assert.match(again.stderr, title.startsWith("--new") ? /\(OUT_NOT_EMPTY\)/ : /^$/, showRun(again));
        assert.deepEqual(
          kept(directory).filter((name) => !/\/\.imp-/.test(name)),
          after,
          `killed at ${point}`,
        );
      });
      await project.remove();
    });

  it("leaves no plugin behind after SIGKILL, even if the plugin hangs", async () => {
    const project = copyProject(model);
    const run = start({ project, words: importing }, { SIMCLOUD_LATENCY_MS: "600000" });
    await until(() => project.calls().includes("Read"), "imp calls Read");
    run.child.kill("SIGKILL");
    await run.ended;
    await withoutPlugins(project);
    await project.remove();
  });

  it("leaves consistent files after SIGKILL at any time", async () => {
    const outcomes = { before: 0, after: 0 };
    const whole = await durations();
    await inParallel(
      Array.from({ length: times }, (_, index) => index),
      async (index) => {
        const words = index % 4 === 3 ? ["undo", "--yes"] : importing;
        const project = copyProject(model);
        const before = filesIn(project.directory);
        const run = start({ project, words }, {});
        // Most of a run writes nothing. So half of the kills are sent during the commit, and the other half at any time.
        const locks = project.path(".pulumi/locks/organization/orchard/dev");
        const isWriting = (): boolean =>
          (existsSync(locks) && readdirSync(locks).length > 0) || run.child.exitCode !== null;
        if (index % 2 === 0) await until(isWriting, "imp writes files");
        await delay(Math.random() * (index % 2 === 0 ? 0.15 : 1) * (words === importing ? whole.run : whole.undo));
        run.child.kill("SIGKILL");
        await run.ended;
        const isUntouched = JSON.stringify(filesIn(project.directory)) === JSON.stringify(before);
        const reported = isUntouched ? undefined : await next(project, project.directory, index);
        const now = filesIn(project.directory);
        const isAfter = now["index.ts"] !== before["index.ts"];
        if (isAfter) await assertWhole(project, words);
        else assert.deepEqual(now, before, reported && showRun(reported));
        outcomes[isAfter ? "after" : "before"] += 1;
        await withoutPlugins(project);
        await project.remove();
      },
    );
    assert.ok(outcomes.before > 0 && outcomes.after > 0, JSON.stringify(outcomes));
  });

  /** Measures how long a run and an undo take on this machine, in milliseconds. */
  async function durations(): Promise<{ readonly run: number; readonly undo: number }> {
    const project = copyProject(model);
    const started = performance.now();
    const ran = await start({ project, words: importing }, {}).ended;
    const run = performance.now() - started;
    const undone = await project.plain(["undo", "--yes"]);
    const undo = performance.now() - started - run;
    assert.deepEqual([ran.code, undone.code], [0, 0], showRun(ran) + showRun(undone));
    await project.remove();
    return { run, undo };
  }

  /** Asserts that the same command changes nothing, and that the state is valid. IDs and times differ between runs, so files are not compared. */
  async function assertWhole(project: CliProject, words: readonly string[]): Promise<void> {
    const names = words[0] === "run" ? ["covers", "www", "runner"] : [];
    for (const file of ["index.ts", "main.pp", ".imp/orchard.dev.json", ".pulumi/stacks/orchard/dev.json"]) {
      if (names.length === 0 && file !== ".pulumi/stacks/orchard/dev.json")
        assert.ok(!existsSync(project.path(file)), file);
      else for (const name of names) assert.ok(project.read(file).includes(name), `${name} in ${file}`);
    }
    assert.equal(project.read("Pulumi.dev.yaml").includes("colour"), words[0] === "run");
  }
});
