/**
 * `--emit`, `--code-only`, `--state-only` -> what a run writes, and what its program says about importing.
 */
import { ImpError } from "../errors.ts";
import type { ResourceGraph } from "../graph.ts";
import type { ResolvedSpecs } from "../import-file/resolve.ts";
import type { Writing } from "../workspace/commit/changes.ts";

/** As the command line gives them. */
export interface WritingFlags {
  readonly emit: "state" | "import-option";
  readonly "code-only": boolean;
  readonly "state-only": boolean;
  readonly placeholder: boolean;
  readonly "from-stack"?: string | undefined;
}

/** Throws USAGE for flags that exclude each other. */
export function writingOf(flags: WritingFlags): Writing {
  const leaves =
    flags.emit === "import-option" ? "--emit import-option" : flags["code-only"] ? "--code-only" : undefined;
  if (leaves !== undefined && flags["from-stack"] !== undefined) {
    const message = `${leaves} leaves the state alone, and --from-stack moves what is in one.`;
    throw ImpError.of("USAGE", { message, hint: "Leave one of the two out; `imp generate` prints code for a state." });
  }
  if (flags.emit === "state") return flags["code-only"] ? "code" : flags["state-only"] ? "state" : "all";
  const other = flags["state-only"] ? "--state-only" : flags.placeholder ? "--placeholder" : undefined;
  if (other === undefined) return "code";
  const message = `--emit import-option leaves the state to \`pulumi up\`; ${other} is about what imp writes there.`;
  throw ImpError.of("USAGE", { message, hint: "Leave one of the two out." });
}

/** What of the graph becomes code: nothing where only the state is written, ids as options where `pulumi up` is to import them. */
export function graphToPrint(
  graph: ResourceGraph,
  request: ResolvedSpecs,
  { emit }: Pick<WritingFlags, "emit">,
  writing: Writing,
): ResourceGraph {
  if (writing === "state") return { ...graph, resources: [] };
  return emit === "state" ? graph : withImportOptions(graph, request);
}

/** The graph with the ids that were asked for as `import` options; components and providers are made by `pulumi up`. */
function withImportOptions(graph: ResourceGraph, { resources }: ResolvedSpecs): ResourceGraph {
  const ids = new Map(resources.map(({ urn, id }) => [urn, id]));
  return {
    ...graph,
    resources: graph.resources.map((resource) => {
      const importId = resource.kind === "custom" ? ids.get(resource.urn) : undefined;
      return importId === undefined ? resource : { ...resource, options: { ...resource.options, importId } };
    }),
  };
}
