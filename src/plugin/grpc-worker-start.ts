/** Starts the gRPC thread when the first plugin starts, or earlier, while the command loads. */
import { Worker } from "node:worker_threads";

/** The path is relative to this file. Workers cannot run TypeScript, so the source file uses the compiled worker. */
const workerScript = import.meta.url.endsWith(".ts")
  ? "../../dist/src/plugin/grpc-worker.js"
  : "../plugin/grpc-worker.js";

let ahead: Worker | undefined;

/** Starts a thread for the next `startWorker`. It does not keep the process alive. */
export function startWorkerAhead(): void {
  if (ahead !== undefined) return;
  const worker = newWorker();
  ahead = worker;
  // Without a listener, an error would end the process. If the error persists, `startWorker` starts another thread, which reports it.
  worker.once("error", () => {
    if (ahead === worker) ahead = undefined;
  });
}

export function startWorker(): Worker {
  const worker = ahead ?? newWorker();
  ahead = undefined;
  return worker;
}

function newWorker(): Worker {
  const worker = new Worker(new URL(workerScript, import.meta.url), {
    execArgv: [],
    // Answers are short-lived in this thread, so a small young generation is enough. V8 would never release the memory of a larger one.
    resourceLimits: { maxYoungGenerationSizeMb: 6 },
  });
  worker.unref();
  return worker;
}
