// Runs the suites that need the real Pulumi, and builds what they need: CLI, providers, SDK generators, compilers. Without Go they are
// skipped, and say so. `--build` only builds. A run has some of the suites (rotation.mjs). Suites on the command line are run in any case.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCsharp } from "../dist/test/real/csharp.js";
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
const say = (line) => process.stderr.write(`${line}\n`);
const words = process.argv.slice(2).filter((word) => word !== "--spec");
const onlyBuilds = words.includes("--build");
const named = words.filter((word) => word !== "--build");
const suites = named.length > 0 ? named.map((file) => basename(file, ".test.ts")) : chosenRealSuites();

const tools = await buildTools(say);
if (typeof tools === "string") {
  process.stdout.write(`SKIPPED: the tests with the real Pulumi: ${tools}\n`);
} else {
  for (const { build, of } of builders(tools)) {
    if (of !== undefined && !of.some((name) => suites.includes(name))) continue;
    const built = await build(say);
    // The suites that need it say themselves that they are skipped.
    if (typeof built === "string") say(built);
  }
  process.exitCode = onlyBuilds ? 0 : await runSuites();
}

/** Returns the builders, and the suites that need each of them; without a list, many do. */
function builders(tools) {
  return [
    { build: installSystems, of: ["rabbitmq", "postgresql", "kubernetes-estate"] },
    { build: buildApiServer, of: ["kubernetes-estate"] },
    { build: buildKubernetesSdks, of: ["kubernetes-estate"] },
    { build: (print) => buildProvider("kubernetes", tools, print), of: ["kubernetes-estate"] },
    { build: (print) => buildProvider("bridged", tools, print), of: ["bridged", "bridged-random"] },
    { build: (print) => buildProvider("rabbitmq", tools, print), of: ["rabbitmq"] },
    { build: (print) => buildProvider("postgresql", tools, print), of: ["postgresql"] },
    { build: buildPython },
    { build: buildJudges },
    { build: buildJava },
    { build: buildCsharp },
    { build: buildMoto, of: ["s3"] },
    { build: buildOlderTools, of: ["states", "harness"] },
  ];
}

/** Runs the suites. @returns the exit code */
async function runSuites() {
  // Seconds since 1970, so that a slow machine ends in time too: what has not begun by the first is left out, what has not ended by the
  // second is stopped. Both say so.
  const deadline = Number(process.env.IMP_REAL_DEADLINE ?? Infinity);
  const end = Number(process.env.IMP_REAL_END ?? Infinity);
  // --no-package: the configuration there leaves test/real out.
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
  // Two at a time: much of a suite is waiting for processes of its own. The output of each stays together.
  const run = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (Date.now() / 1000 > deadline) {
        process.stdout.write(`SKIPPED: ${file}: no time is left\n`);
        continue;
      }
      const started = Date.now();
      const { status, printed, stopped } = await printing(process.execPath, [...mocha, file], end);
      process.stdout.write(printed);
      say(`${file}: ${Math.round((Date.now() - started) / 1000)} s`);
      const hasFailed = /^ +\d+\) /m.test(printed.toString("utf8"));
      if (stopped && !hasFailed) process.stdout.write(`SKIPPED: the rest of ${file}: no time is left\n`);
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
    // The servers of a suite end with it, unless it is killed.
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
  return chosenSuites(all, realSuitesOfEveryRun, root, say);
}
