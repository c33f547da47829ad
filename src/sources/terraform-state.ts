/**
 * A state of Terraform as a source (`--from-terraform`): it is only read, and the steps that take its resources out of it are reported.
 */
import { Flags } from "@oclif/core";
import { shellQuote } from "../cli/quote.ts";
import type { RunIo } from "../cli/run-io.ts";
import { terraformSteps } from "../cli/terraform-steps.ts";
import { visible } from "../cli/visible.ts";
import { placeholderId } from "../domain/placeholder-id.ts";
import { standardInputWord } from "../domain/standard-input.ts";
import { ImpError } from "../errors.ts";
import { movedBy } from "../import-file/moved-by.ts";
import {
  importFileOf,
  packagesOfState,
  removalOf,
  specsOfState,
  type TerraformSpecs,
  type TerraformState,
} from "../terraform/index.ts";
import { type ImportSource, joinSpecs, type PluginFacts } from "./import-source.ts";
import { readNamedState } from "./terraform-files.ts";
import { openTerraformPackages } from "./terraform-packages.ts";

export const mapFlag = Flags.string({
  description: "the Pulumi type of a Terraform type, where the provider does not name it; may be repeated",
  helpValue: "TYPE=TOKEN",
  multiple: true,
});

export const terraformState: ImportSource = {
  invitation: "a state of Terraform with --from-terraform",
  flags: {
    "from-terraform": Flags.string({
      description:
        "a state of Terraform whose resources are imported: terraform.tfstate, what `terraform show -json` prints, or the " +
        "directory of one; - for standard input; it is only read, and what to remove there is printed",
      helpValue: "FILE",
    }),
    map: { ...mapFlag, dependsOn: ["from-terraform"] },
  },
  asked: ({ flags: { "from-terraform": name, map } }) => {
    if (typeof name !== "string") return undefined;
    const tokens = mappedTokens(Array.isArray(map) ? map.map(String) : []);
    return {
      reads: "plugins",
      paths: name === standardInputWord ? [] : [name],
      moves: "--from-terraform",
      open: async (io, { host, given, sdks }) => {
        const state = await readNamedState(name, io);
        const packages = await openTerraformPackages(packagesOfState(state), given, sdks, host);
        const mapped = specsOfState(state, { packages, tokens, otherSpecs: given });
        return {
          specs: mapped.specs,
          notes: terraformNotes(state, mapped),
          afterwards: (specs, plan, written) => {
            const steps = removalOf(state, movedBy(specs, plan, written), mapped.leftOut, shellQuote);
            return { field: "terraform", document: steps, lines: terraformSteps(steps) };
          },
        };
      },
    };
  },
};

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

/** `TYPE=TOKEN` words. Throws USAGE. */
export function mappedTokens(words: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    words.map((word) => {
      const [type = "", token = ""] = word.split(/=([\s\S]*)/);
      if (type === "" || !token.includes(":")) {
        const message = `--map ${word} names no type and no token.`;
        throw ImpError.of("USAGE", { message, hint: "Write it like --map aws_s3_bucket=aws:s3/bucket:Bucket." });
      }
      return [type, token];
    }),
  );
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
