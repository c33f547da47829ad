/**
 * NODE_OPTIONS preloads this module into every Node.js process of a test. It records all written contents, and the arguments and environments
 * of child processes, in a file in the directory RECORDED_WRITES. If RECORDED_KILL is N, an imp process receives SIGKILL when it changes files
 * below RECORDED_KILL_BELOW for the Nth time.
 */
"use strict";
const fs = require("node:fs");
const childProcess = require("node:child_process");
const { syncBuiltinESMExports } = require("node:module");
const { isMainThread, threadId } = require("node:worker_threads");

// The recorder writes with `writeSync`, because it calls no other function of fs, so its writes are not recorded.
const { writeSync } = fs;
const log = fs.openSync(`${process.env.RECORDED_WRITES}/${process.pid}-${threadId}.log`, "a");
const below = process.env.RECORDED_KILL_BELOW;
const isCommand = isMainThread && /bundle\/main\.js$/.test(process.argv[1] ?? "");
let left = isCommand ? Number(process.env.RECORDED_KILL ?? "Infinity") : Number.POSITIVE_INFINITY;

function record(what, content) {
  const bytes = ArrayBuffer.isView(content) ? content : Buffer.from(String(content));
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  writeSync(log, Buffer.concat([Buffer.from(`\n--- ${what}\n`), view]));
}

function changing(path) {
  if (!String(path).startsWith(`${below}/`)) return;
  left -= 1;
  if (left <= 0) process.kill(process.pid, "SIGKILL");
}

/** Calls `before(...args)` before each call of a method. */
function wrap(object, name, before) {
  const original = object[name];
  if (typeof original !== "function") throw new Error(`there is no ${name} to record`);
  object[name] = function recorded(...args) {
    before.apply(this, args);
    return original.apply(this, args);
  };
}

const said = (name) => (path, content) => {
  record(`${name} ${typeof path === "number" ? `fd ${path}` : path}`, content);
  changing(path);
};
for (const name of ["writeFile", "writeFileSync", "appendFile", "appendFileSync", "write", "writeSync"]) wrap(fs, name, said(name));
for (const name of ["writeFile", "appendFile"]) wrap(fs.promises, name, said(`promises.${name}`));
for (const name of ["writev", "writevSync"]) wrap(fs, name, (fd, all) => record(`${name} fd ${fd}`, Buffer.concat(all)));
for (const name of ["rename", "renameSync", "unlink", "unlinkSync", "rm", "rmSync"]) wrap(fs, name, changing);
for (const name of ["rename", "unlink", "rm", "copyFile"]) wrap(fs.promises, name, changing);
for (const name of ["symlink", "symlinkSync", "link", "linkSync"]) wrap(fs, name, (target, path) => record(`${name} ${path}`, target));

// Node.js does not export the class of file handles, so its prototype comes from an open handle.
const handles = fs.promises.open(__filename).then(async (handle) => {
  const prototype = Object.getPrototypeOf(handle);
  for (const name of ["write", "writeFile", "appendFile"]) {
    wrap(prototype, name, (content) => {
      record(`handle.${name}`, content);
      if (below !== undefined) changing(`${below}/handle`);
    });
  }
  wrap(prototype, "writev", (all) => record("handle.writev", Buffer.concat(all)));
  await handle.close();
});
handles.catch((error) => {
  process.stderr.write(`record-writes: ${error.stack}\n`);
  process.exit(70);
});

wrap(childProcess.ChildProcess.prototype, "spawn", (options) => {
  record(`child ${options.file}`, [...(options.args ?? []), ...(options.envPairs ?? [])].join("\n"));
});
for (const name of ["spawnSync", "execFileSync", "execSync"]) {
  wrap(childProcess, name, (command, ...more) => record(`${name} ${command}`, JSON.stringify(more)));
}
syncBuiltinESMExports();
