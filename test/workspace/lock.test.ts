import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import type { LockIdentity } from "../../src/domain/lock-identity.ts";
import { acquireLock, type Lock } from "../../src/workspace/backend/lock.ts";
import type { StateLocation } from "../../src/workspace/workspace.ts";
import { backendEnv, fails, makePlace, orchardFiles, type WorkspaceDir } from "./place.ts";

const identity = (change: Partial<LockIdentity> = {}): LockIdentity => ({
  pid: process.pid,
  username: "ada",
  hostname: hostname(),
  now: new Date("2026-01-15T10:20:30.123Z"),
  id: randomUUID(),
  ...change,
});

describe("acquireLock", () => {
  let workspaceDir: WorkspaceDir;
  let stack: StateLocation;
  let file: StateLocation;
  let directory = "";
  beforeEach(async () => {
    workspaceDir = await makePlace(orchardFiles());
    stack = (await workspaceDir.open({ stack: "dev" }, backendEnv)).location;
    directory = stack.kind === "diy" ? stack.backend.store.shown(stack.keys.locks) : "";
    file = { kind: "file", path: workspaceDir.path("s.json") };
  });
  afterEach(() => workspaceDir.remove());

  it("writes a lock that Pulumi can read, and removes it on release", async () => {
    const identityFields = identity();
    const lock = await acquireLock(stack, identityFields);
    assert.deepEqual(await readdir(directory), [`${identityFields.id}.json`]);
    const content = `{"pid":${identityFields.pid},"username":"ada","hostname":${JSON.stringify(hostname())},"timestamp":"2026-01-15T10:20:30.123Z","tool":"imp"}`;
    assert.equal(await readFile(lock.path, "utf8"), content);
    await lock.release();
    await lock.release();
    assert.deepEqual(await readdir(directory), []);
    await (await acquireLock(stack, identityFields)).release();
  });

  it("rejects a locked stack, and names the holder and `pulumi cancel`", async () => {
    const foreign = { pid: 1, username: "bob", hostname: "mill", timestamp: "2026-01-01T00:00:00.000000001+02:00" };
    const path = `backend/.pulumi/locks/organization/orchard/dev/${randomUUID()}.json`;
    await workspaceDir.write(path, JSON.stringify(foreign));
    await assert.rejects(
      acquireLock(stack, identity(), () => false),
      (error: unknown) => {
        const shown = JSON.stringify(error);
        for (const part of ["bob@mill", "pid 1", foreign.timestamp, "pulumi cancel dev"])
          assert.ok(shown.includes(part), part);
        return fails("STACK_LOCKED", path)(error);
      },
    );
    assert.equal((await readdir(directory)).length, 1);
    await workspaceDir.write(path, "");
    await assert.rejects(acquireLock(stack, identity()), fails("STACK_LOCKED", path));
  });

  it("ignores metadata files next to locks", async () => {
    await workspaceDir.write("backend/.pulumi/locks/organization/orchard/dev/x.json.attrs", "{}");
    await (await acquireLock(stack, identity())).release();
  });

  it("reports the path of a lock that it cannot write", async () => {
    await workspaceDir.write("backend/.pulumi/locks/organization/orchard/dev", "a file");
    await assert.rejects(acquireLock(stack, identity()), fails("STORE_REFUSED", "locks"));
    const nowhere: StateLocation = { kind: "file", path: workspaceDir.path("no/s.json") };
    await assert.rejects(acquireLock(nowhere, identity()), fails("LOCK_FAILED", "no/s.json.lock"));
  });

  it("takes over a stack's lock only from a killed imp process on this machine", async () => {
    const left = async (change: Partial<LockIdentity>, tool = "imp"): Promise<string> => {
      const { id, now: _, ...holder } = identity(change);
      const path = `backend/.pulumi/locks/organization/orchard/dev/${id}.json`;
      await workspaceDir.write(path, JSON.stringify({ ...holder, timestamp: "then", tool }));
      return id;
    };
    await left({ pid: 4_000_000 });
    await left({ pid: 4_000_001 });
    const lock = await acquireLock(stack, identity());
    assert.equal((await readdir(directory)).length, 1);
    await lock.release();
    for (const [change, tool] of [
      [{}, "imp"],
      [{ pid: 4_000_000, hostname: "mill" }, "imp"],
      [{ pid: 4_000_000 }, "other"],
      // The lock of a container that has the same host name, but other processes.
      [{ pid: 4_000_000, processes: "another container's" }, "imp"],
    ] as const) {
      const id = await left(change, tool);
      await assert.rejects(acquireLock(stack, identity()), fails("STACK_LOCKED", id));
      assert.deepEqual(await readdir(directory), [`${id}.json`]);
      await rm(workspaceDir.path(`backend/.pulumi/locks/organization/orchard/dev/${id}.json`));
    }
  });

  for (const kind of ["stack", "file"] as const)
    it(`gives the lock of a ${kind} to at most one of eight callers at a time`, async () => {
      const target = kind === "stack" ? stack : file;
      let held = 0;
      let wins = 0;
      const race = async (): Promise<void> => {
        let lock: Lock;
        try {
          lock = await acquireLock(target, identity());
        } catch (error) {
          fails(kind === "stack" ? "STACK_LOCKED" : "STATE_FILE_LOCKED")(error);
          return;
        }
        held += 1;
        wins += 1;
        assert.equal(held, 1);
        await new Promise((resolve) => setImmediate(resolve));
        held -= 1;
        await lock.release();
      };
      for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 8 }, race));
      assert.ok(kind === "stack" || wins >= 20);
      const left = await readdir(kind === "stack" ? directory : workspaceDir.root);
      assert.deepEqual(
        left.filter((name) => /lock|tmp|stale|json$/.test(name)),
        [],
      );
      await (await acquireLock(target, identity())).release();
    });

  it("locks a state file by a .lock file next to it", async () => {
    const lock = await acquireLock(file, identity());
    assert.equal(lock.path, workspaceDir.path("s.json.lock"));
    await assert.rejects(acquireLock(file, identity()), fails("STATE_FILE_LOCKED", "s.json.lock"));
    await lock.release();
    assert.equal((await readdir(workspaceDir.root)).includes("s.json.lock"), false);
  });

  it("takes over a state file's lock only from an exited process on this machine", async () => {
    const stale = identity({ pid: 4_000_000 });
    const content = JSON.stringify({ pid: stale.pid, username: "ada", hostname: stale.hostname, timestamp: "then" });
    const path = workspaceDir.path("s.json.lock");
    await writeFile(path, content);
    await (await acquireLock(file, identity())).release();
    const kept = [
      content.replace(JSON.stringify(stale.hostname), '"elsewhere"'),
      content.replace("4000000", String(process.pid)),
      "{",
      "{}",
    ];
    for (const each of kept) {
      await writeFile(path, each);
      await assert.rejects(acquireLock(file, identity()), fails("STATE_FILE_LOCKED", path));
      assert.equal(await readFile(path, "utf8"), each);
    }
  });

  it("does not take over a lock that another process replaced in the meantime", async () => {
    const path = workspaceDir.path("s.json.lock");
    const gone = JSON.stringify({ pid: 4_000_000, username: "ada", hostname: hostname(), timestamp: "then" });
    const live = gone.replace("4000000", String(process.pid));
    await writeFile(path, gone);
    const isAlive = (): boolean => {
      writeFileSync(path, live);
      return false;
    };
    await assert.rejects(acquireLock(file, identity(), isAlive), fails("STATE_FILE_LOCKED", path));
    assert.equal(await readFile(path, "utf8"), live);
    assert.deepEqual(
      (await readdir(workspaceDir.root)).filter((name) => /tmp|stale/.test(name)),
      [],
    );
  });
});
