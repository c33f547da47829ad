/**
 * The one way by which cancellation, progress, time, randomness and the bound on concurrent calls enter a run.
 */

import type { IdQuestion } from "../domain/questions.ts";
import type { Verdict } from "../graph.ts";
import type { ResolvedSpec } from "../import-file/resolve.ts";
import type { Patience } from "../plugin/patient-provider.ts";

export interface ImportIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly random: (bytes: number) => Uint8Array;
  readonly uuid: () => string;
  /** Milliseconds since some moment. They decide what begins first, and nothing else. */
  readonly clock: () => number;
  readonly events: ImportEvents;
  /** How long throttled calls are repeated. */
  readonly patience: Patience;
  /** Asks a person for ids that import specs leave open, one answer for each; absent: nobody is there. */
  readonly askIds?: (questions: readonly IdQuestion[]) => Promise<readonly string[]>;
  /** Runs a task within the bound on concurrent resources; throws when the run was cancelled. */
  readonly limit: <T>(task: () => Promise<T>) => Promise<T>;
}

interface ImportEvents {
  /** A new phase begins; `total` 0: no count. */
  readonly phase: (text: string, total: number) => void;
  /** A resource is being read, or proven, from now on. */
  readonly begin: (resource: EventResource) => void;
  /** It is read, or proven with a verdict. */
  readonly step: (resource: EventResource, verdict?: Verdict) => void;
}

/** The resource that something happens to. */
type EventResource = Pick<ResolvedSpec, "urn" | "name" | "type">;
