/** Flags of several commands that control which inputs and options a program sets. */
import { Flags, type Interfaces } from "@oclif/core";
import type { PlanOptions } from "../import/derive-plan.ts";
import { repeated } from "./shared-flags.ts";

/** Controls how imp finds the inputs of a program. To add a flag, add it to `derivationFlags` and `derivationOptions`. */
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
  /** `--schema`: file paths, as typed. */
  readonly schemas: readonly string[];
}

export const derivationFlags = {
  mode: Flags.option({
    description:
      "Which inputs the program sets: all inputs that a new deployment would not get by default (minimal), only inputs that a clean preview needs " +
      "(smallest), or all inputs that imp read (lossless)",
    options: ["minimal", "smallest", "lossless"] as const,
    default: "minimal",
  })(),
  protect: Flags.boolean({ description: "Protect the imported resources from deletion", default: true, allowNo: true }),
  "assume-defaults": Flags.boolean({
    description:
      "Assume default values for settings of the provider that Read does not return, if the preview is then clean",
    default: false,
  }),
  "allow-replace": Flags.boolean({
    description: "Import resources even if the next update would replace them",
    default: false,
  }),
  functions: Flags.boolean({
    description:
      "Replace values that a provider function returns, such as the account ID in an ARN, with a call to the function. Only functions " +
      "without arguments whose names start with get or list are called",
    default: false,
  }),
  schema: Flags.string({
    description:
      "Supplement the provider's package schema with a Provider Code Specification, the output of `terraform providers schema -json`, or a " +
      "package schema. Additional secrets are then encrypted, and imp calls the provider less often",
    ...repeated,
    helpValue: "FILE",
  }),
};

/** Returns the derivation options without explanations, placeholders, or import options. */
export function derivationOptions(flags: Interfaces.InferredFlags<typeof derivationFlags>): DerivationOptions {
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
