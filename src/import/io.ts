/** Provides cancellation, progress, time, randomness, and the concurrency limit of a run. */

import type { Verdict } from "../domain/graph.ts";
import type { IdQuestion } from "../domain/questions.ts";
import type { ResolvedSpec } from "../import-file/resolve.ts";
import type { Patience } from "../plugin/patient-provider.ts";

export interface ImportIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly random: (bytes: number) => Uint8Array;
  readonly uuid: () => string;
  /** Milliseconds since an arbitrary time. Used only to start resources with a slow Read first. */
  readonly clock: () => number;
  readonly events: ImportEvents;
  /** How long to retry throttled calls. */
  readonly patience: Patience;
  /** Prompts for ids that import specs lack. Returns one answer for each question. Omitted if the run is not interactive. */
  readonly askIds?: (questions: readonly IdQuestion[]) => Promise<readonly string[]>;
  /** Runs a task within the concurrency limit. Throws if the run was cancelled. */
  readonly limit: <T>(task: () => Promise<T>) => Promise<T>;
}

interface ImportEvents {
  /** Starts a phase. `total` is 0 if the number of steps is unknown. */
  readonly phase: (text: string, total: number) => void;
  /** Reports that a resource is being read or proven. */
  readonly begin: (resource: EventResource) => void;
  /** Reports that a resource was read, or proven with a verdict. */
  readonly step: (resource: EventResource, verdict?: Verdict) => void;
}

type EventResource = Pick<ResolvedSpec, "urn" | "name" | "type">;
