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

/** Parses a duration like Go's `time.ParseDuration`: `1h30m`, `90s`, `1.5h`. Returns seconds, or 0 if the text is not a duration. */
export function secondsOf(text: string): number {
  const parts = [...text.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/gu)];
  const total = parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (seconds[unit] ?? 0), 0);
  // The engine counts whole nanoseconds.
  return Math.round(total * 1e9) / 1e9;
}
