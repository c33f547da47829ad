/** Reads import files in JSON or YAML, and reports all errors of all files at once. */

import type { CustomTimeouts } from "../domain/custom-timeouts.ts";
import { ImpError, type Problem } from "../domain/errors.ts";
import { specIdOf } from "../domain/spec-id.ts";
import { type Lines, linesOf } from "../value/json/lines.ts";
import { quote } from "../value/json/quote.ts";
import { type Path, parsePath } from "../value/path.ts";
import { checkNodeShape, withoutEmptyFields } from "./check.ts";
import type { Entry, Fault, Node, Parsed } from "./document.ts";
import { importFileFormat } from "./format.ts";
import type {
  ImportSpec,
  ImportSpecs,
  InputSource,
  NamedSchema,
  NamedUrn,
  ProviderInputs,
  ReferentName,
  SpecOptions,
  TextLocation,
} from "./import-specs.ts";
import { inputLocator } from "./input-places.ts";
import { parseJsonFile } from "./parse-json.ts";
import { parseYaml } from "./parse-yaml.ts";
import { readPropertyNodes, secondsOf, type ValueReader } from "./read-values.ts";
import { refuseSpecs } from "./refuse.ts";

/** The path of a file as typed, and its decoded text. */
export interface ImportFileText {
  readonly path: string;
  readonly text: string;
}

export interface ReadOptions {
  /** Decrypts secrets that `pulumi preview --import-file` wrote, or throws. If omitted, encrypted secrets are reported as errors. */
  readonly decrypt?: (ciphertext: string) => string;
}

/**
 * Reads import files and joins their content. `.json` is JSON, `.yaml` and `.yml` are YAML. Other files are JSON if they start with `{`.
 *
 * @throws TERRAFORM_STATE for a Terraform state; SPEC_INVALID with all errors of all files, whose messages contain no property values
 */
export function readSpecs(files: readonly ImportFileText[], options: ReadOptions = {}): ImportSpecs {
  const problems: Problem[] = [];
  const nameTable = new Map<string, NamedUrn>();
  const resources: ImportSpec[] = [];
  const providerInputs = new Map<string, ProviderInputs>();
  const schemas: NamedSchema[] = [];
  let plan: TextLocation | undefined;
  for (const [fileIndex, file] of files.entries()) {
    const source = openSource(file, problems);
    const tree = parseImportFile(source);
    if (tree === undefined) continue;
    const root = withoutEmptyFields(tree, importFileFormat);
    // Without this check, each key of a Terraform state would be reported as unknown.
    if (field(root, "terraform_version") !== undefined) throw ImpError.of("TERRAFORM_STATE", { file: file.path });
    const reader: ValueReader = { report: source.report, ...options };
    const before = problems.length;
    checkNodeShape(root, importFileFormat, source.report);
    readNameTable(field(root, "nameTable")?.value, nameTable, source);
    readProviderInputs(field(root, "providerInputs")?.value, providerInputs, source, reader);
    const saved = field(root, "plan");
    if (saved !== undefined) plan ??= source.locate(saved.offset);
    const named = field(root, "schemas")?.value;
    for (const node of named?.kind === "list" ? named.items : [])
      if (node.kind === "text") schemas.push({ name: node.value, where: source.locate(node.offset) });
    const list = field(root, "resources")?.value;
    for (const [index, node] of (list?.kind === "list" ? list.items : []).entries()) {
      // After an error, read the other entries only to report their errors.
      const specId = specIdOf("import file", file.path, fileIndex, index);
      const resource = { specId, ...readSpec(node, source, reader) };
      if (problems.length === before) resources.push(resource);
    }
  }
  refuseSpecs(problems);
  return { nameTable, resources, providerInputs, schemas: schemas.length > 0 ? schemas : undefined, plan };
}

interface Source {
  readonly path: string;
  readonly text: string;
  readonly lines: Lines;
  readonly report: (fault: Fault) => void;
  locate(offset: number): TextLocation;
}

function openSource(file: ImportFileText, problems: Problem[]): Source {
  const text = file.text.startsWith("\ufeff") ? file.text.slice(1) : file.text;
  const lines = linesOf(text);
  const locate = (offset: number): TextLocation => ({ file: file.path, ...lines.place(offset) });
  return {
    path: file.path,
    text,
    lines,
    locate,
    report: ({ offset, message, hint }) => problems.push({ ...locate(offset), message, hint }),
  };
}

/** Returns the tree of a file. If the file cannot be parsed, reports why and returns undefined. */
function parseImportFile(source: Source): Node | undefined {
  const junk = notText(source.text);
  if (junk !== undefined) {
    source.report(junk);
    return undefined;
  }
  const empty = source.text.trim() === "";
  const read = isJsonSource(source) ? parseJsonFile : parseYaml;
  const parsed: Parsed = empty ? { root: undefined, faults: [] } : read(source.text, source.lines);
  for (const fault of parsed.faults) source.report(fault);
  if (parsed.root === undefined && parsed.faults.length === 0) {
    source.report({ offset: 0, message: "The file is empty.", hint: "Write an object with a `resources` list." });
  }
  return parsed.root;
}

/** Returns an error for the first character that a text file cannot contain. */
function notText(text: string): Fault | undefined {
  const offset = text.search(/[\0\ufffd]/);
  if (offset < 0) return undefined;
  if (text.includes("\0")) {
    return {
      offset,
      message: "The file is not a text file: it contains NUL bytes.",
      hint: "Save the file as UTF-8 (not UTF-16), or pass another file.",
    };
  }
  return {
    offset,
    message: "The file is not valid UTF-8.",
    hint: "Save the file as UTF-8. To write the replacement character itself, use \\ufffd.",
  };
}

function isJsonSource(source: Source): boolean {
  if (/\.json$/i.test(source.path)) return true;
  if (/\.ya?ml$/i.test(source.path)) return false;
  return /^\s*\{/.test(source.text);
}

function readNameTable(node: Node | undefined, table: Map<string, NamedUrn>, source: Source): void {
  for (const entry of node?.kind === "map" ? node.entries : []) {
    if (entry.value.kind !== "text") continue;
    const existing = table.get(entry.key);
    if (existing === undefined) table.set(entry.key, { urn: entry.value.value, where: source.locate(entry.offset) });
    else if (existing.urn !== entry.value.value) source.report(twice(entry, existing.where));
  }
}

function readProviderInputs(
  node: Node | undefined,
  table: Map<string, ProviderInputs>,
  source: Source,
  reader: ValueReader,
): void {
  for (const entry of node?.kind === "map" ? node.entries : []) {
    const inputs = readPropertyNodes(entry.value, reader);
    const existing = table.get(entry.key);
    if (existing === undefined) table.set(entry.key, { inputs, where: source.locate(entry.offset) });
    else source.report(twice(entry, existing.where));
  }
}

function twice(entry: Entry, first: TextLocation): Fault {
  return {
    offset: entry.offset,
    message: `The name ${quote(entry.key)} is already defined at ${first.file}:${first.line}.`,
    hint: "Names in `nameTable` must be unique in all import files of a run. Change one of the two names.",
  };
}

function readSpec(node: Node, source: Source, reader: ValueReader): Omit<ImportSpec, "specId"> {
  const type = fieldString(node, "type") ?? "";
  const logicalName = fieldString(node, "logicalName");
  const name = fieldString(node, "name") ?? logicalName ?? "";
  const inputs = field(node, "inputs")?.value;
  const inputsFrom = readInputSources(field(node, "inputsFrom")?.value, source);
  const outputs = field(node, "outputs")?.value;
  const notSecret = readPaths(field(node, "notSecret")?.value, source);
  const hasInputs = inputs !== undefined || inputsFrom.length > 0;
  const locateInput = hasInputs
    ? inputLocator(inputs, inputsFrom, source.locate(node.offset), source.locate)
    : undefined;
  const version = fieldString(node, "version");
  return {
    where: source.locate(node.offset),
    locations: { ...readLocations(node, source), ...optional("input", locateInput) },
    type,
    name,
    logicalName: logicalName ?? name,
    ...optional("id", fieldString(node, "id")),
    ...optional("parent", fieldString(node, "parent")),
    ...optional("provider", fieldString(node, "provider")),
    ...optional("version", version === undefined ? undefined : fullVersion(version)),
    ...optional("pluginDownloadUrl", fieldString(node, "pluginDownloadUrl")),
    properties: readPaths(field(node, "properties")?.value, source),
    component: flagAt(node, "component") ?? false,
    remote: flagAt(node, "remote") ?? false,
    ...optional("inputs", inputs === undefined ? undefined : readPropertyNodes(inputs, reader)),
    inputsFrom,
    ...optional("outputs", outputs === undefined ? undefined : readPropertyNodes(outputs, reader)),
    ...optional("stackOutputs", readStackOutputs(field(node, "stackOutputs")?.value, source)),
    ...optional("parameterization", readParameterizationNode(field(node, "parameterization")?.value)),
    ...optional("extension", readExtensionNode(field(node, "extension")?.value)),
    ...optional("protect", flagAt(node, "protect")),
    ...optional("retainOnDelete", flagAt(node, "retainOnDelete")),
    ...optional("notSecret", notSecret.length === 0 ? undefined : notSecret),
    ...optional("options", readSpecOptions(node, source)),
  };
}

function readLocations(node: Node, source: Source): ImportSpec["locations"] {
  const locate = (key: string): TextLocation | undefined => {
    const value = field(node, key)?.value;
    return value === undefined ? undefined : source.locate(value.offset);
  };
  const whole = source.locate(node.offset);
  return {
    type: locate("type") ?? whole,
    name: locate("logicalName") ?? locate("name") ?? whole,
    ...optional("parent", locate("parent")),
    ...optional("provider", locate("provider")),
    ...optional("id", locate("id")),
  };
}

/** Returns the entries of `inputsFrom`. `checkNodeShape` has already reported values of a wrong type. */
function readInputSources(node: Node | undefined, source: Source): readonly InputSource[] {
  return (node?.kind === "map" ? node.entries : []).flatMap((entry): readonly InputSource[] => {
    const path = parsePath(entry.key);
    const from = fieldString(entry.value, "env") === undefined ? "file" : "env";
    const name = fieldString(entry.value, from);
    if (path === undefined || path.length === 0) source.report(notPath(entry.key, entry.offset));
    return name === undefined ? [] : [{ path: path ?? [], from, name, where: source.locate(entry.value.offset) }];
  });
}

/** Returns true for a name that all languages accept as a stack output. A module cannot have `default` and other exports. */
function isOutputName(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(name) && name !== "default";
}

function readStackOutputs(node: Node | undefined, source: Source): ReadonlyMap<string, Path> | undefined {
  const outputs = new Map<string, Path>();
  for (const { key, offset, value } of node?.kind === "map" ? node.entries : []) {
    if (value.kind !== "text") continue;
    const path = parsePath(value.value);
    if (!isOutputName(key)) source.report(notOutputName(key, offset));
    else if (path === undefined || path.length === 0) source.report(notPath(value.value, value.offset));
    else outputs.set(key, path);
  }
  return outputs.size === 0 ? undefined : outputs;
}

function notOutputName(text: string, offset: number): Fault {
  const hint =
    "Use letters, digits, and underscores, and begin with a letter, because programs use the name as an identifier. `default` is reserved.";
  return { offset, message: `Invalid name ${quote(text)} of a stack output.`, hint };
}

function notPath(text: string, offset: number): Fault {
  const hint = 'Use a property path such as tags.env, rules[0].port, or tags["a.b"].';
  return { offset, message: `Invalid property path ${quote(text)}.`, hint };
}

function readSpecOptions(node: Node, source: Source): ImportSpec["options"] {
  const named = (item: Node): readonly ReferentName[] =>
    item.kind === "text" ? [{ name: item.value, where: source.locate(item.offset) }] : [];
  const items = (key: string): readonly Node[] => {
    const value = field(node, key)?.value;
    return value?.kind === "list" ? value.items : [];
  };
  const texts = (key: string): readonly string[] =>
    items(key).flatMap((item) => (item.kind === "text" ? [item.value] : []));
  const deletedWith = field(node, "deletedWith")?.value;
  const [referent] = deletedWith === undefined ? [] : named(deletedWith);
  const customTimeouts = readTimeoutNodes(field(node, "customTimeouts")?.value);
  const options: SpecOptions = {
    ignoreChanges: readPaths(field(node, "ignoreChanges")?.value, source),
    dependsOn: items("dependsOn").flatMap(named),
    ...optional("deletedWith", referent),
    ...optional("customTimeouts", customTimeouts),
    additionalSecretOutputs: texts("additionalSecretOutputs"),
    aliases: texts("aliases"),
  };
  const isEmpty = Object.values(options).every((value) => Array.isArray(value) && value.length === 0);
  return isEmpty ? undefined : options;
}

/** Returns the timeouts. Omits 0, which means the provider's default. */
function readTimeoutNodes(node: Node | undefined): SpecOptions["customTimeouts"] {
  const of = (name: keyof CustomTimeouts) => {
    const seconds = node === undefined ? 0 : secondsOf(fieldString(node, name) ?? "");
    return seconds === 0 ? {} : { [name]: seconds };
  };
  const timeouts: CustomTimeouts = { ...of("create"), ...of("update"), ...of("delete"), ...of("read") };
  return Object.keys(timeouts).length === 0 ? undefined : timeouts;
}

function readPaths(node: Node | undefined, source: Source): readonly Path[] {
  const paths: Path[] = [];
  for (const item of node?.kind === "list" ? node.items : []) {
    if (item.kind !== "text" || item.value === "") continue;
    const path = parsePath(item.value);
    if (path !== undefined) paths.push(path);
    else source.report(notPath(item.value, item.offset));
  }
  return paths;
}

function readParameterizationNode(node: Node | undefined): ImportSpec["parameterization"] {
  if (node === undefined) return undefined;
  const pluginVersion = fullVersion(fieldString(node, "pluginVersion") ?? "");
  return { pluginName: fieldString(node, "pluginName") ?? "", pluginVersion, value: fieldString(node, "value") ?? "" };
}

function readExtensionNode(node: Node | undefined): ImportSpec["extension"] {
  if (node === undefined) return undefined;
  const version = fullVersion(fieldString(node, "version") ?? "");
  return { name: fieldString(node, "name") ?? "", version, value: fieldString(node, "value") ?? "" };
}

function field(node: Node | undefined, key: string): Entry | undefined {
  return node?.kind === "map" ? node.entries.find((entry) => entry.key === key) : undefined;
}

function fieldString(node: Node, key: string): string | undefined {
  const value = field(node, key)?.value;
  return value?.kind === "text" ? value.value : undefined;
}

function flagAt(node: Node, key: string): boolean | undefined {
  const value = field(node, key)?.value;
  return value?.kind === "boolean" ? value.value : undefined;
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V });
}

/** Adds missing parts to a version: `v1` and `1.2` become `1.0.0` and `1.2.0`. The text must match the version pattern of the import file. */
export function fullVersion(text: string): string {
  const [, numbers = "", rest = ""] = /^v?([\d.]+)(.*)$/.exec(text) ?? [];
  const parts = numbers.split(".").map((part) => part.replace(/^0+(?=\d)/, ""));
  while (parts.length < 3) parts.push("0");
  return parts.join(".") + rest;
}
