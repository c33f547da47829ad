/** The files next to a program that the engine packs. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, constants, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ImpError } from "../../src/domain/errors.ts";
import { programFiles } from "../../src/workspace/program/program-files.ts";

describe("files next to a program", () => {
  let directory: string;

  before(() => {
    directory = mkdtempSync(join(tmpdir(), "imp-files-"));
    for (const path of ["site/b.txt", "site/a/z.txt", "site/a.txt", "site/é", "site/.pulumi/x", "site/c/.pulumi"]) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), path);
    }
    symlinkSync("b.txt", join(directory, "site", "link"));
    symlinkSync("a", join(directory, "site", "folder-link"));
    symlinkSync("site", join(directory, "site-link"));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it("lists a folder's files by name, without .pulumi and links to folders", async () => {
    const { below } = programFiles(directory);
    const expected = ["a/z.txt", "a.txt", "b.txt", "link", "é"];
    assert.deepEqual(await below("site"), expected);
    assert.deepEqual(await below(join(directory, "site")), expected);
  });

  it("lists no files for a linked folder, a file, or a missing path", async () => {
    const { below } = programFiles(directory);
    assert.deepEqual(await below("site-link"), []);
    assert.equal(await below("site/b.txt"), undefined);
    assert.equal(await below("nowhere"), undefined);
  });

  it("reads a file by its path relative to the program", async () => {
    const { bytes } = programFiles(directory);
    assert.equal(String(await bytes("site/a.txt")), "site/a.txt");
    assert.equal(await bytes("nowhere"), undefined);
  });

  it("rejects a pipe, a link to a pipe, and a folder as a file", async () => {
    mkdirSync(join(directory, "odd"));
    const pipe = join(directory, "odd", "pipe");
    execFileSync("mkfifo", [pipe]);
    symlinkSync("odd/pipe", join(directory, "pipe-link"));
    const { below, bytes } = programFiles(directory);
    assert.deepEqual(await below("odd"), ["pipe"]);
    for (const path of ["odd/pipe", "pipe-link", "odd"]) {
      const late = new Promise((resolve) => setTimeout(resolve, 2000, "still waiting"));
      const answer = await Promise.race([late, bytes(path).then(String, (error: unknown) => error)]);
      // If `bytes` has opened the pipe, it waits until the other end is opened.
      if (answer === "still waiting") openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
      assert.ok(answer instanceof ImpError, `${path}: ${answer}`);
      assert.equal(answer.code, "FILE_UNREADABLE");
    }
  });

  it("reports the path of a folder that it cannot read", async () => {
    const closed = join(directory, "closed", "inner");
    mkdirSync(closed, { recursive: true });
    chmodSync(directory, 0o755);
    chmodSync(closed, 0o000);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    const answer = await programFiles(directory)
      .below("closed")
      .catch((error: unknown) => error)
      .finally(() => isRoot && process.seteuid?.(0));
    chmodSync(closed, 0o755);
    assert.ok(answer instanceof ImpError, String(answer));
    assert.equal(answer.code, "FILE_UNREADABLE");
    assert.equal(answer.explanation.where, closed);
  });
});
