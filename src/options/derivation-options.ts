/**
 * The flags that say how programs are derived, which several commands have, and the typed value that they are parsed to.
 */
import { Flags, type Interfaces } from "@oclif/core";
import type { PlanOptions } from "../import/derive-plan.ts";

/** How a program is derived. A flag that only the derivation reads is a flag and a line in `derivationOptions`. */
export interface DerivationOptions
  extends Pick<
    PlanOptions,
    | "mode"
    | "allowReplace"
    | "strict"
    | "clearsPending"
    | "placeholders"
    | "assumeDefaults"
    | "importOptions"
    | "explain"
    | "functions"
  > {
  readonly protect: boolean;
  /** `--schema`: files, as they are typed. */
  readonly schemas: readonly string[];
}

/** How a program is derived. */
export const derivationFlags = {
  mode: Flags.option({
    description:
      "how much a program sets: what a deployment from nothing would not give by itself; only what keeps the preview clean; or " +
      "everything that was read",
    options: ["minimal", "smallest", "lossless"] as const,
    default: "minimal",
  })(),
  protect: Flags.boolean({ description: "protect what is imported against deletion", default: true, allowNo: true }),
  "assume-defaults": Flags.boolean({
    description:
      "assume that settings which only the provider knows, and Read does not return, have their defaults, where a preview is clean then",
    default: false,
  }),
  "allow-replace": Flags.boolean({
    description: "also import resources that the next update would replace",
    default: false,
  }),
  functions: Flags.boolean({
    description:
      "write a value that a function of the package answers, such as the account in an ARN, as the call of that function; the provider " +
      "is asked functions that need no arguments, and whose names begin with get or list",
    default: false,
  }),
  schema: Flags.string({
    description:
      "a description of a provider that knows more than its package does: a Provider Code Specification, what `terraform providers schema " +
      "-json` prints, or a package schema; its secrets stay hidden, and the provider is asked less",
    multiple: true,
    multipleNonGreedy: true,
    helpValue: "FILE",
  }),
};

/** The options of `derivationFlags`, where nobody is asked and nothing is explained. */
export function derivationOptions(
  flags: Pick<
    Interfaces.InferredFlags<typeof derivationFlags>,
    "mode" | "protect" | "assume-defaults" | "allow-replace" | "functions" | "schema"
  >,
): DerivationOptions {
  return {
    schemas: flags.schema ?? [],
    mode: flags.mode,
    protect: flags.protect,
    assumeDefaults: flags["assume-defaults"],
    allowReplace: flags["allow-replace"],
    explain: false,
    functions: flags.functions,
    placeholders: false,
    importOptions: false,
  };
}
