/** Repeats throttled calls. This is safe, because imp's calls change nothing. */
import { CallWindow } from "./call-window.ts";
import { type Provider, ProviderError } from "./provider.ts";

export interface Patience {
  readonly retries: number;
  readonly atOnce: number;
  /** Rejects if the run is cancelled. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive), to spread the repeated calls over time. */
  readonly jitter: () => number;
}

/** Milliseconds before the first repetition. The wait doubles with each repetition up to `cap`, and part of it is random. */
const firstWaitMs = 100;
const cap = 10_000;

const longestAsked = 60_000;

/**
 * Returns a provider that repeats throttled calls. If a call uses up its retries and no other call was answered in that time, imp stops repeating
 * throttled calls until a call is answered.
 */
export function patientProvider(provider: Provider, patience: Patience): Provider {
  const window = new CallWindow(patience.atOnce, patience.atOnce);
  let answers = 0;
  let isGone = false;
  let cancellation = newCancellation();
  const patiently = async <T>(call: () => Promise<T>): Promise<T> => {
    const before = answers;
    const initial = cancellation;
    for (let attempt = 0; ; attempt += 1) {
      const entered = await window.enter(attempt > 0);
      let throttled: ProviderError | undefined;
      try {
        return await call();
      } catch (error) {
        throttled = error instanceof ProviderError && error.failure === "throttled" ? error : undefined;
        if (throttled !== undefined && attempt >= patience.retries && answers === before) isGone = true;
        if (throttled === undefined || isGone || attempt >= patience.retries) throw error;
      } finally {
        if (throttled === undefined) {
          answers += 1;
          isGone = false;
        }
        window.leave(entered, throttled !== undefined);
      }
      await Promise.race([patience.wait(waitAfter(attempt, throttled, patience.jitter())), initial.whenCancelled]);
      if (initial !== cancellation) throw throttled;
    }
  };
  return {
    package: provider.package,
    version: provider.version,
    get supportsPreview() {
      return provider.supportsPreview;
    },
    getSchema: (accepts) => provider.getSchema(accepts),
    getMappings: (tool) => provider.getMappings(tool),
    checkConfig: (request) => patiently(() => provider.checkConfig(request)),
    diffConfig: (request) => patiently(() => provider.diffConfig(request)),
    configure: (request) => provider.configure(request),
    extend: (extension) => provider.extend(extension),
    check: (request) => patiently(() => provider.check(request)),
    diff: (request) => patiently(() => provider.diff(request)),
    read: (request) => patiently(() => provider.read(request)),
    previewCreate: (request) => patiently(() => provider.previewCreate(request)),
    previewUpdate: (request) => patiently(() => provider.previewUpdate(request)),
    invoke: (request) => patiently(() => provider.invoke(request)),
    // Don't limit the concurrency of these calls. They wait for calls about the resources that they register, and would block them.
    construct: (request) => provider.construct(request),
    callMethod: (request) => provider.callMethod(request),
    list: (request) => patiently(() => provider.list(request)),
    cancelCalls: () => {
      cancellation.cancel();
      cancellation = newCancellation();
      provider.cancelCalls();
    },
    close: () => provider.close(),
  };
}

interface Cancellation {
  readonly whenCancelled: Promise<void>;
  cancel(): void;
}

function newCancellation(): Cancellation {
  let cancel = (): void => {};
  const whenCancelled = new Promise<void>((resolve) => {
    cancel = resolve;
  });
  return { whenCancelled, cancel: () => cancel() };
}

/** Returns 50 to 100 % of the doubled wait, but at least the time that the provider asks for (up to `longestAsked`). */
function waitAfter(attempt: number, { retryAfterMs }: ProviderError, jitter: number): number {
  const growing = Math.min(cap, firstWaitMs * 2 ** attempt) * (0.5 + jitter / 2);
  return Math.max(growing, Math.min(longestAsked, retryAfterMs));
}
