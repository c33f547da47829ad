/** Checks that a program is consistent before it is printed. A problem is an internal error of the code that built the program. */
import { formatPath } from "../value/path.ts";
import type { Program, ResourceNode } from "./program.ts";
import { dependencies, tokens, walk } from "./walk.ts";

export interface ProgramProblem {
  /** The node's id. Omitted for problems of the program. */
  readonly node?: string;
  readonly path?: string;
  readonly message: string;
}

/** Checks ids, URNs, order, packages, configuration, and keys. Returns an empty list if the program is consistent. */
export function checkProgram(program: Program): readonly ProgramProblem[] {
  const problems: ProgramProblem[] = [];
  const held = program.held ?? [];
  const earlier = new Set(held.map(({ id }) => id));
  const urns = new Set(held.map(({ urn }) => urn));
  const config = new Map<string, boolean>();
  for (const node of program.config) {
    if (config.has(node.key)) problems.push({ message: `The configuration key "${node.key}" is declared twice.` });
    config.set(node.key, node.secret);
  }
  for (const node of program.resources) {
    const add = (message: string, path?: string) =>
      problems.push(path === undefined ? { node: node.id, message } : { node: node.id, path, message });
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(node.id)) add(`The id "${node.id}" is not an identifier.`);
    if (earlier.has(node.id)) add(`The id "${node.id}" is used twice.`);
    if (urns.has(node.urn)) add(`The URN "${node.urn}" is used twice.`);
    for (const name of new Set(tokens(node).map((token) => token.package))) {
      if (!program.packages.has(name)) add(`The package "${name}" is not among the program's packages.`);
    }
    for (const id of dependencies(node)) {
      if (!earlier.has(id)) add(`"${id}" is not declared before it.`);
    }
    checkInputs(node, config, add);
    earlier.add(node.id);
    urns.add(node.urn);
  }
  for (const { name, value } of program.outputs ?? [])
    if (!earlier.has(value.node)) problems.push({ message: `The output "${name}" refers to an unknown node.` });
  return problems;
}

function checkInputs(
  node: ResourceNode,
  config: ReadonlyMap<string, boolean>,
  add: (message: string, path?: string) => void,
): void {
  checkRepeatedKeys(
    node.inputs.map((property) => property.name),
    () => "",
    add,
  );
  for (const property of node.inputs) {
    walk(
      property.value,
      (expression, path) => {
        // Format the path only for a problem, because most expressions have none.
        const location = () => formatPath(path);
        if (expression.kind === "map") {
          checkRepeatedKeys(
            expression.entries.map((entry) => entry.key),
            location,
            add,
          );
        } else if (expression.kind === "object") {
          checkRepeatedKeys(
            expression.properties.map((child) => child.name),
            location,
            add,
          );
        } else if (expression.kind === "config" && config.get(expression.key) !== expression.secret) {
          add(`The configuration key "${expression.key}" is not declared, or is declared differently.`, location());
        }
      },
      [property.name],
    );
  }
}

function checkRepeatedKeys(
  keys: readonly string[],
  path: () => string,
  add: (message: string, path?: string) => void,
): void {
  const seen = new Set<string>();
  for (const key of keys) {
    if (seen.has(key)) add(`The key "${key}" is used twice.`, path());
    seen.add(key);
  }
}
