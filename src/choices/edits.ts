/** Edits in a review. Converts them to choices, and to flags with the same effect. */

import type { Urn } from "../domain/graph.ts";
import type { SuppliedValue } from "../domain/questions.ts";
import type { ReviewAnswer } from "../domain/review.ts";
import { formatPath, parsePath } from "../value/path.ts";
import { type Choices, noChoices } from "./choices.ts";

/** The sum of all edits in a review. Keys are the URNs that the resources had when the review began. */
export interface Edits {
  readonly takenOut: ReadonlySet<Urn>;
  readonly names: ReadonlyMap<Urn, string>;
  readonly acceptReplace: ReadonlySet<Urn>;
  readonly ignoreChanges: ReadonlyMap<Urn, readonly string[]>;
  /** Paths in text form. */
  readonly notSecret: ReadonlyMap<Urn, readonly string[]>;
  readonly assumeDefaults: ReadonlySet<Urn>;
  readonly placeholders: ReadonlySet<Urn>;
  readonly values: readonly SuppliedValue[];
  /** Omitted if the setting of the command line applies. */
  readonly strict?: boolean;
  readonly output: { readonly language?: string; readonly layout?: string; readonly out?: string };
}

export const noEdits: Edits = {
  takenOut: new Set(),
  names: new Map(),
  acceptReplace: new Set(),
  ignoreChanges: new Map(),
  notSecret: new Map(),
  assumeDefaults: new Set(),
  placeholders: new Set(),
  values: [],
  output: {},
};

/** The lookups that the edits need. */
export interface EditFacts {
  /** Returns the resources and all resources that refer to them, directly and indirectly. */
  readonly withNaming: (keys: readonly Urn[]) => readonly Urn[];
  /** Returns the resources and all resources that they refer to, directly and indirectly. */
  readonly withNamed: (keys: readonly Urn[]) => readonly Urn[];
  /** Returns the paths of the differences of a resource, as text. */
  readonly differing: (key: Urn) => readonly string[];
  /** Returns the paths of the likely secrets of a resource, as text. */
  readonly likelySecrets: (key: Urn) => readonly string[];
  /** Returns the new names by key. Throws USAGE if the pattern is invalid. */
  readonly renamedBy: (pattern: string) => ReadonlyMap<Urn, string>;
}

/** An answer in the review that changes the import. */
export type Edit = Exclude<ReviewAnswer, { readonly kind: "write-report" | "save-rest" | "undo" | "import" | "quit" }>;

/** Returns the edits with one more edit applied. */
export function withEdit(edits: Edits, edit: Edit, lookup: EditFacts): Edits {
  switch (edit.kind) {
    case "take-out":
      return { ...edits, takenOut: new Set([...edits.takenOut, ...lookup.withNaming(edit.keys)]) };
    case "take-in": {
      const taken = new Set(lookup.withNamed(edit.keys));
      return { ...edits, takenOut: new Set([...edits.takenOut].filter((key) => !taken.has(key))) };
    }
    case "rename":
      return { ...edits, names: new Map([...edits.names, [edit.key, edit.name]]) };
    case "rename-all":
      return { ...edits, names: new Map([...edits.names, ...lookup.renamedBy(edit.pattern)]) };
    case "accept-replace":
      return { ...edits, acceptReplace: new Set([...edits.acceptReplace, ...edit.keys]) };
    case "ignore-changes":
      return { ...edits, ignoreChanges: addPaths(edits.ignoreChanges, edit.keys, lookup.differing) };
    case "not-secret":
      return { ...edits, notSecret: addPaths(edits.notSecret, edit.keys, lookup.likelySecrets) };
    case "assume-defaults":
      return { ...edits, assumeDefaults: new Set([...edits.assumeDefaults, ...edit.keys]) };
    case "use-placeholder":
      return { ...edits, placeholders: new Set([...edits.placeholders, ...edit.keys]) };
    case "give-values": {
      const given = edit.values.map((value) => ({ ...value, urn: edit.key }));
      const paths = new Set(given.map(({ path }) => formatPath(path)));
      const others = edits.values.filter(({ urn, path }) => urn !== edit.key || !paths.has(formatPath(path)));
      return { ...edits, values: [...others, ...given] };
    }
    case "set-strict":
      return { ...edits, strict: edit.isStrict };
    case "set-output": {
      const { language, layout, directory } = edit;
      const output = {
        ...edits.output,
        language: language ?? edits.output.language,
        layout: layout ?? edits.output.layout,
        out: directory ?? edits.output.out,
      };
      return { ...edits, output };
    }
  }
}

function addPaths(
  existing: ReadonlyMap<Urn, readonly string[]>,
  keys: readonly Urn[],
  pathsOf: (key: Urn) => readonly string[],
): ReadonlyMap<Urn, readonly string[]> {
  return new Map([
    ...existing,
    ...keys.map((key) => [key, [...new Set([...(existing.get(key) ?? []), ...pathsOf(key)])]] as const),
  ]);
}

/** Returns the choices of the edits alone. The choices of the command line are already applied to the specs of a review. */
export function specChoices({ takenOut, names, ignoreChanges, notSecret }: Edits): Choices {
  const named = (paths: ReadonlyMap<Urn, readonly string[]>) =>
    [...paths].flatMap(([resource, texts]) =>
      texts.flatMap((text) => {
        const path = parsePath(text);
        return path === undefined ? [] : [{ resource, path, text: `${resource}=${text}` }];
      }),
    );
  return {
    ...noChoices,
    leaveOut: takenOut,
    renames: [...names]
      .filter(([key]) => !takenOut.has(key))
      .map(([old, name]) => ({ kind: "exact", old, name, text: `${old}=${name}` })),
    ignoreChanges: named(ignoreChanges),
    notSecret: named(notSecret),
  };
}

/**
 * Adds the decisions of the edits to the choices of the command line.
 *
 * @param given the choices of the command line
 * @param urnOf returns the current URN for a key, or undefined if the resource is left out
 */
export function planChoices(given: Choices, edits: Edits, urnOf: (key: Urn) => Urn | undefined): Choices {
  const now = (keys: Iterable<Urn>) => [...keys].flatMap((key) => urnOf(key) ?? []);
  return {
    ...given,
    acceptReplace: new Set([...given.acceptReplace, ...now(edits.acceptReplace)]),
    assumeDefaults: new Set([...given.assumeDefaults, ...now(edits.assumeDefaults)]),
    placeholders: new Set([...given.placeholders, ...now(edits.placeholders)]),
    strict: edits.strict ?? given.strict,
  };
}

/**
 * Returns flags that have the same effect as the edits. Leaves out values that the user typed in the review, because no flags set them.
 *
 * @param urnOf returns the current URN for a key, or undefined if the resource is left out
 */
export function editWords(edits: Edits, urnOf: (key: Urn) => Urn | undefined): readonly string[] {
  const { language, layout, out } = edits.output;
  const kept = (keys: Iterable<Urn>) => [...keys].filter((key) => !edits.takenOut.has(key));
  const about = (flag: string, keys: Iterable<Urn>) => kept(keys).flatMap((key) => [flag, urnOf(key) ?? key]);
  return [
    ...[...edits.takenOut].flatMap((key) => ["--leave-out", key]),
    ...kept(edits.names.keys()).flatMap((key) => ["--rename", `${key}=${edits.names.get(key) ?? ""}`]),
    ...kept(edits.ignoreChanges.keys()).flatMap((key) =>
      (edits.ignoreChanges.get(key) ?? []).flatMap((path) => ["--ignore-changes", `${key}=${path}`]),
    ),
    ...kept(edits.notSecret.keys()).flatMap((key) =>
      (edits.notSecret.get(key) ?? []).flatMap((path) => ["--not-secret", `${key}=${path}`]),
    ),
    ...about("--accept-replace", edits.acceptReplace),
    ...about("--assume-defaults-for", edits.assumeDefaults),
    ...about("--placeholder-for", edits.placeholders),
    ...(edits.strict === undefined ? [] : [edits.strict ? "--strict" : "--no-strict"]),
    ...(language === undefined ? [] : ["--language", language]),
    ...(layout === undefined ? [] : ["--layout", layout]),
    ...(out === undefined ? [] : ["--out", out]),
  ];
}
