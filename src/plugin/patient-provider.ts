/**
 * A provider that waits and asks again when the cloud throttles: reads, checks and diffs change nothing, so they may be repeated.
 */
import { type Provider, ProviderError } from "./provider.ts";

export interface Patience {
  /** How often a throttled call is repeated before its error counts. */
  readonly retries: number;
  /** Waits that many milliseconds; rejects when the run was cancelled. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** A number from 0 up to, not including, 1: takes calls that were throttled together apart. */
  readonly jitter: () => number;
}

/** Milliseconds before the first repetition; each further one waits twice as long, with jitter, up to the cap. */
const first = 100;
const cap = 10_000;

/** The same provider, patient. */
export function patientProvider(provider: Provider, patience: Patience): Provider {
  const patiently = async <T>(call: () => Promise<T>): Promise<T> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await call();
      } catch (error) {
        const throttled = error instanceof ProviderError && error.failure === "throttled";
        if (!throttled || attempt >= patience.retries) throw error;
        await patience.wait(Math.min(cap, first * 2 ** attempt) * (0.5 + patience.jitter() / 2));
      }
    }
  };
  return {
    package: provider.package,
    ...(provider.version !== undefined && { version: provider.version }),
    getSchema: () => provider.getSchema(),
    checkConfig: (request) => patiently(() => provider.checkConfig(request)),
    diffConfig: (request) => patiently(() => provider.diffConfig(request)),
    configure: (request) => provider.configure(request),
    check: (request) => patiently(() => provider.check(request)),
    diff: (request) => patiently(() => provider.diff(request)),
    read: (request) => patiently(() => provider.read(request)),
    close: () => provider.close(),
  };
}
