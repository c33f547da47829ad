/**
 * The flags that choose among the resources of a run, and the typed value that they are parsed to.
 */
import { Flags, type Interfaces } from "@oclif/core";
import { type Choices, noChoices } from "../choices/choices.ts";
import { parseFilter } from "../choices/filter.ts";
import { parseIgnoredChange } from "../choices/ignored-changes.ts";
import { parseTemplate } from "../choices/name-template.ts";
import { parseNotSecret } from "../choices/not-secret.ts";
import { parseRename } from "../choices/rename.ts";
import { repeated } from "./shared-flags.ts";

/** The two flags of filters, as a command describes them. */
export function filterFlags(description: { readonly only: string; readonly exclude: string }) {
  const flag = (text: string) => Flags.string({ description: text, ...repeated, helpValue: "FILTER" });
  return { only: flag(description.only), exclude: flag(description.exclude) };
}

export const choiceFlags = {
  ...filterFlags({
    only:
      "import only what matches: type=GLOB, name=GLOB, id=GLOB, tag:KEY=GLOB, or a glob over type, name and id; several of one kind widen the choice, " +
      "several kinds narrow it; parents, providers and other resources that these name come along",
    exclude: "import nothing that matches; it is not read either, but for its tags; filters as for --only",
  }),
  "leave-out": Flags.string({
    description: "leave this resource out; it is not read either",
    ...repeated,
    helpValue: "URN",
  }),
  rename: Flags.string({
    description:
      "the name that a resource gets, of its old name or URN; s/PATTERN/REPLACEMENT/ renames whatever a regular expression is found in " +
      "(with g in every place, with i in any case); references follow",
    ...repeated,
    helpValue: "OLD=NEW",
  }),
  "name-template": Flags.string({
    description:
      "the names of all resources that have an id, made of {type}, {name}, {id}, {parent} and {tag:KEY}, with | between alternatives: " +
      "'{type}-{name|id}'; --rename goes on from there",
    helpValue: "TEMPLATE",
  }),
  "accept-replace": Flags.string({
    description: "import this resource although the next update would replace it",
    ...repeated,
    helpValue: "URN",
  }),
  "ignore-changes": Flags.string({
    description:
      "add this property path to the option ignoreChanges of the resource with this URN, or of all with this name; the program is proven with it",
    ...repeated,
    helpValue: "NAME=PATH",
  }),
  "not-secret": Flags.string({
    description:
      "this property path of the resource with this URN, of all with this name, or of all (*) is not a secret, although it looks like one; " +
      "so is everything below it, and [*] stands for any element; KEY: the value that --config gives this key is not a secret",
    ...repeated,
    helpValue: "NAME=PATH",
  }),
  "assume-defaults-for": Flags.string({
    description: "--assume-defaults for this resource alone",
    ...repeated,
    helpValue: "URN",
  }),
  "placeholder-for": Flags.string({
    description: "--placeholder for this resource alone",
    ...repeated,
    helpValue: "URN",
  }),
  strict: Flags.boolean({
    description: "write only resources in which a preview finds nothing to change, and leave out the others",
    default: false,
    allowNo: true,
  }),
};

/** The choices of a command that takes everything and only lets the user say what is not a secret. Throws USAGE. */
export function notSecretChoices(flags: { readonly "not-secret"?: readonly string[] | undefined }): Choices {
  return { ...noChoices, notSecret: notSecretPaths(flags) };
}

function notSecretPaths(flags: { readonly "not-secret"?: readonly string[] | undefined }): Choices["notSecret"] {
  return (flags["not-secret"] ?? []).flatMap(parseNotSecret);
}

/** The filters of a command line. */
export function filtersOf(flags: {
  readonly only?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}): Pick<Choices, "only" | "exclude"> {
  return { only: (flags.only ?? []).map(parseFilter), exclude: (flags.exclude ?? []).map(parseFilter) };
}

/** Throws USAGE for a rename, a template, a change to ignore, or a value to show that is none. */
export function choicesOf(flags: Interfaces.InferredFlags<typeof choiceFlags>): Choices {
  return {
    ...filtersOf(flags),
    leaveOut: new Set(flags["leave-out"]),
    nameTemplate: flags["name-template"] === undefined ? undefined : parseTemplate(flags["name-template"]),
    renames: (flags.rename ?? []).map(parseRename),
    acceptReplace: new Set(flags["accept-replace"]),
    ignoreChanges: (flags["ignore-changes"] ?? []).map(parseIgnoredChange),
    notSecret: notSecretPaths(flags),
    assumeDefaults: new Set(flags["assume-defaults-for"]),
    placeholders: new Set(flags["placeholder-for"]),
    strict: flags.strict,
  };
}
