/**
 * The command line of `imp run` as data.
 */
import { Args, Flags } from "@oclif/core";

export const runArgs = {
  files: Args.string({ description: "import specs in Pulumi's import file format, JSON or YAML" }),
};

export const runFlags = {
  cwd: Flags.string({ description: "run as if started in this directory", default: ".", helpValue: "DIR" }),
  stack: Flags.string({
    description: "the stack to import into; default: the selected one",
    exclusive: ["state"],
    helpValue: "NAME",
  }),
  state: Flags.string({
    description: "a state file in the form of `pulumi stack export` instead of a stack",
    helpValue: "FILE",
  }),
  project: Flags.string({
    description: "project name, for a --state file outside a project",
    dependsOn: ["state"],
    helpValue: "NAME",
  }),
  "stack-name": Flags.string({
    description: "stack name, for a --state file outside a project",
    dependsOn: ["state"],
    helpValue: "NAME",
  }),
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
  out: Flags.string({
    description: "where the program goes; default: the project's program directory",
    helpValue: "DIR",
  }),
  language: Flags.string({
    description: "languages of the program: typescript, python, go, pcl, separated by commas; default: the project's",
    helpValue: "LIST",
  }),
  mode: Flags.option({
    description:
      "how much a program says: what makes it clean and re-creates the same, what makes it clean, everything read",
    options: ["minimal", "smallest", "lossless"] as const,
    default: "minimal",
  })(),
  provider: Flags.string({
    description: "executable of a provider plugin",
    multiple: true,
    multipleNonGreedy: true,
    helpValue: "NAME=EXECUTABLE",
  }),
  config: Flags.string({
    description: "a value of the stack's configuration",
    multiple: true,
    multipleNonGreedy: true,
    helpValue: "KEY=VALUE",
  }),
  protect: Flags.boolean({ description: "protect what is imported against deletion", default: true, allowNo: true }),
  "allow-replace": Flags.boolean({
    description: "also import resources that the next update would replace",
    default: false,
  }),
  placeholder: Flags.boolean({
    description:
      "let an encrypted placeholder stand for what the provider demands, cannot return and nobody gives, if that is proven clean",
    default: false,
  }),
  "append-file": Flags.string({
    description: "write only the new resources, to this file beside a program of your own",
    helpValue: "NAME",
  }),
  parallel: Flags.integer({
    description: "calls to providers at once; fewer while the cloud throttles",
    default: 32,
    min: 1,
    max: 1024,
    helpValue: "N",
  }),
  "max-retries": Flags.integer({
    description: "how often a call that the cloud throttles is repeated",
    default: 16,
    min: 0,
    max: 100,
    helpValue: "N",
  }),
  timeout: Flags.integer({
    description: "seconds that one call to a provider may take; it has 60 at most to start",
    default: 300,
    min: 1,
    helpValue: "S",
  }),
  explain: Flags.boolean({
    description: "tell of every property why it is in the program or not, and what the provider answered",
    default: false,
  }),
  yes: Flags.boolean({ char: "y", description: "write without asking", default: false }),
  json: Flags.boolean({ description: "print one JSON document and nothing else", default: false }),
  "plan-only": Flags.boolean({ description: "derive and prove, but write nothing", default: false }),
  verbose: Flags.boolean({ char: "v", description: "show what plugins log", default: false }),
};

/** `NAME=VALUE` pairs; `undefined` in place of a text without a name. */
export function parsePair(text: string): readonly [string, string] | undefined {
  const at = text.indexOf("=");
  return at > 0 ? [text.slice(0, at), text.slice(at + 1)] : undefined;
}
