/**
 * Whether a part of a resource's inputs holds a statement: then the statement's owner sets the part.
 */
import type { LinkableResource } from "../links/linkable-resource.ts";
import { parsePropertyName } from "../links/name-words.ts";
import { valueForm } from "../links/value-form.ts";
import type { Member, MemberValue } from "./members.ts";
import { type Like, nameLikeness, nearestLikeness } from "./names.ts";
import { isPropertyName, type Naming } from "./names-property.ts";
import type { Part } from "./parts.ts";
import type { StatedMember, Statement } from "./statements.ts";
import type { Subject } from "./subject.ts";

/** `any`: elements of a list are the same whatever their descriptions say. */
export type Remarks = "equal" | "any";

/**
 * The values of the part that the statement accounts for; `undefined`: the part is not the owner's. The rule:
 *
 * 1. All that the statement sets under a name that the part has (or may have, by its schema) is in the part.
 * 2. All else that the statement sets is about the owner (in its id), or in the other resource's id, or computed there; or it is a
 *    switch, or names the property (`type: "ingress"`). Optional words may be more than an element of known shape has; where the owner's
 *    type names the property, any word may be.
 * 3. The part has no scalar that the owner could set and does not.
 * 4. It is no chance: one of the values is a document, an address or an id; or the owner names the property; or the part is an object,
 *    the statement accounts for all of it, and that are two values or more.
 *
 * A description doesn't identify the element of a list: if `remarks` is `any`, it may be another one.
 */
export function heldByOwner(
  part: Part,
  statement: Statement,
  subject: Subject,
  { named, remarks }: { readonly named: Naming; readonly remarks: Remarks },
): ReadonlySet<MemberValue> | undefined {
  if (named === "another") return undefined;
  const inner = [...part.members, ...part.computed, ...part.absent];
  const isAlone = statement.members.length === 1 && part.element !== undefined && !part.isObject;
  // The element of a list may name its owner.
  const ids = isElement(part)
    ? inner.flatMap(({ values }) => values).filter(({ text }) => text === statement.owner.id)
    : [];
  const held = new Set<MemberValue>(ids);
  const isFree = (member: Member): boolean => remarks === "any" && isElement(part) && isRemark(member);
  let isDistinct = ids.some(isDistinctValue);
  for (const member of statement.members) {
    const like = likeIn(part, member, inner, isAlone);
    const found = foundIn(member, like.members, part) ?? selfIn(member, inner, statement);
    if (found !== undefined) {
      for (const value of found) held.add(value);
      isDistinct ||= isDistinctMember(member);
    } else if (isFree(member)) continue;
    else if (like.likeness === "none") {
      if (!mayBeMore(member, part, statement, subject, named)) return undefined;
    } else if (!isAbsence(member, like.members)) {
      const isOther = like.likeness === "word" && isUnrelated(member, part, statement, subject);
      if (!isOther && !isOwnersId(member, statement.owner)) return undefined;
    }
  }
  const rest = part.members
    .filter((member) => !member.isList && !isFree(member))
    .filter(({ values }) => values.some((one) => isLeft(one, held)));
  if (held.size === 0 || rest.some((member) => couldSet(statement, member, part))) return undefined;
  const isWhole = part.isObject && rest.length === 0 && [...held].filter((one) => !isMeaningless(one)).length >= 2;
  return isDistinct || named === "this" || isWhole ? held : undefined;
}

/**
 * True when the owners account for all that several of them could set together: elements of lists inside the part, and a rule's word that
 * it is about the resource itself.
 */
export function isAccountedFor(part: Part, held: ReadonlySet<MemberValue>, statements: readonly Statement[]): boolean {
  return part.members.every((member) => {
    const { name, values, isList } = member;
    if (isElement(part) && isRemark(member)) return true;
    if (isList) return values.every((one) => isMeaningless(one) || held.has(one));
    const isShared = isSelf(name.words) || statements.some((statement) => couldSet(statement, member, part));
    return !isShared || values.every((one) => isMeaningless(one) || held.has(one));
  });
}

/** Values that mean nothing in most schemas. */
function isMeaningless({ text }: MemberValue): boolean {
  return text === "false" || text === "0" || text === "";
}

/**
 * The members of the part that a stated one may be. An attachment that sets one value next to its reference needs no name; and what stands in
 * an object of the owner is not the element of a list. In an
 * element that is an object an id or address is found under any name.
 */
function likeIn(part: Part, member: StatedMember, inner: readonly Member[], isAlone: boolean): Like<Member> {
  if (isAlone && isDistinctMember(member)) return { likeness: "same", members: inner };
  const isDetail = member.values.some(({ path }) => path.filter((key) => typeof key === "string").length > 1);
  if (isDetail && !part.isObject) return { likeness: "none", members: [] };
  const like = nearestLikeness(member.name, inner, part.name);
  const isFound =
    like.likeness === "none" && isElement(part) && isDistinctMember(member) && foundIn(member, inner, part);
  return isFound ? { likeness: "same", members: inner } : like;
}

/** A text for people. */
function isRemark({ name }: Member): boolean {
  return /^(description|comment|display name|note|title)$/.test(name.words.join(" "));
}

/** An object in a list. */
function isElement({ element, isObject }: Part): boolean {
  return element !== undefined && isObject;
}

function isDistinctMember({ isReference, values }: StatedMember): boolean {
  return isReference || values.some(isDistinctValue);
}

/** The values of the part that a statement's member equals; `undefined` where one of them is not there. */
function foundIn(member: Member, inner: readonly Member[], part: Part): readonly MemberValue[] | undefined {
  const found: MemberValue[] = [];
  if (member.isList && !part.isObject) {
    // A list is set as a whole, so each of its elements is; no list sets a property that has one value.
    const some = inner
      .flatMap(({ values }) => values)
      .filter((one) => member.values.some(({ text }) => text === one.text));
    return part.element === undefined || some.length === 0 ? undefined : some;
  }
  for (const { text } of member.values) {
    const equal = inner.flatMap(({ values }) => values).find((one) => one.text === text);
    if (equal === undefined) return undefined;
    found.push(equal);
  }
  return found;
}

/** `self: true` of a firewall's rule is a reference to the firewall. */
function selfIn(member: Member, inner: readonly Member[], { about }: Statement): readonly MemberValue[] | undefined {
  if (member.values.some(({ text }) => text !== about.id)) return undefined;
  const self = inner.find(({ name, values }) => isSelf(name.words) && values.some(({ text }) => text === "true"));
  return self?.values;
}

function isSelf(words: readonly string[]): boolean {
  return words.length === 1 && words[0] === "self";
}

/** A member under no name of the part. */
function mayBeMore(member: StatedMember, part: Part, statement: Statement, subject: Subject, named: Naming): boolean {
  if (isUnrelated(member, part, statement, subject) || member.values.every(isMeaningless)) return true;
  if (member.isReference || member.values.some(isIdentifying)) return false;
  return named === "this" || (isElement(part) && part.isKnown && !member.isRequired);
}

/** A member that does not describe the part: a switch, the property's name, the owner, or where both of them are. */
function isUnrelated(member: StatedMember, part: Part, { owner, about }: Statement, subject: Subject): boolean {
  return member.values.every((one) => {
    if (one.kind === "boolean" || isPropertyName(one.text, part.name)) return true;
    if (isInId(one.text, owner.id) || isInId(one.text, about.id)) return true;
    return subject.repeatable.some((other) => {
      const alike = nameLikeness(member.name, other.name, part.name);
      return (alike === "same" || alike === "part") && other.values.some(({ text }) => text === one.text);
    });
  });
}

/** True for the id, and for a piece of one that is built (`projects/acme/zones/a`). */
function isInId(text: string, id: string): boolean {
  return text === id || id.split(/[/:|,]/).includes(text);
}

/** A mirror of the owner's id, as bridged providers have among the inputs; and every switch. */
function isOwnersId({ values }: Member, { id }: LinkableResource): boolean {
  return values.every(({ kind, text }) => kind === "boolean" || text === id);
}

/** Nothing on both sides. */
function isAbsence(member: Member, inner: readonly Member[]): boolean {
  return member.values.every(isMeaningless) && inner.every(({ values }) => values.every(isMeaningless));
}

function isLeft(value: MemberValue, held: ReadonlySet<MemberValue>): boolean {
  return value.kind !== "boolean" && !isMeaningless(value) && !held.has(value);
}

function couldSet({ owner }: Statement, { name }: Member, part: Part): boolean {
  return [...(owner.schema?.inputs.keys() ?? [])].some(
    (input) => nameLikeness(parsePropertyName(input), name, part.name) === "same",
  );
}

/** True for a document, and for a value that identifies one thing in the world. */
function isIdentifying({ kind, text }: MemberValue): boolean {
  if (kind !== "word") return kind === "document";
  const form = valueForm(text, false);
  return form === "arn" || form === "url" || form === "path";
}

/** True for what is hardly the same by chance. */
function isDistinctValue(value: MemberValue): boolean {
  const { kind, text } = value;
  if (isIdentifying(value) || (kind === "word" && valueForm(text, false) === "opaque")) return true;
  return /^[\d.]+\/\d+$|^[\d.]{7,}$|^[0-9a-f:]*::[0-9a-f:]*(\/\d+)?$/i.test(text) && !/^(0\.0\.0\.0|::)\//.test(text);
}
