/** Number of provider calls of a command. */

export interface CallCounts {
  readonly read: number;
  readonly check: number;
  readonly diff: number;
  /** Create and Update calls, always with preview. */
  readonly preview: number;
}

export const noCalls: CallCounts = { read: 0, check: 0, diff: 0, preview: 0 };
