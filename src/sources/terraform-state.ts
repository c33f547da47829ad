/** Imports from a Terraform state (`--from-terraform`). Does not change that state, but reports how to remove the resources from it. */
import { Flags } from "@oclif/core";
import { shellQuote, visible } from "../cli/quote.ts";
import type { RunIo } from "../cli/run-io.ts";
import { terraformSteps } from "../cli/terraform-steps.ts";
import { ImpError } from "../domain/errors.ts";
import { placeholderId } from "../domain/placeholder-id.ts";
import { standardInputWord } from "../domain/standard-input.ts";
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
  description: "The Pulumi type token of a Terraform type that the provider does not map. Can be repeated",
  helpValue: "TYPE=TOKEN",
  multiple: true,
});

export const terraformState: ImportSource = {
  invitation: "a Terraform state with --from-terraform",
  flags: {
    "from-terraform": Flags.string({
      description:
        "Import resources from a Terraform state: a terraform.tfstate file, the output of `terraform show -json`, or a directory " +
        "with one of them. - reads standard input. The Terraform state is not changed. imp prints the steps to remove the resources from it",
      helpValue: "FILE",
    }),
    map: { ...mapFlag, dependsOn: ["from-terraform"] },
  },
  select: ({ flags: { "from-terraform": name, map } }) => {
    if (typeof name !== "string") return undefined;
    const tokens = mappedTokens(Array.isArray(map) ? map.map(String) : []);
    return {
      reads: "plugins",
      paths: name === standardInputWord ? [] : [name],
      moves: "--from-terraform",
      open: async (io, { host, given: otherSpecs, sdks }) => {
        const state = await readNamedState(name, io);
        const packages = await openTerraformPackages(packagesOfState(state), otherSpecs, sdks, host);
        const mapped = specsOfState(state, { packages, tokens, otherSpecs });
        return {
          specs: mapped.specs,
          notes: terraformNotes(state, mapped),
          afterwards: (specs, plan, written) => {
            const steps = removalOf(state, movedBy(specs, plan, written), mapped.leftOut, shellQuote);
            return [{ field: "terraform", document: steps, lines: terraformSteps(steps) }];
          },
        };
      },
    };
  },
};

/** An import file, and notes about resources that it lacks. */
export interface ImportedFile {
  readonly document: object;
  readonly notes: readonly string[];
}

/** Converts the state to an import file. Throws the errors of `readNamedState`. */
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
    (provider) =>
      `The Terraform state does not contain the settings of provider ${visible(provider)}. Add them to the import file.`,
  );
  const ids = withoutId.map(
    (entry) => `The Terraform state has no ID for ${visible(entry)}. Replace ${placeholderId} in the import file.`,
  );
  return { document, notes: [...terraformNotes(state, mapped), ...settings, ...ids] };
}

/** Parses `TYPE=TOKEN` words. Throws USAGE. */
export function mappedTokens(words: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    words.map((word) => {
      const [type = "", token = ""] = word.split(/=([\s\S]*)/);
      if (type === "" || !token.includes(":")) {
        const message = `Invalid --map ${word}: expected TYPE=TOKEN.`;
        throw ImpError.of("USAGE", { message, hint: "For example: --map aws_s3_bucket=aws:s3/bucket:Bucket." });
      }
      return [type, token];
    }),
  );
}

/** Returns notes about skipped resources and guessed types. */
function terraformNotes(
  state: TerraformState,
  { leftOut, guessed }: Pick<TerraformSpecs, "leftOut" | "guessed">,
): readonly string[] {
  return [
    ...leftOut.map(({ address, why }) => `Excluded: ${visible(address)}: ${why}.`),
    ...[...guessed].map(
      ([type, token]) =>
        `The provider does not map ${visible(type)} to a Pulumi type, so imp uses ${visible(token)}. Use --map to change the type.`,
    ),
    ...(state.form === "shown"
      ? [
          "The output of `terraform show -json` does not show which resources use an aliased provider. To include this, use the output of `terraform state pull`.",
        ]
      : []),
  ];
}
