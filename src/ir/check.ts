/**
 * Checks that a program is whole before it is printed. A problem is an internal error of the code that made the program.
 */
import { formatPath } from "./path.ts";
import type { Program, ResourceNode } from "./program.ts";
import { dependencies, tokens, walk } from "./walk.ts";

export interface ProgramProblem {
  /** The node's id; absent: the program. */
  readonly node?: string;
  /** A property path as text. */
  readonly path?: string;
  readonly message: string;
}

/** Checks ids, URNs, order, packages, configuration and keys; an empty list means that the program is whole. */
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
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(node.id)) add(`The id "${node.id}" is no identifier.`);
    if (earlier.has(node.id)) add(`The id "${node.id}" is there twice.`);
    if (urns.has(node.urn)) add(`The URN "${node.urn}" is there twice.`);
    for (const name of new Set(tokens(node).map((token) => token.package))) {
      if (!program.packages.has(name)) add(`The package "${name}" is not among the program's packages.`);
    }
    for (const id of dependencies(node)) {
      if (!earlier.has(id)) add(`"${id}" does not stand before it.`);
    }
    checkInputs(node, config, add);
    earlier.add(node.id);
    urns.add(node.urn);
  }
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
        // The path as text is made only for a problem: most expressions have none.
        const at = () => formatPath(path);
        if (expression.kind === "map") {
          checkRepeatedKeys(
            expression.entries.map((entry) => entry.key),
            at,
            add,
          );
        } else if (expression.kind === "object") {
          checkRepeatedKeys(
            expression.properties.map((child) => child.name),
            at,
            add,
          );
        } else if (expression.kind === "config" && config.get(expression.key) !== expression.secret) {
          add(`The configuration key "${expression.key}" is not declared, or not as it is used.`, at());
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
    if (seen.has(key)) add(`The key "${key}" is there twice.`, path());
    seen.add(key);
  }
}
