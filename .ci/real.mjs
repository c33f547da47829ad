// Builds the real Pulumi tools (CLI, providers, SDK generators, compilers), and runs some of the suites that need them (see rotation.mjs), or the
// suites on the command line. Skips them if Go is not installed. `--build` only builds.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCiLinters } from "../dist/test/real/ci-linters.js";
import { buildCsharp } from "../dist/test/real/csharp.js";
import { buildHclHost } from "../dist/test/real/hcl.js";
import { buildJava } from "../dist/test/real/java.js";
import { buildJudges } from "../dist/test/real/judges.js";
import { buildKubernetesSdks } from "../dist/test/real/kubernetes-sdks.js";
import { buildMoto } from "../dist/test/real/moto.js";
import { buildProvider } from "../dist/test/real/providers.js";
import { buildPython } from "../dist/test/real/python.js";
import { buildApiServer } from "../dist/test/real/systems/kubernetes.js";
import { installSystems } from "../dist/test/real/systems/packages.js";
import { buildOlderTools, buildTools } from "../dist/test/real/tools.js";
import { realSuitesOfEveryRun } from "../dist/test/support/rotation.js";
import { chosenSuites } from "./rotation.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const print = (line) => process.stderr.write(`${line}\n`);
const words = process.argv.slice(2).filter((word) => word !== "--spec");
const onlyBuilds = words.includes("--build");
const files = words.filter((word) => word !== "--build");
const suites = files.length > 0 ? files.map((file) => basename(file, ".test.ts")) : chosenRealSuites();

const tools = await buildTools(print);
if (typeof tools === "string") {
  process.stdout.write(`SKIPPED: tests with the real Pulumi CLI: ${tools}\n`);
} else {
  for (const { build, of } of builders(tools)) {
    if (of !== undefined && !of.some((name) => suites.includes(name))) continue;
    const result = await build(print);
    // Suites that need the missing tool report that they are skipped.
    if (typeof result === "string") print(result);
  }
  process.exitCode = onlyBuilds ? 0 : await runSuites();
}

/** Returns the builders. `of` lists the suites that need the result, and is omitted if many suites do. */
function builders(tools) {
  return [
    {
      build: installSystems,
      of: [
        "rabbitmq",
        "postgresql",
        "random-drift-postgresql",
        "kubernetes-estate",
        "random-drift-kubernetes",
        "inventories",
        "fleet-guides",
      ],
    },
    { build: buildApiServer, of: ["kubernetes-estate", "random-drift-kubernetes", "inventories", "fleet-guides"] },
    { build: buildKubernetesSdks, of: ["kubernetes-estate", "random-drift-kubernetes", "inventories", "fleet-guides"] },
    {
      build: () => buildProvider("kubernetes", tools, print),
      of: ["kubernetes-estate", "random-drift-kubernetes", "inventories", "fleet-guides"],
    },
    { build: () => buildProvider("bridged", tools, print), of: ["bridged", "bridged-random", "inventories"] },
    { build: () => buildProvider("rabbitmq", tools, print), of: ["rabbitmq", "inventories"] },
    {
      build: () => buildProvider("postgresql", tools, print),
      of: ["postgresql", "random-drift-postgresql", "inventories"],
    },
    { build: buildPython },
    { build: buildJudges },
    { build: buildJava },
    { build: buildHclHost, of: ["hcl"] },
    { build: buildCsharp },
    { build: buildMoto, of: ["s3"] },
    { build: buildCiLinters, of: ["fleet-guides"] },
    { build: buildOlderTools, of: ["states", "harness"] },
  ];
}

/** Runs the suites, and returns the exit code. */
async function runSuites() {
  // Time limits in seconds since 1970. After `deadline`, no suite is started. At `end`, running suites are stopped. Skipped suites are reported.
  const deadline = Number(process.env.IMP_REAL_DEADLINE ?? Infinity);
  const end = Number(process.env.IMP_REAL_END ?? Infinity);
  // `--no-package` ignores the configuration in package.json, which excludes test/real.
  const mocha = [
    join(root, "node_modules", "mocha", "bin", "mocha.js"),
    "--no-package",
    "--import=tsx",
    "--file=./test/support/seed.ts",
    "--timeout",
    "600000",
    "--forbid-only",
  ];
  let exitCode = 0;
  const waiting = suites.map((name) => `test/real/${name}.test.ts`);
  // Two of these run in parallel, because suites often wait for other processes. The output of a suite is printed when the suite ends.
  const run = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (Date.now() / 1000 > deadline) {
        process.stdout.write(`SKIPPED: ${file}: the time limit was reached\n`);
        continue;
      }
      const started = Date.now();
      const { status, printed, stopped } = await printing(process.execPath, [...mocha, file], end);
      process.stdout.write(printed);
      print(`${file}: ${Math.round((Date.now() - started) / 1000)} s`);
      const hasFailed = /^ +\d+\) /m.test(printed.toString("utf8"));
      if (stopped && !hasFailed) process.stdout.write(`SKIPPED: the rest of ${file}: the time limit was reached\n`);
      else if (status !== 0) exitCode = status ?? 1;
    }
  };
  await Promise.all([run(), run()]);
  return exitCode;
}

/** Runs a command to its end, or stops it and its children at `end` (seconds since 1970). */
function printing(command, words, end) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd: root, stdio: ["ignore", "pipe", "pipe"], detached: true });
    let stopped = false;
    // SIGTERM lets the suite stop its servers. SIGKILL does not.
    const stop = () => {
      stopped = true;
      process.kill(-child.pid, "SIGTERM");
      killer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), 5000);
    };
    let killer;
    const timer = end === Infinity ? undefined : setTimeout(stop, Math.max(0, end * 1000 - Date.now()));
    const parts = [];
    child.stdout.on("data", (part) => parts.push(part));
    child.stderr.on("data", (part) => parts.push(part));
    child.on("error", reject);
    child.on("close", (status) => {
      clearTimeout(timer);
      clearTimeout(killer);
      resolve({ status, printed: Buffer.concat(parts), stopped });
    });
  });
}

function chosenRealSuites() {
  const all = readdirSync(join(root, "test", "real"))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => basename(name, ".test.ts"));
  return chosenSuites(all, realSuitesOfEveryRun, root, print);
}
