/**
 * Previews a whole program: answers its registrations as the engine does, and collects the steps
 * (pulumi `pkg/resource/deploy/source_eval.go` and `deployment_executor.go`).
 */

import type { Urn } from "../domain/graph.ts";
import { isReadingFunction } from "../domain/reading-function.ts";
import type {
  Constructed,
  FunctionAnswer,
  FunctionRequest,
  Hook,
  InheritableOptions,
  Inheriting,
  MethodAnswer,
  MethodRequest,
  Monitor,
  PackageRequest,
  ProviderRequest,
  ReadRequest,
  Registered,
  Registration,
  RunningProgram,
} from "../domain/registration.ts";
import { isDefaultProvider, isProviderType, parseProviderReference, providerReference, typeOf } from "../domain/urn.ts";
import type { AssetFiles } from "../import/engine/asset-files.ts";
import { withAssetHashes } from "../import/engine/asset-hashes.ts";
import { mapEntries } from "../value/map-inside.ts";
import { emptyMap, nullValue, type PropertyMap } from "../value/value.ts";
import { type BuiltinSources, builtinProvider } from "./builtin-provider.ts";
import { DefaultProviders } from "./default-providers.ts";
import { deletionOrder } from "./dependents.ts";
import { withEngineInputs } from "./engine-inputs.ts";
import type { Goal } from "./goal.ts";
import { Hooks } from "./hooks.ts";
import { outputDependencies, propertyDependenciesOf, withOutputDependencies, withoutOutputs } from "./output-values.ts";
import { PreviewError } from "./preview-error.ts";
import { type Launch, ProviderRegistry, unknownId } from "./provider-registry.ts";
import type { Resource } from "./resource.ts";
import type { ConfiguredPlugin, DiffQuestion } from "./resource-plugin.ts";
import { ResourceTracker } from "./resource-tracker.ts";
import type { ProgramConfig } from "./run-program.ts";
import type { Step } from "./step.ts";
import { type Generated, type Problem, StepGenerator } from "./step-generator.ts";
import { type TargetOptions, Targets } from "./targets.ts";

export interface PreviewContext {
  readonly stack: string;
  readonly project: string;
  /** All resources of the state, in their order. */
  readonly olds: readonly Resource[];
  readonly launch: Launch;
  /** Returns the stack's configuration for a package, which the default provider of the package gets as inputs. */
  readonly configOf: (packageName: string) => PropertyMap;
  /** The whole configuration of the stack, for providers that construct components. */
  readonly programConfig: ProgramConfig;
  readonly stackOutputs: BuiltinSources["stackOutputs"];
  /** Reads the files that the assets of the program name. */
  readonly files: AssetFiles;
  /** Selects the resources that may change. Omit it if all resources may change. */
  readonly targets?: TargetOptions;
}

/** The result of a preview. */
export interface PreviewPlan {
  /** In the order of the registrations, then the deletions. */
  readonly steps: readonly Step[];
  readonly problems: readonly Problem[];
  /** The outputs that components and the stack register, by URN. */
  readonly componentOutputs: ReadonlyMap<Urn, PropertyMap>;
}

const readTimeoutMs = 120_000;

export class Preview implements Monitor {
  readonly #context: PreviewContext;
  readonly #providers: ProviderRegistry;
  readonly #generator: StepGenerator;
  readonly #defaults: DefaultProviders;
  readonly #hooks: Hooks;
  readonly #steps: Step[] = [];
  readonly #problems: Problem[] = [];
  readonly #goals = new Map<Urn, Goal>();
  readonly #registered = new ResourceTracker();
  readonly #componentProviders = new Map<Urn, ReadonlyMap<string, string>>();
  readonly #packages: PackageRequest[] = [];
  readonly #componentOutputs = new Map<Urn, PropertyMap>();
  /** The components whose outputs are not registered yet. The hooks after their steps run then. */
  readonly #openComponents = new Map<Urn, Generated>();
  /** Resolves when the steps of all previous registrations are generated. */
  #line: Promise<unknown> = Promise.resolve();
  #isAborted = false;
  /** Resolves when the deletions are generated. Undefined while the program registers resources. */
  #completion: Promise<void> | undefined;

  constructor(context: PreviewContext) {
    this.#context = context;
    const { stack, project, olds, launch, stackOutputs } = context;
    const targets = context.targets === undefined ? undefined : new Targets(context.targets);
    const builtin = builtinProvider({ stackOutputs, registered: (urn) => this.#registered.get(urn) });
    this.#providers = new ProviderRegistry(
      async (descriptor) => (descriptor.name === builtin.package ? builtin : await launch(descriptor)),
      olds,
    );
    const report = (problem: Problem): void => void this.#problems.push(problem);
    this.#hooks = new Hooks(report);
    this.#generator = new StepGenerator({ stack, project, olds, providers: this.#providers, targets, report });
    this.#defaults = new DefaultProviders(context.configOf, async (goal) => {
      const { urn, id } = await this.#carryOut((generator) => generator.register(goal));
      return providerReference(urn, id);
    });
  }

  async register(registration: Registration): Promise<Registered> {
    const goal = await this.#goalOf(registration);
    if (!this.#isAborted) this.#generator.prepare(goal);
    const answer = this.#carryOut((generator) => generator.register(goal));
    const registered = await this.#registered.during(registration.parent, answer);
    this.#goals.set(registered.urn, goal);
    if (!goal.custom) {
      this.#componentProviders.set(registered.urn, this.#providersOf(registration));
      return { ...registered, outputs: emptyMap };
    }
    return registered;
  }

  inherit(registration: Inheriting): InheritableOptions {
    const parent = this.#goals.get(registration.parent);
    return {
      provider: this.#inheritedProvider(registration, parent?.provider),
      protect: registration.protect ?? parent?.protect,
      retainOnDelete: registration.retainOnDelete ?? parent?.retainOnDelete,
      deletedWith: registration.deletedWith || (parent?.deletedWith ?? ""),
    };
  }

  providerBelow(parent: Urn, token: string): string {
    const packageName = packageOf(token);
    const ofParent = this.#goals.get(parent)?.provider;
    const urn = ofParent === undefined ? undefined : parseProviderReference(ofParent)?.urn;
    if (ofParent !== undefined && urn !== undefined && !isDefaultProvider(urn) && isProviderOf(ofParent, packageName))
      return ofParent;
    return this.#componentProviders.get(parent)?.get(packageName) ?? "";
  }

  async construct(registration: Registration, monitorAddress: string): Promise<Constructed | undefined> {
    const plugin = await this.#plugin(await this.#reference(registration, packageOf(registration.type)), registration);
    const providers = this.#providersOf(registration);
    const construction = this.#callApart(() =>
      plugin.construct({
        program: this.#programAt(monitorAddress),
        registration: { ...registration, providers, propertyDependencies: propertyDependenciesOf(registration) },
      }),
    );
    const constructed = await this.#registered.during(registration.parent, construction);
    if (constructed === undefined) return undefined;
    this.#componentProviders.set(constructed.urn, providers);
    const { outputs, dependencies } = constructed;
    return { ...constructed, dependencies: withOutputDependencies(outputs, dependencies) };
  }

  async registerOutputs(urn: Urn, outputs: PropertyMap): Promise<void> {
    const values = mapEntries(outputs, withoutOutputs);
    this.#componentOutputs.set(urn, values);
    const component = this.#openComponents.get(urn);
    this.#openComponents.delete(urn);
    if (component !== undefined) await this.#abortOnError(urn, () => this.#hooks.runAfter(component, "", values));
  }

  async read(request: ReadRequest): Promise<Registered> {
    const goal = await this.#goalOf({ ...readOptions, ...request });
    const isUnknown = request.id === "" || request.dependencies.some((urn) => this.#generator.isNew(urn));
    return await this.#carryOut((generator) => generator.read(goal, request.id, isUnknown));
  }

  async invoke(request: FunctionRequest): Promise<FunctionAnswer> {
    const { token } = request;
    const packageName = packageOf(token);
    if (packageName !== "pulumi" && !isReadingFunction(token))
      await this.#refuse(`imp does not call the function ${token}, because it may change something`);
    const plugin = await this.#plugin(await this.#reference(request, packageName), request);
    const dependencies = [...request.dependencies, ...[...request.arguments.values()].flatMap(outputDependencies)];
    for (const urn of new Set(dependencies))
      if (await this.#registered.isMissing(urn)) return { result: undefined, failures: [] };
    const args = mapEntries(request.arguments, withoutOutputs);
    return (await plugin.invoke(token, args, readTimeoutMs)) ?? { result: emptyMap, failures: [] };
  }

  async callMethod(request: MethodRequest, monitorAddress: string): Promise<MethodAnswer> {
    const plugin = await this.#plugin(await this.#providerOfMethod(request), request);
    const { token, arguments: args } = request;
    const program = this.#programAt(monitorAddress);
    const dependencies = withOutputDependencies(args, request.dependencies);
    const answer = await this.#callApart(() => plugin.callMethod({ program, token, arguments: args, dependencies }));
    return { ...answer, dependencies: withOutputDependencies(answer.result, answer.dependencies) };
  }

  async registerPackage(request: PackageRequest): Promise<string> {
    return String(this.#packages.push(request));
  }

  registerHook(hook: Hook): void {
    this.#hooks.add(hook);
  }

  registerErrorHook(name: string): void {
    this.#hooks.addErrorHook(name);
  }

  async waitForShutdown(): Promise<void> {
    if (this.#completion !== undefined) throw new PreviewError("Already waiting for shutdown");
    await this.#complete();
  }

  /**
   * Returns the plan after the program has ended. Omits deletions after an error, because the program did not register all resources,
   * unless it waited for shutdown before.
   */
  async finish({ failed }: { readonly failed: boolean } = { failed: false }): Promise<PreviewPlan> {
    await (failed ? this.#completion : this.#complete());
    return { steps: this.#steps, problems: this.#problems, componentOutputs: this.#componentOutputs };
  }

  #complete(): Promise<void> {
    // The problem that ended the preview was already reported.
    this.#completion ??= this.#addDeletions().catch(() => {});
    return this.#completion;
  }

  /** Adds the steps of the resources that the program did not register. */
  async #addDeletions(): Promise<void> {
    await this.#line;
    if (this.#isAborted) return;
    const deletions = this.#generator.deletions();
    this.#generator.reportTargets(deletions);
    const byResource = new Map(deletions.map((step) => [step.old, step]));
    const condemned = deletions.flatMap(({ old }) => (old === undefined ? [] : [old]));
    const groups = deletionOrder(condemned, this.#context.olds);
    const ordered = groups.flat().flatMap((resource) => byResource.get(resource) ?? []);
    this.#steps.push(...this.#generator.kept(), ...ordered);
    await this.#abortOnError(undefined, () => this.#hooks.runForDeletions(ordered));
  }

  /** Calls a provider without blocking the generation of other steps, because the provider registers resources during the call. */
  async #callApart<T>(call: () => Promise<T>): Promise<T> {
    return await this.#abortOnError(undefined, () =>
      call().catch((error: unknown) => {
        // The problem that ended the preview was already reported.
        throw this.#isAborted ? new PreviewError("") : error;
      }),
    );
  }

  #programAt(monitorAddress: string): RunningProgram {
    const { project, stack, programConfig } = this.#context;
    return { project, stack, config: programConfig.values, secretKeys: programConfig.secretKeys, monitorAddress };
  }

  /** Returns the reference of the provider that has a method: the receiver itself, the receiver's provider, or the default provider. */
  async #providerOfMethod(request: MethodRequest): Promise<string> {
    const { token, provider } = request;
    const self = request.arguments.get("__self__");
    const receiver = self?.kind === "resource" ? self : undefined;
    if (isProviderType(token)) {
      if (receiver === undefined) throw new PreviewError("missing __self__ argument for provider method call");
      return providerReference(receiver.urn, typeof receiver.id === "string" ? receiver.id : unknownId);
    }
    if (provider !== "" || receiver === undefined) return await this.#reference(request, packageOf(token));
    const goal = this.#goals.get(receiver.urn);
    if (goal === undefined) throw new PreviewError(`unknown resource ${receiver.urn}`);
    return goal.provider ?? (await this.#reference(request, packageOf(token)));
  }

  /** Ends the preview with an error, because imp cannot answer a request of the program. */
  async #refuse(message: string): Promise<never> {
    return await this.#abortOnError(undefined, async () => {
      throw new PreviewError(message);
    });
  }

  /** Generates the steps of one registration at a time. The answers are computed concurrently, except those for provider resources. */
  async #carryOut(generate: (generator: StepGenerator) => Promise<Generated>): Promise<Registered> {
    const generated = this.#line.then(() => this.#abortOnError(undefined, () => generate(this.#generator)));
    const answered = generated.then((steps) => {
      this.#steps.push(...steps.steps);
      return this.#abortOnError(steps.urn, async () => {
        const registered = await this.#answer(steps);
        const { urn, id, outputs } = registered;
        this.#registered.add({ ...steps.new, urn, id, outputs });
        return registered;
      });
    });
    // If the resource is a provider, wait for its answer, because later steps may need it.
    const isSettled = generated.then(({ new: { type } }) => (isProviderType(type) ? answered : undefined));
    this.#line = isSettled.catch(() => {});
    return await answered;
  }

  async #abortOnError<T>(urn: Urn | undefined, act: () => Promise<T>): Promise<T> {
    if (this.#isAborted) throw new PreviewError("the preview ended");
    try {
      return await act();
    } catch (error) {
      this.#isAborted = true;
      const message = error instanceof Error ? error.message : String(error);
      const about = error instanceof PreviewError ? (error.urn ?? urn) : urn;
      if (message !== "") this.#problems.push({ severity: "error", urn: about, message });
      throw error;
    }
  }

  async #answer(generated: Generated): Promise<Registered> {
    await this.#hooks.runForDeletions(generated.steps);
    await this.#hooks.runBefore(generated);
    const registered = await this.#carriedOut(generated);
    if (generated.new.custom) await this.#hooks.runAfter(generated, registered.id, registered.outputs);
    else this.#openComponents.set(generated.urn, generated);
    return registered;
  }

  /** Returns the answer to the program. Calls the provider to preview a change. */
  async #carriedOut(generated: Generated): Promise<Registered> {
    const { urn, old, new: resource, plugin, outcome } = generated;
    switch (outcome) {
      case "same":
        if (old !== undefined && isProviderType(resource.type))
          await this.#providers.same({ ...resource, id: old.id, inputs: old.inputs }, true);
        return { urn, id: old?.id ?? "", outputs: old?.outputs ?? emptyMap };
      case "create": {
        if (plugin === undefined) return { urn, id: "", outputs: emptyMap };
        return { urn, ...(await plugin.previewCreate(urn, resource.inputs)) };
      }
      case "update": {
        const id = old?.id ?? "";
        if (plugin === undefined || old === undefined) return { urn, id, outputs: emptyMap };
        return { urn, id, outputs: await plugin.previewUpdate(urn, comparisonOf(resource, old)) };
      }
      case "read":
        return await this.#answerRead(generated);
      case "skipped-create":
        return { urn, id: "", outputs: emptyMap, isUnknown: true };
    }
  }

  async #answerRead({ urn, new: resource, isUnknown }: Generated): Promise<Registered> {
    if (isUnknown === true || resource.provider === undefined)
      return { urn, id: "", outputs: emptyMap, isUnknown: true };
    const plugin = await this.#providers.ensure(resource.provider);
    const { inputs } = resource;
    const read = await plugin.read(urn, resource.id, { inputs, outputs: inputs });
    if (read.outputs === undefined) throw new PreviewError(`resource '${resource.id}' does not exist`, urn);
    return { urn, id: read.id === "" ? resource.id : read.id, outputs: read.outputs };
  }

  async #goalOf(registration: Registration): Promise<Goal> {
    const { type, custom } = registration;
    const isManaged = custom && !isProviderType(type);
    const provider = isManaged ? await this.#reference(registration, packageOf(type)) : undefined;
    if (provider !== undefined) await this.#plugin(provider, registration);
    const inputs = isProviderType(type) ? this.#withEngineSettings(registration) : registration.inputs;
    return {
      type,
      name: registration.name,
      custom,
      inputs: await withAssetHashes(mapEntries(inputs, withoutOutputs), this.#context.files),
      parent: registration.parent === "" ? undefined : registration.parent,
      provider,
      dependencies: registration.dependencies,
      propertyDependencies: propertyDependenciesOf(registration),
      aliases: registration.aliases,
      protect: registration.protect,
      retainOnDelete: registration.retainOnDelete,
      deleteBeforeReplace: registration.deleteBeforeReplace,
      ignoreChanges: registration.ignoreChanges,
      additionalSecretOutputs: registration.additionalSecretOutputs,
      replaceOnChanges: registration.replaceOnChanges,
      replacementTrigger: registration.replacementTrigger,
      deletedWith: registration.deletedWith === "" ? undefined : registration.deletedWith,
      replaceWith: registration.replaceWith,
      importId: registration.importId === "" ? undefined : registration.importId,
      hooks: registration.hooks,
      sourcePosition: registration.sourcePosition,
    };
  }

  /** Returns a provider's inputs with the version and the download URL of its plugin, as the engine stores them. */
  #withEngineSettings({ inputs, version, pluginDownloadUrl, packageRef }: Registration): PropertyMap {
    const asked = this.#packageOf(packageRef);
    return withEngineInputs(inputs, {
      version: asked?.version ?? version,
      pluginDownloadUrl: asked?.downloadUrl ?? pluginDownloadUrl,
      name: asked?.name ?? "",
      parameterization: asked?.parameterization,
    });
  }

  /** Returns the reference of a request's provider: the explicit one, or the default provider of its package. */
  async #reference(request: ProviderRequest, packageName: string): Promise<string> {
    if (request.provider !== "") return request.provider;
    const requested = this.#packageOf(request.packageRef);
    return await this.#defaults.reference({
      package: requested?.parameterization?.name ?? requested?.name ?? packageName,
      version: requested?.version ?? request.version,
      pluginDownloadUrl: requested?.downloadUrl ?? request.pluginDownloadUrl,
      name: requested?.name ?? "",
      parameterization: requested?.parameterization,
    });
  }

  /** Returns a plugin, with the extension that the package of the request adds to it. */
  async #plugin(reference: string, { packageRef }: ProviderRequest): Promise<ConfiguredPlugin> {
    const plugin = await this.#providers.ensure(reference);
    const extension = this.#packageOf(packageRef)?.extension;
    if (extension !== undefined) await plugin.extend(extension);
    return plugin;
  }

  /** Returns the explicit provider of a registration, or the one that it gets from its parent or the components above. Empty if there is none. */
  #inheritedProvider(
    { type, custom, remote, parent, provider, providers }: Inheriting,
    ofParent: string | undefined,
  ): string {
    if (provider !== "") return provider;
    const packageName = packageOf(type);
    const isComponent = !custom && !remote;
    if (ofParent !== undefined && (isComponent || isProviderOf(ofParent, packageName))) return ofParent;
    if (isComponent) return "";
    return providers.get(packageName) ?? this.#componentProviders.get(parent)?.get(packageName) ?? "";
  }

  /** Returns the providers that a component passes to its children. Its own providers replace those of its parent. */
  #providersOf({ providers, parent }: Registration): ReadonlyMap<string, string> {
    return new Map([...(this.#componentProviders.get(parent) ?? []), ...providers]);
  }

  #packageOf(packageRef: string): PackageRequest | undefined {
    if (packageRef === "") return undefined;
    const found = this.#packages[Number(packageRef) - 1];
    if (found === undefined) throw new PreviewError(`unknown provider package '${packageRef}'`);
    return found;
  }
}

/** The options of a resource that the program reads, all unset. */
const readOptions = {
  custom: true,
  remote: false,
  propertyDependencies: new Map<string, readonly Urn[]>(),
  usesOutputValues: false,
  providers: new Map<string, string>(),
  aliases: [],
  protect: undefined,
  retainOnDelete: undefined,
  deleteBeforeReplace: undefined,
  ignoreChanges: [],
  additionalSecretOutputs: [],
  replaceOnChanges: [],
  replacementTrigger: nullValue,
  deletedWith: "",
  replaceWith: [],
  importId: "",
  hooks: new Map<string, readonly string[]>(),
} as const;

function comparisonOf(resource: Resource, old: Resource): DiffQuestion {
  const { inputs: news, ignoreChanges } = resource;
  return { id: old.id, oldInputs: old.inputs, oldOutputs: old.outputs, news, ignoreChanges };
}

function isProviderOf(reference: string, packageName: string): boolean {
  const urn = parseProviderReference(reference)?.urn;
  return urn !== undefined && typeOf(urn) === `pulumi:providers:${packageName}`;
}

function packageOf(token: string): string {
  return token.slice(0, token.indexOf(":"));
}
