import type { Reason } from "./graph.ts";

/** Reasons to set a value, strongest first. If several apply to a path, the strongest is reported. */
export const reasonOrder: readonly Reason[] = ["required", "identity", "asked", "recreate", "diff", "check"];
