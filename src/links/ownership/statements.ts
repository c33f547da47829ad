/** Extracts statements: the values that a resource sets next to a reference to another resource. */

import type { Link, Urn } from "../../domain/graph.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { openSecret } from "../../value/open-value.ts";
import type { Value } from "../../value/value.ts";
import { actualType } from "../input-strings.ts";
import type { LinkableResource, Path } from "../linkable-resource.ts";
import { listElement, type Member, propertyMembers, type TypedPath } from "./members.ts";

export interface Statement {
  readonly owner: LinkableResource;
  /** The resource that the statement is about. */
  readonly target: LinkableResource;
  readonly members: readonly StatedMember[];
}

export interface StatedMember extends Member {
  /** True if the schema requires the member, or if the schema is missing. */
  readonly isRequired: boolean;
  /** True if the member refers to a third resource. */
  readonly isReference: boolean;
}

/** Metadata and timeouts of the owner, which do not describe the other resource. */
const labels = /^(tags|tagsAll|tagSet|labels|annotations|timeouts)$/;

/** For each reference to `target`, returns a statement with all values, and for each object in a list, one without the list's other objects. */
export function ownerStatements(
  owner: LinkableResource,
  target: LinkableResource,
  links: readonly Link[],
  schemas: ReadonlyMap<string, PackageSchema>,
): readonly Statement[] {
  const referents = new Map(links.flatMap(({ path, parts }) => wholeReferent(path, parts)));
  const stated = [...owner.inputs]
    .filter(([key]) => !labels.test(key))
    .map(([key, value]) => {
      const type = actualType(openSecret(value), owner.schema?.inputs.get(key)?.type, schemas);
      const element = listElement(type);
      const isRequired = owner.schema === undefined || owner.schema.requiredInputs.has(key);
      const read = (inner: Value, location: TypedPath): readonly StatedMember[] =>
        propertyMembers(inner, location, schemas).map((member) => {
          const isReference = member.values.some(({ path }) => isThird(referents.get(pathKey(path)), target.urn));
          return { ...member, isRequired, isReference };
        });
      return {
        whole: read(value, { path: [key], type }),
        rows: objectElements(value).map((row, i) => read(row, { path: [key, i], type: element })),
      };
    });
  const variants = [stated.map(({ whole }) => whole)];
  for (const [i, { rows }] of stated.entries()) {
    for (const row of rows) variants.push(stated.map(({ whole }, j) => (i === j ? row : whole)));
  }
  const references = links.filter(({ path }) => referents.get(pathKey(path)) === target.urn).map(({ path }) => path);
  return references.flatMap((reference) =>
    variants.map((members) => ({ owner, target, members: outsideList(reference, members.flat()) })),
  );
}

/** Returns the referent of a link that consists of a single reference. */
function wholeReferent(path: Path, parts: Link["parts"]): readonly (readonly [string, Urn])[] {
  const [only] = parts;
  return parts.length === 1 && only?.kind === "output" ? [[pathKey(path), only.referent]] : [];
}

function isThird(referent: Urn | undefined, target: Urn): boolean {
  return referent !== undefined && referent !== target;
}

function pathKey(path: Path): string {
  return JSON.stringify(path);
}

function objectElements(value: Value): readonly Value[] {
  const plain = openSecret(value);
  const items = plain.kind === "list" ? plain.items.map(openSecret) : [];
  return items.every(({ kind }) => kind === "map") ? items : [];
}

function outsideList(reference: Path, members: readonly StatedMember[]): readonly StatedMember[] {
  const list = typeof reference.at(-1) === "number" ? reference.slice(0, -1) : undefined;
  const isOut = (path: Path): boolean =>
    pathKey(path) === pathKey(reference) || (list !== undefined && pathKey(path.slice(0, -1)) === pathKey(list));
  return members.flatMap((member) => {
    const values = member.values.filter(({ path }) => !isOut(path));
    return values.length === 0 ? [] : [{ ...member, values }];
  });
}
