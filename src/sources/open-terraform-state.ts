/**
 * A state of Terraform, opened: its resources as import specs, or as an import file, and the steps that take them out of it.
 */
import { shellQuote } from "../cli/quote.ts";
import type { RunIo } from "../cli/run-io.ts";
import { terraformSteps } from "../cli/terraform-steps.ts";
import { visible } from "../cli/visible.ts";
import { placeholderId } from "../domain/placeholder-id.ts";
import { movedBy } from "../import-file/moved-by.ts";
import {
  importFileOf,
  packagesOfState,
  removalOf,
  specsOfState,
  type TerraformSpecs,
  type TerraformState,
} from "../terraform/index.ts";
import { joinSpecs, type OpenSource, type PluginFacts } from "./import-source.ts";
import { readNamedState } from "./terraform-files.ts";
import { openTerraformPackages } from "./terraform-packages.ts";

/**
 * The state as a source of a run. Throws what `readNamedState` throws.
 *
 * @param tokens type in Terraform -> token, from `--map`
 */
export async function openTerraformState(
  name: string,
  tokens: ReadonlyMap<string, string>,
  { host, given, sdks }: Pick<PluginFacts, "host" | "given" | "sdks">,
  io: RunIo,
): Promise<OpenSource> {
  const state = await readNamedState(name, io);
  const packages = await openTerraformPackages(packagesOfState(state), given, sdks, host);
  const mapped = specsOfState(state, { packages, tokens, given });
  return {
    specs: mapped.specs,
    notes: terraformNotes(state, mapped),
    afterwards: (specs, plan, written) => {
      const steps = removalOf(state, movedBy(specs, plan, written), mapped.leftOut, shellQuote);
      return { field: "terraform", document: steps, lines: terraformSteps(steps) };
    },
  };
}

/** An import file, and lines about what it does not have. */
export interface ImportedFile {
  readonly document: object;
  readonly notes: readonly string[];
}

/** The state as an import file. Throws what `readNamedState` throws. */
export async function importedFile(
  name: string,
  tokens: ReadonlyMap<string, string>,
  { host, sdks }: Pick<PluginFacts, "host" | "sdks">,
  io: RunIo,
): Promise<ImportedFile> {
  const state = await readNamedState(name, io);
  const packages = await openTerraformPackages(packagesOfState(state), joinSpecs([]), sdks, host);
  const { document, providers, withoutId, ...mapped } = importFileOf(state, { packages, tokens });
  const settings = providers.map(
    (provider) => `Give provider ${visible(provider)} its settings: the state of Terraform does not have them.`,
  );
  const ids = withoutId.map(
    (entry) => `The state of Terraform has no id of ${visible(entry)}: replace ${placeholderId} in the import file.`,
  );
  return { document, notes: [...terraformNotes(state, mapped), ...settings, ...ids] };
}

/** Lines about what the state has and the run does not take, and about what is not certain. */
function terraformNotes(
  state: TerraformState,
  { leftOut, guessed }: Pick<TerraformSpecs, "leftOut" | "guessed">,
): readonly string[] {
  return [
    ...leftOut.map(({ address, why }) => `Left out: ${visible(address)}: ${why}.`),
    ...[...guessed].map(
      ([type, token]) =>
        `No provider names the Pulumi type of ${visible(type)}: ${visible(token)} is tried; --map gives another.`,
    ),
    ...(state.form === "shown"
      ? ["`terraform show -json` does not say which resources have an aliased provider; `terraform state pull` does."]
      : []),
  ];
}
