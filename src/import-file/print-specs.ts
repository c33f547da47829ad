/**
 * Import specs -> the text of an import file that says the same. The reverse of `read.ts`; secrets must be gone before.
 */
import { dirname, relative, resolve } from "node:path";
import { invariant } from "../errors.ts";
import { formatPath, formatPattern } from "../ir/path.ts";
import { invisibleOnScreen, unicodeEscape } from "../json/invisible.ts";
import { propertiesToState } from "../value/state-codec.ts";
import { printStateJson, type StateJson } from "../value/state-json.ts";
import type { PropertyMap } from "../value/value.ts";
import type { ImportSpec, ImportSpecs, Place, SpecOptions } from "./import-specs.ts";

/** Fields of a JSON object in their order; those without a value are left out. */
export type Fields = readonly (readonly [key: string, value: StateJson | undefined])[];

/**
 * JSON of two blanks per level that ends with a line end; characters that no screen shows are escapes.
 *
 * @param head fields before all others
 * @param here a file as it is named in another import file -> as it is named in this one
 */
export function printSpecs(
  { nameTable, resources, providerInputs, schemas = [] }: ImportSpecs,
  head: Fields,
  here: (name: string, where: Place) => string,
): string {
  const document = definedFields([
    ...head,
    ["nameTable", nonEmptyMap([...nameTable].map(([name, { urn }]) => [name, urn]))],
    ["schemas", nonEmptyList(schemas.map(({ name, where }) => here(name, where)))],
    ["resources", resources.map((entry) => specJson(entry, here))],
    ["providerInputs", nonEmptyMap([...providerInputs].map(([name, { inputs }]) => [name, values(inputs)]))],
  ]);
  return `${escapeInvisibleJson(printStateJson(document, { lead: "\n", unit: "  " }))}\n`;
}

/** A person who opens the file sees every character of it; the replacement character is refused there where it is no escape. */
function escapeInvisibleJson(json: string): string {
  return json
    .replace(invisibleOnScreen, (character) => (character === "\n" ? character : unicodeEscape(character)))
    .replaceAll("\ufffd", unicodeEscape);
}

function specJson(entry: ImportSpec, here: (name: string, where: Place) => string): StateJson {
  const { type, name, logicalName, inputs, outputs, options, parameterization, extension } = entry;
  const sources = entry.inputsFrom.map(({ path, from, name: source, where }): readonly [string, StateJson] => [
    formatPath(path),
    definedFields([[from, from === "file" ? here(source, where) : source]]),
  ]);
  return definedFields([
    ["type", type],
    ["name", name],
    ["logicalName", logicalName === name ? undefined : logicalName],
    ["id", entry.id],
    ["parent", entry.parent],
    ["provider", entry.provider],
    ["version", entry.version],
    ["pluginDownloadUrl", entry.pluginDownloadUrl],
    ["component", entry.component || undefined],
    ["remote", entry.remote || undefined],
    ["properties", nonEmptyList(entry.properties.map(formatPath))],
    ["inputs", inputs && values(inputs)],
    ["inputsFrom", nonEmptyMap(sources)],
    ["outputs", outputs && values(outputs)],
    ["parameterization", parameterization && definedFields(Object.entries(parameterization))],
    ["extension", extension && definedFields(Object.entries(extension))],
    ["protect", entry.protect],
    ["retainOnDelete", entry.retainOnDelete],
    ["notSecret", nonEmptyList((entry.notSecret ?? []).map(formatPattern))],
    ...(options === undefined ? [] : optionFields(options)),
  ]);
}

function optionFields({ customTimeouts, ...options }: SpecOptions): Fields {
  // Seconds with a fraction are a duration too.
  const timeouts = Object.entries(customTimeouts ?? {}).map(([name, seconds]) => [name, `${seconds}s`] as const);
  return [
    ["ignoreChanges", nonEmptyList(options.ignoreChanges.map(formatPattern))],
    ["dependsOn", nonEmptyList(options.dependsOn.map(({ name }) => name))],
    ["deletedWith", options.deletedWith?.name],
    ["customTimeouts", nonEmptyMap(timeouts)],
    ["additionalSecretOutputs", nonEmptyList(options.additionalSecretOutputs)],
    ["aliases", nonEmptyList(options.aliases)],
  ];
}

function values(map: PropertyMap): StateJson {
  return propertiesToState(map, () => invariant(false, "no secret is written to an import file") as never);
}

function definedFields(fields: Fields): StateJson {
  return new Map(fields.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}

/** Empty lists and tables are left out. */
function nonEmptyList(items: readonly string[]): StateJson | undefined {
  return items.length === 0 ? undefined : items;
}

function nonEmptyMap(entries: readonly (readonly [string, StateJson])[]): StateJson | undefined {
  return entries.length === 0 ? undefined : new Map(entries);
}

/** Names a file, as an import file names it, from an import file in another folder. */
export function namedFrom(folder: string, cwd: string): (name: string, where: Place) => string {
  return (name, where) => relative(folder, resolve(cwd, dirname(where.file), name));
}
