/**
 * Starts the gRPC thread: when a host opens, or before the command that opens one is loaded, so that both load at the same time.
 */
import { Worker } from "node:worker_threads";

/** From here, compiled or bundled; a thread cannot be started from source, so there it is the compiled one. */
const workerScript = import.meta.url.endsWith(".ts")
  ? "../../dist/src/plugin/grpc-worker.js"
  : "../plugin/grpc-worker.js";

/** The thread that was started ahead, until somebody takes it. */
let ahead: Worker | undefined;

/** Starts the thread for the first one who asks for a thread. It keeps the process alive for nobody. */
export function startWorkerAhead(): void {
  if (ahead !== undefined) return;
  const worker = newWorker();
  ahead = worker;
  // A thread that fails before somebody listens: the next one fails for whoever asks for it.
  worker.once("error", () => {
    if (ahead === worker) ahead = undefined;
  });
}

/** Returns a thread of the caller's own: the one that was started ahead, once, or a new one. */
export function startWorker(): Worker {
  const worker = ahead ?? newWorker();
  ahead = undefined;
  return worker;
}

function newWorker(): Worker {
  const worker = new Worker(new URL(workerScript, import.meta.url), {
    execArgv: [],
    // Answers live for a moment here: a larger young generation is memory that is never given back.
    resourceLimits: { maxYoungGenerationSizeMb: 6 },
  });
  worker.unref();
  return worker;
}
