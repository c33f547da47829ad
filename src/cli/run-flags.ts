/**
 * The command line of `imp run` as data.
 */
import { Args, Flags, type Interfaces } from "@oclif/core";
import type { Language } from "../../generators/language.ts";
import {
  callFlags,
  jsonFlag,
  languageFlag,
  namesFlags,
  outFlag,
  placeFlags,
  pluginFlags,
  verboseFlag,
  writingFlags,
} from "./shared-flags.ts";

export const runArgs = {
  files: Args.string({ description: "import specs in Pulumi's import file format, JSON or YAML" }),
};

/** What a program says. */
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
};

/** Where resources come from, and which stack gets them. */
const sourceFlags = {
  ...placeFlags,
  stack: Flags.string({
    description: "the stack to import into; default: the selected one",
    exclusive: ["state"],
    helpValue: "NAME",
  }),
  state: Flags.string({
    description: "a state file in the form of `pulumi stack export` instead of a stack",
    helpValue: "FILE",
  }),
  ...namesFlags,
  "from-stack": Flags.string({
    description:
      "another stack whose resources are imported here: `name`, `project/name` or `organization/project/name` in the same " +
      "backend, or a file (./NAME or NAME.json) in the form of `pulumi stack export`; it is only read, and what to remove " +
      "there is printed",
    helpValue: "NAME|FILE",
  }),
  target: Flags.string({
    description:
      "a URN of the other stack to take, with what lies below it, its parents and its providers; `*` stands for any text " +
      "without a colon, `**` for any text; default: everything",
    dependsOn: ["from-stack"],
    multiple: true,
    multipleNonGreedy: true,
    helpValue: "URN",
  }),
  "check-stacks": Flags.boolean({
    description: "look through the other stacks of the backend, and say which manage what is imported too",
    default: false,
    exclusive: ["state"],
  }),
};

/** What is written, and what is shown of it. */
const resultFlags = {
  placeholder: Flags.boolean({
    description:
      "let an encrypted placeholder stand for what the provider demands, cannot return and nobody gives, if that is proven clean",
    default: false,
  }),
  "append-file": Flags.string({
    description: "write only the new resources, to this file beside a program of your own",
    exclusive: ["layout", "new"],
    helpValue: "NAME",
  }),
  emit: Flags.option({
    description:
      "what brings resources under management: entries in the state, or `import` options in the code, which the next " +
      "`pulumi up` imports by (the state is left alone)",
    options: ["state", "import-option"] as const,
    default: "state",
  })(),
  "code-only": Flags.boolean({
    description: "write the program only, not the state",
    exclusive: ["state-only", "plan-only"],
  }),
  "state-only": Flags.boolean({
    description: "write the state only, not the program",
    exclusive: ["code-only", "plan-only", "check", "new", "layout", "append-file", "force"],
  }),
  install: Flags.boolean({
    description: "run the `pulumi package add` commands that the program needs, once it is written",
    default: false,
    exclusive: ["plan-only", "state-only"],
  }),
  "create-stack": Flags.boolean({
    description: "make the stack if it is not there, as `pulumi stack init` does, when the resources are written",
    default: false,
    exclusive: ["code-only", "plan-only", "state"],
  }),
  ...callFlags,
  explain: Flags.boolean({
    description: "tell of every property why it is in the program or not, and what the provider answered",
    default: false,
  }),
  yes: Flags.boolean({ char: "y", description: "write without asking", default: false }),
  json: jsonFlag,
  "plan-only": Flags.boolean({ description: "derive and prove, but write nothing", default: false }),
  verbose: verboseFlag,
};

/** @param languages those that programs are printed in */
export function runFlags(languages: readonly Language[]) {
  return {
    ...sourceFlags,
    out: outFlag,
    language: languageFlag(languages),
    ...writingFlags(languages),
    ...derivationFlags,
    ...pluginFlags,
    ...resultFlags,
  };
}

/** `NAME=VALUE` pairs; `undefined` in place of a text without a name. */
export function parsePair(text: string): readonly [string, string] | undefined {
  const at = text.indexOf("=");
  return at > 0 ? [text.slice(0, at), text.slice(at + 1)] : undefined;
}

export type RunFlags = Interfaces.InferredFlags<ReturnType<typeof runFlags>>;
