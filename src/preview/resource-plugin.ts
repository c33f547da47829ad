/** The provider interface of the step generator. Implemented by a configured plugin, and by the registry for provider resources. */

import { extensionReference } from "../domain/extension.ts";
import type { ProviderExtension, Urn } from "../domain/graph.ts";
import { getOrInsert } from "../domain/order/maps.ts";
import type { Constructed, MethodAnswer } from "../domain/registration.ts";
import { nameOf, typeOf } from "../domain/urn.ts";
import type {
  CheckResult,
  ConstructRequest,
  DiffResult,
  InvokeResult,
  MethodCallRequest,
  Provider,
  ReadResult,
} from "../plugin/provider.ts";
import { emptyMap, type PropertyMap } from "../value/value.ts";

export interface ResourcePlugin {
  /** @param olds the checked inputs of the state; empty for a new resource */
  check(urn: Urn, olds: PropertyMap, news: PropertyMap): Promise<CheckResult>;
  /** Returns undefined if the provider's configuration is not known yet. */
  diff(urn: Urn, comparison: DiffQuestion): Promise<DiffResult | undefined>;
  /** Previews a creation, without creating anything. Returns the outputs, and the id if it is known. */
  previewCreate(urn: Urn, inputs: PropertyMap): Promise<Created>;
  /** Previews an update, without changing anything. Returns the outputs. */
  previewUpdate(urn: Urn, comparison: DiffQuestion): Promise<PropertyMap>;
}

export interface DiffQuestion {
  readonly id: string;
  readonly oldInputs: PropertyMap;
  readonly oldOutputs: PropertyMap;
  readonly news: PropertyMap;
  readonly ignoreChanges: readonly string[];
}

export interface Created {
  /** Empty if it is not known before the creation. */
  readonly id: string;
  readonly outputs: PropertyMap;
}

const seed = new Uint8Array(32);

/** A plugin that was configured. */
export class ConfiguredPlugin implements ResourcePlugin {
  readonly #provider: Provider;
  /** False if the configuration has values that are not known before the update. In this case, the plugin is not called. */
  readonly #isKnown: boolean;
  readonly #extensions = new Map<string, Promise<void>>();

  constructor(provider: Provider, isKnown: boolean) {
    this.#provider = provider;
    this.#isKnown = isKnown;
  }

  /** Adds the types of an extension to the plugin, once. */
  async extend(extension: ProviderExtension): Promise<void> {
    await getOrInsert(this.#extensions, extensionReference(extension), () => this.#provider.extend(extension));
  }

  async check(urn: Urn, olds: PropertyMap, news: PropertyMap): Promise<CheckResult> {
    if (!this.#isKnown) return { inputs: news, failures: [] };
    return await this.#provider.check({ ...described(urn), olds, news, randomSeed: seed });
  }

  async diff(
    urn: Urn,
    { id, oldInputs, oldOutputs, news, ignoreChanges }: DiffQuestion,
  ): Promise<DiffResult | undefined> {
    if (!this.#isKnown) return undefined;
    return await this.#provider.diff({ ...described(urn), id, oldInputs, olds: oldOutputs, news, ignoreChanges });
  }

  async previewCreate(urn: Urn, news: PropertyMap): Promise<Created> {
    if (!this.#isKnown) return { id: "", outputs: emptyMap };
    if (!this.#provider.supportsPreview) return { id: "", outputs: news };
    const { id = "", outputs } = await this.#provider.previewCreate({ ...described(urn), news });
    return { id, outputs };
  }

  async previewUpdate(urn: Urn, comparison: DiffQuestion): Promise<PropertyMap> {
    if (!this.#isKnown) return emptyMap;
    if (!this.#provider.supportsPreview) return comparison.news;
    const { oldOutputs: olds, ...request } = comparison;
    const { outputs } = await this.#provider.previewUpdate({ ...described(urn), ...request, olds });
    return outputs;
  }

  /** Reads an object as `pulumi import` does. */
  async read(
    urn: Urn,
    id: string,
    last?: { readonly inputs: PropertyMap; readonly outputs: PropertyMap },
  ): Promise<ReadResult> {
    return await this.#provider.read({ ...described(urn), id, last });
  }

  async diffConfig(urn: Urn, oldInputs: PropertyMap, olds: PropertyMap, news: PropertyMap): Promise<DiffResult> {
    return await this.#provider.diffConfig({ urn, oldInputs, olds, news });
  }

  /** Calls a function. Returns undefined if the plugin's configuration is not known. */
  async invoke(token: string, args: PropertyMap, limitMs: number): Promise<InvokeResult | undefined> {
    if (!this.#isKnown) return undefined;
    return await this.#provider.invoke({ token, arguments: args, limitMs });
  }

  /** Constructs a component. Returns undefined if the plugin's configuration is not known. */
  async construct(request: ConstructRequest): Promise<Constructed | undefined> {
    return this.#isKnown ? await this.#provider.construct(request) : undefined;
  }

  async callMethod(request: MethodCallRequest): Promise<MethodAnswer> {
    if (!this.#isKnown) return { result: emptyMap, dependencies: new Map(), failures: [] };
    return await this.#provider.callMethod(request);
  }
}

function described(urn: Urn): { readonly urn: Urn; readonly name: string; readonly type: string } {
  return { urn, name: nameOf(urn), type: typeOf(urn) };
}
