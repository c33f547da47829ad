import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ImpError } from "../../../src/domain/errors.ts";
import { type Change, commit } from "../../../src/store/commit/commit.ts";
import { recover } from "../../../src/store/commit/recover.ts";
import type { RemoteChange, RemoteContent, RemoteFile } from "../../../src/store/commit/remote.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text, "utf8");

/** A store with one file, which can fail before or after it handles a request. */
class OtherStore implements RemoteFile {
  readonly address = { store: "s3://orchard", key: ".pulumi/stacks/orchard/dev.json" };
  readonly shown = "s3://orchard/dev.json";
  content = "old state";
  version = 1;
  writes: "well" | "lost before" | "lost after" | "asked again" = "well";
  answers = true;

  async read(): Promise<RemoteContent | undefined> {
    if (!this.answers) throw ImpError.of("STORE_REFUSED", { where: this.shown, reason: "ECONNRESET" });
    return { bytes: bytes(this.content), version: String(this.version) };
  }

  async write(content: Uint8Array, version: string): Promise<string | undefined> {
    if (this.writes !== "lost before") {
      if (version !== String(this.version)) return undefined;
      this.content = Buffer.from(content).toString("utf8");
      this.version += 1;
    }
    // A client repeats a request whose response was lost. The repeated request is then rejected, because the first one changed the version.
    if (this.writes === "asked again") return undefined;
    if (this.writes !== "well") throw ImpError.of("STORE_REFUSED", { where: this.shown, reason: "ECONNRESET" });
    return String(this.version);
  }

  isSame(read: Uint8Array, written: Uint8Array): boolean {
    return Buffer.from(read).equals(written);
  }
}

interface Scene {
  readonly journal: string;
  readonly changes: readonly Change[];
  readonly file: OtherStore;
  readonly remote: RemoteChange;
}

describe("commit with a remote file", () => {
  const root = mkdtempSync(join(tmpdir(), "imp-remote-"));
  const code = join(root, "index.ts");
  const made = join(root, "deep/network.ts");
  after(() => rmSync(root, { recursive: true, force: true }));

  function scene(): Scene {
    rmSync(root, { recursive: true, force: true });
    mkdirSync(join(root, ".imp"), { recursive: true });
    writeFileSync(code, "old code");
    const file = new OtherStore();
    return {
      journal: join(root, ".imp/journal.json"),
      changes: [
        { path: code, before: bytes("old code"), after: bytes("new code") },
        { path: made, before: undefined, after: bytes("network") },
      ],
      file,
      remote: { file, before: { bytes: bytes("old state"), version: "1" }, after: bytes("new state") },
    };
  }

  /** Returns the version of all files. Asserts that no other file exists. */
  function sceneVersion({ file }: Scene): "old" | "new" {
    const all = [file.content, readFileSync(code, "utf8"), existsSync(made) ? "new" : "old"];
    const words = new Set(all.map((text) => text.split(" ")[0] ?? ""));
    assert.equal(words.size, 1, all.join(", "));
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /journal|tmp/.test(name));
    assert.deepEqual(files, []);
    return words.has("new") ? "new" : "old";
  }

  const codeOf = async (promise: Promise<unknown>): Promise<string | undefined> =>
    await promise.then(
      () => undefined,
      (error: unknown) => (error instanceof ImpError ? error.code : String(error)),
    );
  const recovered = (here: Scene) => recover(here.journal, async () => here.file);

  async function stepsOf(): Promise<readonly string[]> {
    const names: string[] = [];
    await commit(scene().changes, { ...scene(), onStep: (_, name) => names.push(name) });
    return names;
  }

  it("replaces local files and a remote file in one commit", async () => {
    const here = scene();
    await commit(here.changes, here);
    assert.equal(sceneVersion(here), "new");
  });

  it("completes or rolls back a commit that was killed at any step", async () => {
    const steps = await stepsOf();
    const outcomes = new Set<string>();
    for (const [index, name] of steps.entries()) {
      const here = scene();
      const kill = (step: number): void => {
        if (step === index) throw new Error("killed");
      };
      await assert.rejects(commit(here.changes, { ...here, onStep: kill }), /killed/);
      const report = await recovered(here);
      const isNew = report?.action === "finished" || name === "remove the remote content";
      assert.equal(sceneVersion(here), isNew ? "new" : "old", `killed before ${name}`);
      assert.equal(await recovered(here), undefined);
      outcomes.add(report?.action ?? "nothing to do");
    }
    assert.deepEqual([...outcomes], ["nothing to do", "undone", "finished"]);
  });

  it("rolls back a commit if a write to the disk fails", async () => {
    const steps = await stepsOf();
    for (const [at, name] of steps.entries()) {
      if (/^(flush|remove |replace s3)/.test(name)) continue;
      const here = scene();
      const refuse = (step: number): void => {
        if (step === at) throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC", errno: -28 });
      };
      assert.equal(await codeOf(commit(here.changes, { ...here, onStep: refuse })), "COMMIT_FAILED", name);
      assert.equal(sceneVersion(here), "old", `failed at ${name}`);
    }
  });

  it("fails a commit if another process has written the remote file", async () => {
    const here = scene();
    here.file.content = "old state, and more";
    here.file.version = 2;
    assert.equal(await codeOf(commit(here.changes, here)), "COMMIT_CHANGED");
    assert.equal(sceneVersion(here), "old");
  });

  it("accepts a remote write whose response was lost", async () => {
    const here = scene();
    here.file.writes = "lost after";
    await commit(here.changes, here);
    assert.equal(sceneVersion(here), "new");
  });

  it("accepts a remote write that the client sent twice", async () => {
    const here = scene();
    here.file.writes = "asked again";
    await commit(here.changes, here);
    assert.equal(here.file.content, "new state");
    assert.equal(readFileSync(code, "utf8"), "new code");
    assert.ok(!existsSync(here.journal));
  });

  it("rolls back a commit if the remote write failed", async () => {
    const here = scene();
    here.file.writes = "lost before";
    assert.equal(await codeOf(commit(here.changes, here)), "STORE_REFUSED");
    assert.equal(sceneVersion(here), "old");
  });

  for (const [writes, action] of [
    ["lost before", "undone"],
    ["lost after", "finished"],
  ] as const)
    it(`recovers a commit later if the backend stops responding: it is ${action}`, async () => {
      const here = scene();
      here.file.writes = writes;
      here.file.answers = false;
      assert.equal(await codeOf(commit(here.changes, here)), "COMMIT_UNSURE");
      assert.equal(readFileSync(code, "utf8"), "old code");
      assert.equal(await codeOf(recovered(here)), "STORE_REFUSED");
      here.file.answers = true;
      assert.equal((await recovered(here))?.action, action);
      assert.equal(sceneVersion(here), action === "finished" ? "new" : "old");
    });

  it("lets only the owner read the pending content, and omits it from the journal", async () => {
    const localScene = scene();
    let mode: number | undefined;
    let journal = "";
    const look = (_: number, name: string): void => {
      if (!name.startsWith("replace s3")) return;
      mode = statSync(`${localScene.journal}.remote`).mode & 0o777;
      journal = readFileSync(localScene.journal, "utf8");
    };
    await commit(localScene.changes, { ...localScene, onStep: look });
    assert.equal(mode, 0o600);
    assert.match(journal, /"store": "s3:\/\/orchard"/);
    assert.doesNotMatch(journal, /new state/);
  });

  it("does not recover a commit if another process changed the remote file", async () => {
    const steps = await stepsOf();
    const index = steps.findIndex((name) => name.startsWith("replace s3"));
    const here = scene();
    const kill = (step: number): void => {
      if (step === index) throw new Error("killed");
    };
    await assert.rejects(commit(here.changes, { ...here, onStep: kill }), /killed/);
    here.file.content = "another state";
    assert.equal(await codeOf(recovered(here)), "COMMIT_CONFLICT");
    assert.equal(here.file.content, "another state");
  });
});
