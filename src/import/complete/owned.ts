/**
 * Owned leaves: those that another resource of the program sets, by the owned properties that the ownership of the batch names.
 */
import type { Omission, Urn } from "../../graph.ts";
import { type Path, startsWith } from "../../ir/path.ts";
import type { OwnedProperty } from "../../ownership/find-owners.ts";
import type { Subject } from "../candidates/subject.ts";
import { type Draft, omitting } from "./draft.ts";
import type { Leaf } from "./leaves.ts";

/** The draft without what others own; a list of which others set a part is left to them as a whole. */
export function withoutOwned(subject: Subject, leaves: readonly Leaf[], draft: Draft): Draft {
  return subject.owned.reduce((rest, property) => omitOwned(subject, leaves, rest, property), draft);
}

function omitOwned({ asked }: Subject, leaves: readonly Leaf[], draft: Draft, property: OwnedProperty): Draft {
  const inside = leaves.filter(({ path }) => startsWith(path, property.path));
  // What the schema requires around it, or what the import file asks for, cannot be left to anybody.
  const isFixed = ({ optional, path }: Leaf): boolean =>
    optional.length === 0 ||
    (!startsWith(property.path, optional) && !startsWith(optional, property.path)) ||
    asked.some((other) => startsWith(path, other));
  if (inside.some(isFixed)) return draft;
  return omitting(draft, inside, (leaf) => omissionBy(property, leaf.path));
}

function omissionBy(property: OwnedProperty, path: Path): Omission {
  switch (property.kind) {
    case "whole":
      return { class: "owned", owner: firstOf(property.owners) };
    case "elements": {
      const owners = property.owners.get(path[property.path.length] ?? "") ?? [];
      if (owners.length > 0) return { class: "owned", owner: firstOf(owners) };
      const besides = [...new Set([...property.owners.values()].flat())];
      return { class: "unsettable", besides };
    }
  }
}

function firstOf(owners: readonly Urn[]): Urn {
  return owners[0] ?? "";
}
