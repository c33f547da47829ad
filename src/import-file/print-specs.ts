/** Prints import specs as an import file that `read.ts` can read. The specs must not contain secrets. */
import { dirname, relative, resolve } from "node:path";
import { invariant } from "../domain/errors.ts";
import { propertiesToState } from "../state/state-codec.ts";
import { invisibleOnScreen, unicodeEscape } from "../value/json/quote.ts";
import { formatPath, formatPattern } from "../value/path.ts";
import { printStateJson, type StateJson } from "../value/state-json.ts";
import type { PropertyMap } from "../value/value.ts";
import type { ImportSpec, ImportSpecs, SpecOptions, TextLocation } from "./import-specs.ts";

/** Ordered fields of a JSON object. Fields that are undefined are omitted. */
export type Fields = readonly (readonly [key: string, value: StateJson | undefined])[];

/**
 * Returns the JSON text, indented by two spaces, with escaped invisible characters and a final line break.
 *
 * @param head fields to print before all other fields
 * @param here converts a path in the import file that a spec comes from to a path in the new import file
 */
export function printSpecs(
  { nameTable, resources, providerInputs, schemas = [] }: ImportSpecs,
  head: Fields,
  here: (name: string, where: TextLocation) => string,
): string {
  const document = definedFields([
    ...head,
    ["nameTable", nonEmptyMap([...nameTable].map(([name, { urn }]) => [name, urn]))],
    ["schemas", nonEmptyList(schemas.map(({ name, where }) => here(name, where)))],
    ["resources", resources.map((entry) => specJson(entry, here))],
    ["providerInputs", nonEmptyMap([...providerInputs].map(([name, { inputs }]) => [name, propertiesJson(inputs)]))],
  ]);
  return `${escapeInvisibleJson(printStateJson(document, { lead: "\n", unit: "  " }))}\n`;
}

/** Escapes invisible characters, and U+FFFD, which the reader rejects. */
function escapeInvisibleJson(json: string): string {
  return json
    .replace(invisibleOnScreen, (character) => (character === "\n" ? character : unicodeEscape(character)))
    .replaceAll("\ufffd", unicodeEscape);
}

function specJson(entry: ImportSpec, here: (name: string, where: TextLocation) => string): StateJson {
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
    ["inputs", inputs && propertiesJson(inputs)],
    ["inputsFrom", nonEmptyMap(sources)],
    ["outputs", outputs && propertiesJson(outputs)],
    ["stackOutputs", nonEmptyMap([...(entry.stackOutputs ?? [])].map(([key, path]) => [key, formatPath(path)]))],
    ["parameterization", parameterization && definedFields(Object.entries(parameterization))],
    ["extension", extension && definedFields(Object.entries(extension))],
    ["protect", entry.protect],
    ["retainOnDelete", entry.retainOnDelete],
    ["notSecret", nonEmptyList((entry.notSecret ?? []).map(formatPattern))],
    ...(options === undefined ? [] : optionFields(options)),
  ]);
}

function optionFields({ customTimeouts, ...options }: SpecOptions): Fields {
  // The number of seconds can be a fraction: `1.5s`.
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

function propertiesJson(map: PropertyMap): StateJson {
  return propertiesToState(map, () => invariant(false, "no secret is written to an import file") as never);
}

function definedFields(fields: Fields): StateJson {
  return new Map(fields.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}

function nonEmptyList(items: readonly string[]): StateJson | undefined {
  return items.length === 0 ? undefined : items;
}

function nonEmptyMap(entries: readonly (readonly [string, StateJson])[]): StateJson | undefined {
  return entries.length === 0 ? undefined : new Map(entries);
}

/**
 * Returns a function that converts a path in an import file to a path relative to `folder`. @param cwd the directory that the paths of import files
 * are relative to
 */
export function namedFrom(folder: string, cwd: string): (name: string, where: TextLocation) => string {
  return (name, where) => relative(folder, resolve(cwd, dirname(where.file), name));
}
