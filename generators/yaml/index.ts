/**
 * Prints a program as Pulumi YAML: configuration and resources. The file is `Main.yaml`, which the runtime prefers to `Pulumi.yaml`, so the
 * project file stays as it is.
 */
import type { Diagnostic } from "../../src/diagnostic.ts";
import { formatPath } from "../../src/ir/path.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import { isLocalComponent } from "../../src/ir/walk.ts";
import type { GeneratedFile, Generator, PrintContext } from "../generator.ts";
import { callsIn } from "../shared/calls.ts";
import { cannotExpress } from "../shared/cannot-express.ts";
import type { Doc } from "../shared/layout.ts";
import { nodesById } from "../shared/place.ts";
import { noComponents } from "./cannot-have.ts";
import { configComment, configEntries } from "./config.ts";
import { printEntry } from "./layout.ts";
import { type Names, solveNames } from "./names.ts";
import type { Place } from "./place.ts";
import { missingSdks, newProject } from "./project.ts";
import { callEntry, resourceEntry } from "./statements.ts";
import { wireYaml } from "./wire.ts";

export const generator: Generator = {
  print: async (program, context) => [printProgram(program, context)],
  missingSdks,
  newProject,
  loading: () => ({ kind: "copy" }),
  wire: wireYaml,
};

function printProgram(program: Program, context: PrintContext): GeneratedFile {
  const local = program.resources.find(isLocalComponent);
  if (local !== undefined) {
    return cannotExpress("yaml", local, [], noComponents);
  }
  const names = solveNames(program, context.configKeys ?? []);
  const nodes = nodesById(program);
  const diagnostics: Diagnostic[] = [];
  const placeOf = (node: ResourceNode): Place => ({
    node,
    names,
    path: [],
    report: (path, message) =>
      diagnostics.push({ severity: "warning", resource: node.urn, path: formatPath(path), message }),
  });
  // Entry by entry: a document takes more memory than its text, and none depends on another.
  const config = configEntries(program.config, names).map(printEntry);
  const variables = callEntries(program, names, placeOf).map(printEntry);
  const resources = program.resources.map((node) => printEntry(resourceEntry(placeOf(node), nodes)));
  const text = [
    ...(config.length === 0
      ? []
      : [...configComment(program.config, names).map((line) => `${line}\n`), "config:\n", ...config]),
    ...(variables.length === 0 ? [] : ["variables:\n", ...variables]),
    ...(resources.length === 0 ? ["resources: {}\n"] : ["resources:\n", ...resources]),
  ];
  return { path: context.fileName, text: text.join(""), diagnostics };
}

/** One variable for each function that resources call, by the provider that answers. */
function callEntries(program: Program, names: Names, placeOf: (node: ResourceNode) => Place): readonly Doc[] {
  const [first] = program.resources;
  if (first === undefined) return [];
  return [...callsIn(program)].map(([key, call]) => callEntry(names.calls.get(key) ?? "", call, placeOf(first)));
}
