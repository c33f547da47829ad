/** Finds the resource types that an input's name and the values next to it suggest. */
import type { PropertyMap } from "../value/value.ts";
import { joinsTwoOfAKind } from "./identity.ts";
import type { InputString } from "./input-strings.ts";
import type { LinkableResource, Path } from "./linkable-resource.ts";
import type { PropertyName } from "./name-words.ts";
import { environmentProperty, freeText } from "./property-words.ts";
import type { Scopes, Surroundings } from "./scopes.ts";
import type { Hint, TypeHints } from "./type-hints.ts";

/** An input property that may contain a reference, described by its name and the names around it. */
export interface Consumption {
  readonly consumer: LinkableResource;
  readonly path: Path;
  /** The innermost property name other than `id`, `arn`, or `name`, with the suffix of the innermost name: `vpc` and `id` for `vpc.id`. */
  readonly name: PropertyName;
  /** The innermost property name. Undefined if it is only `id`, `arn`, or `name`. */
  readonly called: string | undefined;
  readonly hint: Hint;
  readonly context: "free text" | "environment" | "own name" | "element name" | "property";
  /** True if the innermost key is a user's key of a map, not a property of the schema. */
  readonly isFree: boolean;
  /** The words of a user's key that are not part of the type name: `ssh` in `ssh-user`. */
  readonly moreWords: readonly string[];
  /** True for the value of an environment variable, or an entry in the `data` of a Kubernetes object. */
  readonly isVariable: boolean;
  readonly around: Surroundings;
  readonly description?: string;
}

/** Describes the property that contains a string. `naming` has the names of the inputs that name the resource. */
export function consumptionAt(
  consumer: LinkableResource,
  string: InputString,
  { hints, scopes }: { readonly hints: TypeHints; readonly scopes: Scopes },
  naming: ReadonlySet<string>,
): Consumption {
  const { path, holder, description } = string;
  const keys = pathKeys(string);
  const last = keys.at(-1) ?? "";
  let name = hints.propertyName(last);
  const called = name.stem.length === 0 ? undefined : last;
  let level = keys.length - 1;
  while (name.stem.length === 0 && level > 0) {
    level -= 1;
    name = { ...hints.propertyName(keys[level] ?? ""), suffix: name.suffix };
  }
  const service = metricService(consumer, path);
  const around = [...keys.slice(0, level).flatMap((word) => hints.propertyName(word).words), ...service];
  const kinds = kindsNextTo(consumer, called, name, holder?.entries ?? consumer.inputs, hints);
  const hint = kinds.size > 0 ? { types: kinds, sure: true } : typeHint(consumer, keys, name, around, hints);
  const named = consumptionContext(path, keys, hints, naming);
  const isData = consumer.inputs.has("metadata") && /^(data|stringData)$/.test(String(path[0]));
  const isProperty = named === "element name" && (kinds.size > 0 || holder?.isAlone === true);
  const context = isData ? "environment" : isProperty ? "property" : named;
  return {
    consumer,
    path,
    name,
    called,
    hint,
    context,
    isFree: holder?.isFree === true,
    moreWords: holder?.isFree ? moreWords(name, hint, hints) : [],
    isVariable: context === "environment" && (holder?.isFree === true || /^values?$/.test(String(path.at(-1)))),
    around: scopes.around(consumer, last, holder?.entries),
    description,
  };
}

/** Returns the service of a metric, from the innermost `namespace` on the path: `sqs` for `AWS/SQS`. */
function metricService({ inputs }: LinkableResource, path: Path): readonly string[] {
  let service: readonly string[] = [];
  let entries: PropertyMap = inputs;
  for (const [index, key] of path.entries()) {
    const namespace = entries.get("namespace");
    const [, named] = (namespace?.kind === "string" && /^[A-Za-z]\w*\/(\w+)$/.exec(namespace.value)) || [];
    if (named !== undefined) service = [named.toLowerCase()];
    const value = typeof key === "string" ? entries.get(key) : undefined;
    const next = path[index + 1];
    const member = value?.kind === "list" && typeof next === "number" ? value.items[next] : value;
    if (member?.kind === "map") entries = member.entries;
  }
  return service;
}

function typeHint(
  consumer: LinkableResource,
  keys: readonly string[],
  name: PropertyName,
  around: readonly string[],
  hints: TypeHints,
): Hint {
  const [property = ""] = keys;
  const isJoined = keys.length === 1 && joinsTwoOfAKind(property, consumer, hints);
  const last = { ...name, words: name.words.slice(-1), stem: name.stem.slice(-1) };
  return hints.resolve(consumer.type, isJoined ? last : name, around);
}

/** Returns the property names of a path. For the value in `{name: "TABLE", value: "orders"}`, the last one is `TABLE`. */
function pathKeys(string: InputString): readonly string[] {
  const keys = string.path.filter((key) => typeof key === "string");
  if (!/^values?$/.test(keys.at(-1) ?? "")) return keys;
  const name = textNextTo(string.holder?.entries, ["name", "key"]);
  return name === undefined ? keys : [...keys.slice(0, -1), name];
}

/** Returns the types that a top-level input refers to, by an adjacent value or by its name. */
export function typesNamedBy(consumer: LinkableResource, property: string, hints: TypeHints): ReadonlySet<string> {
  const name = hints.propertyName(property);
  const kinds = kindsNextTo(consumer, property, name, consumer.inputs, hints);
  return kinds.size > 0 ? kinds : typeHint(consumer, [property], name, [], hints).types;
}

function kindsNextTo(
  consumer: LinkableResource,
  called: string | undefined,
  name: PropertyName,
  siblings: PropertyMap,
  hints: TypeHints,
): ReadonlySet<string> {
  const kind = kindNextTo(called, name, siblings, hints);
  return kind === undefined ? new Set() : hints.ofKind(kind, consumer.type);
}

/** Returns the type name in an adjacent value: in `kind` next to `name`, or in `destinationType` next to `destination`. */
function kindNextTo(
  called: string | undefined,
  { stem }: PropertyName,
  siblings: PropertyMap,
  hints: TypeHints,
): string | undefined {
  if (called === undefined) return textNextTo(siblings, ["kind"]);
  for (const [key, value] of siblings) {
    if (value.kind !== "string" || !/(type|kind)$/i.test(key)) continue;
    const { words } = hints.propertyName(key);
    if (words.length === stem.length + 1 && stem.every((word, i) => words[i] === word)) return value.value;
  }
  return undefined;
}

function textNextTo(siblings: PropertyMap | undefined, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = siblings?.get(key);
    if (value?.kind === "string" && value.value !== "") return value.value;
  }
  return undefined;
}

function moreWords(name: PropertyName, { types }: Hint, hints: TypeHints): readonly string[] {
  const [type] = types;
  const typeWords = type === undefined ? "" : hints.typeName(type).words.join("");
  return type === undefined ? [] : name.stem.filter((word) => !typeWords.includes(word));
}

function consumptionContext(
  path: Path,
  keys: readonly string[],
  hints: TypeHints,
  naming: ReadonlySet<string>,
): Consumption["context"] {
  const last = keys.at(-1) ?? "";
  if (keys.some((key) => freeText.test(key))) return "free text";
  if (keys.length === 1 && naming.has(last)) return "own name";
  if (keys.some((key) => environmentProperty.test(key))) return "environment";
  return namesElement(path, keys, hints) ? "element name" : "property";
}

/** Returns true for names of list elements, which are not references: `rules[0].name`, `rules[0].ruleName`. */
function namesElement(path: Path, keys: readonly string[], hints: TypeHints): boolean {
  if (typeof path.at(-1) !== "string" || typeof path.at(-2) !== "number") return false;
  const { stem, suffix } = hints.propertyName(keys.at(-1) ?? "");
  if (suffix !== "name" && suffix !== "id") return false;
  return stem.length === 0 || stem.join(" ") === hints.propertyName(keys.at(-2) ?? "").words.join(" ");
}
