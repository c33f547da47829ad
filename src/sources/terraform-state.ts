/**
 * A state of Terraform as a source (`--from-terraform`): it is only read, and the steps that take its resources out of it are reported.
 */
import { Flags } from "@oclif/core";
import { standardInputWord } from "../domain/standard-input.ts";
import { ImpError } from "../errors.ts";
import type { ImportSource } from "./import-source.ts";
import { openTerraformState } from "./open-terraform-state.ts";

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
      open: (io, facts) => openTerraformState(name, tokens, facts, io),
    };
  },
};

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
