/** Finds the parts of each resource's inputs that other resources set. */

import type { Link, Urn } from "../../domain/graph.ts";
import { addTo } from "../../domain/order/maps.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { type LinkableResource, linkedUrns, type Path } from "../linkable-resource.ts";
import { parseTypeName } from "../name-words.ts";
import { type DescriptionMatch, isAccountedFor, valuesSetByOwner } from "./held-by.ts";
import type { MemberValue } from "./members.ts";
import { prepareNaming } from "./names-property.ts";
import { type Part, resourceParts } from "./parts.ts";
import { ownerStatements, type Statement } from "./statements.ts";
import { ownershipSubject, type Subject } from "./subject.ts";

/** A part of a resource's inputs that other resources set. */
export type OwnedProperty =
  /** A property or a block that each owner sets as a whole. */
  | { readonly kind: "whole"; readonly path: Path; readonly owners: readonly Urn[] }
  /** A list or map whose elements have owners, by index or key. */
  | {
      readonly kind: "elements";
      readonly path: Path;
      readonly owners: ReadonlyMap<number | string, readonly Urn[]>;
      /** Elements that no owner sets completely. Empty if the owners set the whole list. */
      readonly unowned: readonly (number | string)[];
    };

/** A part of a resource's inputs, with the statements that set it. A statement is the values that another resource sets next to a reference. */
interface Claimed {
  readonly part: Part;
  readonly held: Set<MemberValue>;
  readonly statements: Statement[];
}

/**
 * Finds the inputs that other resources own. `B` owns a part of `A`'s inputs (a property, a block, an element of a list, an entry of a map) if `B`
 * refers to `A`, and the part contains the values that `B` sets next to that reference; `valuesSetByOwner` has the exact rule. Several resources can
 * own an element together if it has lists (a firewall rule with two address blocks). A deprecated property belongs to the resource whose type its
 * message names. Pure; linear in the number of values unless many owners set equal values.
 *
 * @param resources all resources, with their read inputs
 * @param links each resource's links, from `inferLinks`
 * @returns owned properties by resource, in the order of its inputs. Resources without owned properties are omitted.
 */
export function findOwners(
  resources: readonly LinkableResource[],
  links: ReadonlyMap<Urn, readonly Link[]>,
  schemas: ReadonlyMap<string, PackageSchema>,
): ReadonlyMap<Urn, readonly OwnedProperty[]> {
  const byUrn = new Map(resources.map((resource) => [resource.urn, resource]));
  const estates = new Map<Urn, Divided>();
  for (const owner of resources) {
    const ownLinks = links.get(owner.urn) ?? [];
    for (const targetUrn of linkedUrns(ownLinks)) {
      const subject = byUrn.get(targetUrn);
      if (subject === undefined || targetUrn === owner.urn || subject.inputs.size === 0) continue;
      const divided = estates.get(targetUrn) ?? divide(subject, schemas);
      estates.set(targetUrn, divided);
      for (const statement of ownerStatements(owner, subject, ownLinks, schemas)) claim(statement, divided);
      for (const property of replacedInputs(owner, subject)) {
        divided.replaced.set(property, new Set([...(divided.replaced.get(property) ?? []), owner.urn]));
      }
    }
  }
  const ownedByUrn = new Map<Urn, readonly OwnedProperty[]>();
  for (const { urn } of resources) {
    const owned = ownedOf(estates.get(urn));
    if (owned.length > 0) ownedByUrn.set(urn, owned);
  }
  return ownedByUrn;
}

/** A resource whose inputs are divided into parts. The parts are indexed by their values. */
interface Divided {
  readonly subject: Subject;
  readonly claimed: readonly Claimed[];
  readonly byText: ReadonlyMap<string, readonly Claimed[]>;
  /** Deprecated properties, each with the resources that the schema names as a replacement. */
  readonly replaced: Map<string, ReadonlySet<Urn>>;
}

/** If a value occurs in more parts than this, it is used to find parts only if the statement has no rarer value. */
const maxHolders = 32;

function divide(resource: LinkableResource, schemas: ReadonlyMap<string, PackageSchema>): Divided {
  const parts = resourceParts(resource, schemas).filter((part) => !isIdentity(part, resource));
  const claimed = parts.map((part): Claimed => ({ part, held: new Set(), statements: [] }));
  const byText = new Map<string, Claimed[]>();
  for (const entry of claimed) {
    const texts = new Set(entry.part.members.flatMap(({ values }) => values.map(({ text }) => text)));
    for (const text of texts) addTo(byText, text, entry);
  }
  return { subject: ownershipSubject(resource), claimed, byText, replaced: new Map() };
}

/** Returns whether the part is a single value whose change replaces the resource, so other resources cannot set it. */
function isIdentity({ property, element, isObject }: Part, { schema }: LinkableResource): boolean {
  const described = schema?.inputs.get(String(property[0]));
  const isFixed = described?.willReplaceOnChanges === true || described?.replaceOnChanges === true;
  return isFixed && property.length === 1 && element === undefined && !isObject;
}

function claim(statement: Statement, divided: Divided): void {
  const naming = prepareNaming(statement, divided.subject);
  const candidates = candidateParts(statement, divided);
  const holding = (remarks: DescriptionMatch) =>
    [...candidates].flatMap((entry) => {
      const held = valuesSetByOwner(entry.part, statement, divided.subject, {
        named: naming(entry.part.name),
        remarks,
      });
      return held === undefined ? [] : [{ entry, held }];
    });
  const exact = holding("equal");
  for (const { entry, held } of exact.length > 0 ? exact : holding("any")) {
    entry.statements.push(statement);
    for (const value of held) entry.held.add(value);
  }
}

/** Returns the parts that contain one of the statement's values. If all values occur in many parts, searches only for the rarest. */
function candidateParts({ members }: Statement, { byText }: Divided): ReadonlySet<Claimed> {
  const texts = new Set(members.flatMap(({ values }) => values.map(({ text }) => text)));
  const lists = [...texts].flatMap((text) => [byText.get(text) ?? []]).filter((list) => list.length > 0);
  const few = lists.filter((list) => list.length <= maxHolders);
  const [rarest = []] = few.length > 0 ? [few.flat()] : lists.sort((a, b) => a.length - b.length);
  return new Set(rarest);
}

function ownedOf(divided: Divided | undefined): readonly OwnedProperty[] {
  const owned: OwnedProperty[] = [];
  const lists = new Map<string, Claimed[]>();
  const replaced = divided?.replaced ?? new Map<string, ReadonlySet<Urn>>();
  for (const [property, owners] of replaced)
    owned.push({ kind: "whole", path: [property], owners: [...owners].sort() });
  for (const entry of divided?.claimed ?? []) {
    if (replaced.has(String(entry.part.property[0]))) continue;
    const { property, element } = entry.part;
    if (element !== undefined) addTo(lists, JSON.stringify(property), entry);
    else if (isComplete(entry)) owned.push({ kind: "whole", path: property, owners: ownerUrns(entry) });
  }
  for (const list of lists.values()) {
    const [first] = list;
    const claimed = list.filter(({ statements }) => statements.length > 0);
    if (first === undefined || claimed.length === 0) continue;
    owned.push({
      kind: "elements",
      path: first.part.property,
      owners: new Map(claimed.map((entry) => [entry.part.element ?? 0, ownerUrns(entry)])),
      unowned: list.filter((entry) => !isComplete(entry)).map(({ part }) => part.element ?? 0),
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

/** Returns the deprecated inputs whose deprecation message names the owner's type. */
function replacedInputs(owner: LinkableResource, { inputs, schema }: LinkableResource): readonly string[] {
  const member = parseTypeName(owner.type).member.replace(/v\d+$/, "");
  return [...inputs.keys()].filter((name) => {
    const message = schema?.inputs.get(name)?.deprecationMessage;
    return message !== undefined && typeNamesInMessage(message).some((named) => named.endsWith(member));
  });
}

/** Returns the Terraform or SDK type names in a message (`aws_s3_bucket_acl`, `aws.s3.BucketAcl`), in lower case without separators. */
function typeNamesInMessage(message: string): readonly string[] {
  const names = message.match(/[A-Za-z]\w*(?:[._:/][A-Za-z]\w*)+|[A-Z][a-z]+(?:[A-Z][a-z]+)+/g) ?? [];
  return names.map((name) => name.replace(/[^A-Za-z0-9]/g, "").toLowerCase());
}
