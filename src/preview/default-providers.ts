/**
 * Registers default providers, for resources without an explicit provider: one for each package, version, and plugin
 * (pulumi `pkg/resource/deploy/default_providers.go`).
 */
import { defaultProviderName, providerTypeOf } from "../domain/urn.ts";
import { nullValue, type PropertyMap } from "../value/value.ts";
import { type EngineSettings, withEngineInputs } from "./engine-inputs.ts";
import type { Goal } from "./goal.ts";

export interface DefaultProviderRequest extends EngineSettings {
  readonly package: string;
}

export class DefaultProviders {
  readonly #configOf: (packageName: string) => PropertyMap;
  /** Registers a provider, and returns its reference. */
  readonly #register: (goal: Goal) => Promise<string>;
  readonly #references = new Map<string, Promise<string>>();

  constructor(configOf: (packageName: string) => PropertyMap, register: (goal: Goal) => Promise<string>) {
    this.#configOf = configOf;
    this.#register = register;
  }

  /** Returns the reference of the default provider. Registers it at the first request. */
  async reference(request: DefaultProviderRequest): Promise<string> {
    const { package: packageName, version, pluginDownloadUrl, parameterization } = request;
    const packageVersion = parameterization?.version ?? version;
    const key = JSON.stringify([packageName, packageVersion, pluginDownloadUrl]);
    const reference = this.#references.get(key) ?? this.#register(goalOfDefault(request, this.#configOf(packageName)));
    this.#references.set(key, reference);
    return await reference;
  }
}

function goalOfDefault(request: DefaultProviderRequest, config: PropertyMap): Goal {
  const { package: packageName, version, pluginDownloadUrl, parameterization } = request;
  const packageVersion = parameterization?.version ?? version;
  return {
    type: providerTypeOf(packageName),
    name: defaultProviderName({
      version: packageVersion === "" ? undefined : packageVersion,
      pluginDownloadUrl: pluginDownloadUrl === "" ? undefined : pluginDownloadUrl,
    }),
    custom: true,
    inputs: withEngineInputs(config, request),
    parent: undefined,
    provider: undefined,
    dependencies: [],
    propertyDependencies: new Map(),
    aliases: [],
    protect: undefined,
    retainOnDelete: undefined,
    deleteBeforeReplace: undefined,
    ignoreChanges: [],
    additionalSecretOutputs: [],
    replaceOnChanges: [],
    replacementTrigger: nullValue,
    deletedWith: undefined,
    replaceWith: [],
    importId: undefined,
    hooks: new Map(),
    sourcePosition: undefined,
  };
}
