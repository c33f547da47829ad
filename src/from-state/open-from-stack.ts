/** Opens the source stack of `--from-stack`. */

import { ImpError } from "../domain/errors.ts";
import type { ImportPlan } from "../domain/graph.ts";
import type { LeftOut, Removal } from "../domain/removal.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { movedBy } from "../import-file/moved-by.ts";
import type { ResolvedSpec } from "../import-file/resolve.ts";
import type { StateResource } from "../state/deployment.ts";
import type { OtherStack } from "../workspace/open-other-stack.ts";
import { chooseResources, notMovable } from "./choose-resources.ts";
import { removalFromStack } from "./removal.ts";
import { specsFromState } from "./specs-from-state.ts";

export interface FromStack {
  /** The name as the backend spells it. */
  readonly name: string;
  readonly specs: ImportSpecs;
  readonly leftOut: readonly LeftOut[];
  /** Plans the commands that remove the imported resources from the source stack. */
  removal(request: readonly ResolvedSpec[], plan: ImportPlan, written: boolean): Removal;
}

/**
 * Opens the source stack.
 *
 * @throws the errors of `chooseResources`; OTHER_STACK_NOTHING if no resource can be moved; STATE_VALUE; and, if the resources contain secrets, the
 * errors of the stack's crypter
 */
export async function openFromStack(stack: OtherStack, targets: readonly string[]): Promise<FromStack> {
  const { name, file, state } = stack;
  const { resources, leftOut } = chooseResources(state.resources, targets, name, notMovable);
  if (resources.length === 0) throw ImpError.of("OTHER_STACK_NOTHING", { stack: name, leftOut });
  // A passphrase is only needed if the chosen resources contain secrets.
  const crypter = holdsSecrets(resources, state.resources) ? await stack.crypter() : undefined;
  const decrypt = (text: string, where: string): string => crypter?.decrypt(text, where) ?? text;
  return {
    name,
    specs: specsFromState(resources, { stack: name, file, state, decrypt }),
    leftOut,
    removal: (request, plan, written) => ({
      ...removalFromStack(state.resources, movedBy(request, plan, written), stack),
      leftOut,
    }),
  };
}

/** Returns true if these resources or their providers contain encrypted values. */
function holdsSecrets(chosen: readonly StateResource[], all: readonly StateResource[]): boolean {
  const providers = new Set(chosen.map(({ provider }) => provider));
  const used = all.filter(({ urn, id }) => providers.has(`${urn}::${id ?? ""}`));
  let hasSecrets = false;
  const markSecret = (): string => {
    hasSecrets = true;
    return "null";
  };
  return [...chosen, ...used].some((resource) => {
    resource.inputs(markSecret);
    resource.outputs(markSecret);
    return hasSecrets;
  });
}
