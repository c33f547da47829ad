import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { LockIdentity } from "../../src/domain/lock-identity.ts";
import { withJournal } from "../../src/workspace/commit/journal-lock.ts";

describe("the journal lock", () => {
  let root = "";
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "imp-journal-"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const identity = (id: string, pid = process.pid): LockIdentity => ({
    id,
    pid,
    username: "user",
    hostname: "host",
    now: new Date("2026-01-15T10:20:30Z"),
  });
  const journal = (): string => join(root, ".imp", "journal.json");

  it("allows one commit at a time, and leaves no files if nothing was written", async () => {
    let under = 0;
    const work = async (): Promise<void> => {
      under += 1;
      assert.equal(under, 1);
      await pause(20);
      under -= 1;
    };
    const ids = Array.from({ length: 5 }, (_, index) => String(index));
    await Promise.all(ids.map((id) => withJournal(journal(), identity(id), work)));
    assert.deepEqual(readdirSync(root), []);
  });

  it("leaves no directories if the project does not exist", async () => {
    const deep = join(root, "deep", "project", ".imp", "journal.json");
    await withJournal(deep, identity("a"), async () => {});
    assert.deepEqual(readdirSync(root), []);
  });

  it("takes over the journal lock of an exited process", async () => {
    await withJournal(journal(), identity("a"), async () => {
      const holder = { pid: 2 ** 22 + 1, username: "user", hostname: "host" };
      writeFileSync(`${journal()}.lock`, JSON.stringify(holder));
      assert.equal(await withJournal(journal(), identity("b"), async () => "done"), "done");
    });
  });

  it("releases the journal lock if the commit fails", async () => {
    await assert.rejects(
      withJournal(journal(), identity("a"), async () => assert.fail("no room")),
      /no room/,
    );
    assert.equal(await withJournal(journal(), identity("b"), async () => "done"), "done");
  });
});
