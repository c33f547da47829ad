import type { Path } from "../value/path.ts";
import type { Node } from "./document.ts";
import type { InputLocator, InputSource, TextLocation } from "./import-specs.ts";

/**
 * Returns a function that locates a part of `inputs` in an import file.
 *
 * @param sources the entries of `inputsFrom`
 * @param entry the location of the whole entry
 * @param locate converts an offset to a location
 */
export function inputLocator(
  inputs: Node | undefined,
  sources: readonly InputSource[],
  entry: TextLocation,
  locate: (offset: number) => TextLocation,
): InputLocator {
  return (path) => {
    const source = sources.find((candidate) => candidate.path.every((key, depth) => path[depth] === key));
    if (source !== undefined) return source.where;
    return inputs === undefined ? entry : locate(innermost(inputs, path).offset);
  };
}

/** Returns the node at the path, or the innermost node above it. A path never leads into a secret. */
function innermost(node: Node, path: Path): Node {
  const [key, ...rest] = path;
  const child =
    node.kind === "list" && typeof key === "number"
      ? node.items[key]
      : node.kind === "map"
        ? node.entries.find((entry) => entry.key === key)?.value
        : undefined;
  return child === undefined ? node : innermost(child, rest);
}
