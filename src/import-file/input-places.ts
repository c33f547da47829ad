/**
 * Finds the place in an import file at which a part of `inputs` stands.
 */
import type { Path } from "../ir/path.ts";
import type { Node } from "./document.ts";
import type { InputSource, Place, PlaceOfInput } from "./import-specs.ts";

/** @param from values that the file only names: each stands where it is named */
export function inputPlaces(
  inputs: Node | undefined,
  from: readonly InputSource[],
  whole: Place,
  place: (offset: number) => Place,
): PlaceOfInput {
  return (path) => {
    const source = from.find((one) => one.path.every((key, depth) => path[depth] === key));
    if (source !== undefined) return source.where;
    return inputs === undefined ? whole : place(innermost(inputs, path).offset);
  };
}

/** Secrets are leaves: no path leads into one. */
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
