/** The rooms of src/import: what of ours each may import next to itself, and which modules of others. */
import type { Table } from "./rules.ts";

export const importRooms: Table = {
  // The story of an import: open, derive, plan. Its parts are below it, each given what the ones before it made.
  "src/import": {
    ours: [
      "src/domain",
      "src/import/engine",
      "src/import/providers",
      "src/import/read",
      "src/import/search/index",
      "src/import/plan",
      "src/errors",
      "src/graph",
      "src/links",
      "src/plugin/host",
      "src/plugin/patient-provider",
      "src/ownership/find-owners",
      "src/schema/component-inputs",
      "src/schema/types",
      "src/import-file/resolve",
      "src/import-file/import-specs",
      "src/value",
    ],
    modules: [],
  },
  // Steps that the engine takes with a program by itself. Hashes of assets: a pure function of their bytes, which are passed in.
  // secret-filter: a difference that is shown has no secret in it, in other texts neither.
  "src/import/engine": {
    ours: ["src/graph", "src/ir/path", "src/plugin/provider", "src/plugin/secret-filter", "src/value"],
    modules: ["node:crypto"],
  },
  // patient-provider: throttled calls are repeated; the wrapper is put around each provider here.
  "src/import/providers": {
    ours: [
      "src/likely-secrets",
      "src/import/engine",
      "src/errors",
      "src/graph",
      "src/plugin",
      "src/schema",
      "src/import-file/resolve",
      "src/import-file/import-specs",
      "src/domain",
      "src/value/value",
    ],
    modules: [],
  },
  "src/import/read": {
    ours: [
      "src/likely-secrets",
      "src/import/engine",
      "src/import/providers",
      "src/errors",
      "src/graph",
      "src/ir/path",
      "src/ir/type",
      "src/links/linkable-resource",
      // Which failed reads are a matter of the provider rather than the resource.
      "src/plugin/access-failure",
      "src/plugin/provider",
      "src/schema",
      "src/import-file/resolve",
      "src/import-file/import-specs",
      "src/domain",
      "src/value",
    ],
    modules: [],
  },
  // From resources that were read to proven programs: one entry, which nobody passes by (`entries`). Its parts are below it.
  "src/import/search": {
    ours: [
      "src/import/search/candidates",
      "src/import/search/derive",
      "src/import/search/prove",
      "src/import/read",
      "src/domain/declared-resource",
      "src/graph",
      "src/value/state-json",
    ],
    modules: [],
  },
  // One resource after another through search and proof, each with its remarks and, where asked for, its explanation.
  "src/import/search/derive": {
    ours: [
      "src/likely-secrets",
      "src/import/search/candidates",
      "src/import/search/complete",
      "src/import/search/prove",
      "src/import/search/selection",
      "src/import/search/smallest",
      "src/import/engine",
      "src/import/providers",
      "src/import/read",
      "src/errors",
      "src/ownership/find-owners",
      "src/graph",
      "src/ir/path",
      "src/schema",
      "src/value",
    ],
    modules: [],
  },
  // From everything that Read returned; the growing search is its second way.
  "src/import/search/complete": {
    ours: [
      "src/import/search/candidates",
      "src/import/search/prove",
      "src/import/search/selection",
      "src/import/search/smallest",
      "src/import/engine",
      "src/domain/reason-order",
      "src/errors",
      "src/graph",
      "src/ir/path",
      "src/ownership/find-owners",
      "src/plugin/provider",
      "src/schema/claims",
      "src/schema/shape",
      "src/value",
    ],
    modules: [],
  },
  // smallest: what is known of single values of a type.
  "src/import/search/prove": {
    ours: [
      "src/import/search/candidates",
      "src/import/search/selection",
      "src/import/search/smallest",
      "src/import/engine",
      "src/domain/declared-resource",
      "src/graph",
      "src/ir/path",
      "src/plugin/provider",
      "src/schema/bookkeeping",
      "src/schema/shape",
      "src/value",
    ],
    modules: [],
  },
  "src/import/search/smallest": {
    ours: [
      "src/import/search/candidates",
      "src/import/search/selection",
      "src/errors",
      "src/graph",
      "src/ir/path",
      "src/value",
    ],
    modules: [],
  },
  // node:util: comparing values in depth.
  "src/import/search/candidates": {
    ours: [
      "src/import/search/selection",
      "src/import/engine",
      "src/import/read",
      "src/ownership/find-owners",
      "src/graph",
      "src/ir/path",
      "src/ir/type",
      "src/plugin/provider",
      "src/schema",
      "src/value",
    ],
    modules: ["node:util"],
  },
  // ir: property paths and types are the language of patterns.
  "src/import/search/selection": {
    ours: ["src/graph", "src/ir/path", "src/ir/type", "src/schema", "src/value"],
    modules: [],
  },
  // From what was derived to what is written and reported. provider: an error of a preview is no answer.
  "src/import/plan": {
    ours: [
      "src/likely-secrets",
      "src/resource-options",
      "src/import/engine",
      "src/import/providers",
      "src/import/read",
      "src/import/search/index",
      "src/errors",
      "src/graph",
      "src/ir/path",
      "src/links",
      "src/plugin/provider",
      "src/schema",
      "src/import-file/resolve",
      "src/domain",
      "src/value",
    ],
    modules: [],
  },
};
