/** The files beside a program as the engine's packer finds them. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { programFiles } from "../../src/workspace/program-files.ts";

describe("files beside a program", () => {
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

  it("are listed name by name, folders in their turn, without the engine's own and without links to folders", async () => {
    const { below } = programFiles(directory);
    const expected = ["a/z.txt", "a.txt", "b.txt", "link", "é"];
    assert.deepEqual(await below("site"), expected);
    assert.deepEqual(await below(join(directory, "site")), expected);
  });

  it("are none behind a link, and there is no folder where a file is", async () => {
    const { below } = programFiles(directory);
    assert.deepEqual(await below("site-link"), []);
    assert.equal(await below("site/b.txt"), undefined);
    assert.equal(await below("nowhere"), undefined);
  });

  it("are read relative to the program", async () => {
    const { bytes } = programFiles(directory);
    assert.equal(String(await bytes("site/a.txt")), "site/a.txt");
    assert.equal(await bytes("nowhere"), undefined);
  });
});
