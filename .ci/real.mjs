// Runs the suite that needs the real Pulumi: builds it once with Go, then test/real. Without Go it is skipped, and says so.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCsharp } from "../dist/test/real/csharp.js";
import { buildJava } from "../dist/test/real/java.js";
import { buildJudges } from "../dist/test/real/judges.js";
import { buildPython } from "../dist/test/real/python.js";
import { buildTools } from "../dist/test/real/tools.js";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const say = (line) => process.stderr.write(`${line}\n`);
const tools = await buildTools(say);
if (typeof tools === "string") {
  process.stdout.write(`SKIPPED: the tests with the real Pulumi: ${tools}\n`);
} else {
  // The suites that need it say themselves that they are skipped.
  const python = await buildPython(say);
  if (typeof python === "string") say(python);
  const judges = await buildJudges(say);
  if (typeof judges === "string") say(judges);
  const csharp = await buildCsharp(say);
  if (csharp !== undefined) say(csharp);
  const java = await buildJava(say);
  if (typeof java === "string") say(java);
  // --no-package: the configuration there leaves test/real out.
  const spec = process.argv.length > 2 ? process.argv.slice(2) : ["--spec", "test/real/**/*.test.ts"];
  const mocha = [
    join(root, "node_modules", "mocha", "bin", "mocha.js"),
    "--no-package",
    "--import=tsx",
    "--file=./test/support/seed.ts",
    "--timeout",
    "600000",
    "--forbid-only",
  ];
  const { status } = spawnSync(process.execPath, [...mocha, ...spec], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  process.exitCode = status ?? 1;
}
