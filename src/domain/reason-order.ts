/**
 * The reasons for which a program sets a value, the strongest first: it is the one that is reported where several hold for one path.
 */
import type { Reason } from "../graph.ts";

export const reasonOrder: readonly Reason[] = ["required", "identity", "asked", "recreate", "diff", "check"];
