/** Runs the hooks of resources as the engine does in a preview (pulumi `pkg/resource/deploy/deployment.go`, `RunHooks`). */

import type { Hook, HookedStep, HookNames, HookType } from "../domain/registration.ts";
import { PreviewError } from "./preview-error.ts";
import type { Problem } from "./step-generator.ts";

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

  /** Runs the hooks of a type for a step. Throws PreviewError if a hook fails, or if the program did not register it. */
  async run(type: HookType, names: HookNames, step: HookedStep): Promise<void> {
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
