/**
 * Runs `imp` repeatedly in one process with loaded modules, which saves most of the time of short commands. A request has the arguments, directory,
 * and environment of a command. The response has its exit and output, which are the same as those of a separate process.
 */
import { once } from "node:events";

/** Resolves a running command when it calls `process.exit`. */
let exited;

const captured = { stdout: [], stderr: [] };

for (const name of ["stdout", "stderr"]) {
  process[name].write = (chunk, encoding, callback) => {
    const done = typeof encoding === "function" ? encoding : callback;
    captured[name].push(Buffer.from(chunk, typeof encoding === "string" ? encoding : undefined));
    if (done) process.nextTick(done);
    return true;
  };
}

process.exit = (code) => {
  if (code !== undefined) process.exitCode = code;
  exited?.();
  // `process.exit` must not return.
  throw new Ended();
};

class Ended extends Error {}

process.on("unhandledRejection", (error) => {
  if (!(error instanceof Ended)) throw error;
});
process.on("disconnect", () => process.reallyExit(0));

let commands = 0;

async function command({ main, args, cwd, env }) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, main, ...args];
  process.exitCode = undefined;
  captured.stdout.length = 0;
  captured.stderr.length = 0;
  const before = listeners();
  commands += 1;
  const exit = new Promise((resolve) => {
    exited = resolve;
  });
  // A module is evaluated once per URL. The modules that it imports are already loaded.
  await Promise.race([import(`${main}?${commands}`).catch(ignoreEnded), exit]);
  exited = undefined;
  for (const [event, listener] of listeners()) {
    if (before.some(([name, one]) => name === event && one === listener)) continue;
    if (event === "exit") listener(process.exitCode ?? 0);
    process.off(event, listener);
  }
  for (const stream of [process.stdout, process.stderr])
    for (const event of ["error", "drain"]) stream.removeAllListeners(event);
  await new Promise((resolve) => setImmediate(resolve));
  process.chdir("/");
  const output = { stdout: Buffer.concat(captured.stdout), stderr: Buffer.concat(captured.stderr) };
  return { code: process.exitCode ?? 0, stdout: String(output.stdout), stderr: String(output.stderr) };
}

function ignoreEnded(error) {
  if (!(error instanceof Ended)) throw error;
}

/** Returns every listener of the process with its event. */
function listeners() {
  return process.eventNames().flatMap((event) => process.rawListeners(event).map((listener) => [event, listener]));
}

for (;;) {
  const [request] = await once(process, "message");
  process.send(await command(request));
}
