/** Choices of the user: the selected import specs, their names, and the accepted verdicts. */
import type { Urn } from "../domain/graph.ts";
import type { Filter } from "./filter.ts";
import type { NameTemplate } from "./name-template.ts";
import type { NamedPath } from "./named-path.ts";
import type { Rename } from "./rename.ts";

export interface Choices {
  /**
   * Selects the specs that match at least one filter of each kind, and all specs that these refer to. If the list is empty, all specs are selected.
   */
  readonly only: readonly Filter[];
  /** Drops specs that match any of these filters. */
  readonly exclude: readonly Filter[];
  /** Skips single resources. Unlike resources that `exclude` drops, they are written to the file of `--rest` for a later run. */
  readonly leaveOut: ReadonlySet<Urn>;
  /** Template for the names of all entries with an ID. If omitted, entries keep their names. */
  readonly nameTemplate?: NameTemplate;
  /** Renames in their order of application, after the template. Exact renames take precedence over patterns. */
  readonly renames: readonly Rename[];
  /** Resources whose replacement the user accepts. */
  readonly acceptReplace: ReadonlySet<Urn>;
  /** Paths to add to the `ignoreChanges` option of import specs. */
  readonly ignoreChanges: readonly NamedPath[];
  /** Values to treat as plain text, in addition to `notSecret` of the import specs. */
  readonly notSecret: readonly NamedPath[];
  /** Resources with settings that Read does not return. imp assumes that the objects have the provider's defaults for these settings. */
  readonly assumeDefaults: ReadonlySet<Urn>;
  /** Resources whose required inputs get placeholders if they cannot be read. */
  readonly placeholders: ReadonlySet<Urn>;
  /** Writes only resources that a preview will not change. */
  readonly strict: boolean;
}

/** Choices that select all specs and change nothing. */
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
