/**
 * Evidence: the programs that the provider tested for one resource, and its answers; kept only with `--explain`.
 */
import type { CheckFailure } from "../../../plugin/provider.ts";
import type { Decision } from "../../engine/oracle.ts";
import type { Selection } from "../selection/selection.ts";

/** Check and Diff of the values at a selection. */
export interface Evidence {
  readonly selection: Selection;
  readonly failures: readonly CheckFailure[];
  /** `undefined` when refused. */
  readonly decision: Decision | undefined;
}
