import type { CustomTimeouts } from "../../src/ir/custom-timeouts.ts";

/** A duration as a whole number of the largest possible unit. Only seconds can be fractions. */
export interface Span {
  readonly count: number;
  readonly unit: "hours" | "minutes" | "seconds";
}

export function spanOf(seconds: number): Span {
  if (seconds % 3600 === 0) return { count: seconds / 3600, unit: "hours" };
  if (seconds % 60 === 0) return { count: seconds / 60, unit: "minutes" };
  return { count: seconds, unit: "seconds" };
}

/** Formats a duration as `30m` or `1.5s`. The engine accepts no exponents and nothing below a nanosecond. */
export function durationText(seconds: number): string {
  const { count, unit } = spanOf(seconds);
  const digits = Number.isInteger(count) ? String(count) : count.toFixed(9).replace(/0+$/, "");
  return `${digits}${unit.slice(0, 1)}`;
}

const operations = ["create", "update", "delete", "read"] as const;

/** Returns the timeouts that are set, in the order of Pulumi's documentation. */
export function timeoutsOf(
  timeouts: CustomTimeouts | undefined,
): readonly (readonly [name: (typeof operations)[number], seconds: number])[] {
  return operations.flatMap((name) => {
    const seconds = timeouts?.[name];
    return seconds === undefined ? [] : [[name, seconds] as const];
  });
}
