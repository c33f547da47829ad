/** The code of a single resource in a review, with its references to other resources. */
import { printProgram } from "../../generators/print-program.ts";
import type { ReviewView } from "../domain/review.ts";
import { ImpError } from "../errors.ts";
import { programOfOne } from "../ir/one-node.ts";
import type { Lowered } from "../lower/lower.ts";
import { lowerProven } from "../lower/lower-proven.ts";
import type { DecidedRun } from "./decided-run.ts";
import type { Keys } from "./review-facts.ts";

/** Returns a function that prints the code of a resource. The program is lowered once, on first use. */
export function reviewCode({ decided }: { readonly decided: DecidedRun }, { specIds }: Keys): ReviewView["codeOf"] {
  let lowered: Lowered | undefined;
  return async (key) => {
    const { plan, linked } = decided;
    const specId = specIds.get(key);
    const urn = linked.request.resources.find((resource) => resource.specId === specId)?.urn;
    const { graph } = plan;
    const held = new Map([...decided.program.held]);
    const { workspace } = decided.program;
    lowered ??= lowerProven(graph, linked.schemas, { project: workspace.project.name, config: linked.config, held });
    const { program } = lowered;
    const node = program.resources.find((resource) => resource.urn === urn);
    const [language] = decided.program.languages;
    if (node === undefined || language === undefined) throw ImpError.of("REVIEW_NO_CODE", { urn: key });
    const nodes = new Map(program.resources.map((resource) => [resource.id, resource]));
    const files = await printProgram(
      programOfOne(program, node, nodes),
      [language],
      new Map(),
      linked.config,
      "pasted",
    );
    return files.find(({ path }) => path === language.fileName)?.text.trimEnd() ?? "";
  };
}
