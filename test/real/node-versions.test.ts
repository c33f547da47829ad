/** imp gives the same results with later versions of Node.js, without warnings. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { main } from "../support/imp-process.ts";
import { installNode, makeOnce } from "./make-once.ts";
import { mustRun, runProcess } from "./run-process.ts";
import { realCache } from "./tools.ts";

/** Versions of Node.js. npm has packages with their executables. */
const versions = ["22.23.3", "24.21.0"];
const platform = `${process.platform}-${process.arch}`;

describe("imp with other versions of Node.js", () => {
  for (const version of versions)
    it(`prints the same output and writes the same program with Node.js ${version}`, async function () {
      const node = await executableOf(version);
      if (node === undefined) return this.skip();
      const [current, other] = [await quickstartOn(process.execPath), await quickstartOn(node)];
      assert.equal(other.stderr, current.stderr);
      assert.equal(other.code, 0);
      assert.equal(other.program, current.program);
      assert.ok(other.keepsCompiled, "compiled code is cached in the user's cache directory");
      const shown = await mustRun([node, main, "--version"]);
      assert.equal(shown.stderr, "");
      assert.match(shown.stdout, new RegExp(`node-v${version}\n$`));
      for (const HOME of ["/proc", "/nonexistent", ""]) {
        const homeless = await runProcess([node, main, "--version"], {
          env: { PATH: process.env.PATH, HOME },
          timeout: 20_000,
        });
        assert.deepEqual([homeless.code, homeless.stderr, homeless.stdout], [0, "", shown.stdout], HOME);
      }
    });
});

async function executableOf(version: string): Promise<string | undefined> {
  const directory = join(realCache, "node", version);
  const name = `node-${platform}`;
  try {
    await makeOnce(directory, (work) => installNode(work, [`${name}@${version}`]));
    return join(directory, "node_modules", name, "bin", "node");
  } catch (error) {
    console.log(`SKIPPED: Node.js ${version} cannot be installed: ${String(error).split("\n", 1)[0]}`);
    return undefined;
  }
}

/** Runs the quickstart with an executable of Node.js. Returns the output and the program. */
async function quickstartOn(node: string) {
  const root = mkdtempSync(join(tmpdir(), "imp-node-"));
  try {
    const env = { PATH: process.env.PATH, HOME: root, NO_COLOR: "1", PULUMI_CONFIG_PASSPHRASE: "correct horse" };
    const directory = join(root, "shop");
    const ran = await runProcess([node, main, "quickstart", directory], { cwd: root, env });
    const program = readFileSync(join(directory, "index.ts"), "utf8");
    const keepsCompiled = existsSync(join(root, ".cache", "imp", "compiled"));
    return { code: ran.code, stderr: ran.stderr.replaceAll(root, ""), program, keepsCompiled };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
