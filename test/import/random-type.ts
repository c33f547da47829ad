/**
 * Random resource types: a tree of properties with behaviors of real providers, an object in the cloud, and the schema.
 */
import fc from "fast-check";
import type { Json, JsonObject } from "./model-cloud.ts";

/** What happens to a property that the program omits. */
type Silence =
  /** The property is removed. */
  | "nothing"
  /** The provider's default, which only Diff shows. */
  | "default"
  /** The value in the cloud stays. */
  | "kept"
  /** Check restores the old input. */
  | "history"
  /** Check adds the provider's default. */
  | "filled"
  /** Check restores the old input, or adds a random value. */
  | "random"
  /** Check adds a different value each time. */
  | "unstable"
  /** SDKs add the schema's default. */
  | "sdk";

export interface Leaf {
  readonly kind: "leaf";
  readonly type: "text" | "texts" | "map" | "secret";
  /** True if the schema requires the property. */
  readonly required: boolean;
  /** True if Check requires the property, although the schema does not. */
  readonly requiredByProvider: boolean;
  readonly silence: Silence;
  readonly replaces: "no" | "diff" | "schema";
  /** The call that trims white space. */
  readonly trims: "no" | "check" | "diff";
  /** True if Check rejects the value "odd". */
  readonly picky: boolean;
  readonly unreadable: boolean;
  /** The value of a new object if the program omits a property with silence "kept". Defaults to "nothing". */
  readonly server?: "nothing" | "default" | "assigned";
  /** True if a Create preview returns the value that the cloud sets as unknown. Always true for assigned values. */
  readonly hidden?: boolean;
  /** True if Create requires the property, although Check and Diff do not. */
  readonly creation?: boolean;
  /** The name of the property that replaces this deprecated property, and has the same content. */
  readonly copyOf?: string;
}

export interface Group {
  readonly kind: "group";
  readonly of: "object" | "list" | "set";
  readonly required: boolean;
  /** True if Diff ignores the group when the program omits all of it. */
  readonly kept: boolean;
  /** True if Check rejects the group unless all of its members are set. */
  readonly verbatim?: boolean;
  /** The value of a new object if the program omits a kept group. Defaults to "nothing". */
  readonly server?: "nothing" | "default";
  readonly hidden?: boolean;
  readonly members: Members;
}

export interface Members {
  readonly properties: Readonly<Record<string, Leaf | Group>>;
  readonly rules: readonly Rule[];
}

export interface Rule {
  readonly kind: "exactly-one" | "at-most-one" | "needs" | "together";
  readonly a: string;
  readonly b: string;
  /** The properties that a rejection by Check names, or another call that fails: Diff, or a Create preview (`plan`). */
  readonly named: "both" | "one" | "nothing" | "error" | "diff" | "plan";
}

export interface Behaviours extends Members {
  readonly form: "detailed" | "names" | "unnamed" | "unknown";
  /** The values that Diff compares with. */
  readonly base: "outputs" | "inputs";
  /** A property that Diff always reports, and whether it respects `ignoreChanges`. */
  readonly phantom: { readonly name: string; readonly polite: boolean } | undefined;
  /** True if Read returns an input that is not in the schema, and that Check rejects. */
  readonly extra: boolean;
}

const oneIn = (times: number): fc.Arbitrary<boolean> => fc.integer({ min: 1, max: times }).map((n) => n === times);
const often = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.constantFrom(usual, usual, usual, usual, ...others);

/** `usual`: Diff shows every difference of a new object. `fresh`: a new object can differ although Diff shows nothing. */
type Kind = "usual" | "fresh";

const leaf = (kind: Kind): fc.Arbitrary<Leaf> =>
  fc
    .record({
      kind: fc.constant("leaf" as const),
      type: fc.constantFrom<Leaf["type"]>("text", "text", "text", "texts", "map", "secret"),
      required: oneIn(7),
      requiredByProvider: oneIn(12),
      silence: fc.constantFrom<Silence>(
        "nothing",
        "nothing",
        "default",
        "default",
        "kept",
        "kept",
        "history",
        "filled",
        "random",
        "sdk",
        "unstable",
      ),
      replaces: often<Leaf["replaces"]>("no", "no", "diff", "schema"),
      trims: often<Leaf["trims"]>("no", "no", "check", "diff"),
      picky: oneIn(5),
      unreadable: oneIn(25),
    })
    .chain((one) => (kind === "usual" ? fc.constant(one) : newness.map((more) => asItCanBe({ ...one, ...more }))));

const newness = fc.record({
  server: fc.constantFrom<NonNullable<Leaf["server"]>>("nothing", "default", "assigned"),
  hidden: fc.boolean(),
  creation: oneIn(10),
});

/** Removes assigned values from leaves that cannot have one. Only strings that a program may omit can. */
function asItCanBe(one: Leaf): Leaf {
  const isFree =
    one.silence === "kept" && one.replaces === "no" && !one.required && !one.requiredByProvider && !one.unreadable;
  if (one.server !== "assigned") return one;
  return isFree && one.type === "text" ? { ...one, trims: "no" } : { ...one, server: "default" };
}

const rule = (names: readonly string[], kind: Kind): fc.Arbitrary<Rule> =>
  fc.record({
    kind:
      kind === "usual"
        ? fc.constantFrom("exactly-one", "at-most-one", "at-most-one", "needs")
        : fc.constantFrom("exactly-one", "at-most-one", "needs", "together", "together"),
    a: fc.constantFrom(...names),
    b: fc.constantFrom(...names),
    named:
      kind === "usual"
        ? fc.constantFrom("both", "one", "nothing", "error", "diff")
        : fc.constantFrom("both", "one", "nothing", "error", "diff", "plan", "plan"),
  });

function members(prefix: string, most: number, depth: number, kind: Kind): fc.Arbitrary<Members> {
  const others = kind === "usual" ? [] : [{ arbitrary: verbatim(`${prefix}v`), weight: 1 }];
  const property: fc.Arbitrary<Leaf | Group> =
    depth === 0
      ? leaf(kind)
      : fc.oneof(
          { arbitrary: leaf(kind), weight: 4 },
          { arbitrary: group(prefix, depth - 1, kind), weight: 1 },
          ...others,
        );
  const twin = kind === "usual" || depth === 0 ? fc.constant(false) : oneIn(4);
  return fc.tuple(fc.array(property, { minLength: 1, maxLength: most }), twin).chain(([chosen, hasTwin]) => {
    const list = hasTwin ? [...chosen, ...twinOf(prefix, chosen)] : chosen;
    const names = list.map((_, index) => `${prefix}${index}`);
    return fc.array(rule(names, kind), { maxLength: kind === "usual" ? 1 : 2, size: "max" }).map((rules) => ({
      properties: Object.fromEntries(list.map((one, index) => [names[index], one])),
      rules: rules.filter(({ a, b }) => a !== b && ![a, b].some((name) => isFixed(list[names.indexOf(name)]))),
    }));
  });
}

/** Returns true for properties that have no rules: required properties, and deprecated copies of other properties. */
function isFixed(property: Leaf | Group | undefined): boolean {
  return property?.required === true || (property?.kind === "leaf" && property.copyOf !== undefined);
}

/** Returns a deprecated copy of the first property that can have one. */
function twinOf(prefix: string, list: readonly (Leaf | Group)[]): readonly Leaf[] {
  const index = list.findIndex((one) => one.kind === "leaf" && one.type !== "secret" && !one.unreadable);
  const of = list[index];
  if (of?.kind !== "leaf") return [];
  const free = { required: false, requiredByProvider: false, picky: false, unreadable: false, creation: false };
  const twin = { silence: "kept", replaces: "no", trims: "no", server: "nothing" } as const;
  return [{ ...of, ...free, ...twin, copyOf: `${prefix}${index}` }];
}

function group(prefix: string, depth: number, kind: Kind): fc.Arbitrary<Group> {
  return fc.record({
    kind: fc.constant("group" as const),
    of: fc.constantFrom("object", "object", "list", "set"),
    required: oneIn(7),
    kept: oneIn(kind === "usual" ? 4 : 2),
    members: members(`${prefix}${"xyz"[depth] ?? ""}`, 3, depth, kind),
    ...(kind === "fresh" && { server: fc.constantFrom("nothing" as const, "default" as const), hidden: fc.boolean() }),
  });
}

/** Generates a group whose values must all be set. */
function verbatim(prefix: string): fc.Arbitrary<Group> {
  const plain = {
    kind: "leaf",
    required: false,
    requiredByProvider: false,
    silence: "nothing",
    replaces: "no",
  } as const;
  const rest = { trims: "no", picky: false, unreadable: false, server: "nothing", planned: true } as const;
  const leafOfType = fc
    .constantFrom("text", "texts", "map")
    .map((type): Leaf => ({ ...plain, ...rest, creation: false, type }));
  return fc
    .tuple(fc.constantFrom("object", "list"), fc.boolean(), fc.array(leafOfType, { minLength: 2, maxLength: 3 }))
    .map(([of, kept, list]) => ({
      kind: "group",
      of,
      required: false,
      kept,
      verbatim: true,
      hidden: true,
      members: { properties: Object.fromEntries(list.map((leaf, index) => [`${prefix}${index}`, leaf])), rules: [] },
    }));
}

const behavioursOf = (kind: Kind): fc.Arbitrary<Behaviours> =>
  fc
    .tuple(
      members("p", 4, 2, kind),
      fc.record({
        form: fc.constantFrom("detailed", "detailed", "detailed", "names", "unnamed", "unknown"),
        base: often<Behaviours["base"]>("outputs", "inputs"),
        extra: oneIn(8),
        phantom: fc
          .tuple(oneIn(12), fc.record({ name: fc.constantFrom("p0", "p9"), polite: fc.boolean() }))
          .map(([is, phantom]) => (is ? phantom : undefined)),
      }),
    )
    .map(([tree, rest]) => ({ ...tree, ...rest }));

/** Types whose Diff shows every difference of a new object. */
export const behaviours: fc.Arbitrary<Behaviours> = behavioursOf("usual");

/** Types whose new objects can differ although Diff shows nothing. */
export const freshBehaviours: fc.Arbitrary<Behaviours> = behavioursOf("fresh");

/** Returns the schema of the properties, and adds the object types to `types`. */
export function shapeOf(tree: Members, types: Record<string, unknown>, prefix: string) {
  const properties = Object.entries(tree.properties).map(([name, property]) => {
    if (property.kind === "leaf") return [name, leafShape(property)];
    const token = `${prefix}${name}`;
    const inside = shapeOf(property.members, types, token);
    types[token] = inside;
    const ref = { $ref: `#/types/model:index:${token}` };
    return [name, property.of === "object" ? ref : { type: "array", items: ref }];
  });
  const required = Object.entries(tree.properties).flatMap(([name, property]) => (property.required ? [name] : []));
  return { properties: Object.fromEntries(properties) as Record<string, unknown>, required };
}

function leafShape({ type, silence, replaces, copyOf }: Leaf): unknown {
  const types = {
    text: { type: "string" },
    secret: { type: "string", secret: true },
    texts: { type: "array", items: { type: "string" } },
    map: { type: "object", additionalProperties: { type: "string" } },
  };
  const hasDefault = silence === "sdk" && type === "text";
  return {
    ...types[type],
    ...(hasDefault && { default: "d" }),
    ...(replaces === "schema" && { willReplaceOnChanges: true }),
    ...(copyOf !== undefined && { deprecationMessage: `Use ${copyOf}.` }),
  };
}

/** Returns the inputs that SDKs send. They add the schema's defaults at the top level and in objects, but not in lists. */
export function sentBySdk(tree: Members, program: JsonObject): JsonObject {
  const sent: Record<string, Json> = { ...program };
  for (const [name, property] of Object.entries(tree.properties)) {
    const value = program[name] ?? null;
    if (property.kind === "leaf") {
      if (value === null && property.silence === "sdk" && property.type === "text") sent[name] = "d";
    } else if (isObject(value)) sent[name] = sentBySdk(property.members, value);
  }
  return sent;
}

/** Returns true if the inputs satisfy the rule. */
export function isKept({ kind, a, b }: Pick<Rule, "kind" | "a" | "b">, news: JsonObject): boolean {
  const [hasA, hasB] = [(news[a] ?? null) !== null, (news[b] ?? null) !== null];
  switch (kind) {
    case "exactly-one":
      return hasA !== hasB;
    case "at-most-one":
      return !(hasA && hasB);
    case "needs":
      return !hasA || hasB;
    case "together":
      return hasA === hasB;
  }
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
