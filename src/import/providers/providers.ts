/** Opens and configures the default and explicit providers of a run, one process each (docs/providers.md#provider-resources). */

import { ImpError } from "../../domain/errors.ts";
import { extensionOf, extensionReference, providerPackage } from "../../domain/extension.ts";
import type { PackageReference, ProviderExtension, SdkPackage, StateEntry, Urn } from "../../domain/graph.ts";
import type { KnownProvider } from "../../domain/known-state.ts";
import { getOrInsert } from "../../domain/order/maps.ts";
import { plainEntry } from "../../domain/plain-entry.ts";
import type { StackConfig } from "../../domain/stack-config.ts";
import {
  defaultProviderName,
  isDefaultProvider,
  makeUrn,
  nameOf,
  providerTypeOf,
  rootStackUrn,
  typeOf,
} from "../../domain/urn.ts";
import type { ResolvedSpec, ResolvedSpecs } from "../../import-file/resolve.ts";
import { withoutInternalKey } from "../../plugin/config-quirks.ts";
import { type Patience, patientProvider } from "../../plugin/patient-provider.ts";
import { type Provider, ProviderError } from "../../plugin/provider.ts";
import { argumentsFromTexts } from "../../schema/provider-arguments.ts";
import { secretOutputsOf } from "../../schema/resource-options.ts";
import { applySdkDefaults, wrapSecrets } from "../../schema/shape.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { hideLikelySecrets } from "../../value/likely-secrets/hide-secrets.ts";
import { emptyMap, type PropertyMap, stringValue, type Value } from "../../value/value.ts";
import { type Decision, sameDecision } from "../engine/oracle.ts";
import { checkProvider } from "./check-provider.ts";
import { configInputs } from "./config-inputs.ts";
import { findByPackage, type OpenPackage } from "./packages.ts";

export interface ProviderInstance {
  readonly urn: Urn;
  readonly id: string;
  readonly package: PackageReference;
  readonly isDefault: boolean;
  /** A label for users: name, package and version, and the region or account of the configuration. */
  readonly label: string;
  /** The inputs that the program sets on an explicit provider of this run. */
  readonly program: PropertyMap;
  /** The inputs that the provider is configured with. Omitted if this failed. */
  readonly inputs?: PropertyMap;
  /** The state entry to write. Omitted if the state already has the provider. */
  readonly entry?: StateEntry;
  /** The preview's decision for a provider that is already in the state. */
  readonly decision: Decision;
  /** The `version` option of the provider's resources, if their SDK requests another version. */
  readonly versionOption?: string;
  /** Omitted if `error` is set. */
  readonly provider?: Provider;
  readonly error?: ImpError;
}

export interface ProviderContext {
  readonly stack: string;
  readonly project: string;
  readonly config: StackConfig;
  readonly known: (urn: Urn) => KnownProvider | undefined;
  /** The SDKs that the program will load, by package. Their versions determine the default providers. */
  readonly sdks: ReadonlyMap<string, SdkPackage>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly uuid: () => string;
  readonly patience: Patience;
}

/** Opens each provider once and returns the provider of each custom resource. Errors are part of the instance. */
export async function openProviders(
  request: ResolvedSpecs,
  packages: ReadonlyMap<string, OpenPackage>,
  context: ProviderContext,
): Promise<ReadonlyMap<Urn, ProviderInstance>> {
  const explicit = explicitProviders(request);
  const openings = new Map<Urn, () => Promise<ProviderInstance>>();
  const extensions = new Map<Urn, Map<string, ProviderExtension>>();
  const uses = new Map<Urn, Urn>();
  for (const resource of request.resources) {
    if (resource.error !== undefined || resource.kind === "component") continue;
    const reference = providerPackage(resource.package);
    const open = findByPackage(packages, reference);
    if (open === undefined) continue;
    const urn =
      resource.kind === "provider"
        ? resource.urn
        : (resource.provider ?? resource.inherited ?? defaultUrn(reference, open, context));
    const added = getOrInsert(extensions, urn, () => new Map<string, ProviderExtension>());
    const extension = extensionOf(resource.package);
    const extended = extension && findByPackage(packages, resource.package);
    // An extension that failed has its own instance, so that the other resources of the provider are imported.
    const failed = extended?.error === undefined ? undefined : extended;
    const key = failed === undefined ? urn : `${urn}::${failed.reference.name}`;
    uses.set(resource.urn, key);
    if (extension !== undefined && failed === undefined) added.set(extensionReference(extension), extension);
    if (!openings.has(key))
      openings.set(key, () => openProvider(key, failed ?? open, explicit.get(key), reference, added, context));
  }
  const opened = new Map<Urn, ProviderInstance>();
  await Promise.all([...openings].map(async ([urn, open]) => opened.set(urn, await open())));
  const result = new Map<Urn, ProviderInstance>();
  for (const [resource, urn] of uses) {
    const instance = opened.get(urn);
    if (instance !== undefined) result.set(resource, instance);
  }
  return result;
}

function explicitProviders(request: ResolvedSpecs): ReadonlyMap<Urn, ResolvedSpec> {
  return new Map(
    request.resources.filter(({ kind }) => kind === "provider").map((resource) => [resource.urn, resource]),
  );
}

/** Returns the version and download URL that the package's SDK requests. */
function requested(reference: PackageReference, open: OpenPackage, context: ProviderContext) {
  const version = reference.version ?? requestedVersion(context.sdks, reference, open.schema);
  const url = reference.pluginDownloadUrl ?? open.schema?.pluginDownloadUrl;
  return { version, pluginDownloadUrl: url };
}

/** Returns the version that programs request. It is the SDK's, or the plugin's if no SDK is installed. Undefined if the SDK requests no version. */
export function requestedVersion(
  sdks: ReadonlyMap<string, SdkPackage>,
  { name }: Pick<PackageReference, "name">,
  schema: Pick<PackageSchema, "version"> | undefined,
): string | undefined {
  const sdk = sdks.get(name);
  return sdk === undefined ? schema?.version : sdk.version;
}

/** Returns the option `version` if the spec requests a version other than the SDK's. Parameterized packages always have the SDK's version. */
export function versionOptionOf(reference: PackageReference, sdk: string | undefined): { versionOption?: string } {
  const { version, parameterization } = reference;
  return version === undefined || parameterization !== undefined || version === sdk ? {} : { versionOption: version };
}

function defaultUrn(reference: PackageReference, open: OpenPackage, context: ProviderContext): Urn {
  const name = defaultProviderName(requested(reference, open, context));
  return makeUrn(context.stack, context.project, undefined, providerTypeOf(reference.name), name);
}

async function openProvider(
  urn: Urn,
  open: OpenPackage,
  spec: ResolvedSpec | undefined,
  reference: PackageReference,
  extensions: ReadonlyMap<string, ProviderExtension>,
  context: ProviderContext,
): Promise<ProviderInstance> {
  const existing = knownProvider(urn, context);
  const state = existing instanceof ImpError ? undefined : existing;
  const isDefault = isDefaultProvider(urn);
  const base = {
    urn,
    id: state?.id ?? context.uuid(),
    package: reference,
    isDefault,
    program: explicitInputs(spec, open.schema),
    ...versionOptionOf(reference, requestedVersion(context.sdks, reference, open.schema)),
    decision: sameDecision,
    label: instanceLabel(urn, requested(reference, open, context).version, emptyMap),
  };
  if (existing instanceof ImpError) return { ...base, error: existing };
  const { schema } = open;
  if (schema === undefined) return { ...base, error: open.error };
  if (state === undefined && !isDefault && spec === undefined) {
    return { ...base, error: ImpError.of("PROVIDER_UNKNOWN", { urn }) };
  }
  try {
    const provider = patientProvider(await open.process(), context.patience);
    const versions = requested(reference, open, context);
    const inputs =
      state !== undefined && spec === undefined && !isDefault
        ? state.inputs
        : withVersion(
            isDefault ? configInputs(reference.name, context.config) : sdkInputs(spec, schema, context),
            isDefault ? versions.version : (reference.parameterization?.pluginVersion ?? versions.version),
          );
    const checked = await checkProvider(provider, urn, inputs, state);
    if (checked.decision.kind === "replace") {
      await provider.close();
      return {
        ...base,
        decision: checked.decision,
        error: ImpError.of("PROVIDER_REPLACED", { urn, paths: checked.decision.differences.map(({ path }) => path) }),
      };
    }
    // The engine stores plain values of the stack configuration as plain text, so imp does not hide them, even if they look like secrets.
    const shown = isDefault ? [...inputs].flatMap(([key, value]) => (value.kind === "secret" ? [] : [[key]])) : [];
    const marked = hideLikelySecrets(checked.inputs, [...shown, ...(spec?.notSecret ?? [])]).values;
    const configured = checked.decision.kind === "same" && state !== undefined ? state.inputs : marked;
    const bare = withoutInternalKey(configured);
    await provider.configure({ urn, id: base.id, name: nameOf(urn), inputs: bare });
    for (const extension of extensions.values()) await provider.extend(extension);
    const entry =
      state === undefined
        ? providerEntry(base, marked, internalInputs(reference, versions.pluginDownloadUrl), spec, schema, context)
        : undefined;
    const label = instanceLabel(urn, provider.version ?? versions.version, bare);
    const ready = { ...base, label, decision: checked.decision, provider, inputs: bare };
    return { ...ready, entry };
  } catch (error) {
    return { ...base, error: providerError(urn, error) };
  }
}

/** Settings that name the region or account of a provider. Labels show them if they are plain text. */
const locationSettings = ["region", "location", "zone", "project", "account", "accountId", "subscriptionId", "profile"];

function instanceLabel(urn: Urn, version: string | undefined, inputs: PropertyMap): string {
  const name = isDefaultProvider(urn) ? "the default provider" : `provider ${nameOf(urn)}`;
  const plugin = [typeOf(urn).replace(/^pulumi:providers:/, ""), version].filter(Boolean).join(" ");
  const settings = namingSettings(inputs).map(([key, value]) => `${key} ${value}`);
  return `${name} (${[plugin, ...settings].join(", ")})`;
}

/** Returns the settings that name a provider's region or account. */
export function namingSettings(inputs: PropertyMap): readonly (readonly [key: string, value: string])[] {
  return locationSettings.flatMap((key) => {
    const value = inputs.get(key);
    return value?.kind === "string" && value.value !== "" ? [[key, value.value] as const] : [];
  });
}

/** Returns the provider in the state, or an error if one of its secrets cannot be decrypted. */
function knownProvider(urn: Urn, { known }: ProviderContext): KnownProvider | ImpError | undefined {
  try {
    return known(urn);
  } catch (error) {
    return providerError(urn, error);
  }
}

/** Returns the inputs that an SDK sends for an explicit provider, with defaults and as strings (docs/providers.md#provider-resources). */
function sdkInputs(spec: ResolvedSpec | undefined, schema: PackageSchema, context: ProviderContext): PropertyMap {
  return applySdkDefaults(explicitInputs(spec, schema), schema.provider, schema, context.env);
}

/** Returns the inputs that the spec sets on an explicit provider. Marks secrets according to the schema, and likely secrets. */
function explicitInputs(spec: ResolvedSpec | undefined, schema: PackageSchema | undefined): PropertyMap {
  const inputs = spec?.inputs ?? emptyMap;
  if (schema === undefined) return hideLikelySecrets(inputs, spec?.notSecret).values;
  const { inputs: properties } = schema.provider;
  return hideLikelySecrets(wrapSecrets(argumentsFromTexts(inputs, properties), properties, schema), spec?.notSecret)
    .values;
}

/** Adds the plugin's version for explicit providers, or the package's version for default ones (pulumi `pkg/resource/deploy/source_eval.go`). */
function withVersion(inputs: PropertyMap, version: string | undefined): PropertyMap {
  return version === undefined ? inputs : new Map([...inputs, ["version", stringValue(version)]]);
}

function internalInputs(reference: PackageReference, url: string | undefined): Value {
  const entries = new Map<string, Value>();
  if (url !== undefined) entries.set("pluginDownloadURL", stringValue(url));
  if (reference.parameterization !== undefined) {
    entries.set("name", stringValue(reference.parameterization.pluginName));
    entries.set("version", stringValue(reference.parameterization.pluginVersion));
    entries.set("parameterization", stringValue(reference.parameterization.value));
  }
  return { kind: "map", entries };
}

function providerEntry(
  base: { readonly urn: Urn; readonly id: string; readonly isDefault: boolean; readonly package: PackageReference },
  checked: PropertyMap,
  internal: Value,
  spec: ResolvedSpec | undefined,
  schema: PackageSchema,
  context: ProviderContext,
): StateEntry {
  const sent = sdkInputs(spec, schema, context);
  const inputs = checked.has("version") ? new Map([...checked, ["__internal", internal] as const]) : checked;
  return {
    ...plainEntry,
    urn: base.urn,
    type: providerTypeOf(base.package.name),
    custom: true,
    id: base.id,
    inputs,
    outputs: checked,
    parent: base.isDefault ? undefined : (spec?.parent ?? rootStackUrn(context.stack, context.project)),
    protect: spec?.protect ?? false,
    retainOnDelete: spec?.retainOnDelete ?? false,
    propertyDependencies: new Map(base.isDefault ? [] : [...sent.keys()].map((key) => [key, []])),
    additionalSecretOutputs: base.isDefault ? [] : secretOutputsOf(schema.provider),
  };
}

function providerError(urn: Urn, error: unknown): ImpError {
  if (error instanceof ImpError) return error;
  if (!(error instanceof ProviderError)) throw error;
  if (error.missingKeys.length > 0) return ImpError.of("PROVIDER_CONFIG_MISSING", { urn, keys: error.missingKeys });
  return ImpError.of("PROVIDER_FAILED", { urn, method: error.method, failure: error.failure, reason: error.message });
}
