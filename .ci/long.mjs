// Runs a third of the long suites, NAME.long.test.ts (see rotation.mjs): property tests with many cases, runs that are killed at many steps, and many
// command lines.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chosenSuites } from "./rotation.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const all = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".long.test.ts"))
  .map((name) => join("test", name));
const suites = chosenSuites(all, [], root, (line) => process.stderr.write(`${line}\n`));
const mocha = join(root, "node_modules", "mocha", "bin", "mocha.js");
const { status } = spawnSync(process.execPath, [mocha, "--parallel", "--jobs", "2", ...suites], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
