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
  const field = fieldsOf(raw, file, index);
  const urn = field.text("urn");
  const type = field.text("type");
  return {
    urn,
    type,
    custom: field.flag("custom"),
    ...optional("id", field.text("id")),
    ...optional("parent", field.text("parent")),
    ...optional("provider", field.text("provider")),
    protect: field.flag("protect"),
    delete: field.flag("delete"),
    external: field.flag("external"),
    taint: field.flag("taint"),
    pendingReplacement: field.flag("pendingReplacement"),
    retainOnDelete: field.flag("retainOnDelete"),
    refreshBeforeUpdate: field.flag("refreshBeforeUpdate"),
    ...optional("importId", field.text("importID")),
    dependencies: field.texts("dependencies"),
    propertyDependencies: field.textLists("propertyDependencies"),
    additionalSecretOutputs: field.texts("additionalSecretOutputs"),
    aliases: field.texts("aliases"),
    initErrors: field.texts("initErrors"),
    ignoreChanges: field.texts("ignoreChanges"),
    ...optional("deletedWith", field.text("deletedWith")),
    ...timeouts(field.numbers("customTimeouts")),
    replaceWith: field.texts("replaceWith"),
    ...optional("created", field.text("created")),
    ...optional("modified", field.text("modified")),
    inputs: (decrypt) => propertiesFromState(raw.inputs, decrypt, `${urn}, inputs`),
    outputs: (decrypt) => propertiesFromState(raw.outputs, decrypt, `${urn}, outputs`),
  };
}

interface Fields {
  text(key: string): string;
  flag(key: string): boolean;
  texts(key: string): readonly string[];
  textLists(key: string): ReadonlyMap<string, readonly string[]>;
  numbers(key: string): ReadonlyMap<string, number>;
}

const none: readonly string[] = [];
const noLists: ReadonlyMap<string, readonly string[]> = new Map();
const noNumbers: ReadonlyMap<string, number> = new Map();

function fieldsOf(raw: JsonObject, file: string, index: number): Fields {
  const wrong = (key: string, expected: string): never => {
    const name = typeof raw.urn === "string" && raw.urn !== "" ? raw.urn : `resource ${index}`;
    throw ImpError.of("STATE_MALFORMED", { file, why: `\`${key}\` of ${name} is not ${expected}` });
  };
  const list = (key: string, value: unknown): readonly string[] => {
    if (value === undefined || value === null) return none;
    if (!Array.isArray(value)) return wrong(key, "a list");
    return value.map((item) =>
      typeof item === "string" ? item : item === null ? "" : wrong(key, "a list of strings"),
    );
  };
  return {
    text: (key) => {
      const value = raw[key] ?? "";
      return typeof value === "string" ? value : wrong(key, "a string");
    },
    flag: (key) => {
      const value = raw[key] ?? false;
      return typeof value === "boolean" ? value : wrong(key, "true or false");
    },
    texts: (key) => list(key, raw[key]),
    textLists: (key) => {
      const value = raw[key];
      if (value === undefined || value === null) return noLists;
      if (typeof value !== "object" || Array.isArray(value)) return wrong(key, "an object");
      return new Map(Object.entries(value).map(([property, urns]) => [property, list(key, urns)]));
    },
    numbers: (key) => {
      const value = raw[key];
      if (value === undefined || value === null) return noNumbers;
      if (typeof value !== "object" || Array.isArray(value)) return wrong(key, "an object");
      const members = Object.entries(value).map(([name, member]) => [name, member ?? 0] as const);
      return new Map(
        members.map(([name, member]) => [
          name,
          typeof member === "number" ? member : wrong(key, "an object of numbers"),
        ]),
      );
    },
  };
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

function optional<K extends string>(key: K, value: string): { [P in K]?: string } {
  return value === "" ? {} : ({ [key]: value } as { [P in K]?: string });
}
