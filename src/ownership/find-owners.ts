/**
 * Resources and the references between them -> which parts of whose inputs another resource sets.
 */
import type { Link, Urn } from "../graph.ts";
import type { LinkableResource, Path } from "../links/linkable-resource.ts";
import type { PackageSchema } from "../schema/types.ts";
import { heldByOwner, isAccountedFor, type Remarks } from "./held-by.ts";
import type { MemberValue } from "./members.ts";
import { namingOf } from "./names-property.ts";
import { type Part, resourceParts } from "./parts.ts";
import { replacedInputs } from "./replaced-properties.ts";
import { ownerStatements, type Statement } from "./statements.ts";
import { ownershipSubject, type Subject } from "./subject.ts";

/** A property, or a block or list in it, that other resources set. */
export type OwnedProperty =
  /** A property or a block, set by each of the owners as a whole. */
  | { readonly kind: "whole"; readonly path: Path; readonly owners: readonly Urn[] }
  /** A list (by index) or a map (by key). */
  | {
      readonly kind: "elements";
      readonly path: Path;
      readonly owners: ReadonlyMap<number | string, readonly Urn[]>;
      /** Elements that no resource sets, or of which a value is left that none sets. Empty: the owners set the whole list. */
      readonly unowned: readonly (number | string)[];
    };

/** A part of one resource's inputs, and everybody who states a piece of it. */
interface Claimed {
  readonly part: Part;
  readonly held: Set<MemberValue>;
  readonly statements: Statement[];
}

/**
 * Finds what belongs to others. `B` owns a part of `A`'s inputs (a property, a block, an element of a list, an entry of a map) when `B`
 * refers to `A` and the part holds what `B` sets next to that reference; `heldByOwner` is the exact rule. Several resources may own an
 * element together where it has lists (a firewall's rule with two address blocks). A deprecated property belongs to the resource whose type its
 * message names. Pure; linear in the number of values, where not many
 * owners set the same ones.
 *
 * @param resources all that were read, with the inputs that Read returned
 * @param links consumer -> its links, as `inferLinks` finds them
 * @returns resource -> its owned properties, in the order of its inputs; nothing for resources that set everything themselves.
 */
export function findOwners(
  resources: readonly LinkableResource[],
  links: ReadonlyMap<Urn, readonly Link[]>,
  schemas: ReadonlyMap<string, PackageSchema>,
): ReadonlyMap<Urn, readonly OwnedProperty[]> {
  const byUrn = new Map(resources.map((resource) => [resource.urn, resource]));
  const estates = new Map<Urn, Divided>();
  for (const owner of resources) {
    const own = links.get(owner.urn) ?? [];
    for (const about of new Set(own.flatMap(urnsInLink))) {
      const subject = byUrn.get(about);
      if (subject === undefined || about === owner.urn || subject.inputs.size === 0) continue;
      const divided = estates.get(about) ?? divide(subject, schemas);
      estates.set(about, divided);
      for (const statement of ownerStatements(owner, subject, own, schemas)) claim(statement, divided);
      for (const property of replacedInputs(owner, subject)) {
        divided.replaced.set(property, new Set([...(divided.replaced.get(property) ?? []), owner.urn]));
      }
    }
  }
  const found = new Map<Urn, readonly OwnedProperty[]>();
  for (const { urn } of resources) {
    const owned = ownedOf(estates.get(urn));
    if (owned.length > 0) found.set(urn, owned);
  }
  return found;
}

/** A resource in parts, found by the values that they hold. */
interface Divided {
  readonly subject: Subject;
  readonly claimed: readonly Claimed[];
  readonly byText: ReadonlyMap<string, readonly Claimed[]>;
  /** Deprecated properties -> the resources that the schema has in their place. */
  readonly replaced: Map<string, ReadonlySet<Urn>>;
}

/** A value that more parts than this have does not lead to one of them, where another value does. */
const heldByMost = 32;

function urnsInLink({ parts }: Link): readonly Urn[] {
  return parts.flatMap((part) => (part.kind === "output" ? [part.referent] : []));
}

function divide(resource: LinkableResource, schemas: ReadonlyMap<string, PackageSchema>): Divided {
  const parts = resourceParts(resource, schemas).filter((part) => !isIdentity(part, resource));
  const claimed = parts.map((part): Claimed => ({ part, held: new Set(), statements: [] }));
  const byText = new Map<string, Claimed[]>();
  for (const one of claimed) {
    const texts = new Set(one.part.members.flatMap(({ values }) => values.map(({ text }) => text)));
    for (const text of texts) {
      const list = byText.get(text);
      if (list === undefined) byText.set(text, [one]);
      else list.push(one);
    }
  }
  return { subject: ownershipSubject(resource), claimed, byText, replaced: new Map() };
}

/** A single value that a change of makes another resource: no other resource can set it. A binding is in the vhost of its exchange. */
function isIdentity({ property, element, isObject }: Part, { schema }: LinkableResource): boolean {
  const described = schema?.inputs.get(String(property[0]));
  const isFixed = described?.willReplaceOnChanges === true || described?.replaceOnChanges === true;
  return isFixed && property.length === 1 && element === undefined && !isObject;
}

function claim(statement: Statement, divided: Divided): void {
  const naming = namingOf(statement, divided.subject);
  const some = candidateParts(statement, divided);
  const holding = (remarks: Remarks) =>
    [...some].flatMap((one) => {
      const held = heldByOwner(one.part, statement, divided.subject, { named: naming(one.part.name), remarks });
      return held === undefined ? [] : [{ one, held }];
    });
  const exact = holding("equal");
  for (const { one, held } of exact.length > 0 ? exact : holding("any")) {
    one.statements.push(statement);
    for (const value of held) one.held.add(value);
  }
}

/** The parts that have one of the statement's values; of values that many parts have, the rarest. */
function candidateParts({ members }: Statement, { byText }: Divided): ReadonlySet<Claimed> {
  const texts = new Set(members.flatMap(({ values }) => values.map(({ text }) => text)));
  const lists = [...texts].flatMap((text) => [byText.get(text) ?? []]).filter((list) => list.length > 0);
  const few = lists.filter((list) => list.length <= heldByMost);
  const [rarest = []] = few.length > 0 ? [few.flat()] : lists.sort((a, b) => a.length - b.length);
  return new Set(rarest);
}

function ownedOf(divided: Divided | undefined): readonly OwnedProperty[] {
  const owned: OwnedProperty[] = [];
  const lists = new Map<string, Claimed[]>();
  const replaced = divided?.replaced ?? new Map<string, ReadonlySet<Urn>>();
  for (const [property, owners] of replaced)
    owned.push({ kind: "whole", path: [property], owners: [...owners].sort() });
  for (const one of divided?.claimed ?? []) {
    if (replaced.has(String(one.part.property[0]))) continue;
    const { property, element } = one.part;
    if (element === undefined) {
      if (isComplete(one)) owned.push({ kind: "whole", path: property, owners: ownerUrns(one) });
      continue;
    }
    const key = JSON.stringify(property);
    const known = lists.get(key);
    if (known === undefined) lists.set(key, [one]);
    else known.push(one);
  }
  for (const list of lists.values()) {
    const [first] = list;
    const claimed = list.filter(({ statements }) => statements.length > 0);
    if (first === undefined || claimed.length === 0) continue;
    owned.push({
      kind: "elements",
      path: first.part.property,
      owners: new Map(claimed.map((one) => [one.part.element ?? 0, ownerUrns(one)])),
      unowned: list.filter((one) => !isComplete(one)).map(({ part }) => part.element ?? 0),
    });
  }
  return owned;
}

function isComplete({ part, held, statements }: Claimed): boolean {
  return statements.length > 0 && isAccountedFor(part, held, statements);
}

function ownerUrns({ statements }: Claimed): readonly Urn[] {
  return [...new Set(statements.map(({ owner }) => owner.urn))].sort();
}
