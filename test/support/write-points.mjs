// Preloaded into an `imp` process (NODE_OPTIONS=--import): counts write calls below IMP_WATCHED. At each call, it copies that folder to
// IMP_COPIES/<number> (the result of a SIGKILL), or ends the process at call IMP_KILL_AT, or fails with a full disk from call IMP_FULL_AT, or
// fails only call IMP_FAIL_AT with an I/O error. Contents are written in two halves, with a call between them.
import { appendFileSync, cpSync, promises } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join, resolve, sep } from "node:path";
import { isMainThread } from "node:worker_threads";

const {
  IMP_WATCHED: watched,
  IMP_COPIES: copies,
  IMP_KILL_AT: killAt,
  IMP_FULL_AT: fullAt,
  IMP_FAIL_AT: failAt,
} = process.env;

/** Calls that need disk space. */
const growing = ["open", "mkdir", "write", "writeFile", "copyFile", "link", "symlink"];

if (isMainThread && watched !== undefined && process.argv[1]?.endsWith("main.js")) await watch();

async function watch() {
  let count = 0;
  const point = (name, path) => {
    if (!resolve(String(path)).startsWith(watched + sep)) return;
    if (copies !== undefined) {
      cpSync(watched, join(copies, String(count)), { recursive: true, verbatimSymlinks: true });
      appendFileSync(join(copies, "names"), `${name} ${path}\n`);
    }
    if (String(count) === killAt) process.kill(process.pid, "SIGKILL");
    if (String(count) === failAt) {
      count += 1;
      throw Object.assign(new Error(`EIO: i/o error, ${name} '${path}'`), { code: "EIO", errno: -5, path });
    }
    count += 1;
    if (fullAt !== undefined && count > Number(fullAt) && growing.includes(name))
      throw Object.assign(new Error(`ENOSPC: no space left on device, ${name} '${path}'`), {
        code: "ENOSPC",
        errno: -28,
        path,
      });
  };
  const paths = new WeakMap();
  const wrap = (target, name, before) => {
    const original = target[name];
    target[name] = async function (...args) {
      before(args, this);
      return await original.apply(this, args);
    };
  };
  for (const name of ["unlink", "rm", "rmdir", "mkdir", "writeFile", "copyFile", "utimes", "chmod"])
    wrap(promises, name, ([path]) => point(name, path));
  for (const name of ["rename", "link", "symlink"]) wrap(promises, name, ([, to]) => point(name, to));
  const open = promises.open;
  promises.open = async (path, flags = "r", ...rest) => {
    if (flags !== "r") point("open", path);
    const handle = await open(path, flags, ...rest);
    if (flags !== "r") paths.set(handle, path);
    return handle;
  };
  const probe = await open(process.execPath, "r");
  const prototype = Object.getPrototypeOf(probe);
  await probe.close();
  for (const name of ["sync", "chmod", "chown"])
    wrap(prototype, name, (_, handle) => paths.has(handle) && point(name, paths.get(handle)));
  const writeFile = prototype.writeFile;
  prototype.writeFile = async function (content, ...rest) {
    const path = paths.get(this);
    if (path === undefined) return await writeFile.call(this, content, ...rest);
    point("write", path);
    const bytes = Buffer.from(content);
    const half = Math.floor(bytes.length / 2);
    await writeFile.call(this, bytes.subarray(0, half), ...rest);
    point("write the rest of", path);
    await writeFile.call(this, bytes.subarray(half), ...rest);
  };
  syncBuiltinESMExports();
}
