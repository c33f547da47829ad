/** Converts registrations to steps, one after the other, as the engine does (pulumi `pkg/resource/deploy/step_generator.go`). */

import type { Urn } from "../domain/graph.ts";
import {
  isProviderType,
  makeUrn,
  parseProviderReference,
  providerReference,
  rootStackType,
  typeOf,
} from "../domain/urn.ts";
import { type Comparison, type Decision, decide, sameDecision } from "../import/engine/oracle.ts";
import type { CheckFailure, CheckResult, DiffResult } from "../plugin/provider.ts";
import { resetPaths } from "../value/at-path.ts";
import { equalMaps, equalValues } from "../value/compare.ts";
import { hasUnknown, openOutput } from "../value/open-value.ts";
import { type Path, parsePath } from "../value/path.ts";
import { emptyMap, type PropertyMap, type Value } from "../value/value.ts";
import { aliasUrns } from "./aliases.ts";
import { dependingOn } from "./dependents.ts";
import type { Goal } from "./goal.ts";
import { PreviewError } from "./preview-error.ts";
import type { ProviderRegistry } from "./provider-registry.ts";
import { type DependencyKind, dependenciesOf, plainResource, providerUrnOf, type Resource } from "./resource.ts";
import type { ConfiguredPlugin, DiffQuestion, ResourcePlugin } from "./resource-plugin.ts";
import type { Operation, Step } from "./step.ts";
import type { Targets } from "./targets.ts";

export interface GeneratorContext {
  readonly stack: string;
  readonly project: string;
  /** All resources of the state, in their order. */
  readonly olds: readonly Resource[];
  readonly providers: ProviderRegistry;
  /** Selects the resources that may change. Undefined if all resources may change. */
  readonly targets: Targets | undefined;
  /** Receives problems that do not end the preview. */
  readonly report: (problem: Problem) => void;
}

export interface Problem {
  readonly severity: "error" | "warning" | "info";
  readonly urn: Urn | undefined;
  readonly message: string;
}

/** The steps of one registration, and how to compute the answer to the program. */
export interface Generated {
  readonly steps: readonly Step[];
  readonly urn: Urn;
  /** The operation that returns the outputs. */
  readonly outcome: "same" | "create" | "update" | "read" | "skipped-create";
  readonly old: Resource | undefined;
  readonly new: Resource;
  readonly plugin: ResourcePlugin | undefined;
  /** True for a resource that cannot be read before the update, because it does not exist yet. */
  readonly isUnknown?: boolean;
}

/** The responses to Check and Diff, which were called before the steps of the registration are generated. */
interface Prepared {
  readonly checked: Promise<CheckResult>;
  /** Resolves to undefined if the provider rejects the inputs, or cannot compare them. */
  readonly compared: Promise<DiffResult | undefined>;
}

type Fate = "read" | "created" | "same" | "updated" | "deleted" | "replaced" | "imported";

export class StepGenerator {
  readonly #context: GeneratorContext;
  /** The resources of the state that are not pending deletion, by URN. For a duplicate URN, the last one counts, as in the engine. */
  readonly #olds: ReadonlyMap<Urn, Resource>;
  readonly #registered = new Set<Urn>();
  readonly #fates = new Map<Fate, Set<Urn>>();
  readonly #news = new Map<Urn, Resource>();
  /** `renamed` maps URNs in the state to URNs in the program. `aliasOf` is the reverse. */
  readonly #renamed = new Map<Urn, Urn>();
  readonly #aliasOf = new Map<Urn, Urn>();
  /** Resources that are deleted before the end, because a resource that they depend on is deleted before its replacement is created. */
  readonly #deletedEarly = new Set<Resource>();
  /** Old resources that are deleted at the end, after their replacements were created. */
  readonly #replacedOlds = new Set<Resource>();
  readonly #dependentKeys = new Map<Urn, readonly string[]>();
  /** The prepared responses, by the URN of the registration. */
  readonly #prepared = new Map<Urn, Prepared>();
  /** New resources that are not created, because they are not targets. */
  readonly #skippedCreates = new Set<Urn>();

  constructor(context: GeneratorContext) {
    this.#context = context;
    this.#olds = new Map(
      context.olds.filter((resource) => !resource.delete).map((resource) => [resource.urn, resource]),
    );
  }

  /**
   * Calls Check and Diff for a resource before the steps of earlier registrations are generated. Does nothing if the calls may depend on those
   * steps.
   */
  prepare(goal: Goal): void {
    const { stack, project, providers } = this.#context;
    const urn = makeUrn(stack, project, goal.parent, goal.type, goal.name);
    const old = this.#olds.get(urn);
    const plugin = goal.provider === undefined ? undefined : providers.get(goal.provider);
    if (old === undefined || plugin === undefined || old.provider !== goal.provider || this.#prepared.has(urn)) return;
    if (old.external || old.taint || isImport(goal, old) || !this.#isTargeted(resourceOfGoal(urn, goal, old))) return;
    const checked = plugin.check(urn, old.inputs, resetPaths(old.inputs, goal.inputs, paths(goal.ignoreChanges)));
    const compared = checked.then(({ inputs, failures }) =>
      failures.length > 0 ? undefined : plugin.diff(urn, questionOf(goal, inputs, old)),
    );
    // An error is thrown only when the steps of the registration are generated.
    compared.catch(() => {});
    this.#prepared.set(urn, { checked, compared });
  }

  /** Returns the steps of a resource that the program registers. Throws PreviewError if the preview cannot continue. */
  async register(goal: Goal): Promise<Generated> {
    const urn = this.#claimUrn(goal);
    const old = this.#findOld(urn, goal);
    const resource = resourceOfGoal(urn, goal, old);
    this.#news.set(urn, resource);
    const plugin = await this.#pluginOf(resource);
    const generated = isImport(goal, old)
      ? await this.#import(goal, resource, old, plugin)
      : await this.#generate(goal, resource, old, plugin);
    if (generated.outcome !== "skipped-create") this.#reportSkippedDependencies(generated.steps);
    return generated;
  }

  /** Returns the steps of a resource that the program reads with `get`. */
  async read(goal: Goal, id: string, isUnknown: boolean): Promise<Generated> {
    const urn = this.#claimUrn(goal);
    const old = this.#findOld(urn, goal);
    const resource: Resource = { ...resourceOfGoal(urn, goal, old), id, external: true };
    const plugin = await this.#pluginOf(resource);
    this.#news.set(urn, resource);
    this.#context.targets?.record(resource);
    const base = { urn, outcome: "read", old, new: resource, plugin, isUnknown } as const;
    this.#reportSkippedDependencies([step("read", urn, old, resource)]);
    if (old !== undefined && !old.external && old.id !== id) {
      this.#mark("replaced", urn);
      this.#replacedOlds.add(old);
      return { ...base, steps: [step("read-replacement", urn, old, resource), step("replace", urn, old, resource)] };
    }
    this.#mark("read", urn);
    return { ...base, steps: [step("read", urn, old, resource)] };
  }

  /** Returns true if the preview creates or replaces the resource, so the resource cannot be read before the update. */
  isNew(urn: Urn): boolean {
    return this.#has("created", urn) || this.#has("replaced", urn);
  }

  /** Returns the steps that delete the remaining resources after the program has ended. */
  deletions(): readonly Step[] {
    const { olds, targets } = this.#context;
    const deletable = targets?.withDependents(olds);
    return olds.flatMap((resource) => {
      const { urn } = resource;
      if (deletable?.has(urn) === false) return [];
      if (resource.delete || this.#replacedOlds.has(resource)) {
        if (this.#deletedEarly.has(resource)) return [];
        this.#mark("deleted", urn);
        return [step(resource.pendingReplacement ? "remove-pending-replace" : deleteReplaced(resource), urn, resource)];
      }
      if (this.#isOperatedOn(urn) || this.#deletedEarly.has(resource)) return [];
      this.#mark("deleted", urn);
      if (resource.pendingReplacement) return [step("remove-pending-replace", urn, resource)];
      if (resource.protect) this.#refuseDeletion(urn);
      return [step(resource.external ? "discard" : "delete", urn, resource)];
    });
  }

  /** Returns steps without changes for resources that the program does not register but that stay, because they are not targets. */
  kept(): readonly Step[] {
    const { olds, targets } = this.#context;
    const deletable = targets?.withDependents(olds);
    if (deletable === undefined) return [];
    return olds
      .filter(({ urn, delete: isDeleted }) => !isDeleted && !deletable.has(urn) && !this.#isOperatedOn(urn))
      .map((resource) => step("same", resource.urn, resource, resource));
  }

  /** Reports targets that are in neither the state nor the program, and deletions of resources that are not targets. */
  reportTargets(deletions: readonly Step[]): void {
    const { olds, targets, report } = this.#context;
    if (targets === undefined) return;
    const urns = new Set([...olds.map(({ urn }) => urn), ...this.#registered]);
    for (const urn of targets.literals)
      if (!urns.has(urn))
        report({ severity: "error", urn: undefined, message: `Target '${urn}' could not be found in the stack.` });
    for (const { urn } of deletions)
      if (!targets.hasDependents && !targets.includes(urn))
        report({ severity: "error", urn, message: deletedWithoutTarget(urn) });
  }

  #refuseDeletion(urn: Urn): void {
    const message = `resource ${urn} cannot be deleted, because it is protected`;
    this.#context.report({ severity: "error", urn, message });
  }

  #claimUrn({ parent, type, name }: Pick<Goal, "parent" | "type" | "name">): Urn {
    if (parent !== undefined && !this.#registered.has(parent))
      throw new PreviewError(`could not find parent resource ${parent}`);
    const urn = makeUrn(this.#context.stack, this.#context.project, parent, type, name);
    if (this.#registered.has(urn))
      throw new PreviewError(`Duplicate resource URN '${urn}'; try giving it a unique name`, urn);
    this.#registered.add(urn);
    return urn;
  }

  #findOld(urn: Urn, goal: Goal): Resource | undefined {
    const earlier = this.#renamed.get(urn);
    if (earlier !== undefined)
      throw new PreviewError(`resource ${urn} was already registered as an alias of ${earlier}`, urn);
    const current = this.#olds.get(urn);
    if (current !== undefined) return current;
    const { stack, project } = this.#context;
    const aliases = aliasUrns(goal, { stack, project, aliasOf: (of) => this.#aliasOf.get(of) });
    for (const alias of aliases) {
      const old = this.#olds.get(alias);
      if (old === undefined) continue;
      if (alias === urn) return old;
      if (this.#registered.has(alias))
        throw new PreviewError(`${alias} is an alias of ${urn}, and registered itself`, urn);
      const other = this.#renamed.get(alias);
      if (other !== undefined) throw new PreviewError(`${alias} is an alias of ${urn} and of ${other}`, urn);
      this.#renamed.set(alias, urn);
      this.#aliasOf.set(urn, alias);
      this.#context.providers.registerAlias(urn, alias);
      return old;
    }
    return undefined;
  }

  async #pluginOf(
    resource: Pick<Resource, "urn" | "type" | "custom" | "provider">,
  ): Promise<ResourcePlugin | undefined> {
    if (!resource.custom) return undefined;
    if (isProviderType(resource.type)) return this.#context.providers;
    if (resource.provider === undefined) throw new PreviewError("a custom resource needs a provider", resource.urn);
    return await this.#context.providers.ensure(resource.provider);
  }

  async #import(
    goal: Goal,
    resource: Resource,
    old: Resource | undefined,
    plugin: ResourcePlugin | undefined,
  ): Promise<Generated> {
    const { urn } = resource;
    const id = goal.importId ?? "";
    const read = await (plugin as ConfiguredPlugin).read(urn, id);
    if (read.outputs === undefined) throw new PreviewError(`resource '${id}' does not exist`, urn);
    if (read.inputs === undefined) throw new PreviewError("the provider does not support importing resources", urn);
    this.#mark("imported", urn);
    const imported: Resource = {
      ...resource,
      id: read.id === "" ? id : read.id,
      inputs: read.inputs,
      outputs: read.outputs,
      initErrors: read.initErrors,
    };
    const isReplaced = old !== undefined && !this.#has("deleted", urn);
    if (isReplaced) this.#replacedOlds.add(old);
    const steps = isReplaced
      ? [step("import-replacement", urn, old, imported), step("replace", urn, old, imported)]
      : [step("import", urn, undefined, imported)];
    const next = await this.#generate(goal, { ...resource, initErrors: [] }, imported, plugin);
    // If nothing changes after the import, the import is the only step. A resource that is not a target is imported, and then kept.
    const further = next.steps.filter(({ op }) => op !== "same" || !this.#isTargeted(resource));
    return { ...next, steps: [...steps, ...further] };
  }

  async #generate(
    goal: Goal,
    resource: Resource,
    old: Resource | undefined,
    plugin: ResourcePlugin | undefined,
  ): Promise<Generated> {
    const { urn } = resource;
    const isRecreated = this.#has("deleted", urn) && old !== undefined;
    const isFresh = old === undefined || isRecreated || old.external || old.taint;
    const isTargeted = this.#isTargeted(resource);
    const reset = old === undefined ? goal.inputs : resetPaths(old.inputs, goal.inputs, paths(goal.ignoreChanges));
    const prepared = isFresh ? undefined : this.#prepared.get(urn);
    this.#prepared.delete(urn);
    const checkInputs = async (of: ResourcePlugin): Promise<PropertyMap> => {
      if (!isTargeted) return old?.inputs ?? emptyMap;
      return this.#accepted(
        urn,
        await (prepared?.checked ?? of.check(urn, isFresh ? emptyMap : old.inputs, isFresh ? goal.inputs : reset)),
      );
    };
    const inputs = plugin === undefined ? reset : await checkInputs(plugin);
    const checked: Resource = { ...resource, inputs };
    const base = { urn, old, new: checked, plugin };
    if (isRecreated) {
      this.#fates.get("deleted")?.delete(urn);
      this.#mark("replaced", urn);
      const dependentKeys = this.#dependentKeys.get(urn) ?? [];
      const replacement = {
        ...step("create-replacement", urn, old, checked),
        decision: replacedBecause(dependentKeys),
      };
      return { ...base, outcome: "create", steps: [step("replace", urn, old, checked), replacement] };
    }
    if (old?.external === true) {
      this.#mark("created", urn);
      this.#replacedOlds.add(old);
      return {
        ...base,
        outcome: "create",
        steps: [step("create-replacement", urn, old, checked), step("replace", urn, old, checked)],
      };
    }
    if (isTargeted) this.#context.targets?.record(checked);
    if (old !== undefined && !isTargeted) {
      this.#requireProvider(urn, old);
      return { urn: old.urn, old, new: old, plugin, outcome: "same", steps: this.#keepOld(urn, old) };
    }
    if (old !== undefined) return await this.#compare(goal, checked, old, plugin, prepared);
    if (!isTargeted) {
      this.#mark("same", urn);
      this.#skippedCreates.add(urn);
      return { ...base, outcome: "skipped-create", steps: [step("same", urn, undefined, checked)] };
    }
    this.#mark("created", urn);
    return { ...base, outcome: "create", steps: [step("create", urn, undefined, checked)] };
  }

  /** Providers and the stack are always targets. */
  #isTargeted(resource: Resource): boolean {
    const isImplicit = isProviderType(resource.type) || resource.type === rootStackType;
    return isImplicit || (this.#context.targets?.isTargeted(resource) ?? true);
  }

  /** Throws if the provider of a kept resource is not registered, because the program now uses a different provider. */
  #requireProvider(urn: Urn, { provider }: Resource): void {
    if (provider === undefined || this.#context.providers.get(provider) !== undefined) return;
    const message = `provider ${provider} for resource ${urn} has not been registered yet, this is due to a change of providers mixed with --target. Change your program back to the original providers`;
    throw new PreviewError(message, urn);
  }

  /** Keeps a resource that is not a target. Before it, keeps the old resources that it needs and that have no steps yet. */
  #keepOld(urn: Urn, old: Resource): readonly Step[] {
    this.#registered.add(old.urn);
    this.#mark("same", urn);
    this.#mark("same", old.urn);
    const needed = dependenciesOf(old).flatMap(([kind, dependency]) => {
      if (this.#hasStep(dependency) || (kind === "provider" && this.#isOperatedOn(dependency))) return [];
      const resource = this.#olds.get(dependency);
      if (kind === "provider") {
        const isProvider = resource !== undefined && providerReference(dependency, resource.id) === old.provider;
        return isProvider ? this.#keepOld(urn, resource) : [];
      }
      if (resource === undefined)
        throw new PreviewError(
          `${neededAs[kind]} ${dependency} of ${urn}, which is not a target, has no old state`,
          urn,
        );
      return this.#keepOld(urn, resource);
    });
    return [...needed, step("same", old.urn, old, old)];
  }

  /** Reports steps that need a resource that is not created. */
  #reportSkippedDependencies(steps: readonly Step[]): void {
    for (const { urn, new: resource } of steps) {
      if (resource === undefined) continue;
      for (const [, dependency] of dependenciesOf(resource)) {
        if (!this.#skippedCreates.delete(dependency)) continue;
        const message = `Resource '${urn}' depends on '${dependency}' which was not specified in --target list.`;
        this.#context.report({ severity: "error", urn, message });
      }
    }
  }

  /** Returns the checked inputs. Throws if the provider rejects them. */
  #accepted(urn: Urn, { inputs, failures }: CheckResult): PropertyMap {
    if (failures.length === 0) return inputs;
    for (const failure of failures)
      this.#context.report({ severity: "error", urn, message: checkFailureText(urn, failure) });
    throw new PreviewError(undefined, urn);
  }

  async #compare(
    goal: Goal,
    resource: Resource,
    old: Resource,
    plugin: ResourcePlugin | undefined,
    prepared: Prepared | undefined,
  ): Promise<Generated> {
    const { urn } = resource;
    const { decision, deleteBeforeReplace } = await this.#decide(goal, resource, old, plugin, prepared);
    const base = { urn, old, new: resource, plugin };
    if (decision.kind === "replace" || old.pendingReplacement)
      return await this.#replace(
        goal,
        resource,
        old,
        plugin,
        decision,
        goal.deleteBeforeReplace ?? deleteBeforeReplace,
      );
    if (decision.kind === "update") {
      this.#mark("updated", urn);
      return { ...base, outcome: "update", steps: [{ ...step("update", urn, old, resource), decision }] };
    }
    this.#mark("same", urn);
    return { ...base, outcome: "same", steps: [step("same", urn, old, resource)] };
  }

  async #decide(
    goal: Goal,
    resource: Resource,
    old: Resource,
    plugin: ResourcePlugin | undefined,
    prepared: Prepared | undefined,
  ): Promise<{ readonly decision: Decision; readonly deleteBeforeReplace: boolean }> {
    const forced = await this.#forcedReplacement(goal, resource, old);
    if (forced !== undefined) return { decision: replacedBecause(forced), deleteBeforeReplace: false };
    const answer =
      plugin === undefined
        ? componentAnswer(old, resource)
        : await (prepared?.compared ?? plugin.diff(resource.urn, questionOf(goal, resource.inputs, old)));
    if (answer === undefined) this.#warnUnavailable(resource.urn);
    const difference = answer ?? unavailable;
    const comparison: Comparison = {
      oldInputs: old.inputs,
      news: resource.inputs,
      ignoreChanges: paths(goal.ignoreChanges),
      replaceOnChanges: goal.replaceOnChanges,
      initErrors: old.initErrors,
      secrets: "alike",
    };
    return { decision: decide(difference, comparison), deleteBeforeReplace: difference.deleteBeforeReplace };
  }

  #warnUnavailable(urn: Urn): void {
    const message =
      "The provider for this resource has inputs that are not known during preview.\n" +
      "This preview may not correctly represent the changes that will be applied during an update.";
    this.#context.report({ severity: "warning", urn, message });
  }

  /** Returns the properties that force a replacement regardless of the provider's Diff, or undefined. */
  async #forcedReplacement(goal: Goal, resource: Resource, old: Resource): Promise<readonly string[] | undefined> {
    if (isTriggered(goal.replacementTrigger, old.replacementTrigger)) return [];
    if (old.taint) return ["id"];
    if (goal.replaceWith.some((urn) => this.#has("replaced", urn))) return ["replaceWith"];
    if (goal.deletedWith !== undefined && this.#has("replaced", goal.deletedWith)) return ["deletedWith"];
    return (await this.#isProviderReplaced(resource, old)) ? ["provider"] : undefined;
  }

  /** Returns true if a change of the provider replaces the resource, according to DiffConfig of the new provider. */
  async #isProviderReplaced(resource: Resource, old: Resource): Promise<boolean> {
    if (old.provider === resource.provider) return false;
    if (old.provider === undefined || resource.provider === undefined) return true;
    const [before, after] = [parseProviderReference(old.provider), parseProviderReference(resource.provider)];
    if (before === undefined || after === undefined) return true;
    if (this.#renamed.get(before.urn) === after.urn) return false;
    const plugin = await this.#context.providers.ensure(resource.provider);
    const oldProvider = this.#olds.get(before.urn);
    const newProvider = this.#news.get(after.urn) ?? this.#olds.get(after.urn);
    if (oldProvider === undefined || newProvider === undefined) return true;
    const answer = await plugin.diffConfig(
      after.urn,
      withoutEngineKeys(oldProvider.inputs),
      oldProvider.outputs,
      withoutEngineKeys(newProvider.inputs),
    );
    return forcesReplacement(answer);
  }

  async #replace(
    goal: Goal,
    resource: Resource,
    old: Resource,
    plugin: ResourcePlugin | undefined,
    decision: Decision,
    isDeletedFirst: boolean,
  ): Promise<Generated> {
    const { urn } = resource;
    if (resource.protect && old.protect)
      this.#context.report({
        severity: "error",
        urn,
        message: `unable to replace resource "${urn}"\nas it is currently marked for protection.`,
      });
    if (goal.importId !== undefined)
      this.#context.report({
        severity: "warning",
        urn,
        message: "previously-imported resources that still specify an ID may not be replaced",
      });
    this.#mark("replaced", urn);
    const inputs =
      plugin === undefined || old.taint
        ? resource.inputs
        : this.#accepted(urn, await plugin.check(urn, emptyMap, goal.inputs));
    const created: Resource = { ...resource, inputs };
    const replace = { ...step("replace", urn, old, created), decision };
    const create = { ...step("create-replacement", urn, old, created), decision };
    const base = { urn, outcome: "create", old, new: created, plugin } as const;
    if (isDeletedFirst) {
      const dependents = await this.#deleteDependents(old, urn);
      const deletion = old.pendingReplacement ? [] : [step("delete-replaced", old.urn, old)];
      if (!old.pendingReplacement) this.#mark("deleted", old.urn);
      this.#deletedEarly.add(old);
      return { ...base, steps: [...dependents, ...deletion, replace, create] };
    }
    if (old.pendingReplacement) return { ...base, steps: [replace, create] };
    this.#replacedOlds.add(old);
    return { ...base, steps: [create, replace] };
  }

  /** Returns the deletions of resources that must be replaced because `root` is deleted before its replacement is created, dependents first. */
  async #deleteDependents(root: Resource, urn: Urn): Promise<readonly Step[]> {
    const dependents = [...(await this.#dependentReplacements(root)), ...this.#cascades(urn)];
    const steps: Step[] = [];
    for (const { resource, keys } of dependents.reverse()) {
      if (this.#deletedEarly.has(resource) || resource.pendingReplacement) continue;
      this.#dependentKeys.set(resource.urn, keys);
      if (resource.protect && !resource.delete)
        throw new PreviewError(
          `unable to replace resource "${resource.urn}" as part of replacing "${urn}" as it is currently marked for protection.`,
          urn,
        );
      steps.push(step(resource.delete ? "delete" : deleteReplaced(resource), resource.urn, resource));
      this.#mark("deleted", resource.urn);
      this.#deletedEarly.add(resource);
    }
    return steps;
  }

  /** Returns the dependents that must be replaced if the outputs of `root` are unknown, according to Diff. */
  async #dependentReplacements(root: Resource): Promise<{ resource: Resource; keys: readonly string[] }[]> {
    if (!this.#context.olds.includes(root)) return [];
    const replaced = new Set([root.urn]);
    const result: { resource: Resource; keys: readonly string[] }[] = [];
    for (const resource of dependingOn(root, this.#context.olds, (urn) => this.#hasStep(urn))) {
      const keys = await this.#replacementKeys(resource, replaced);
      if (keys === undefined) continue;
      result.push({ resource, keys });
      replaced.add(resource.urn);
    }
    return result;
  }

  async #replacementKeys(resource: Resource, replaced: ReadonlySet<Urn>): Promise<readonly string[] | undefined> {
    if (!resource.custom || resource.external) return undefined;
    const provider = providerUrnOf(resource);
    if (provider !== undefined && replaced.has(provider)) return [];
    if (resource.deletedWith !== undefined && replaced.has(resource.deletedWith)) return [];
    const isUnknown = (key: string): boolean =>
      (resource.propertyDependencies.get(key) ?? []).some((urn) => replaced.has(urn));
    if (![...resource.inputs.keys()].some(isUnknown)) return undefined;
    const news: PropertyMap = new Map(
      [...resource.inputs].map(([key, value]) => [
        key,
        isUnknown(key) ? ({ kind: "unknown", of: "string" } as const) : value,
      ]),
    );
    if (isProviderType(resource.type)) await this.#context.providers.same(resource, false);
    const plugin = await this.#pluginOf(resource);
    const { id, inputs: oldInputs, outputs: oldOutputs, ignoreChanges } = resource;
    const answer =
      (await plugin?.diff(resource.urn, { id, oldInputs, oldOutputs, news, ignoreChanges })) ?? unavailable;
    const decision = decide(answer, {
      oldInputs,
      news,
      ignoreChanges: paths(ignoreChanges),
      replaceOnChanges: resource.replaceOnChanges,
      initErrors: [],
      secrets: "alike",
    });
    return decision.kind === "replace" ? decision.replaced : undefined;
  }

  /** Returns the resources whose `deletedWith` or `replaceWith` option names the resource. */
  #cascades(urn: Urn): { resource: Resource; keys: readonly string[] }[] {
    const all = [...this.#news.values(), ...this.#olds.values()];
    const seen = new Set<Urn>();
    return all.flatMap((resource) => {
      const follows = resource.deletedWith === urn || resource.replaceWith.includes(urn);
      if (!follows || seen.has(resource.urn)) return [];
      seen.add(resource.urn);
      return [{ resource, keys: [] }];
    });
  }

  #isOperatedOn(stateUrn: Urn): boolean {
    const urn = this.#renamed.get(stateUrn) ?? stateUrn;
    return (["same", "updated", "replaced", "read"] as const).some((fate) => this.#has(fate, urn));
  }

  #hasStep(urn: Urn): boolean {
    const fates = ["read", "created", "same", "updated", "deleted", "replaced"] as const;
    return fates.some((fate) => this.#has(fate, urn));
  }

  #has(fate: Fate, urn: Urn): boolean {
    return this.#fates.get(fate)?.has(urn) ?? false;
  }

  #mark(fate: Fate, urn: Urn): void {
    const urns = this.#fates.get(fate) ?? new Set();
    this.#fates.set(fate, urns.add(urn));
  }
}

function questionOf({ ignoreChanges }: Goal, news: PropertyMap, old: Resource): DiffQuestion {
  return { id: old.id, oldInputs: old.inputs, oldOutputs: old.outputs, news, ignoreChanges };
}

const unavailable: DiffResult = { changes: "some", diffs: [], replaces: [], deleteBeforeReplace: false };

/** The kinds of dependencies, as text for messages. */
const neededAs: Readonly<Record<Exclude<DependencyKind, "provider">, string>> = {
  parent: "parent",
  dependency: "dependency",
  property: "property dependency",
  "deleted-with": "deleted with dependency",
  "replace-with": "replace with dependency",
};

function deletedWithoutTarget(urn: Urn): string {
  return `Resource '${urn}' will be destroyed but was not specified in --target list.
Either include resource in --target list or pass --target-dependents to proceed.`;
}

function step(op: Operation, urn: Urn, old: Resource | undefined, registered?: Resource): Step {
  return { op, urn, old, new: registered, decision: undefined };
}

function deleteReplaced({ external }: Resource): Operation {
  return external ? "discard-replaced" : "delete-replaced";
}

function resourceOfGoal(urn: Urn, goal: Goal, old: Resource | undefined): Resource {
  return {
    ...plainResource,
    urn,
    type: goal.type,
    custom: goal.custom,
    inputs: goal.inputs,
    outputs: emptyMap,
    parent: goal.parent,
    provider: goal.provider,
    dependencies: goal.dependencies,
    propertyDependencies: goal.propertyDependencies,
    protect: goal.protect ?? false,
    retainOnDelete: goal.retainOnDelete ?? false,
    refreshBeforeUpdate: old?.refreshBeforeUpdate ?? false,
    importId: goal.importId,
    deletedWith: goal.deletedWith,
    replaceWith: goal.replaceWith,
    ignoreChanges: goal.ignoreChanges,
    additionalSecretOutputs: goal.additionalSecretOutputs,
    replaceOnChanges: goal.replaceOnChanges,
    replacementTrigger: goal.replacementTrigger,
    hooks: goal.hooks,
    sourcePosition: goal.sourcePosition,
  };
}

/** Returns true if the goal has an id to import, and the state does not have the resource with this id yet. */
function isImport(goal: Goal, old: Resource | undefined): boolean {
  if (!goal.custom || goal.importId === undefined) return false;
  return old === undefined || old.external || (old.importId ?? old.id) !== goal.importId;
}

function componentAnswer(old: Resource, resource: Resource): DiffResult {
  return { ...unavailable, changes: equalMaps(old.inputs, resource.inputs) ? "none" : "some" };
}

function replacedBecause(keys: readonly string[]): Decision {
  return { ...sameDecision, kind: "replace", replaced: keys };
}

function forcesReplacement({ replaces, detailed }: DiffResult): boolean {
  return replaces.length > 0 || [...(detailed?.values() ?? [])].some(({ kind }) => kind.endsWith("-replace"));
}

function isTriggered(news: Value, olds: Value): boolean {
  if (hasUnknown(news) || hasUnknown(olds)) return true;
  const [after, before] = [openOutput(news), openOutput(olds)];
  if (after.kind === "null" || before.kind === "null") return false;
  return !equalValues(after, before);
}

function withoutEngineKeys(inputs: PropertyMap): PropertyMap {
  return new Map([...inputs].filter(([key]) => key !== "__internal"));
}

function paths(texts: readonly string[]): readonly Path[] {
  return texts.flatMap((text) => {
    const path = parsePath(text);
    return path === undefined ? [] : [path];
  });
}

function checkFailureText(urn: Urn, { property, reason }: CheckFailure): string {
  return property === "" ? `${typeOf(urn)} resource: ${reason}` : `${typeOf(urn)}: property ${property}: ${reason}`;
}
