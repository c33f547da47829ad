/**
 * A provider in memory, whose rules are functions of the tests. Also previews programs like the engine (docs/providers.md#decisions-of-a-preview),
 * without the code under test.
 */

import type { Link } from "../../src/domain/graph.ts";
import { specIdOf } from "../../src/domain/spec-id.ts";
import { sameDecision } from "../../src/import/engine/oracle.ts";
import type { CloudResource } from "../../src/import/read/cloud-resource.ts";
import { type ReadOutcome, readResources } from "../../src/import/read/read-all.ts";
import type { Mode } from "../../src/import/search/index.ts";
import { type Derivation, deriveAll, ProviderAnswers } from "../../src/import/search/index.ts";
import type { ResolvedSpec, ResolvedSpecs } from "../../src/import-file/resolve.ts";
import type { OwnedProperty } from "../../src/links/ownership/find-owners.ts";
import {
  type CheckFailure,
  type CheckResult,
  type DiffResult,
  type Provider,
  ProviderError,
  type ProviderFailure,
} from "../../src/plugin/provider.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { Overlay } from "../../src/terraform/index.ts";
import type { Path } from "../../src/value/path.ts";
import { fromPlainMap } from "../../src/value/plain.ts";
import { type PropertyMap, secretValue, type Value } from "../../src/value/value.ts";

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export interface ModelCheck {
  readonly inputs?: JsonObject;
  readonly failures?: readonly CheckFailure[];
}

export interface ModelDiff {
  readonly oldInputs: JsonObject;
  readonly olds: JsonObject;
  readonly news: JsonObject;
  readonly ignoreChanges: readonly string[];
}

/** The schema of a resource type, and the responses of its provider. */
export interface ModelType {
  readonly inputProperties: Readonly<Record<string, unknown>>;
  readonly requiredInputs?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
  /** Defaults to the new inputs. `seed` is the first byte of the random seed. */
  readonly check?: (olds: JsonObject, news: JsonObject, seed: number) => ModelCheck;
  /** Defaults to a detailed comparison of the new inputs with the same properties in the state. */
  readonly diff?: (request: ModelDiff) => Partial<DiffResult>;
  /** The response of a Create preview, with `unknownText` for values that only the cloud knows. Defaults to the new inputs. */
  readonly create?: (news: JsonObject) => JsonObject;
  /** The response of an Update preview. Defaults to the state with the new inputs. */
  readonly update?: (request: ModelDiff) => JsonObject;
  /** The response of Read with a state. Defaults to the outputs of the state, overwritten by the outputs of the object. */
  readonly refresh?: (object: JsonObject, last: JsonObject, lastInputs: JsonObject) => JsonObject;
}

/** An object in the cloud, and its import spec. */
export interface ModelObject {
  readonly type?: string;
  readonly name?: string;
  readonly id?: string;
  readonly inputs: JsonObject;
  /** Defaults to the inputs. */
  readonly outputs?: JsonObject;
  readonly properties?: readonly Path[];
  readonly supplied?: PropertyMap;
  readonly initErrors?: readonly string[];
  readonly parent?: string;
}

/** An unknown value in the response of a preview, in the wire format. */
export const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export interface ModelCall {
  readonly method: "Check" | "Diff" | "Read" | "Create" | "Update";
  readonly name: string;
  readonly news?: JsonObject;
}

export interface DeriveOptions {
  readonly mode?: Mode;
  readonly linked?: ReadonlyMap<string, readonly Path[]>;
  /** Inputs that other resources set, by URN. */
  readonly owned?: ReadonlyMap<string, readonly OwnedProperty[]>;
  readonly explain?: ReadonlyMap<string, readonly Link[]>;
  readonly placeholders?: boolean;
  readonly assumeDefaults?: boolean;
  /** Provider descriptions, as for `--schema`. */
  readonly descriptions?: readonly object[];
  /** The responses of an earlier derivation with the same cloud. */
  readonly answers?: ProviderAnswers;
}

export class ModelCloud {
  readonly calls: ModelCall[] = [];
  readonly request: ResolvedSpecs;
  readonly #types: Readonly<Record<string, ModelType>>;
  readonly #objects: readonly ModelObject[];
  #schema: ReturnType<typeof loadSchema>;
  readonly #descriptions: readonly object[];
  #reads: readonly ReadOutcome[] | undefined;
  #seed = 0;

  /**
   * @param types resource types by name (`Thing` is `model:index:Thing`)
   * @param objectTypes object types of the schema by name
   * @param descriptions provider descriptions, as for `--schema`
   */
  constructor(
    types: Readonly<Record<string, ModelType>>,
    objects: readonly ModelObject[],
    objectTypes: Readonly<Record<string, unknown>> = {},
    descriptions: readonly object[] = [],
  ) {
    this.#descriptions = descriptions;
    this.#types = types;
    this.#objects = objects;
    this.#schema = loadSchema(Buffer.from(JSON.stringify(schemaOf(types, objectTypes))));
    this.request = { project: "orchard", stack: "dev", resources: objects.map(requested) };
  }

  /** Reads all objects, only in the first call. */
  async reads(): Promise<readonly ReadOutcome[]> {
    if (this.#reads === undefined && this.#descriptions.length > 0) {
      const bytes = this.#descriptions.map((document) => Buffer.from(JSON.stringify(document)));
      const overlay = new Overlay(bytes.map((one, index) => ({ name: `description-${index}.json`, bytes: one })));
      this.#schema = await overlay.over(this.#schema, async () => []);
    }
    this.#reads ??= await readResources(this.request, {
      schemas: new Map([["model", this.#schema]]),
      providers: new Map(this.request.resources.map(({ urn }) => [urn, this.instance])),
      known: () => undefined,
      clock: () => 0,
      knownOutputs: () => undefined,
      replaceable: new Set(),
      assetFiles: { bytes: async () => undefined, below: async () => undefined },
      limit: (task) => task(),
      onReading: () => {},
      onRead: () => {},
    });
    return this.#reads;
  }

  async derive(options: DeriveOptions = {}): Promise<ReadonlyMap<string, Derivation>> {
    const clouds = (await this.reads()).flatMap((read): readonly CloudResource[] =>
      read.kind === "read" ? [read.cloud] : [],
    );
    return await deriveAll(clouds, {
      env: {},
      mode: options.mode ?? "smallest",
      linked: options.linked ?? new Map(),
      owned: options.owned ?? new Map(),
      placeholders: options.placeholders ?? false,
      assumeDefaults: options.assumeDefaults ?? false,
      importOptions: false,
      ...(options.explain && { explain: options.explain }),
      seed: () => new Uint8Array(32).fill(++this.#seed % 251),
      limit: (task) => task(),
      onDeriving: () => {},
      onDerived: () => {},
      answers: options.answers ?? new ProviderAnswers(),
    });
  }

  /** The running, configured provider. */
  get instance() {
    return {
      urn: "urn:pulumi:dev::orchard::pulumi:providers:model::default_1_0_0",
      id: "00000000-0000-4000-8000-000000000000",
      package: { name: "model", version: "1.0.0" },
      isDefault: true,
      label: "the default provider (model 1.0.0)",
      program: new Map(),
      decision: sameDecision,
      provider: this.#provider(),
    };
  }

  /** Calls Check without an entry in `calls`. */
  check(type: string, olds: JsonObject, news: JsonObject, seed: number): ModelCheck {
    return this.#types[memberOf(type)]?.check?.(olds, news, seed) ?? { inputs: news };
  }

  diff(type: string, request: ModelDiff): DiffResult {
    const model = this.#types[memberOf(type)];
    const known = Object.entries(request.olds).filter(([name]) => model?.inputProperties[name] !== undefined);
    const answer = model?.diff?.(request) ?? detailed(Object.fromEntries(known), request.news);
    return { changes: "none", replaces: [], diffs: [], deleteBeforeReplace: false, ...answer };
  }

  #provider(): Provider {
    const unexpected = (): Promise<never> => Promise.reject(new Error("unexpected provider call"));
    return {
      package: "model",
      getSchema: unexpected,
      getMappings: unexpected,
      checkConfig: unexpected,
      diffConfig: unexpected,
      configure: unexpected,
      extend: unexpected,
      invoke: unexpected,
      construct: unexpected,
      callMethod: unexpected,
      list: unexpected,
      supportsPreview: Object.values(this.#types).some(({ create, update }) => (create ?? update) !== undefined),
      previewCreate: async ({ name, type, news }) => {
        this.calls.push({ method: "Create", name, news: plainMap(news) });
        const sent = plainMap(news);
        return { outputs: withUnknowns(fromPlainMap(this.#types[memberOf(type)]?.create?.(sent) ?? sent)) };
      },
      previewUpdate: async ({ name, type, news, olds, oldInputs, ignoreChanges }) => {
        this.calls.push({ method: "Update", name, news: plainMap(news) });
        const request = { oldInputs: plainMap(oldInputs), olds: plainMap(olds), news: plainMap(news), ignoreChanges };
        const made = this.#types[memberOf(type)]?.update?.(request) ?? { ...request.olds, ...request.news };
        return { outputs: withUnknowns(fromPlainMap(made)) };
      },
      cancelCalls: () => {},
      close: async () => {},
      read: async ({ name, type, last }) => {
        this.calls.push({ method: "Read", name });
        const object = this.#objects.find((candidate) => nameOf(candidate) === name);
        if (object === undefined) throw new Error(`no object ${name}`);
        const outputs = object.outputs ?? object.inputs;
        const keeping = (read: JsonObject, stored: JsonObject): JsonObject => ({ ...stored, ...read });
        const { refresh = keeping } = this.#types[memberOf(type)] ?? {};
        return {
          id: object.id ?? `${nameOf(object)}-id`,
          inputs: fromPlainMap(object.inputs),
          outputs: fromPlainMap(
            last === undefined ? outputs : refresh(outputs, plainMap(last.outputs), plainMap(last.inputs)),
          ),
          initErrors: object.initErrors ?? [],
          refreshBeforeUpdate: false,
        };
      },
      check: async ({ name, type, olds, news, randomSeed }): Promise<CheckResult> => {
        this.calls.push({ method: "Check", name, news: plainMap(news) });
        const answer = this.check(type, plainMap(olds), plainMap(news), randomSeed[0] ?? 0);
        return { inputs: rewrapped(fromPlainMap(answer.inputs ?? {}), news), failures: answer.failures ?? [] };
      },
      diff: async ({ name, type, oldInputs, olds, news, ignoreChanges }) => {
        this.calls.push({ method: "Diff", name, news: plainMap(news) });
        const request = { oldInputs: plainMap(oldInputs), olds: plainMap(olds), news: plainMap(news), ignoreChanges };
        return this.diff(type, request);
      },
    };
  }
}

function withUnknowns(map: PropertyMap): PropertyMap {
  return new Map([...map].map(([key, value]) => [key, withUnknown(value)]));
}

function withUnknown(value: Value): Value {
  if (value.kind === "string" && value.value === unknownText) return { kind: "unknown", of: "string" };
  if (value.kind === "list") return { kind: "list", items: value.items.map(withUnknown) };
  return value.kind === "map" ? { kind: "map", entries: withUnknowns(value.entries) } : value;
}

/** Fails a provider call. */
export function refuse(failure: ProviderFailure, message = "the provider said no", method = "Check"): never {
  throw new ProviderError(failure, method, message);
}

/** Compares values, with a path for each difference. @param replacing top-level names that cannot be updated in place */
export function detailed(before: JsonObject, news: JsonObject, replacing: readonly string[] = []): Partial<DiffResult> {
  const found = differences(before, news);
  const suffix = (path: string): "" | "-replace" =>
    replacing.some((name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`))
      ? "-replace"
      : "";
  return {
    changes: found.length > 0 ? "some" : "none",
    detailed: new Map(found.map(({ path, kind }) => [path, { kind: `${kind}${suffix(path)}`, inputDiff: false }])),
  };
}

/** Compares values, with only the top-level names of differences. */
export function topLevel(before: JsonObject, news: JsonObject): Partial<DiffResult> {
  const names = new Set(differences(before, news).map(({ path }) => /^[^.[]*/.exec(path)?.[0] ?? path));
  return { changes: names.size > 0 ? "some" : "none", diffs: [...names] };
}

export function differences(before: Json | undefined, after: Json | undefined, path = ""): readonly ModelDifference[] {
  const [a, b] = [before ?? null, after ?? null];
  if (isObject(a) && isObject(b)) {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return keys.flatMap((key) => differences(a[key], b[key], path === "" ? key : `${path}.${key}`));
  }
  if (isList(a) && isList(b)) {
    return Array.from({ length: Math.max(a.length, b.length) }, (_, i) =>
      differences(a[i], b[i], `${path}[${i}]`),
    ).flat();
  }
  if (JSON.stringify(a) === JSON.stringify(b)) return [];
  return [{ path, kind: a === null ? "add" : b === null ? "delete" : "update" }];
}

interface ModelDifference {
  readonly path: string;
  readonly kind: "add" | "delete" | "update";
}

/**
 * Returns the step that `pulumi preview` shows for the state and the program of a derivation.
 *
 * @param sentBy converts program inputs to the inputs that SDKs send. Omit if SDKs don't add defaults.
 */
export function preview(
  cloud: ModelCloud,
  derivation: Derivation,
  sentBy: (program: JsonObject) => JsonObject = (program) => program,
): "same" | "update" | "replace" | "refused" {
  if (derivation.kind === "failed") return "refused";
  const { proof } = derivation;
  const { request, outputs, initErrors } = derivation.cloud;
  const stored = plainMap(proof.stored);
  const sent = proof.ignoreChanges.reduce(
    (news, path) => withOld(news, stored, path),
    sentBy(plainMap(proof.program)) as Json,
  );
  let checked: ModelCheck;
  try {
    checked = cloud.check(request.type, stored, sent as JsonObject, 252);
  } catch {
    return "refused";
  }
  if ((checked.failures ?? []).length > 0) return "refused";
  const news = checked.inputs ?? {};
  const ignoreChanges = proof.ignoreChanges.map(textOf);
  let answer: DiffResult;
  try {
    answer = cloud.diff(request.type, { oldInputs: stored, olds: plainMap(outputs), news, ignoreChanges });
  } catch {
    return "refused";
  }
  const unlike = answer.changes === "unknown" && differences(stored, news).length > 0;
  if (answer.changes === "none" || (answer.changes === "unknown" && !unlike))
    return initErrors.length > 0 ? "update" : "same";
  const kinds = [...(answer.detailed?.values() ?? [])].map(({ kind }) => kind);
  const replaces =
    answer.changes === "some" && (answer.replaces.length > 0 || kinds.some((kind) => kind.endsWith("-replace")));
  return replaces ? "replace" : "update";
}

export function urnOf(name: string, type = "Thing"): string {
  return `urn:pulumi:dev::orchard::model:index:${type}::${name}`;
}

/** Converts a value to plain data, with secrets in plain text. */
function plain(value: Value): Json {
  switch (value.kind) {
    case "null":
      return null;
    case "boolean":
    case "number":
    case "string":
      return value.value;
    case "list":
      return value.items.map(plain);
    case "map":
      return plainMap(value.entries);
    case "secret":
      return plain(value.value);
    case "asset":
    case "archive":
      return { [value.kind]: value.hash };
    default:
      throw new Error(`unsupported value in a test: ${value.kind}`);
  }
}

export function plainMap(map: PropertyMap): JsonObject {
  return Object.fromEntries([...map].map(([key, value]) => [key, plain(value)]));
}

/** Restores the old value at a path, or removes the value if there is no old one, like the engine's Reset. */
function withOld(news: Json, olds: Json, path: Path): Json {
  const [key, ...rest] = path;
  if (key === undefined) return olds;
  if (typeof key === "number") {
    if (!isList(news) || !isList(olds)) return news;
    return news.map((item, i) => (i === key ? withOld(item, olds[i] ?? null, rest) : item));
  }
  if (!isObject(news)) return news;
  const old = isObject(olds) ? olds[key] : undefined;
  const { [key]: mine, ...others } = news;
  if (rest.length === 0 || mine === undefined) return old === undefined ? others : { ...news, [key]: old };
  return { ...news, [key]: withOld(mine, old ?? null, rest) };
}

function textOf(path: Path): string {
  return path.map((key, i) => (typeof key === "number" ? `[${key}]` : i === 0 ? key : `.${key}`)).join("");
}

/** Marks checked inputs as secret if the sent inputs are secret, like the engine's host. */
function rewrapped(checked: PropertyMap, sent: PropertyMap): PropertyMap {
  return new Map(
    [...checked].map(([key, value]) => [key, sent.get(key)?.kind === "secret" ? secretValue(value) : value]),
  );
}

function requested(object: ModelObject): ResolvedSpec {
  const type = object.type ?? "Thing";
  const name = nameOf(object);
  return {
    specId: specIdOf("import file", "specs.json", urnOf(name, type)),
    urn: urnOf(name, type),
    name,
    type: `model:index:${type}`,
    kind: "custom",
    id: object.id ?? `${name}-id`,
    package: { name: "model", version: "1.0.0" },
    properties: object.properties ?? [],
    ...(object.supplied !== undefined && { inputs: object.supplied }),
    ...(object.parent !== undefined && { parent: object.parent }),
    protect: true,
    retainOnDelete: false,
    where: { file: "specs.json", line: 1, column: 1 },
  };
}

function nameOf(object: ModelObject): string {
  return object.name ?? "one";
}

function memberOf(type: string): string {
  return type.split(":")[2] ?? "";
}

function schemaOf(types: Readonly<Record<string, ModelType>>, objectTypes: Readonly<Record<string, unknown>>): object {
  const resources = Object.entries(types).map(([name, { inputProperties, requiredInputs = [], properties }]) => [
    `model:index:${name}`,
    { inputProperties, requiredInputs, properties: properties ?? inputProperties },
  ]);
  const named = Object.entries(objectTypes).map(([name, type]) => [
    `model:index:${name}`,
    { type: "object", ...(type as object) },
  ]);
  return {
    name: "model",
    version: "1.0.0",
    resources: Object.fromEntries(resources),
    types: Object.fromEntries(named),
  };
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
