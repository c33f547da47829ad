/**
 * Reads a duration as Go's `time.ParseDuration` does: `1h30m`, `90s`, `1.5h`.
 */

const seconds: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/** Returns seconds; 0 for a text that is no duration, which the check of the file reports. */
export function secondsOf(text: string): number {
  const parts = [...text.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/gu)];
  const total = parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (seconds[unit] ?? 0), 0);
  // Whole nanoseconds, as the engine counts.
  return Math.round(total * 1e9) / 1e9;
}
