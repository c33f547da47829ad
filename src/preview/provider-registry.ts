/**
 * The providers of a preview, which are resources themselves (pulumi `pkg/resource/deploy/providers/registry.go`): the registry
 * checks, compares, and configures them, and gives them to the resources that they manage.
 */

import { ImpError } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import { isProviderType, nameOf, parseProviderReference, providerReference, typeOf } from "../domain/urn.ts";
import { withoutInternalKey } from "../plugin/config-quirks.ts";
import type { PluginDescriptor } from "../plugin/host.ts";
import type { CheckResult, DiffResult, Provider } from "../plugin/provider.ts";
import { equalMaps } from "../value/compare.ts";
import { hasUnknown } from "../value/open-value.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import type { Resource } from "./resource.ts";
import { ConfiguredPlugin, type Created, type DiffQuestion, type ResourcePlugin } from "./resource-plugin.ts";

/** The ID of a provider that does not exist yet. SDKs interpret this string as an unknown value. */
export const unknownId = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export type Launch = (descriptor: PluginDescriptor) => Promise<Provider>;

export class ProviderRegistry implements ResourcePlugin {
  readonly #launch: Launch;
  /** The provider resources of the state, by reference. */
  readonly #olds: ReadonlyMap<string, Resource>;
  /** Plugins that responded to CheckConfig and are not configured yet. */
  readonly #checked = new Map<Urn, Provider>();
  readonly #configured = new Map<string, ConfiguredPlugin>();
  /** Providers of the state that are being started, by reference. */
  readonly #starting = new Map<string, Promise<ConfiguredPlugin>>();
  /** Maps the URN of a provider that was found by an alias to its URN in the state. */
  readonly #aliases = new Map<Urn, Urn>();

  constructor(launch: Launch, olds: readonly Resource[]) {
    this.#launch = launch;
    this.#olds = new Map(
      olds
        .filter(({ type }) => isProviderType(type))
        .map((resource) => [providerReference(resource.urn, resource.id), resource]),
    );
  }

  registerAlias(urn: Urn, alias: Urn): void {
    this.#aliases.set(urn, alias);
  }

  get(reference: string): ConfiguredPlugin | undefined {
    return this.#configured.get(reference);
  }

  /** Returns a provider that the program registered, or a provider of the state, which is configured at the first call. */
  async ensure(reference: string): Promise<ConfiguredPlugin> {
    const configured = this.#configured.get(reference);
    if (configured !== undefined) return configured;
    const old = this.#olds.get(reference);
    if (old === undefined)
      throw ImpError.of("PROVIDER_UNKNOWN", { urn: parseProviderReference(reference)?.urn ?? reference });
    const starting = this.#starting.get(reference) ?? this.same(old, false);
    this.#starting.set(reference, starting);
    return await starting;
  }

  async check(urn: Urn, olds: PropertyMap, news: PropertyMap): Promise<CheckResult> {
    const provider = await this.#launch(descriptorOf(urn, news));
    const { inputs, failures } = await provider.checkConfig({
      urn,
      olds: withoutInternalKey(olds),
      news: withoutInternalKey(news),
    });
    if (failures.length > 0) return { inputs, failures };
    this.#checked.set(urn, provider);
    return { inputs: new Map([...inputs, ...engineEntries(inputs, news)]), failures };
  }

  async diff(urn: Urn, { id, oldInputs, oldOutputs, news }: DiffQuestion): Promise<DiffResult> {
    const filtered = withoutInternalKey(news);
    const request = { urn, oldInputs: withoutInternalKey(oldInputs), olds: oldOutputs, news: filtered };
    const checked = this.#checked.get(urn);
    const answer =
      checked === undefined
        ? await (await this.ensure(providerReference(urn, id))).diffConfig(urn, request.oldInputs, oldOutputs, filtered)
        : await checked.diffConfig(request);
    if (answer.changes !== "unknown") return answer;
    return { ...answer, changes: equalMaps(oldOutputs, filtered) ? "none" : "some" };
  }

  async previewCreate(urn: Urn, inputs: PropertyMap): Promise<Created> {
    await this.#configure(urn, unknownId, inputs, true);
    return { id: unknownId, outputs: withoutInternalKey(inputs) };
  }

  async previewUpdate(urn: Urn, { id, news }: DiffQuestion): Promise<PropertyMap> {
    await this.#configure(urn, id, news, true);
    return withoutInternalKey(news);
  }

  /** Configures a provider whose inputs do not change. */
  async same(resource: Resource, isChecked: boolean): Promise<ConfiguredPlugin> {
    const reference = providerReference(resource.urn, resource.id);
    return (
      this.#configured.get(reference) ?? (await this.#configure(resource.urn, resource.id, resource.inputs, isChecked))
    );
  }

  async #configure(urn: Urn, id: string, inputs: PropertyMap, isChecked: boolean): Promise<ConfiguredPlugin> {
    const checked = isChecked ? this.#checked.get(urn) : undefined;
    if (isChecked) this.#checked.delete(urn);
    const provider = checked ?? (await this.#launch(descriptorOf(urn, inputs)));
    const settings = withoutInternalKey(inputs);
    const isKnown = ![...settings.values()].some(hasUnknown);
    if (isKnown) await provider.configure({ urn, id, name: nameOf(urn), inputs: settings });
    const plugin = new ConfiguredPlugin(provider, isKnown);
    this.#configured.set(providerReference(urn, id), plugin);
    const alias = this.#aliases.get(urn);
    if (alias !== undefined) this.#configured.set(providerReference(alias, id), plugin);
    return plugin;
  }
}

/** Returns the settings that the engine adds to a provider's inputs. The response to CheckConfig must not change them. */
function engineEntries(checked: PropertyMap, news: PropertyMap): readonly (readonly [string, Value])[] {
  const version = news.get("version");
  const internal = news.get("__internal");
  return [
    ...(version === undefined || checked.has("version") ? [] : [["version", version] as const]),
    ...(internal === undefined ? [] : [["__internal", internal] as const]),
  ];
}

/** Returns the plugin that a provider's inputs name. For a parameterized package, the name and version of the plugin are in `__internal`. */
function descriptorOf(urn: Urn, inputs: PropertyMap): PluginDescriptor {
  const packageName = typeOf(urn).replace(/^pulumi:providers:/, "");
  const hidden = inputs.get("__internal");
  const internal: PropertyMap = hidden?.kind === "map" ? hidden.entries : inputs;
  const parameter = stringEntry(internal, "parameterization");
  const version = stringEntry(inputs, "version");
  return {
    name: stringEntry(internal, "name") ?? packageName,
    version: parameter === undefined ? version : stringEntry(internal, "version"),
    downloadUrl: stringEntry(internal, "pluginDownloadURL"),
    parameterization:
      parameter === undefined
        ? undefined
        : { name: packageName, version: version ?? "", value: Buffer.from(parameter, "base64") },
  };
}

function stringEntry(map: PropertyMap, key: string): string | undefined {
  const value = map.get(key);
  return value?.kind === "string" ? value.value : undefined;
}
