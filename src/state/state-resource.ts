/**
 * One resource of a state as read from its JSON object (state-and-secrets.md §1.7); inputs and outputs are decoded when asked for.
 */
import { ImpError } from "../errors.ts";
import type { Urn } from "../graph.ts";
import type { CustomTimeouts } from "../ir/custom-timeouts.ts";
import { type Decrypt, propertiesFromState } from "../value/state-codec.ts";
import type { PropertyMap } from "../value/value.ts";

export interface StateResource {
  readonly urn: Urn;
  readonly type: string;
  readonly custom: boolean;
  readonly id?: string;
  readonly parent?: Urn;
  /** `<provider urn>::<id>`. */
  readonly provider?: string;
  readonly protect: boolean;
  /** Waits to be deleted after a replacement. */
  readonly delete: boolean;
  /** Only read, not managed. */
  readonly external: boolean;
  readonly taint: boolean;
  readonly pendingReplacement: boolean;
  readonly retainOnDelete: boolean;
  readonly refreshBeforeUpdate: boolean;
  readonly importId?: string;
  readonly dependencies: readonly Urn[];
  readonly propertyDependencies: ReadonlyMap<string, readonly Urn[]>;
  readonly additionalSecretOutputs: readonly string[];
  readonly aliases: readonly Urn[];
  readonly initErrors: readonly string[];
  readonly ignoreChanges: readonly string[];
  readonly deletedWith?: Urn;
  /** In seconds, those that are not 0. */
  readonly customTimeouts?: CustomTimeouts;
  readonly replaceWith: readonly Urn[];
  readonly replaceOnChanges: readonly string[];
  /** Options that stand in it and that nothing else here tells, as programs call them. */
  otherOptions(): readonly string[];
  /** RFC 3339 text as it stands. */
  readonly created?: string;
  readonly modified?: string;
  /** Decodes the inputs, each time anew; secrets go through `decrypt`. Throws STATE_VALUE and what `decrypt` throws. */
  inputs(decrypt: Decrypt): PropertyMap;
  /** Decodes the outputs, as `inputs` does. */
  outputs(decrypt: Decrypt): PropertyMap;
}

type JsonObject = { readonly [key: string]: unknown };

/**
 * Reads one element of `resources`. Null counts as absent, an empty string as absent where the field is optional, as Go reads them.
 *
 * @param place the file and the element, for messages.
 * @throws STATE_MALFORMED when a field has another JSON type.
 */
export function readResource(json: unknown, file: string, index: number): StateResource {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw ImpError.of("STATE_MALFORMED", { file, why: `resource ${index} is not an object` });
  }
  const raw = json as JsonObject;
  const from: Source = { raw, file, index };
  const urn = text(from, "urn");
  const resource: Writable<StateResource> = {
    urn,
    type: text(from, "type"),
    custom: flag(from, "custom"),
    protect: flag(from, "protect"),
    delete: flag(from, "delete"),
    external: flag(from, "external"),
    taint: flag(from, "taint"),
    pendingReplacement: flag(from, "pendingReplacement"),
    retainOnDelete: flag(from, "retainOnDelete"),
    refreshBeforeUpdate: flag(from, "refreshBeforeUpdate"),
    dependencies: texts(from, "dependencies"),
    propertyDependencies: textLists(from, "propertyDependencies"),
    additionalSecretOutputs: texts(from, "additionalSecretOutputs"),
    aliases: texts(from, "aliases"),
    initErrors: texts(from, "initErrors"),
    ignoreChanges: texts(from, "ignoreChanges"),
    ...timeouts(numbers(from, "customTimeouts")),
    replaceWith: texts(from, "replaceWith"),
    replaceOnChanges: texts(from, "replaceOnChanges"),
    otherOptions: () => otherOptions(raw),
    inputs: (decrypt) => propertiesFromState(raw.inputs, decrypt, `${urn}, inputs`),
    outputs: (decrypt) => propertiesFromState(raw.outputs, decrypt, `${urn}, outputs`),
  };
  // A state may have tens of thousands: copying members for each that is absent would take as long as all the rest.
  for (const [key, member] of optionalTexts) {
    const value = text(from, key);
    if (value !== "") resource[member] = value;
  }
  return resource;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const optionalTexts = [
  ["id", "id"],
  ["parent", "parent"],
  ["provider", "provider"],
  ["importID", "importId"],
  ["deletedWith", "deletedWith"],
  ["created", "created"],
  ["modified", "modified"],
] as const;

/** By the option: where the state has it. */
const optionPlaces: Readonly<Record<string, readonly string[]>> = {
  hideDiffs: ["hideDiff"],
  replacementTrigger: ["replacementTrigger"],
  hooks: ["resourceHooks"],
  envVarMappings: ["inputs", "__internal", "envVarMappings"],
};

function otherOptions(raw: JsonObject): readonly string[] {
  return Object.entries(optionPlaces).flatMap(([option, path]) => {
    const found = path.reduce<unknown>((value, key) => (Object(value) as JsonObject)[key], raw);
    const isEmpty = typeof found === "object" && found !== null && Object.keys(found).length === 0;
    return found === undefined || found === null || found === "" || isEmpty ? [] : [option];
  });
}

/** The element that is read, and how it is called in messages. */
interface Source {
  readonly raw: JsonObject;
  readonly file: string;
  readonly index: number;
}

const none: readonly string[] = [];
const noLists: ReadonlyMap<string, readonly string[]> = new Map();
const noNumbers: ReadonlyMap<string, number> = new Map();

function wrong({ raw, file, index }: Source, key: string, expected: string): never {
  const name = typeof raw.urn === "string" && raw.urn !== "" ? raw.urn : `resource ${index}`;
  throw ImpError.of("STATE_MALFORMED", { file, why: `\`${key}\` of ${name} is not ${expected}` });
}

function text(from: Source, key: string): string {
  const value = from.raw[key] ?? "";
  return typeof value === "string" ? value : wrong(from, key, "a string");
}

function flag(from: Source, key: string): boolean {
  const value = from.raw[key] ?? false;
  return typeof value === "boolean" ? value : wrong(from, key, "true or false");
}

function texts(from: Source, key: string): readonly string[] {
  return list(from, key, from.raw[key]);
}

function list(from: Source, key: string, value: unknown): readonly string[] {
  if (value === undefined || value === null) return none;
  if (!Array.isArray(value)) return wrong(from, key, "a list");
  return value.map((item) =>
    typeof item === "string" ? item : item === null ? "" : wrong(from, key, "a list of strings"),
  );
}

function textLists(from: Source, key: string): ReadonlyMap<string, readonly string[]> {
  const entries = objectEntries(from, key);
  if (entries === undefined) return noLists;
  return new Map(entries.map(([property, urns]) => [property, list(from, key, urns)]));
}

function numbers(from: Source, key: string): ReadonlyMap<string, number> {
  const entries = objectEntries(from, key);
  if (entries === undefined) return noNumbers;
  return new Map(
    entries.map(([name, value]) => {
      const member = value ?? 0;
      return [name, typeof member === "number" ? member : wrong(from, key, "an object of numbers")];
    }),
  );
}

function objectEntries(from: Source, key: string): readonly (readonly [string, unknown])[] | undefined {
  const value = from.raw[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "object" || Array.isArray(value)) return wrong(from, key, "an object");
  return Object.entries(value);
}

/** Of what the engine knows; it writes those that are not 0, and perhaps none. */
function timeouts(seconds: ReadonlyMap<string, number>): Pick<StateResource, "customTimeouts"> {
  const of = (name: keyof CustomTimeouts) => {
    const given = seconds.get(name) ?? 0;
    return given === 0 ? {} : { [name]: given };
  };
  const customTimeouts: CustomTimeouts = { ...of("create"), ...of("update"), ...of("delete"), ...of("read") };
  return Object.keys(customTimeouts).length === 0 ? {} : { customTimeouts };
}
