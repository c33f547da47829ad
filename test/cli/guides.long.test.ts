/** The commands in the README and in docs/ run as printed, in the cloud of `imp quickstart`. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { importFileReference } from "../../src/import-file/reference.ts";
import { main, projectRoot } from "../support/imp-process.ts";

const docs = join(projectRoot, "docs");

/** Returns the commands of the console blocks in order. */
function commandsOf(text: string): readonly string[] {
  return [...text.matchAll(/^```console\n(.*?)^```$/gms)].flatMap(([, block = ""]) =>
    block.split("\n").flatMap((line) => (line.startsWith("$ ") ? [line.slice(2)] : [])),
  );
}

describe("guides", () => {
  for (const name of ["README.md", ...readdirSync(docs).map((page) => `docs/${page}`)]) {
    const commands = commandsOf(readFileSync(join(projectRoot, name), "utf8"));
    if (commands.length === 0) continue;
    it(`run as printed: ${name}`, function () {
      this.timeout(120_000);
      const root = mkdtempSync(join(tmpdir(), "imp-guide-"));
      const bin = join(root, "bin");
      mkdirSync(bin);
      writeFileSync(join(bin, "imp"), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
      chmodSync(join(bin, "imp"), 0o755);
      const lines = commands.map((line, index) => {
        const [command = "", remark = ""] = line.split(/ {2,}# exit /);
        const code = remark === "" ? "0" : remark;
        const failed = JSON.stringify(`command ${index + 1} ended with`);
        return `${command}\ncode=$?\n[ $code -eq ${code} ] || { echo ${failed} $code >&2; exit 99; }`;
      });
      const env = {
        PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
        HOME: root,
        TMPDIR: root,
        NO_COLOR: "1",
      };
      const options = { cwd: root, env, encoding: "utf8" } as const;
      const { status, stdout, stderr } = spawnSync("bash", ["-c", lines.join("\n")], options);
      rmSync(root, { recursive: true, force: true });
      assert.equal(status, 0, `${commands.join("\n")}\n${stdout}\n${stderr}`);
    });
  }

  it("are all linked from the README", () => {
    const readme = readFileSync(join(projectRoot, "README.md"), "utf8");
    assert.deepEqual(
      readdirSync(docs).filter(
        (name) => !readme.includes(`docs/${name}`) && !/^(programs|providers|state)\.md$/.test(name),
      ),
      [],
    );
  });

  it("include the generated reference of the import file", () => {
    const path = join(docs, "import-file.md");
    if (process.env.UPDATE_GOLDENS === "1") writeFileSync(path, importFileReference());
    assert.equal(readFileSync(path, "utf8"), importFileReference());
  });
});
