/** Runs the hooks of resources as the engine does in a preview (pulumi `pkg/resource/deploy/deployment.go`, `RunHooks`). */

import type { Hook, HookedStep, HookNames, HookType } from "../domain/registration.ts";
import { emptyMap, type PropertyMap } from "../value/value.ts";
import { PreviewError } from "./preview-error.ts";
import type { Operation, Step } from "./step.ts";
import type { Generated, Problem } from "./step-generator.ts";

export class Hooks {
  readonly #report: (problem: Problem) => void;
  readonly #hooks = new Map<string, Hook>();
  /** The names of all hooks. Error hooks run only in updates. */
  readonly #names = new Set<string>();

  constructor(report: (problem: Problem) => void) {
    this.#report = report;
  }

  add(hook: Hook): void {
    this.addErrorHook(hook.name);
    this.#hooks.set(hook.name, hook);
  }

  addErrorHook(name: string): void {
    if (name === "") throw new PreviewError("resource hook name cannot be empty");
    if (this.#names.has(name)) throw new PreviewError(`resource hook already registered for name "${name}"`);
    this.#names.add(name);
  }

  /** Runs the hooks before a resource is created or updated. Throws PreviewError if a hook fails, or if the program did not register it. */
  async runBefore({ urn, old, new: { inputs: newInputs, hooks }, outcome }: Generated): Promise<void> {
    if (outcome === "create") await this.#run("BeforeCreate", hooks, { urn, id: "", newInputs });
    if (outcome !== "update") return;
    const { id = "", inputs: oldInputs = emptyMap, outputs: oldOutputs = emptyMap } = old ?? {};
    await this.#run("BeforeUpdate", hooks, { urn, id, newInputs, oldInputs, oldOutputs });
  }

  /** Runs the hooks after a resource was created or updated. Throws like `runBefore`. */
  async runAfter(
    { urn, old, new: { inputs: newInputs, hooks }, outcome }: Generated,
    id: string,
    newOutputs: PropertyMap,
  ): Promise<void> {
    if (outcome === "create") await this.#run("AfterCreate", hooks, { urn, id, newInputs, newOutputs });
    if (outcome !== "update") return;
    const { inputs: oldInputs = emptyMap, outputs: oldOutputs = emptyMap } = old ?? {};
    await this.#run("AfterUpdate", hooks, { urn, id, newInputs, oldInputs, newOutputs, oldOutputs });
  }

  /** Runs the hooks of the resources that steps delete. Throws like `runBefore`. */
  async runForDeletions(steps: readonly Step[]): Promise<void> {
    for (const { op, urn, old } of steps) {
      if (old === undefined || !isDeletion(op)) continue;
      const step = { urn, id: old.id, oldInputs: old.inputs, oldOutputs: old.outputs };
      await this.#run("BeforeDelete", old.hooks, step);
      await this.#run("AfterDelete", old.hooks, step);
    }
  }

  async #run(type: HookType, names: HookNames, step: HookedStep): Promise<void> {
    for (const name of names.get(type) ?? []) {
      const hook = this.#hooks.get(name);
      if (hook === undefined) throw new PreviewError(`hook "${name}" was not registered`, step.urn);
      const failure = hook.onDryRun ? await hook.run(step) : undefined;
      if (failure === undefined) continue;
      if (!hook.ignoreErrors) throw new PreviewError(`${momentOf(type)} hook "${name}" failed: ${failure}`, step.urn);
      this.#report({ severity: "warning", urn: step.urn, message: `${type} hook "${name}" failed: ${failure}` });
    }
  }
}

function momentOf(type: HookType): string {
  return type.startsWith("Before") ? "before" : "after";
}

/** Returns true for the deletion of a resource that exists, or existed outside of the state's control. */
function isDeletion(op: Operation): boolean {
  return op === "delete" || op === "delete-replaced" || op === "discard" || op === "discard-replaced";
}
