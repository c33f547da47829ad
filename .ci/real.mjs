// Runs the suite that needs the real Pulumi: builds it once with Go, then test/real. Without Go it is skipped, and says so.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildBinder } from "../dist/test/real/bind-pcl.js";
import { buildCsharp } from "../dist/test/real/csharp.js";
import { buildJava } from "../dist/test/real/java.js";
import { buildJudges } from "../dist/test/real/judges.js";
import { buildMoto } from "../dist/test/real/moto.js";
import { buildPython } from "../dist/test/real/python.js";
import { buildTools } from "../dist/test/real/tools.js";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const say = (line) => process.stderr.write(`${line}\n`);
const tools = await buildTools(say);
if (typeof tools === "string") {
  process.stdout.write(`SKIPPED: the tests with the real Pulumi: ${tools}\n`);
} else {
  // Seconds since 1970, so that a slow machine ends in time too: what has not begun by the first is left out, what has not ended by the
  // second is stopped. Both say so.
  const deadline = Number(process.env.IMP_REAL_DEADLINE ?? Infinity);
  const end = Number(process.env.IMP_REAL_END ?? Infinity);
  // The suites that need it say themselves that they are skipped.
  const python = await buildPython(say);
  if (typeof python === "string") say(python);
  const server = await buildMoto(say);
  if (server !== undefined) say(server);
  const judges = await buildJudges(say);
  if (typeof judges === "string") say(judges);
  const csharp = await buildCsharp(say);
  if (csharp !== undefined) say(csharp);
  const java = await buildJava(say);
  if (typeof java === "string") say(java);
  const binder = await buildBinder(say, deadline);
  if (binder !== undefined) say(binder);
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
  const files = process.argv.length > 2 ? process.argv.slice(2).filter((word) => word !== "--spec") : suites();
  process.exitCode = 0;
  const waiting = [...files];
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
      else if (status !== 0) process.exitCode = status ?? 1;
    }
  };
  await Promise.all([run(), run()]);
}

/** Runs a command to its end, or stops it and its children at `end` (seconds since 1970). */
function printing(command, words, end) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd: root, stdio: ["ignore", "pipe", "pipe"], detached: true });
    let stopped = false;
    const stop = () => {
      stopped = true;
      process.kill(-child.pid, "SIGKILL");
    };
    const timer = end === Infinity ? undefined : setTimeout(stop, Math.max(0, end * 1000 - Date.now()));
    const parts = [];
    child.stdout.on("data", (part) => parts.push(part));
    child.stderr.on("data", (part) => parts.push(part));
    child.on("error", reject);
    child.on("close", (status) => {
      clearTimeout(timer);
      resolve({ status, printed: Buffer.concat(parts), stopped });
    });
  });
}

/** Every suite of test/real; those that judge most come first. */
function suites() {
  const first = [
    "estate",
    "whole-estate",
    "oracle",
    "recreate",
    "round-trip",
    "python-estate",
    "go-estate",
    "java-estate",
    "yaml-estate",
    "ten-rounds",
    "s3",
    "secrets",
    "states",
    "typescript",
    "yaml",
  ];
  const rank = (name) => (first.includes(name) ? first.indexOf(name) : first.length);
  return readdirSync(join(root, "test", "real"))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => name.slice(0, -".test.ts".length))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((name) => `test/real/${name}.test.ts`);
}
