/** Choices of the user: the selected import specs, their names, and the accepted verdicts. */
import type { Urn } from "../domain/graph.ts";
import type { Filter } from "./filter.ts";
import type { NameTemplate } from "./name-template.ts";
import type { NamedPath } from "./named-path.ts";
import type { Rename } from "./rename.ts";

export interface Choices {
  /** A spec must match a filter of each kind in this list. Specs that it refers to are taken too. Empty to take everything. */
  readonly only: readonly Filter[];
  /** A spec that matches any of these is dropped. */
  readonly exclude: readonly Filter[];
  /** Single resources that are skipped. Unlike excluded ones, they are saved to the rest file for a later run. */
  readonly leaveOut: ReadonlySet<Urn>;
  /** Template for the names of all entries with an ID. Omitted if they keep their names. */
  readonly nameTemplate?: NameTemplate;
  /** Applied in order, after the template. Exact renames take precedence over patterns. */
  readonly renames: readonly Rename[];
  /** Resources whose replacement the user accepts. */
  readonly acceptReplace: ReadonlySet<Urn>;
  /** Paths to add to `ignoreChanges` of the import file. */
  readonly ignoreChanges: readonly NamedPath[];
  /** Values to treat as plain text, in addition to `notSecret` of the import file. */
  readonly notSecret: readonly NamedPath[];
  /** Resources whose unread settings are assumed to have the defaults of the provider. */
  readonly assumeDefaults: ReadonlySet<Urn>;
  /** Resources that get placeholders for required inputs that cannot be read. */
  readonly placeholders: ReadonlySet<Urn>;
  /** Write only resources without changes in a preview. */
  readonly strict: boolean;
}

/** Choices that take everything unchanged. */
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
