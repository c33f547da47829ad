// Runs the long suites, NAME.long.test.ts: properties with many cases, kills at many moments, and whole command lines again and again. A run
// has a third of them (rotation.mjs).
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
