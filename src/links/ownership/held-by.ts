/** Decides whether the owner of a statement sets a part of another resource's inputs. */
import type { LinkableResource } from "../linkable-resource.ts";
import { parsePropertyName } from "../name-words.ts";
import { valueForm } from "../value-form.ts";
import type { Member, MemberValue } from "./members.ts";
import { type Like, nameLikeness, nearestLikeness } from "./names.ts";
import { isPropertyName, type Naming } from "./names-property.ts";
import type { Part } from "./parts.ts";
import type { StatedMember, Statement } from "./statements.ts";
import type { Subject } from "./subject.ts";

/** `equal`: descriptions must be equal. `any`: descriptions in objects in lists may differ. */
export type DescriptionMatch = "equal" | "any";

/**
 * Returns the values of the part that the statement accounts for, or undefined if its owner does not set the part. The rule:
 *
 * 1. Each value that the statement sets under a name that the part has (or can have, by its schema) is in the part.
 * 2. Each other value of the statement is a boolean, the name of the property (`type: "ingress"`), a part of the ID of either resource, or a computed
 *   output of the other resource. If the part is an element with a known schema, other optional words are allowed too. If the owner names the
 *   property, any other words are allowed.
 * 3. The owner sets each scalar of the part that it could set.
 * 4. The match is not accidental: one of the values is a document, an address, or an ID; or the owner names the property; or the part is an object
 *   with at least two values that are all in the statement.
 *
 * If `remarks` is `any`, descriptions in elements can differ.
 */
export function valuesSetByOwner(
  part: Part,
  statement: Statement,
  subject: Subject,
  { named, remarks }: { readonly named: Naming; readonly remarks: DescriptionMatch },
): ReadonlySet<MemberValue> | undefined {
  if (named === "another") return undefined;
  const inner = [...part.members, ...part.computed, ...part.absent];
  const isAlone = statement.members.length === 1 && part.element !== undefined && !part.isObject;
  // An element of a list can contain the ID of its owner.
  const ids = isElement(part)
    ? inner.flatMap(({ values }) => values).filter(({ text }) => text === statement.owner.id)
    : [];
  const held = new Set<MemberValue>(ids);
  const isFree = (member: Member): boolean => remarks === "any" && isElement(part) && isDescription(member);
  let isDistinct = ids.some(isDistinctValue);
  for (const member of statement.members) {
    const match = findLike(part, member, inner, isAlone);
    const matches = matchingValues(member, match.members, part) ?? selfReference(member, inner, statement);
    if (matches !== undefined) {
      for (const value of matches) held.add(value);
      isDistinct ||= isDistinctMember(member);
    } else if (isFree(member)) continue;
    else if (match.likeness === "none") {
      if (!canIgnore(member, part, statement, subject, named)) return undefined;
    } else if (!isAbsence(member, match.members)) {
      const isOther = match.likeness === "word" && isUnrelated(member, part, statement, subject);
      if (!isOther && !isOwnersId(member, statement.owner)) return undefined;
    }
  }
  const unaccounted = part.members
    .filter((member) => !member.isList && !isFree(member))
    .filter(({ values }) => values.some((value) => isUnaccounted(value, held)));
  if (held.size === 0 || unaccounted.some((member) => couldSet(statement, member, part))) return undefined;
  const isWhole =
    part.isObject && unaccounted.length === 0 && [...held].filter((value) => !isMeaningless(value)).length >= 2;
  return isDistinct || named === "this" || isWhole ? held : undefined;
}

/** Returns whether `held`, the values of all owners, contains all list elements, `self`, and all values for which an owner has an input. */
export function isAccountedFor(part: Part, held: ReadonlySet<MemberValue>, statements: readonly Statement[]): boolean {
  return part.members.every((member) => {
    const { name, values, isList } = member;
    if (isElement(part) && isDescription(member)) return true;
    if (isList) return values.every((value) => isMeaningless(value) || held.has(value));
    const isShared = isSelf(name.words) || statements.some((statement) => couldSet(statement, member, part));
    return !isShared || values.every((value) => isMeaningless(value) || held.has(value));
  });
}

/** Returns whether the value usually means the same as a missing value. */
function isMeaningless({ text }: MemberValue): boolean {
  return text === "false" || text === "0" || text === "";
}

/**
 * Finds the members of the part that can correspond to a member of a statement, by name. Ignores names if the statement has a single value next to
 * its reference, or if the value is an ID or address in an object. A value in a nested object of the owner matches only parts that are objects.
 */
function findLike(part: Part, member: StatedMember, inner: readonly Member[], isAlone: boolean): Like<Member> {
  if (isAlone && isDistinctMember(member)) return { likeness: "same", members: inner };
  const isDetail = member.values.some(({ path }) => path.filter((key) => typeof key === "string").length > 1);
  if (isDetail && !part.isObject) return { likeness: "none", members: [] };
  const like = nearestLikeness(member.name, inner, part.name);
  const isFound =
    like.likeness === "none" && isElement(part) && isDistinctMember(member) && matchingValues(member, inner, part);
  return isFound ? { likeness: "same", members: inner } : like;
}

/** Returns whether the member is a description, by its name. */
function isDescription({ name }: Member): boolean {
  return /^(description|comment|display name|note|title)$/.test(name.words.join(" "));
}

/** Returns whether the part is an object in a list or map. */
function isElement({ element, isObject }: Part): boolean {
  return element !== undefined && isObject;
}

function isDistinctMember({ isReference, values }: StatedMember): boolean {
  return isReference || values.some(isDistinctValue);
}

/** Returns the values of the part that equal the values of a statement's member, or undefined if one is missing. */
function matchingValues(member: Member, inner: readonly Member[], part: Part): readonly MemberValue[] | undefined {
  const matches: MemberValue[] = [];
  if (member.isList && !part.isObject) {
    // An owner that sets a list sets each of its elements. A list never sets a property with a single value.
    const some = inner
      .flatMap(({ values }) => values)
      .filter((value) => member.values.some(({ text }) => text === value.text));
    return part.element === undefined || some.length === 0 ? undefined : some;
  }
  for (const { text } of member.values) {
    const equal = inner.flatMap(({ values }) => values).find((value) => value.text === text);
    if (equal === undefined) return undefined;
    matches.push(equal);
  }
  return matches;
}

/** Returns the value of `self: true`, which means a reference to the resource itself, as in a firewall rule. */
function selfReference(
  member: Member,
  inner: readonly Member[],
  { target }: Statement,
): readonly MemberValue[] | undefined {
  if (member.values.some(({ text }) => text !== target.id)) return undefined;
  const self = inner.find(({ name, values }) => isSelf(name.words) && values.some(({ text }) => text === "true"));
  return self?.values;
}

function isSelf(words: readonly string[]): boolean {
  return words.length === 1 && words[0] === "self";
}

/** Returns whether a member without a matching name in the part can be ignored. */
function canIgnore(member: StatedMember, part: Part, statement: Statement, subject: Subject, named: Naming): boolean {
  if (isUnrelated(member, part, statement, subject) || member.values.every(isMeaningless)) return true;
  if (member.isReference || member.values.some(isIdentifying)) return false;
  return named === "this" || (isElement(part) && part.isKnown && !member.isRequired);
}

/** Returns whether a member does not describe the part: a boolean, the property's name, a part of either ID, or an output of the target. */
function isUnrelated(member: StatedMember, part: Part, { owner, target }: Statement, subject: Subject): boolean {
  return member.values.every((value) => {
    if (value.kind === "boolean" || isPropertyName(value.text, part.name)) return true;
    if (isInId(value.text, owner.id) || isInId(value.text, target.id)) return true;
    return subject.repeatable.some((other) => {
      const alike = nameLikeness(member.name, other.name, part.name);
      return (alike === "same" || alike === "part") && other.values.some(({ text }) => text === value.text);
    });
  });
}

/** Returns whether the text is the ID or a segment of it (`projects/acme/zones/a`). */
function isInId(text: string, id: string): boolean {
  return text === id || id.split(/[/:|,]/).includes(text);
}

/** Returns whether the member repeats the owner's ID, as inputs of bridged providers do, or is a boolean. */
function isOwnersId({ values }: Member, { id }: LinkableResource): boolean {
  return values.every(({ kind, text }) => kind === "boolean" || text === id);
}

/** Returns whether both sides have only values that mean the same as missing ones. */
function isAbsence(member: Member, inner: readonly Member[]): boolean {
  return member.values.every(isMeaningless) && inner.every(({ values }) => values.every(isMeaningless));
}

function isUnaccounted(value: MemberValue, held: ReadonlySet<MemberValue>): boolean {
  return value.kind !== "boolean" && !isMeaningless(value) && !held.has(value);
}

function couldSet({ owner }: Statement, { name }: Member, part: Part): boolean {
  return [...(owner.schema?.inputs.keys() ?? [])].some(
    (input) => nameLikeness(parsePropertyName(input), name, part.name) === "same",
  );
}

/** Returns whether the value is a document, or identifies a single object worldwide. */
function isIdentifying({ kind, text }: MemberValue): boolean {
  if (kind !== "word") return kind === "document";
  const form = valueForm(text, false);
  return form === "arn" || form === "url" || form === "path";
}

/** Returns whether the value is unlikely to be equal by accident. */
function isDistinctValue(value: MemberValue): boolean {
  const { kind, text } = value;
  if (isIdentifying(value) || (kind === "word" && valueForm(text, false) === "opaque")) return true;
  return /^[\d.]+\/\d+$|^[\d.]{7,}$|^[0-9a-f:]*::[0-9a-f:]*(\/\d+)?$/i.test(text) && !/^(0\.0\.0\.0|::)\//.test(text);
}
