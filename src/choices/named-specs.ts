/** Looks up import specs by name and URN. Compares types in short form, because schemas are not loaded yet. */

import type { Urn } from "../domain/graph.ts";
import type { SpecId } from "../domain/spec-id.ts";
import { parseUrn } from "../domain/urn.ts";
import type { ImportSpec, ImportSpecs, TextLocation } from "../import-file/import-specs.ts";
import { shortType } from "./filter.ts";

/** A reference from one entry to another. */
export interface NamedSpec {
  readonly role: "parent" | "provider" | "dependsOn" | "deletedWith";
  readonly name: string;
  readonly where: TextLocation;
  readonly entry: ImportSpec;
}

export interface SpecNames {
  /** Returns the entries that an entry refers to. */
  named(entry: ImportSpec): readonly NamedSpec[];
  /** Returns the entry with the URN. Ignores the stack in the URN. */
  ofUrn(urn: Urn): ImportSpec | undefined;
  /** Returns the entries that match a word on the command line: a URN, a logical name, or the `name` that references use. */
  called(word: string): readonly ImportSpec[];
}

/** Indexes the import specs. */
export function specNamesOf({ resources, nameTable }: ImportSpecs): SpecNames {
  const byName = new Map<string, ImportSpec>();
  // Duplicate names are reported when the specs are resolved.
  for (const entry of resources) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  const qualified = new Map<SpecId, string>();
  const qualifiedType = (entry: ImportSpec, below: ReadonlySet<SpecId>): string => {
    const memoized = qualified.get(entry.specId);
    if (memoized !== undefined) return memoized;
    const above =
      entry.parent === undefined || below.has(entry.specId)
        ? ""
        : typesOf(entry.parent, new Set([...below, entry.specId]));
    const type = `${above}${above === "" ? "" : "$"}${shortType(entry.type)}`;
    qualified.set(entry.specId, type);
    return type;
  };
  const typesOf = (name: string, below: ReadonlySet<SpecId>): string => {
    const urn = nameTable.get(name)?.urn;
    const entry = urn === undefined ? byName.get(name) : undefined;
    if (entry !== undefined) return qualifiedType(entry, below);
    const types =
      parseUrn(urn ?? name)
        ?.qualifiedType.split("$")
        .map(shortType) ?? [];
    return types.filter((type) => type !== "pulumi:pulumi:Stack").join("$");
  };
  let byUrn: ReadonlyMap<string, ImportSpec> | undefined;
  const ofUrn = (urn: Urn): ImportSpec | undefined => {
    const parts = parseUrn(urn);
    if (parts === undefined) return undefined;
    byUrn ??= new Map(resources.map((entry) => [`${qualifiedType(entry, new Set())}::${entry.logicalName}`, entry]));
    return byUrn.get(`${parts.qualifiedType.split("$").map(shortType).join("$")}::${parts.name}`);
  };
  const lookUp = (name: string): ImportSpec | undefined => {
    const urn = nameTable.get(name)?.urn;
    return urn === undefined ? (byName.get(name) ?? ofUrn(name)) : ofUrn(urn);
  };
  const named = (entry: ImportSpec): readonly NamedSpec[] =>
    namesInSpec(entry).flatMap((reference) => {
      const referent = lookUp(reference.name);
      return referent === undefined ? [] : [{ ...reference, entry: referent }];
    });
  const called = (word: string): readonly ImportSpec[] => {
    const match = ofUrn(word);
    if (match !== undefined) return [match];
    const entries = resources.filter(({ logicalName }) => logicalName === word);
    return entries.length > 0 ? entries : resources.filter(({ name }) => name === word);
  };
  return { named, ofUrn, called };
}

function namesInSpec({
  parent,
  provider,
  options,
  locations: places,
  where,
}: ImportSpec): readonly Omit<NamedSpec, "entry">[] {
  return [
    ...(parent === undefined ? [] : [{ role: "parent" as const, name: parent, where: places.parent ?? where }]),
    ...(provider === undefined ? [] : [{ role: "provider" as const, name: provider, where: places.provider ?? where }]),
    ...(options?.dependsOn ?? []).map((dependency) => ({ role: "dependsOn" as const, ...dependency })),
    ...(options?.deletedWith === undefined ? [] : [{ role: "deletedWith" as const, ...options.deletedWith }]),
  ];
}
