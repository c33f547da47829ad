/**
 * Reads the resources of a state that a program is wanted for, as specs: names, types, parents, providers, and their stored values.
 */

import type { Choices } from "../choices/choices.ts";
import type { LeftOut } from "../domain/removal.ts";
import { ImpError } from "../errors.ts";
import { chooseResources, notInPrograms } from "../from-stack/choose-resources.ts";
import { specsFromState } from "../from-stack/specs-from-state.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import type { StateResource } from "../state/deployment.ts";
import { statePlace } from "../workspace/backend/read-state.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { filteredResources } from "./filtered-resources.ts";

export interface SourceState {
  readonly specs: ImportSpecs;
  /** In the order of `specs`. */
  readonly resources: readonly StateResource[];
  readonly leftOut: readonly LeftOut[];
  /** How many resources that a program has were not asked for. */
  readonly others: number;
}

/** The resources of a state that a program is wanted for. */
export interface WantedResources {
  /** URNs to take, with what is below them. Empty: takes everything. */
  readonly urns: readonly string[];
  /** Which of these. */
  readonly filters: Pick<Choices, "only" | "exclude">;
}

/**
 * Throws GENERATE_NOTHING, TARGET_UNKNOWN, TARGET_PARENT, CHOICE_UNKNOWN, CHOICE_IMPOSSIBLE, CHOICE_EMPTY, STATE_VALUE and the codes of the
 * crypter and the state.
 */
export async function openSourceState(
  workspace: Workspace,
  { urns: targets, filters }: WantedResources,
): Promise<SourceState> {
  const { stack, location } = workspace;
  const file = statePlace(location);
  const state = workspace.state();
  const all = state?.resources ?? [];
  const { resources: offered, leftOut } = chooseResources(all, targets, stack, notInPrograms);
  if (state === undefined || offered.length === 0) {
    throw ImpError.of("GENERATE_NOTHING", { file, isThere: state !== undefined, leftOut });
  }
  const resources = filteredResources(offered, filters, { stack, file, state });
  const crypter = state.secretsProvider === undefined ? undefined : await workspace.stateCrypter();
  const decrypt = (text: string, where: string): string => crypter?.decrypt(text, where) ?? text;
  const whole = targets.length === 0 ? offered : chooseResources(all, [], stack, notInPrograms).resources;
  return {
    specs: specsFromState(resources, { stack, file, state, decrypt }),
    resources,
    leftOut,
    others: whole.length - resources.length,
  };
}
