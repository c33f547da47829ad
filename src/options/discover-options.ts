/** Command line of `imp discover`. */
import { Args, Flags, type Interfaces } from "@oclif/core";
import type { Language } from "../../generators/language.ts";
import type { Choices } from "../choices/choices.ts";
import { namesByTags, parseTemplate } from "../choices/name-template.ts";
import { isConfigKey } from "../choices/named-path.ts";
import { parseRename } from "../choices/rename.ts";
import type { PackageSelection } from "../discovery/discover.ts";
import { type FieldMap, parseFieldMap } from "../discovery/json-map.ts";
import type { TypeMapping } from "../discovery/json-types.ts";
import { parseQuery, type QueryWord } from "../discovery/query.ts";
import { allSkipReasons, type SkipReason } from "../discovery/skip-reasons.ts";
import { parseSplit, type SplitKey } from "../discovery/split.ts";
import { ImpError } from "../domain/errors.ts";
import { packageSelections } from "../sources/discovery-words.ts";
import type { StackOptions } from "../workspace/open-chosen.ts";
import { choiceFlags, notSecretChoices, parseFilters } from "./choice-options.ts";
import { type FlagToken, keptFlagWords } from "./plan-words.ts";
import { eventFlags } from "./run-options.ts";
import {
  callFlags,
  commandFlags,
  formatFlags,
  namesFlags,
  pluginFlags,
  repeated,
  stackFlags,
  stateFileDescription,
  underHeading,
} from "./shared-flags.ts";
import {
  type CommandOptions,
  commandOptions,
  type PluginOptions,
  pluginOptions,
  type Registries,
  stackOptions,
} from "./shared-options.ts";

export const discoverArgs = {
  types: Args.string({
    description:
      "Packages (aws, aws@6.0.0), types (aws:s3:Bucket), or modules (aws:s3) to list. Defaults to the packages that the stack uses",
    ignoreStdin: true,
  }),
};

/** Flags that choose which objects are listed and imported. */
const findFlags = {
  only: Flags.string({
    description: "Include only objects that match: type=GLOB, name=GLOB, id=GLOB, or a glob over all three",
    ...repeated,
    helpValue: "FILTER",
  }),
  exclude: Flags.string({
    description: "Exclude objects that match. Takes the same filters as --only",
    ...repeated,
    helpValue: "FILTER",
  }),
  rename: choiceFlags.rename,
  "name-template": choiceFlags["name-template"],
  "not-secret": choiceFlags["not-secret"],
  limit: Flags.integer({ description: "Maximum number of objects to list per type", min: 1, helpValue: "N" }),
  query: Flags.string({
    description:
      "An argument for resource types that can only be listed with an argument, such as a resource group or a parent",
    ...repeated,
    helpValue: "NAME=VALUE",
  }),
  follow: Flags.boolean({
    description:
      "Also include objects that refer to the selected objects, directly or indirectly. imp then lists and reads all types of the packages",
    default: false,
  }),
  split: Flags.string({
    description:
      "Write one import file for each future stack: tag:KEY, region, module, or network. Objects without the tag join the part that they share " +
      "references with. imp lists the references between the files",
    exclusive: ["run", "follow"],
    helpValue: "BY",
  }),
  "provider-urn": Flags.string({
    description: "The explicit provider of the stack to call instead of the default provider",
    helpValue: "URN",
  }),
};

/** Flags for list files. If a file is given, imp reads it instead of calling the provider. */
const listFlags = {
  from: Flags.string({
    description:
      "Read the objects from an inventory (JSON, JSON Lines, or CSV) instead of listing them: the output of the cloud's CLI, `kubectl get -A -o json`, " +
      "or any list with ARNs, IDs, or names. imp finds their types and import IDs with Read. - reads standard input",
    aliases: ["from-json"],
    ...repeated,
    exclusive: ["limit", "query", "follow"],
    helpValue: "FILE",
  }),
  "all-objects": Flags.boolean({
    description: "Include all objects that imp skips by default. The same as --include with all reasons",
    dependsOn: ["from"],
  }),
  include: Flags.string({
    description: "Include objects that imp skips by default for this reason",
    ...repeated,
    options: [...allSkipReasons],
    dependsOn: ["from"],
    helpValue: "REASON",
  }),
  ids: Flags.string({
    description: "The file in which imp keeps the forms of import IDs that it found, and from which it takes them",
    default: "imp-ids.json",
    helpValue: "FILE",
  }),
  "explain-ids": Flags.boolean({
    description: "Show which types and import IDs imp tried, and what Read answered",
    dependsOn: ["from"],
  }),
  map: Flags.string({
    description:
      "The fields in the list to use as import ID, type, and name, if imp doesn't recognize the list: id=Arn,type=ResourceType,name=tags.Name. A value is a path of keys, separated by dots, or text with paths in braces",
    ...repeated,
    dependsOn: ["from"],
    helpValue: "FIELD=PATH",
  }),
  type: Flags.string({
    description: "The type of all objects in the list",
    dependsOn: ["from"],
    helpValue: "TYPE",
  }),
  "type-map": Flags.string({
    description: "Map a type in the list to a Pulumi type, as in 'AWS::S3::Bucket=aws:s3:Bucket'",
    ...repeated,
    dependsOn: ["from"],
    helpValue: "TYPE=TYPE",
  }),
  types: Flags.string({
    description: "A JSON file that maps types in the list to Pulumi types: an object with one key per type",
    dependsOn: ["from"],
    helpValue: "FILE",
  }),
};

export function discoverFlags({ formats }: Pick<Registries, "formats">) {
  return {
    ...commandFlags,
    ...formatFlags(formats),
    ...eventFlags,
    out: Flags.string({ description: "The import file to write", default: "imp-found.json", helpValue: "FILE" }),
    run: Flags.boolean({ description: "Run `imp run` on the import file afterwards", default: false }),
    yes: Flags.boolean({
      char: "y",
      description: "Skip all prompts: select all types. With --run, also write the result",
      default: false,
    }),
    force: Flags.boolean({
      description: "Overwrite an import file that imp did not write or that was edited",
      default: false,
    }),
    fresh: Flags.boolean({
      description: "Start over: ignore the results of an interrupted discovery",
      default: false,
    }),
    ...underHeading("source", { ...findFlags, ...listFlags }),
    ...underHeading("stack", {
      ...stackFlags({
        stack:
          "The stack whose configuration the providers use. Resources that this stack already manages are excluded. Defaults to the selected stack",
        state: stateFileDescription,
      }),
      ...namesFlags,
    }),
    ...underHeading("provider", { ...pluginFlags, ...callFlags }),
  };
}

export type DiscoverFlags = Interfaces.InferredFlags<ReturnType<typeof discoverFlags>>;

export interface DiscoverOptions extends CommandOptions {
  readonly stack: StackOptions;
  readonly plugins: PluginOptions;
  /** Languages whose SDKs may be installed in the project. */
  readonly offered: readonly Language[];
  readonly request: DiscoveryRequest;
  /** Which objects are imported, and under which names. */
  readonly choices: Choices;
  /** As the user typed it. */
  readonly out: string;
  readonly force: boolean;
  readonly fresh: boolean;
  /** Also include objects that refer to included ones. */
  readonly follow: boolean;
  /** Run `imp run` afterwards. */
  readonly run: boolean;
  /** Write several import files. */
  readonly split?: SplitKey;
}

/** `--from`: files with lists or inventories. */
export interface ListOptions {
  /** As the user typed it. */
  readonly files: readonly string[];
  /** Omitted if imp recognizes the fields. */
  readonly map?: FieldMap;
  /** Include objects that are skipped for these reasons. */
  readonly included: ReadonlySet<SkipReason>;
  /** The file with the forms of import IDs, as typed. */
  readonly ids: string;
  readonly explainsIds: boolean;
  readonly types: TypeMapping;
  /** `--types`: a JSON file that maps types in the list to Pulumi types, as typed. */
  readonly typeFile?: string;
}

interface DiscoveryRequest {
  /** Omitted if the providers list the objects. */
  readonly lists?: ListOptions;
  /** Empty for the packages that the stack uses. */
  readonly packages: readonly PackageSelection[];
  readonly providerUrn?: string;
  /** 0 for no limit. */
  readonly limit: number;
  readonly query: readonly QueryWord[];
}

/** Parses the command line. Throws USAGE for invalid arguments, and for filters on values that only Read returns. */
export function discoverOptions(
  words: readonly string[],
  flags: DiscoverFlags,
  registries: Pick<Registries, "languages" | "formats">,
): DiscoverOptions {
  return {
    ...commandOptions(flags, registries),
    stack: stackOptions(flags),
    plugins: pluginOptions(flags),
    offered: registries.languages,
    request: {
      packages: packageSelections(words),
      providerUrn: flags["provider-urn"],
      limit: flags.limit ?? 0,
      query: (flags.query ?? []).map(parseQuery),
      lists: flags.from && listOptions(flags.from, flags),
    },
    choices: unreadChoices(flags),
    out: flags.out,
    force: flags.force,
    fresh: flags.fresh,
    follow: flags.follow,
    run: flags.run,
    split: flags.split === undefined ? undefined : parseSplit(flags.split),
  };
}

function listOptions(
  files: readonly string[],
  flags: Pick<DiscoverFlags, "map" | "type" | "type-map" | "types" | "all-objects" | "include" | "ids" | "explain-ids">,
): ListOptions {
  const { map: words = [], type: constant, types: typeFile, "all-objects": takesAll = false, ids } = flags;
  const included = new Set(allSkipReasons.filter((reason) => takesAll || flags.include?.includes(reason) === true));
  const mapped = new Map((flags["type-map"] ?? []).map(typePair));
  const options = {
    files,
    included,
    ids,
    explainsIds: flags["explain-ids"] === true,
    types: { mapped, constant },
    typeFile,
  };
  if (words.length === 0) return options;
  const map = parseFieldMap(words);
  if ((map.type === undefined) === (constant === undefined)) {
    const problem = constant === undefined ? "Neither --map nor --type specifies" : "Both --map and --type specify";
    const hint = "For example: --from FILE --map id=Arn,type=ResourceType, or --map id=Arn --type aws:s3:Bucket.";
    throw ImpError.of("USAGE", { message: `${problem} the type of the objects.`, hint });
  }
  return { ...options, map };
}

function typePair(word: string): readonly [string, string] {
  const separator = word.lastIndexOf("=");
  if (separator > 0 && separator < word.length - 1) return [word.slice(0, separator), word.slice(separator + 1)];
  throw ImpError.of("USAGE", {
    message: `Invalid --type-map ${word}: expected TYPE=TYPE.`,
    hint: "For example: --type-map 'AWS::S3::Bucket=aws:s3:Bucket'.",
  });
}

function unreadChoices(
  flags: Pick<DiscoverFlags, "only" | "exclude" | "rename" | "name-template" | "not-secret">,
): Choices {
  const filters = parseFilters(flags);
  const template = flags["name-template"];
  const nameTemplate = template === undefined ? undefined : parseTemplate(template);
  const tagged = [...filters.only, ...filters.exclude].find(({ kind }) => kind === "tag");
  if (tagged !== undefined) throw onlyRead(tagged.text);
  if (nameTemplate !== undefined && namesByTags(nameTemplate)) throw onlyRead(nameTemplate.text);
  return { ...notSecretChoices(flags), ...filters, nameTemplate, renames: (flags.rename ?? []).map(parseRename) };
}

function onlyRead(text: string): ImpError {
  return ImpError.of("USAGE", {
    message: `${text} filters or names by tags, which imp discover does not support. Only Read returns all tags.`,
    hint: "Omit this flag, and pass it to `imp run` with the import file.",
  });
}

/** Flags that only affect discovery. All other flags are passed to `imp run`. */
const discoveryFlags: ReadonlySet<string> = new Set([
  ...Object.keys({ ...findFlags, ...listFlags }),
  ...["out", "run", "fresh", "force"],
]);

/** Returns the flags that are passed to `imp run`. Property paths of `--not-secret` are already in the import file. */
export function runWords(tokens: readonly FlagToken[], flags: Readonly<Record<string, unknown>>): readonly string[] {
  return keptFlagWords(
    tokens,
    flags,
    (flag, input) => !discoveryFlags.has(flag) || (flag === "not-secret" && isConfigKey(input)),
  );
}
