/** Converts a plan's resource graph to a program, and compares the program with the proven inputs. */

import { ImpError } from "../domain/errors.ts";
import type { ResourceGraph } from "../domain/graph.ts";
import { checkProgram } from "../ir/check.ts";
import type { Program } from "../ir/program.ts";
import { removeNodes } from "../ir/remove-nodes.ts";
import type { PackageSchema } from "../schema/types.ts";
import { stringValue } from "../value/value.ts";
import { checkMeaning } from "./check-meaning.ts";
import type { ConfigKeys } from "./config-secrets.ts";
import { type Lowered, type LowerOptions, lower } from "./lower.ts";

export interface ProvenOptions extends Pick<LowerOptions, "project" | "held" | "source"> {
  readonly config: ConfigKeys;
  /** The program that imp printed before. Resources of the graph replace their old nodes. */
  readonly existing?: Program;
}

/** Converts a resource graph to a program. @throws MEANING_CHANGED if the program is inconsistent or differs from the graph (an internal error) */
export function lowerProven(
  graph: ResourceGraph,
  schemas: ReadonlyMap<string, PackageSchema>,
  options: ProvenOptions,
): Lowered {
  const { project, config: configKeys, held, source } = options;
  const { existing: former } = options;
  const existing = former && removeNodes(former, new Set(graph.resources.map(({ urn }) => urn)));
  const lowered = lower(graph, schemas, {
    project,
    configKeys,
    existing,
    former: existing && former,
    held,
    source,
  });
  const existingConfig = [...configKeys].map(([key, { text, secret }]) => ({ key, value: stringValue(text), secret }));
  const broken = checkProgram(lowered.program).map(({ message }) => message);
  const changed = checkMeaning(lowered.program, graph, [...existingConfig, ...lowered.config], schemas).map(
    ({ urn, path, message }) => `${urn} ${path}: ${message}`,
  );
  const problems = [...broken, ...changed];
  if (problems.length > 0) throw ImpError.of("MEANING_CHANGED", { problems });
  return lowered;
}
