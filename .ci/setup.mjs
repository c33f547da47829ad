// Prepares a checkout: installs the locked packages if necessary, compiles the sources, and bundles the CLI.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, "node_modules", ".imp-lock");

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Node ${process.versions.node} is too old: imp needs Node 20.19 or newer.`);
}

const lock = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");
const installedLock = existsSync(stamp) ? readFileSync(stamp, "utf8") : undefined;
if (installedLock !== lock) {
  // The stamp is also missing after `npm ci`, which deletes node_modules. In this case, check npm's list of installed packages.
  if (installedLock !== undefined || !hasLocked()) {
    process.stderr.write("setup: installing packages (npm ci --ignore-scripts)\n");
    run(process.platform === "win32" ? "npm.cmd" : "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
  }
  writeFileSync(stamp, lock);
}
if (!existsSync(join(root, "dist"))) process.stderr.write("setup: compiling (a minute)\n");
run(process.execPath, [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", root]);
const { bundle } = await import("./bundle.mjs");
await bundle(root);

/** Returns whether all packages that the lock file requires on every platform are installed in the right versions. */
function hasLocked() {
  const installed = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  const packagesOf = (path) => JSON.parse(readFileSync(path, "utf8")).packages;
  const there = packagesOf(installed);
  return Object.entries(packagesOf(join(root, "package-lock.json"))).every(
    ([path, { version, integrity, optional, devOptional }]) =>
      path === "" ||
      optional === true ||
      devOptional === true ||
      (there[path]?.version === version && there[path]?.integrity === integrity),
  );
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (status !== 0) fail(`setup: ${command} ${args.join(" ")} failed${error ? `: ${error.message}` : ""}`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
