/** Prints a program as Pulumi HCL: required providers, variables, data sources, and resources. */
import type { Diagnostic } from "../../src/domain/diagnostic.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Part } from "../../src/ir/split-program.ts";
import { dependencies } from "../../src/ir/walk.ts";
import type { GeneratedFile, Generator, PrintContext } from "../generator.ts";
import { cannotExpress } from "../shared/cannot-express.ts";
import { callsIn } from "../shared/names-in-one-scope.ts";
import { nodesById } from "../shared/scope.ts";
import { type BlockContext, dataBlock, outputBlock, resourceBlocks, terraformBlock, variableBlock } from "./blocks.ts";
import { type HclNames, solveNames } from "./names.ts";
import { missingSdks, newProject } from "./project.ts";
import { wireHcl } from "./wire.ts";

export const generator: Generator = {
  /** Prints the files. All files of a folder are one program. The main file contains the required providers, the variables, and the data sources. */
  async print(program, context) {
    const { fileName, parts } = context;
    const names = solveNames(program);
    const nodes = nodesById(program);
    const { resources, outputs = [] } = program;
    refuseExtensions(program);
    if (context.isAppended === undefined && context.isPasted === undefined) refuseUnusedProviders(program);
    const head = headBlocks(program, names, context);
    if (parts === undefined) return [printFile(fileName, head, { resources, outputs })];
    const main = head.length === 0 ? ["# The resources are in the other files of this folder.\n"] : head;
    const files = parts.map((part) => printFile(`${part.name}.tf`, [], part));
    return [printFile(fileName, main, { resources: [], outputs: [] }), ...files];

    function printFile(
      path: string,
      head: readonly string[],
      part: Pick<Part, "resources" | "outputs">,
    ): GeneratedFile {
      const diagnostics: Diagnostic[] = [];
      const blocks: BlockContext = {
        names,
        nodes,
        report: (node, path, message) => diagnostics.push({ severity: "warning", resource: node.urn, path, message }),
      };
      const printed = part.resources.flatMap((node) => resourceBlocks(node, blocks));
      const exported = part.outputs.map((output) => outputBlock(output, blocks));
      const text = [...head, ...printed, ...exported].join("\n");
      return { path, text: text === "" ? "\n" : text, diagnostics };
    }
  },
  loading: () => ({ kind: "none" }),
  missingSdks,
  newProject,
  wire: wireHcl,
};

/** Throws GENERATOR_CANNOT_EXPRESS for a resource of an extension. The runtime finds its schema only through files that `pulumi package add` writes. */
function refuseExtensions({ resources, packages }: Program): void {
  const extended = resources.find(({ resource }) => packages.get(resource.package)?.extension !== undefined);
  if (extended !== undefined)
    cannotExpress("hcl", extended, [], "belongs to an extension, which imp cannot print in HCL");
}

/** Throws GENERATOR_CANNOT_EXPRESS for a provider that no resource uses, because the runtime would not register it. */
function refuseUnusedProviders(program: Program): void {
  const used = new Set(program.resources.flatMap(dependencies));
  const unused = program.resources.find(({ kind, id }) => kind === "provider" && !used.has(id));
  if (unused !== undefined) {
    const what = "is a provider that no other resource uses, and Pulumi HCL registers only providers that are used";
    cannotExpress("hcl", unused, [], what);
  }
}

/** Prints the blocks above the resources. The user's program requires the providers of a file next to it (`wire.ts`). */
function headBlocks(program: Program, names: HclNames, { isAppended, isPasted }: PrintContext): readonly string[] {
  const required = isAppended || isPasted ? undefined : terraformBlock(program.packages.values());
  return [
    ...(required === undefined ? [] : [required]),
    ...program.config.map(variableBlock),
    ...[...callsIn(program).values()].map((call) => dataBlock(call, names)),
  ];
}
