/** Imports from the cloud (`--discover`): the objects that providers list and the state does not manage. */

import { Flags } from "@oclif/core";
import { type Filter, parseFilter } from "../choices/filter.ts";
import { visible } from "../cli/quote.ts";
import { type Discovered, discover, typesToChoose } from "../discovery/discover.ts";
import type { FoundObject } from "../discovery/found.ts";
import { specsOfFound } from "../discovery/found-specs.ts";
import { noJournal } from "../discovery/journal-file.ts";
import { cloudObjectKey } from "../domain/cloud-object-key.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { readKnownState } from "../workspace/known.ts";
import { packageSelections } from "./discovery-words.ts";
import type { ImportSource } from "./import-source.ts";

export const discovered: ImportSource = {
  invitation: "packages or types to find in the cloud with --discover",
  flags: {
    discover: Flags.string({
      description:
        "Import the unmanaged objects of a package (aws), module (aws:s3), or type (aws:s3:Bucket). `imp discover` writes them to a " +
        "file first, and can be resumed after an interruption",
      multiple: true,
      multipleNonGreedy: true,
      helpValue: "PACKAGE|TYPE",
    }),
  },
  select: ({ flags: { discover: words, only, exclude } }) => {
    if (!Array.isArray(words)) return undefined;
    const question = { packages: packageSelections(words.map(String)), limit: 0, query: [] };
    const filters = { only: typeFilters(only), exclude: typeFilters(exclude) };
    return {
      reads: "plugins",
      paths: [],
      open: async (io, { host, given, sdks, workspace }) => {
        const { project, stack, config } = workspace;
        const known = await readKnownState(workspace, new Set());
        const context = { project: project.name, stack, config, known, host, sdks, io, openJournal: () => noJournal };
        const discovery = await discover({ ...question, ...filters }, context);
        const unlisted = withoutGiven(discovery, given);
        const types = await io.askTypes?.(typesToChoose(discovery, unlisted));
        const taken = types === undefined ? unlisted : unlisted.filter(({ type }) => types.includes(type));
        return { specs: specsOfFound(taken, discovery.specOptions), notes: discoveryNotes(discovery).map(visible) };
      },
    };
  },
};

/** Returns the type filters. The other filters apply to the specs of all sources. */
function typeFilters(words: unknown): readonly Filter[] {
  return (Array.isArray(words) ? words : [])
    .map((word) => parseFilter(String(word)))
    .filter(({ kind }) => kind === "type");
}

/** Removes objects that an import file already contains. */
export function withoutGiven({ objects, providers }: Discovered, given: ImportSpecs): readonly FoundObject[] {
  const keys = new Set(
    given.resources.flatMap(({ type, id }) =>
      providers.map(({ schema }) => cloudObjectKey({ type: schema.resource(type)?.name.token ?? type, id })),
    ),
  );
  return objects.filter((object) => !keys.has(cloudObjectKey(object)));
}

function discoveryNotes({ types }: Discovered): readonly string[] {
  const unlistable = types.filter(({ gap }) => gap?.kind === "unlistable").map(({ type }) => type);
  return [
    ...(unlistable.length === 0 ? [] : [`The provider cannot list these types: ${unlistable.join(", ")}.`]),
    ...types.flatMap(({ type, gap }) => {
      if (gap?.kind === "needs")
        return [`Listing ${type} requires ${gap.inputs.join(", ")}: use \`imp discover --query\`.`];
      return gap?.kind === "failed" ? [`${type}: ${gap.error.explanation.why}`] : [];
    }),
  ];
}
