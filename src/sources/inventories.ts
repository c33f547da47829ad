/** Imports the objects of inventories (`--from`): listings of a cloud, CSV files, and Kubernetes lists. */
import { Flags } from "@oclif/core";
import { cloudFormationSteps } from "../cli/cloudformation-steps.ts";
import { gapLines, leftOutLines } from "../cli/discovery-screen.ts";
import { visible } from "../cli/quote.ts";
import { typesToChoose } from "../discovery/discover.ts";
import type { Discovery } from "../discovery/found.ts";
import { specsOfFound } from "../discovery/found-specs.ts";
import { noJournal } from "../discovery/journal-file.ts";
import { allSkipReasons } from "../discovery/skip-reasons.ts";
import { readKnownState } from "../workspace/known.ts";
import { withoutGiven } from "./discovered.ts";
import type { ImportSource } from "./import-source.ts";
import { readIdFile, readJsonLists } from "./json-lists.ts";

/** The file in which `imp discover` keeps the forms of import IDs by default. */
const idFile = "imp-ids.json";

export const inventories: ImportSource = {
  invitation: "an inventory with --from",
  flags: {
    from: Flags.string({
      description:
        "Import the objects of an inventory: the output of the cloud's CLI, `kubectl get -A -o json`, or CSV. `imp discover --from` " +
        "writes them to a file first. - reads standard input",
      multiple: true,
      multipleNonGreedy: true,
      helpValue: "FILE",
    }),
    include: Flags.string({
      description: "Include objects of the inventory that imp skips by default for this reason",
      multiple: true,
      multipleNonGreedy: true,
      options: [...allSkipReasons],
      dependsOn: ["from"],
      helpValue: "REASON",
    }),
  },
  select: ({ flags: { from, include } }) => {
    if (!Array.isArray(from)) return undefined;
    const files = from.map(String);
    const included = new Set(allSkipReasons.filter((reason) => Array.isArray(include) && include.includes(reason)));
    return {
      reads: "plugins",
      paths: files,
      open: async (io, { host, given, sdks, workspace }) => {
        const { project, stack, config } = workspace;
        const known = await readKnownState(workspace, new Set());
        const context = { project: project.name, stack, config, known, host, sdks, io, openJournal: () => noJournal };
        const question = {
          files: await readJsonLists(files, io),
          types: { mapped: new Map<string, string>() },
          packages: [],
          included,
          knownForms: await readIdFile(idFile, io),
        };
        // Loaded here, because only this source reads CSV and YAML.
        const { discoverInFiles } = await import("../discovery/from-files.ts");
        const discovery = await discoverInFiles(question, context);
        const unlisted = withoutGiven(discovery, given);
        const types = await io.askTypes?.(typesToChoose(discovery, unlisted));
        const taken = types === undefined ? unlisted : unlisted.filter(({ type }) => types.includes(type));
        const notes = [...leftOutLines(discovery.leftOut ?? new Map()), ...gapLines(discovery.types)];
        const specs = specsOfFound(taken, discovery.specOptions);
        const unidentified = unidentifiedObjects(discovery);
        const { stacks = [] } = discovery;
        return {
          specs,
          notes: notes.map(visible),
          isIncomplete: unidentified.length > 0 ? true : undefined,
          afterwards: () => [
            ...(unidentified.length > 0 ? [{ field: "unidentified", document: unidentified, lines: [] }] : []),
            ...(stacks.length > 0
              ? [{ field: "cloudformation", document: { stacks }, lines: cloudFormationSteps(stacks) }]
              : []),
          ],
        };
      },
    };
  },
};

/** Returns the objects without a proven type and ID, by kind. */
function unidentifiedObjects({ ids = [] }: Discovery) {
  return ids.flatMap(({ kind, unproven }) => (unproven.length === 0 ? [] : [{ kind, identities: unproven }]));
}
