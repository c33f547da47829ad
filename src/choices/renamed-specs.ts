/** Renames import specs. Changes only their logical names, so references by name stay valid. Updates URNs in references and in `nameTable`. */

import { ImpError, type Problem } from "../domain/errors.ts";
import type { SpecId } from "../domain/spec-id.ts";
import { parseUrn } from "../domain/urn.ts";
import type { ImportSpec, ImportSpecs } from "../import-file/import-specs.ts";
import { quote } from "../value/json/quote.ts";
import type { Choices } from "./choices.ts";
import { shortType } from "./filter.ts";
import { type TagsOf, templateNames } from "./name-template.ts";
import { type SpecNames, specNamesOf } from "./named-specs.ts";
import { type Rename, renamedBy } from "./rename.ts";

/** Renames the specs. Throws CHOICE_IMPOSSIBLE for ambiguous old names, invalid new names, and duplicate new names. */
export function renamedSpecs(
  specs: ImportSpecs,
  { renames, nameTemplate }: Pick<Choices, "renames" | "nameTemplate">,
  tagsOf: TagsOf = () => undefined,
): ImportSpecs {
  if (renames.length === 0 && nameTemplate === undefined) return specs;
  const names = specNamesOf(specs);
  const problems: Problem[] = [];
  const exact = exactNames(renames, names, problems);
  const made =
    nameTemplate === undefined ? undefined : templateNames(specs.resources, nameTemplate, parentNames(names), tagsOf);
  const renamed = new Map(
    specs.resources.map((entry) => [
      entry.specId,
      exact.get(entry.specId) ?? byPatterns(made?.get(entry.specId) ?? entry.logicalName, renames),
    ]),
  );
  reportNames(specs.resources, renamed, names, problems);
  if (problems.length > 0) throw ImpError.of("CHOICE_IMPOSSIBLE", { problems });
  const byName = new Set(specs.resources.map(({ name }) => name));
  const follow = (urn: string): string => {
    const entry = names.ofUrn(urn);
    const name = entry === undefined ? undefined : renamed.get(entry.specId);
    const old = parseUrn(urn)?.name;
    return name === undefined || old === undefined ? urn : `${urn.slice(0, urn.length - old.length)}${name}`;
  };
  const followName = (name: string) => (specs.nameTable.has(name) || byName.has(name) ? name : follow(name));
  return {
    ...specs,
    nameTable: new Map([...specs.nameTable].map(([name, { urn, where }]) => [name, { urn: follow(urn), where }])),
    resources: specs.resources.map((entry) => ({
      ...withReferences(entry, followName),
      logicalName: renamed.get(entry.specId) ?? entry.logicalName,
    })),
  };
}

function exactNames(renames: readonly Rename[], names: SpecNames, problems: Problem[]): ReadonlyMap<SpecId, string> {
  const newNames = new Map<SpecId, string>();
  for (const rename of renames) {
    if (rename.kind !== "exact") continue;
    const [first, second] = names.called(rename.old);
    if (first !== undefined) newNames.set(first.specId, rename.name);
    if (first === undefined || second === undefined) continue;
    const { file, line } = first.where;
    const message = `Cannot rename ${quote(rename.old)}: the entry at ${file}:${line} has the same name.`;
    problems.push({ ...second.locations.name, message, hint: "Use the URN of the resource instead of its name." });
  }
  return newNames;
}

function byPatterns(logicalName: string, renames: readonly Rename[]): string {
  return renames.reduce(
    (name, rename) => (rename.kind === "pattern" ? (renamedBy(rename, name) ?? name) : name),
    logicalName,
  );
}

function parentNames(names: SpecNames): (entry: ImportSpec) => string | undefined {
  return (entry) => names.named(entry).find(({ role }) => role === "parent")?.entry.logicalName ?? entry.parent;
}

/** Reports new names that are invalid, or that another entry with the same type and parent already has. */
function reportNames(
  resources: readonly ImportSpec[],
  renamed: ReadonlyMap<SpecId, string>,
  names: SpecNames,
  problems: Problem[],
): void {
  const taken = new Map<string, ImportSpec>();
  for (const entry of resources) {
    const name = renamed.get(entry.specId) ?? entry.logicalName;
    const isNew = name !== entry.logicalName;
    if (isNew && !/^[^\u0000-\u001f\u007f]+$/.test(name)) {
      const message = `${quote(entry.logicalName)} would be renamed to ${name === "" ? "an empty name" : quote(name)}.`;
      problems.push({
        ...entry.locations.name,
        message,
        hint: "A name must be a single line and must not be empty.",
      });
    }
    const parent = names.named(entry).find(({ role }) => role === "parent")?.entry;
    const key = JSON.stringify([shortType(entry.type), parent?.name ?? entry.parent, name]);
    const other = taken.get(key);
    taken.set(key, other ?? entry);
    if (other === undefined || (!isNew && renamed.get(other.specId) === other.logicalName)) continue;
    const { file, line } = other.where;
    const message = `${quote(entry.logicalName)} and ${quote(other.logicalName)} at ${file}:${line} would both be named ${quote(name)}.`;
    problems.push({ ...entry.locations.name, message, hint: "Choose different names." });
  }
}

function withReferences(entry: ImportSpec, follow: (name: string) => string): ImportSpec {
  const { parent, provider, options } = entry;
  const deletedWith = options?.deletedWith;
  return {
    ...entry,
    parent: parent === undefined ? undefined : follow(parent),
    provider: provider === undefined ? undefined : follow(provider),
    options: options && {
      ...options,
      dependsOn: options.dependsOn.map((dependency) => ({ ...dependency, name: follow(dependency.name) })),
      deletedWith: deletedWith && { ...deletedWith, name: follow(deletedWith.name) },
    },
  };
}
