/** Prints a program as Pulumi YAML. The file is `Main.yaml`, which the runtime prefers over `Pulumi.yaml`, so the project file is not changed. */

import type { Diagnostic } from "../../src/domain/diagnostic.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import { isLocalComponent } from "../../src/ir/walk.ts";
import { formatPath } from "../../src/value/path.ts";
import type { Generator } from "../generator.ts";
import { cannotExpress } from "../shared/cannot-express.ts";
import type { Doc } from "../shared/layout.ts";
import { callsIn, type NamesInOneScope } from "../shared/names-in-one-scope.ts";
import { nodesById } from "../shared/scope.ts";
import { nodeOfOutput } from "../shared/stack-references.ts";
import { noComponents } from "./cannot-have.ts";
import { configComment, configEntries } from "./config.ts";
import { mappingEntry, printSectionEntry } from "./layout.ts";
import { solveNames } from "./names.ts";
import { missingSdks, newProject } from "./project.ts";
import { referenceText } from "./reference.ts";
import type { Scope } from "./scope.ts";
import { callEntry, resourceEntry } from "./statements.ts";
import { scalar } from "./strings.ts";
import { wireYaml } from "./wire.ts";

export const generator: Generator = {
  async print(program, context) {
    const local = program.resources.find(isLocalComponent);
    if (local !== undefined) return cannotExpress("yaml", local, [], noComponents);
    const names = solveNames(program, context.configKeys ?? []);
    const nodes = nodesById(program);
    const diagnostics: Diagnostic[] = [];
    const scopeOf = (node: ResourceNode): Scope => ({
      language: "yaml",
      node,
      names,
      path: [],
      report: (path, message) =>
        diagnostics.push({ severity: "warning", resource: node.urn, path: formatPath(path), message }),
    });
    // Lay out one entry at a time, because a document takes more memory than its text.
    const config = configEntries(program.config, names).map(printSectionEntry);
    const variables = callEntries(program, names, scopeOf).map(printSectionEntry);
    const resources = program.resources.map((node) => printSectionEntry(resourceEntry(scopeOf(node), nodes)));
    const outputs = (program.outputs ?? []).map((output) => {
      const inline = referenceText(output.value, scopeOf(nodeOfOutput(output, nodes)));
      return printSectionEntry(mappingEntry(scalar(output.name), { inline: scalar(inline) }));
    });
    const text = [
      ...(config.length === 0
        ? []
        : [...configComment(program.config, names).map((line) => `${line}\n`), "config:\n", ...config]),
      ...(variables.length === 0 ? [] : ["variables:\n", ...variables]),
      ...(resources.length === 0 ? ["resources: {}\n"] : ["resources:\n", ...resources]),
      ...(outputs.length === 0 ? [] : ["outputs:\n", ...outputs]),
    ];
    return [{ path: context.fileName, text: text.join(""), diagnostics }];
  },
  missingSdks,
  newProject,
  loading: () => ({ kind: "copy" }),
  wire: wireYaml,
};

/** Prints one variable for each called function and provider. */
function callEntries(program: Program, names: NamesInOneScope, scopeOf: (node: ResourceNode) => Scope): readonly Doc[] {
  const [first] = program.resources;
  if (first === undefined) return [];
  return [...callsIn(program)].map(([key, call]) => callEntry(names.calls.get(key) ?? "", call, scopeOf(first)));
}
