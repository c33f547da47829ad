/**
 * CallCounts: how often a command called providers.
 */

export interface CallCounts {
  readonly read: number;
  readonly check: number;
  readonly diff: number;
  /** Create and Update, always with preview. */
  readonly preview: number;
}

export const noCalls: CallCounts = { read: 0, check: 0, diff: 0, preview: 0 };
