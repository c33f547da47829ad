/**
 * The statements of a resource about another one that it refers to: the values that it sets together with the reference.
 */
import type { Link, Urn } from "../graph.ts";
import type { LinkableResource, Path } from "../links/linkable-resource.ts";
import type { PackageSchema } from "../schema/types.ts";
import { openSecret } from "../value/open-value.ts";
import type { Value } from "../value/value.ts";
import { actualType, listElement, type Member, type Place, propertyMembers } from "./members.ts";

export interface Statement {
  readonly owner: LinkableResource;
  /** The resource that the statement is about. */
  readonly about: LinkableResource;
  readonly members: readonly StatedMember[];
}

export interface StatedMember extends Member {
  /** The schema, where there is one, does not let it be omitted. */
  readonly isRequired: boolean;
  /** It refers to a third resource. */
  readonly isReference: boolean;
}

/** Marks for people, and time limits of the provider: they do not describe the other resource. */
const labels = /^(tags|tagsAll|tagSet|labels|annotations|timeouts)$/;

/**
 * One statement for each reference to `about`, which is left out of it with the rest of the list that it stands in; where the owner has
 * a list of objects, one more for each of its elements, because each means something by itself.
 *
 * @param links the links of `owner`
 */
export function ownerStatements(
  owner: LinkableResource,
  about: LinkableResource,
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
      const read = (inner: Value, place: Place): readonly StatedMember[] =>
        propertyMembers(inner, place, schemas).map((member) => {
          const isReference = member.values.some(({ path }) => isThird(referents.get(pathKey(path)), about.urn));
          return { ...member, isRequired, isReference };
        });
      return {
        whole: read(value, { path: [key], type }),
        rows: rowsOf(value).map((row, i) => read(row, { path: [key, i], type: element })),
      };
    });
  const variants = [stated.map(({ whole }) => whole)];
  for (const [i, { rows }] of stated.entries()) {
    for (const row of rows) variants.push(stated.map(({ whole }, j) => (i === j ? row : whole)));
  }
  const references = links.filter(({ path }) => referents.get(pathKey(path)) === about.urn).map(({ path }) => path);
  return references.flatMap((reference) =>
    variants.map((members) => ({ owner, about, members: outsideList(reference, members.flat()) })),
  );
}

/** The referent of a link that is a reference and nothing else. */
function wholeReferent(path: Path, parts: Link["parts"]): readonly (readonly [string, Urn])[] {
  const [only] = parts;
  return parts.length === 1 && only?.kind === "output" ? [[pathKey(path), only.referent]] : [];
}

function isThird(referent: Urn | undefined, about: Urn): boolean {
  return referent !== undefined && referent !== about;
}

function pathKey(path: Path): string {
  return JSON.stringify(path);
}

/** The elements of a list of objects. */
function rowsOf(value: Value): readonly Value[] {
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
