import type { CheckFailure } from "../../../plugin/provider.ts";
import type { Decision } from "../../engine/oracle.ts";
import type { Selection } from "../selection/selection.ts";

/** A program that the provider tested, with the results of Check and Diff. Collected only with `--explain`. */
export interface Evidence {
  readonly selection: Selection;
  readonly failures: readonly CheckFailure[];
  /** Undefined if the provider refused the program. */
  readonly decision: Decision | undefined;
}
