/**
 * Choices: which import specs a run takes and under which names, and which verdicts it accepts. Plain data, whoever chose.
 */
import type { Urn } from "../graph.ts";
import type { Filter } from "./filter.ts";
import type { NameTemplate } from "./name-template.ts";
import type { NamedPath } from "./named-path.ts";
import type { Rename } from "./rename.ts";

export interface Choices {
  /** Takes what matches a filter of every kind that is here, and what that needs by name. Empty: takes everything. */
  readonly only: readonly Filter[];
  /** Leaves out what matches any. */
  readonly exclude: readonly Filter[];
  /** Resources that are taken out one by one: they are left over for a later run, where `exclude` drops for good. */
  readonly leaveOut: ReadonlySet<Urn>;
  /** Names for all entries that have an id. Absent: they keep theirs. */
  readonly nameTemplate?: NameTemplate;
  /** In this order, over the template; an exact one stands over the others. */
  readonly renames: readonly Rename[];
  /** Resources whose replacement is accepted. */
  readonly acceptReplace: ReadonlySet<Urn>;
  /** Paths that `ignoreChanges` gets, next to those of the import file. */
  readonly ignoreChanges: readonly NamedPath[];
  /** Values that are not secrets, next to those that the import file names. */
  readonly notSecret: readonly NamedPath[];
  /** Resources whose unread settings are assumed to have the provider's defaults. */
  readonly assumeDefaults: ReadonlySet<Urn>;
  /** Resources that get placeholders for required inputs that cannot be read. */
  readonly placeholders: ReadonlySet<Urn>;
  /** Writes only what a preview finds nothing to change in. */
  readonly strict: boolean;
}

/** Everything is taken as it is. */
export const noChoices: Choices = {
  only: [],
  exclude: [],
  leaveOut: new Set(),
  renames: [],
  acceptReplace: new Set(),
  ignoreChanges: [],
  notSecret: [],
  assumeDefaults: new Set(),
  placeholders: new Set(),
  strict: false,
};
