import type { Omission, Urn } from "../../../domain/graph.ts";
import type { OwnedProperty } from "../../../links/ownership/find-owners.ts";
import { formatPath, type Path, startsWith } from "../../../value/path.ts";
import type { Subject } from "../candidates/subject.ts";
import { patternOf, requiredPatterns } from "../selection/selection.ts";
import { type Draft, omitting } from "./draft.ts";
import type { Leaf } from "./leaves.ts";

/** Omits values that other resources set. If other resources set only some elements of a list, the remaining elements are omitted too. */
export function withoutOwned(subject: Subject, leaves: readonly Leaf[], draft: Draft): Draft {
  return subject.owned.reduce((rest, property) => omitOwned(subject, leaves, rest, property), draft);
}

function omitOwned(subject: Subject, leaves: readonly Leaf[], draft: Draft, property: OwnedProperty): Draft {
  const inside = leaves.filter(({ path }) => startsWith(path, property.path));
  const isRequested = ({ path }: Leaf): boolean => subject.requested.some((other) => startsWith(path, other));
  // The program sets values that the schema requires or the import file requests, even if another resource sets them too.
  if (inside.some(isRequested) || isRequiredInObject(subject, leaves, draft, property.path)) return draft;
  return omitting(draft, inside, (leaf) => omissionBy(property, leaf.path));
}

/** Returns whether the schema requires the property in an object that the program sets. */
function isRequiredInObject(
  { all, resource, schema }: Subject,
  leaves: readonly Leaf[],
  draft: Draft,
  path: Path,
): boolean {
  const others = leaves.filter((leaf) => !draft.omitted.has(leaf.key) && !startsWith(leaf.path, path));
  const paths = others.map((leaf) => leaf.path);
  const required = requiredPatterns(all, resource.inputs, resource.requiredInputs, schema, paths);
  const key = formatPath(patternOf(path).path);
  return required.some((pattern) => formatPath(pattern.path) === key);
}

function omissionBy(property: OwnedProperty, path: Path): Omission {
  switch (property.kind) {
    case "whole":
      return { class: "owned", owner: firstOwner(property.owners) };
    case "elements": {
      const all = [...new Set([...property.owners.values()].flat())];
      const element = path[property.path.length];
      // A list of plain values is a single read value.
      const isWhole = element === undefined && property.unowned.length === 0;
      const owners = isWhole ? all : (property.owners.get(element ?? "") ?? []);
      return owners.length > 0 ? { class: "owned", owner: firstOwner(owners) } : { class: "unsettable", besides: all };
    }
  }
}

function firstOwner(owners: readonly Urn[]): Urn {
  return owners[0] ?? "";
}
