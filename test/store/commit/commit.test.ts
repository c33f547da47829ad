import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ImpError } from "../../../src/domain/errors.ts";
import { commit } from "../../../src/store/commit/commit.ts";
import { recover } from "../../../src/store/commit/recover.ts";
import { bytes, killAt, makeScene, noRemote, treeOf } from "./commit.ts";

async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ImpError, String(error));
    return error.code;
  }
}

describe("commit", () => {
  let base: string;
  let root: string;
  before(() => {
    base = mkdtempSync(join(tmpdir(), "imp-commit-"));
    root = join(base, "project");
  });
  after(() => rmSync(base, { recursive: true, force: true }));

  it("creates, replaces and removes files, and leaves no other files behind", async () => {
    const scene = makeScene(root);
    const untouched = statSync(join(root, "same.yaml")).ino;
    await commit(scene.changes, scene);
    assert.deepEqual(treeOf(root), scene.after);
    assert.equal(statSync(join(root, "same.yaml")).ino, untouched);
    assert.equal(await recover(scene.journal, noRemote), undefined);
  });

  it("changes nothing if a commit is repeated", async () => {
    const scene = makeScene(root);
    await commit(scene.changes, scene);
    const inode = statSync(join(root, "index.ts")).ino;
    await commit(scene.changes, { ...scene, onStep: () => assert.fail("The second commit writes files") });
    assert.equal(statSync(join(root, "index.ts")).ino, inode);
  });

  it("keeps the permission bits of a file, or sets the requested ones", async () => {
    const scene = makeScene(root);
    chmodSync(join(root, "index.ts"), 0o750);
    const [first, , , , last] = scene.changes;
    assert.ok(first && last);
    await commit([first, { ...last, mode: 0o600 }], scene);
    assert.equal(statSync(join(root, "index.ts")).mode & 0o777, 0o750);
    assert.equal(statSync(join(root, "backend/dev.json")).mode & 0o777, 0o600);
  });

  it("writes a file through a symbolic link", async () => {
    const scene = makeScene(root);
    symlinkSync("index.ts", join(root, "link.ts"));
    await commit([{ path: join(root, "link.ts"), before: bytes("old code"), after: bytes("new") }], scene);
    assert.equal(readFileSync(join(root, "index.ts"), "utf8"), "new");
    assert.ok(!statSync(join(root, "link.ts")).isDirectory());
    assert.deepEqual(
      Object.keys(treeOf(root)).filter((name) => name.includes("imp-tmp")),
      [],
    );
  });

  it("creates the missing target of a symbolic link with default permissions", async () => {
    const scene = makeScene(root);
    symlinkSync("../elsewhere.ts", join(root, "backend/link.ts"));
    await commit([{ path: join(root, "backend/link.ts"), before: undefined, after: bytes("new") }], scene);
    assert.equal(readFileSync(join(root, "elsewhere.ts"), "utf8"), "new");
    assert.equal(statSync(join(root, "elsewhere.ts")).mode & 0o111, 0);
    assert.equal(lstatSync(join(root, "backend/link.ts")).isSymbolicLink(), true);
  });

  it("writes a file with the longest possible name, and rolls back if a name is longer", async () => {
    const scene = makeScene(root);
    const long = join(root, "n".repeat(255));
    await commit([{ path: long, before: undefined, after: bytes("new") }, ...scene.changes], scene);
    assert.equal(readFileSync(long, "utf8"), "new");
    rmSync(long);
    assert.deepEqual(treeOf(root), scene.after);
    const longer = { path: `${long}n`, before: undefined, after: bytes("new") };
    assert.equal(await codeOf(commit([longer], scene)), "COMMIT_FAILED");
    assert.deepEqual(treeOf(root), scene.after);
    assert.equal(await recover(scene.journal, noRemote), undefined);
  });

  it("rolls back if only the path of the temporary file is too long", async () => {
    const scene = makeScene(root);
    let deep = join(root, "d");
    while (deep.length < 4080) deep = join(deep, "d".repeat(Math.min(200, 4080 - deep.length)));
    const change = { path: join(deep, "n.ts"), before: undefined, after: bytes("new") };
    assert.equal(await codeOf(commit([change], scene)), "COMMIT_FAILED");
    assert.equal(await recover(scene.journal, noRemote), undefined);
    assert.deepEqual(treeOf(root), scene.before);
  });

  for (const [name, change] of [
    ["edited", (path: string) => writeFileSync(path, "edited")],
    ["removed", (path: string) => rmSync(path)],
  ] as const) {
    it(`rejects a commit if a file was ${name} since imp read it`, async () => {
      const scene = makeScene(root);
      change(join(root, "backend/dev.json"));
      const before = treeOf(root);
      assert.equal(await codeOf(commit(scene.changes, scene)), "COMMIT_CHANGED");
      assert.deepEqual(treeOf(root), before);
    });
  }

  it("rejects a commit if a file that it would create exists", async () => {
    const scene = makeScene(root);
    mkdirSync(join(root, "a/b"), { recursive: true });
    writeFileSync(join(root, "a/b/network.ts"), "somebody's");
    assert.equal(await codeOf(commit(scene.changes, scene)), "COMMIT_CHANGED");
    assert.equal(readFileSync(join(root, "index.ts"), "utf8"), "old code");
  });

  for (const [name, path] of [
    ["is a directory", "backend"],
    ["leads through a file", "index.ts/below.ts"],
  ] as const) {
    it(`rejects a commit to a path that ${name}`, async () => {
      const scene = makeScene(root);
      const changes = [...scene.changes.slice(1), { path: join(root, path), before: undefined, after: bytes("x") }];
      assert.equal(await codeOf(commit(changes, scene)), "COMMIT_FAILED");
      assert.deepEqual(treeOf(root), scene.before);
    });
  }

  it("omits file contents from the journal", async () => {
    const scene = makeScene(root);
    let journal = "";
    const onStep = (_: number, name: string): void => {
      if (name.startsWith("replace") && journal === "") journal = readFileSync(scene.journal, "utf8");
    };
    await commit(scene.changes, { ...scene, onStep });
    assert.match(journal, /dev\.json/);
    for (const { before, after } of scene.changes) {
      for (const content of [before, after]) {
        if (!content) continue;
        assert.ok(!journal.includes(Buffer.from(content).toString("utf8")));
        assert.ok(!journal.includes(Buffer.from(content).toString("base64")));
      }
    }
  });
});

describe("an interrupted commit", () => {
  const base = mkdtempSync(join(tmpdir(), "imp-commit-"));
  const root = join(base, "project");
  after(() => rmSync(base, { recursive: true, force: true }));

  async function stepsOf(): Promise<readonly string[]> {
    const scene = makeScene(root);
    const names: string[] = [];
    await commit(scene.changes, { ...scene, onStep: (_, name) => names.push(name) });
    return names;
  }

  it("is completed or rolled back, whatever step it was killed at", async () => {
    const steps = await stepsOf();
    assert.ok(steps.length > 15, `${steps.length} steps`);
    const outcomes = new Set<string>();
    for (const [step, name] of steps.entries()) {
      const scene = makeScene(root);
      await assert.rejects(commit(scene.changes, { ...scene, onStep: killAt(step) }), /killed/);
      const report = await recover(scene.journal, noRemote);
      const expected = report?.action === "finished" ? scene.after : scene.before;
      assert.deepEqual(treeOf(root), expected, `killed before "${name}"`);
      assert.equal(await recover(scene.journal, noRemote), undefined);
      outcomes.add(report?.action ?? "nothing to do");
      await commit(scene.changes, scene);
      assert.deepEqual(treeOf(root), scene.after);
    }
    assert.deepEqual([...outcomes], ["nothing to do", "undone", "finished"]);
  });

  it("is rolled back if a temporary file is incomplete", async () => {
    const steps = await stepsOf();
    const step = steps.findIndex((name) => name.startsWith("replace"));
    const scene = makeScene(root);
    await assert.rejects(commit(scene.changes, { ...scene, onStep: killAt(step) }), /killed/);
    const torn = readdirSync(join(root, "backend")).find((name) => name.endsWith(".imp-tmp"));
    assert.ok(torn);
    writeFileSync(join(root, "backend", torn), "new st");
    assert.equal((await recover(scene.journal, noRemote))?.action, "undone");
    assert.deepEqual(treeOf(root), scene.before);
  });

  it("restores all files if a step fails, unless all files were already replaced", async () => {
    const steps = await stepsOf();
    for (const [at, name] of steps.entries()) {
      const scene = makeScene(root);
      const code = await codeOf(commit(scene.changes, { ...scene, onStep: refuseAt(at) }));
      const committed = name.startsWith("flush") || name === "remove journal";
      assert.equal(code, committed ? undefined : "COMMIT_FAILED", name);
      assert.deepEqual(withoutJournal(treeOf(root)), committed ? scene.after : scene.before, `failed at "${name}"`);
      if (committed) assert.equal((await recover(scene.journal, noRemote))?.action, "finished");
    }
  });

  it("is not recovered if a file was edited after other files were replaced", async () => {
    const steps = await stepsOf();
    const at = steps.findLastIndex((name) => name.startsWith("replace"));
    const scene = makeScene(root);
    await assert.rejects(commit(scene.changes, { ...scene, onStep: killAt(at) }), /killed/);
    writeFileSync(join(root, "backend/dev.json"), "edited");
    assert.equal(await codeOf(recover(scene.journal, noRemote)), "COMMIT_CONFLICT");
    assert.equal(readFileSync(join(root, "backend/dev.json"), "utf8"), "edited");
  });

  it("is rolled back if no file was replaced, and keeps a later edit of the user", async () => {
    const steps = await stepsOf();
    const at = steps.findIndex((name) => name.startsWith("replace"));
    const scene = makeScene(root);
    await assert.rejects(commit(scene.changes, { ...scene, onStep: killAt(at) }), /killed/);
    writeFileSync(join(root, "index.ts"), "edited");
    assert.equal((await recover(scene.journal, noRemote))?.action, "undone");
    assert.deepEqual(treeOf(root), { ...scene.before, "index.ts": "edited" });
  });

  it("keeps a later edit of a file, and is completed only if the commit had already replaced that file", async () => {
    const steps = await stepsOf();
    for (const [at, name] of steps.entries()) {
      const scene = makeScene(root);
      await assert.rejects(commit(scene.changes, { ...scene, onStep: killAt(at) }), /killed/);
      const isNew = readFileSync(join(root, "index.ts"), "utf8") === "new code";
      writeFileSync(join(root, "index.ts"), "edited");
      const report = await recover(scene.journal, noRemote);
      assert.equal(report?.action === "finished", isNew, name);
      const expected = isNew ? scene.after : scene.before;
      assert.deepEqual(treeOf(root), { ...expected, "index.ts": "edited" }, `killed before "${name}"`);
    }
  });

  it("is rolled back if the user restored the replaced file", async () => {
    const steps = await stepsOf();
    const at = steps.findIndex((name) => name.startsWith("replace")) + 1;
    const scene = makeScene(root);
    await assert.rejects(commit(scene.changes, { ...scene, onStep: killAt(at) }), /killed/);
    writeFileSync(join(root, "index.ts"), "old code");
    assert.equal((await recover(scene.journal, noRemote))?.action, "undone");
    assert.deepEqual(treeOf(root), scene.before);
  });
  it("is not recovered from a journal that imp did not write", async () => {
    const scene = makeScene(root);
    mkdirSync(join(base, "empty"));
    const after = "0".repeat(64);
    const plant = (change: object, directories: readonly unknown[] = []): void =>
      writeFileSync(scene.journal, JSON.stringify({ version: 1, changes: [change], directories }));
    plant({ path: "index.ts", after: "../bait" });
    assert.equal(await codeOf(recover(scene.journal, noRemote)), "COMMIT_JOURNAL");
    for (const directory of [join(base, "empty"), "../empty", 7]) {
      plant({ path: "index.ts", after }, [directory]);
      assert.equal(await codeOf(recover(scene.journal, noRemote)), "COMMIT_JOURNAL");
    }
    assert.ok(existsSync(join(base, "empty")));
    writeFileSync(scene.journal, "not JSON");
    assert.equal(await codeOf(recover(scene.journal, noRemote)), "COMMIT_JOURNAL");
    assert.equal(readFileSync(join(root, "index.ts"), "utf8"), "old code");
    assert.equal(dirname(scene.journal), join(root, ".imp"));
  });
});

/** Returns a hook that simulates a full disk at a step. */
function refuseAt(step: number): (at: number) => void {
  return (at) => {
    if (at === step) throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC", errno: -28 });
  };
}

function withoutJournal(tree: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(tree).filter(([name]) => name !== ".imp/journal"));
}
