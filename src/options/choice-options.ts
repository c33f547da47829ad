/** Flags that select, rename, and accept resources of a run, and the choices parsed from them. */
import { Flags, type Interfaces } from "@oclif/core";
import { type Choices, noChoices } from "../choices/choices.ts";
import { parseFilter } from "../choices/filter.ts";
import { parseTemplate } from "../choices/name-template.ts";
import { parseIgnoredChange, parseNotSecret } from "../choices/named-path.ts";
import { parseRename } from "../choices/rename.ts";
import { repeated } from "./shared-flags.ts";

export function filterFlags(description: { readonly only: string; readonly exclude: string }) {
  const flag = (text: string) => Flags.string({ description: text, ...repeated, helpValue: "FILTER" });
  return { only: flag(description.only), exclude: flag(description.exclude) };
}

export const choiceFlags = {
  ...filterFlags({
    only:
      "Import only resources that match: type=GLOB, name=GLOB, id=GLOB, tag:KEY=GLOB, or a glob over type, name, and id. Filters of the " +
      "same kind are alternatives; filters of different kinds must all match. Parents, providers, and other resources that these refer to are imported too",
    exclude:
      "Exclude resources that match. imp does not read excluded resources, except to get their tags. Takes the same filters as --only",
  }),
  "leave-out": Flags.string({
    description: "Exclude the resource with this URN or name. imp does not read it",
    ...repeated,
    helpValue: "URN",
  }),
  rename: Flags.string({
    description:
      "Rename the resource with the name or URN OLD to NEW. s/PATTERN/REPLACEMENT/ replaces a regular expression in all names (flag g: every match, " +
      "flag i: ignore case). References to the resource also change",
    ...repeated,
    helpValue: "OLD=NEW",
  }),
  "name-template": Flags.string({
    description:
      "Set the names of all resources that have an ID according to this template. Placeholders are {type}, {name}, {id}, {parent}, and {tag:KEY}; | separates " +
      "alternatives, as in '{type}-{name|id}'. --rename is applied afterwards",
    helpValue: "TEMPLATE",
  }),
  "accept-replace": Flags.string({
    description: "Import the resource with this URN or name even if the next update would replace it",
    ...repeated,
    helpValue: "URN",
  }),
  "ignore-changes": Flags.string({
    description:
      "Add this property path to the ignoreChanges option of the resource with this URN, or of all resources with this name",
    ...repeated,
    helpValue: "NAME=PATH",
  }),
  "not-secret": Flags.string({
    description:
      "Treat this property path as plain text although it looks like a secret. NAME is a URN, a resource name, or * for all resources; in PATH, " +
      "[*] matches any element, and nested properties are included. For a value that --config sets, pass only KEY",
    ...repeated,
    helpValue: "NAME=PATH",
  }),
  "assume-defaults-for": Flags.string({
    description: "Apply --assume-defaults only to the resource with this URN or name",
    ...repeated,
    helpValue: "URN",
  }),
  "placeholder-for": Flags.string({
    description: "Apply --placeholder only to the resource with this URN or name",
    ...repeated,
    helpValue: "URN",
  }),
  strict: Flags.boolean({
    description: "Exclude resources for which a preview would show changes",
    default: false,
    allowNo: true,
  }),
};

/** Parses only `--not-secret`. Returns choices that select all resources. Throws USAGE. */
export function notSecretChoices(flags: { readonly "not-secret"?: readonly string[] | undefined }): Choices {
  return { ...noChoices, notSecret: notSecretPaths(flags) };
}

function notSecretPaths(flags: { readonly "not-secret"?: readonly string[] | undefined }): Choices["notSecret"] {
  return (flags["not-secret"] ?? []).flatMap(parseNotSecret);
}

export function parseFilters(flags: {
  readonly only?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}): Pick<Choices, "only" | "exclude"> {
  return { only: (flags.only ?? []).map(parseFilter), exclude: (flags.exclude ?? []).map(parseFilter) };
}

/** Parses all flags of choices. Throws USAGE if a rename, template, or property path is invalid. */
export function parseChoices(flags: Interfaces.InferredFlags<typeof choiceFlags>): Choices {
  return {
    ...parseFilters(flags),
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
