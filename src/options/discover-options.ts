/**
 * The command line of `imp discover`: its flags, and the typed value that they are parsed to.
 */
import { Args, Flags, type Interfaces } from "@oclif/core";
import type { Language } from "../../generators/language.ts";
import type { Choices } from "../choices/choices.ts";
import { parseFilter } from "../choices/filter.ts";
import { namesByTags, parseTemplate } from "../choices/name-template.ts";
import { isConfigKey } from "../choices/not-secret.ts";
import { parseRename } from "../choices/rename.ts";
import type { DocumentFormat } from "../cli/reports/report.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import type { PackageSelection } from "../discovery/discover.ts";
import { type FieldMap, parseFieldMap } from "../discovery/json-map.ts";
import type { TypeMapping } from "../discovery/json-types.ts";
import { parseQuery, type QueryWord } from "../discovery/query.ts";
import { ImpError } from "../errors.ts";
import { packageSelections } from "../sources/discovery-words.ts";
import type { StackOptions } from "../workspace/open-chosen.ts";
import { choiceFlags, notSecretChoices } from "./choice-options.ts";
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
  outsideOptions,
  type PluginOptions,
  pluginOptions,
  type Registries,
  reportFormat,
  stackOptions,
} from "./shared-options.ts";

export const discoverArgs = {
  types: Args.string({
    description:
      "packages (aws, aws@6.0.0), types (aws:s3:Bucket) or modules (aws:s3) to look for; default: the packages that the stack uses",
    ignoreStdin: true,
  }),
};

/** Which objects are looked for, and which of them are taken. */
const findFlags = {
  only: Flags.string({
    description: "take only what matches: type=GLOB, name=GLOB, id=GLOB, or a glob over all three, as for `imp run`",
    ...repeated,
    helpValue: "FILTER",
  }),
  exclude: Flags.string({
    description: "take nothing that matches; filters as for --only",
    ...repeated,
    helpValue: "FILTER",
  }),
  rename: choiceFlags.rename,
  "name-template": choiceFlags["name-template"],
  "not-secret": choiceFlags["not-secret"],
  limit: Flags.integer({ description: "the most objects of each type", min: 1, helpValue: "N" }),
  query: Flags.string({
    description: "an input of lists that want one, such as the group or the parent to look in",
    ...repeated,
    helpValue: "NAME=VALUE",
  }),
  follow: Flags.boolean({
    description:
      "take along what refers to what is taken, and what refers to that: objects of all types of the packages are listed and read for it",
    default: false,
  }),
  "provider-urn": Flags.string({
    description: "an explicit provider of the stack to ask, in place of the default one",
    helpValue: "URN",
  }),
};

/** A list in files, in place of what a provider lists. */
const listFlags = {
  "from-json": Flags.string({
    description:
      "take the objects from a list that the cloud's own command prints (JSON, or an object on each line), in place of the provider's; one of " +
      "`kubectl get -A -o json` needs no --map; - for " +
      "standard input; the packages on the command line are those whose types it may have",
    ...repeated,
    exclusive: ["limit", "query", "fresh", "follow"],
    helpValue: "FILE",
  }),
  "all-objects": Flags.boolean({
    description:
      "take the objects of a Kubernetes list too that controllers own (a ReplicaSet of a Deployment) or that every cluster makes for itself " +
      "(kube-system, system: roles)",
    dependsOn: ["from-json"],
  }),
  map: Flags.string({
    description:
      "the fields of the list: id=Arn,type=ResourceType,name=tags.Name, with paths of keys and dots, or texts with paths in braces",
    ...repeated,
    dependsOn: ["from-json"],
    helpValue: "FIELD=PATH",
  }),
  type: Flags.string({
    description: "the type of all objects of the list",
    dependsOn: ["from-json"],
    helpValue: "TYPE",
  }),
  "type-map": Flags.string({
    description: "the Pulumi type of a type of the list: 'AWS::S3::Bucket=aws:s3:Bucket'",
    ...repeated,
    dependsOn: ["from-json"],
    helpValue: "TYPE=TYPE",
  }),
  types: Flags.string({
    description: "a JSON file with such types, as an object",
    dependsOn: ["from-json"],
    helpValue: "FILE",
  }),
};

export function discoverFlags({ formats }: Pick<Registries, "formats">) {
  return {
    ...commandFlags,
    ...formatFlags(formats),
    ...eventFlags,
    out: Flags.string({
      description: "the import file that is written",
      default: "imp-found.json",
      helpValue: "FILE",
    }),
    run: Flags.boolean({ description: "go on with `imp run` of that file", default: false }),
    yes: Flags.boolean({
      char: "y",
      description: "take every type without asking, and let --run write",
      default: false,
    }),
    force: Flags.boolean({
      description: "overwrite an import file that imp did not write, or that a person changed",
      default: false,
    }),
    fresh: Flags.boolean({
      description: "list everything anew, also what an interrupted discovery has listed",
      default: false,
    }),
    ...underHeading("source", { ...findFlags, ...listFlags }),
    ...underHeading("stack", {
      ...stackFlags({
        stack:
          "the stack whose configuration providers get, and whose resources are left out; default: the selected one",
        state: stateFileDescription,
      }),
      ...namesFlags,
    }),
    ...underHeading("provider", { ...pluginFlags, ...callFlags }),
  };
}

export type DiscoverFlags = Interfaces.InferredFlags<ReturnType<typeof discoverFlags>>;

/** Everything that a command line of `imp discover` says. */
export interface DiscoverOptions {
  readonly outside: OutsideOptions;
  /** Absent: text for a person. */
  readonly format?: DocumentFormat;
  readonly stack: StackOptions;
  readonly plugins: PluginOptions;
  /** Languages whose SDKs may stand next to the program. */
  readonly offered: readonly Language[];
  readonly asked: AskedObjects;
  /** Which objects are taken, and under which names. */
  readonly choices: Choices;
  /** As it is typed. */
  readonly out: string;
  readonly force: boolean;
  readonly fresh: boolean;
  /** Objects that refer to those that are taken come along. */
  readonly follow: boolean;
  /** `imp run` follows. */
  readonly run: boolean;
}

/** `--from-json`: a list that the cloud's own command prints. */
export interface AskedLists {
  /** As they are typed. */
  readonly files: readonly string[];
  /** Omitted if the files are lists of Kubernetes. */
  readonly map?: FieldMap;
  /** Objects that controllers own, or that a cluster makes for itself, are taken too. */
  readonly takesAll: boolean;
  readonly types: TypeMapping;
  /** A file with more of the types, as it is typed. */
  readonly typeFile?: string;
}

interface AskedObjects {
  /** Absent: providers are asked. */
  readonly lists?: AskedLists;
  /** Empty: those that the stack uses. */
  readonly packages: readonly PackageSelection[];
  readonly providerUrn?: string;
  /** 0: all. */
  readonly limit: number;
  readonly query: readonly QueryWord[];
}

/** Throws USAGE for words and flags that name nothing, and for filters that only Read could answer. */
export function discoverOptions(
  words: readonly string[],
  flags: DiscoverFlags,
  { languages, formats }: Pick<Registries, "languages" | "formats">,
): DiscoverOptions {
  const format = reportFormat(flags, formats);
  return {
    outside: outsideOptions(flags, format),
    format,
    stack: stackOptions(flags),
    plugins: pluginOptions(flags),
    offered: languages,
    asked: {
      packages: packageSelections(words),
      providerUrn: flags["provider-urn"],
      limit: flags.limit ?? 0,
      query: (flags.query ?? []).map(parseQuery),
      lists: flags["from-json"] && askedLists(flags["from-json"], flags),
    },
    choices: unreadChoices(flags),
    out: flags.out,
    force: flags.force,
    fresh: flags.fresh,
    follow: flags.follow,
    run: flags.run,
  };
}

function askedLists(
  files: readonly string[],
  flags: Pick<DiscoverFlags, "map" | "type" | "type-map" | "types" | "all-objects">,
): AskedLists {
  const { map: words = [], type: constant, types: typeFile, "all-objects": takesAll = false } = flags;
  const hint = "Write it like --from-json FILE --map id=Arn,type=ResourceType, or --map id=Arn --type aws:s3:Bucket.";
  const hasTypes = constant !== undefined || typeFile !== undefined || flags["type-map"] !== undefined;
  if (words.length === 0 && !hasTypes) return { files, takesAll, types: { mapped: new Map() } };
  if (words.length === 0)
    throw ImpError.of("USAGE", { message: "--from-json needs --map, which names its fields.", hint });
  const map = parseFieldMap(words);
  if ((map.type === undefined) === (constant === undefined)) {
    const both = constant === undefined ? "Neither --map nor --type names" : "Both --map and --type name";
    throw ImpError.of("USAGE", { message: `${both} the type of the objects.`, hint });
  }
  const mapped = new Map((flags["type-map"] ?? []).map(typePair));
  return {
    files,
    map,
    takesAll,
    types: { mapped, constant },
    typeFile,
  };
}

function typePair(word: string): readonly [string, string] {
  const at = word.lastIndexOf("=");
  if (at > 0 && at < word.length - 1) return [word.slice(0, at), word.slice(at + 1)];
  throw ImpError.of("USAGE", {
    message: `--type-map ${word} names no type of a cloud and no type of Pulumi.`,
    hint: "Write it like --type-map 'AWS::S3::Bucket=aws:s3:Bucket'.",
  });
}

function unreadChoices(
  flags: Pick<DiscoverFlags, "only" | "exclude" | "rename" | "name-template" | "not-secret">,
): Choices {
  const filters = { only: (flags.only ?? []).map(parseFilter), exclude: (flags.exclude ?? []).map(parseFilter) };
  const template = flags["name-template"];
  const nameTemplate = template === undefined ? undefined : parseTemplate(template);
  const tagged = [...filters.only, ...filters.exclude].find(({ kind }) => kind === "tag");
  if (tagged !== undefined) throw onlyRead(tagged.text);
  if (nameTemplate !== undefined && namesByTags(nameTemplate)) throw onlyRead(nameTemplate.text);
  return {
    ...notSecretChoices(flags),
    ...filters,
    nameTemplate,
    renames: (flags.rename ?? []).map(parseRename),
  };
}

function onlyRead(text: string): ImpError {
  return ImpError.of("USAGE", {
    message: `${text} is about tags, and a list has none: only Read returns them.`,
    hint: "Leave it out here, and give it to `imp run` of the file.",
  });
}

/** Flags about the discovery alone; the others are those of the run that follows. */
const discoveryFlags: ReadonlySet<string> = new Set([
  ...Object.keys({ ...findFlags, ...listFlags }),
  "out",
  "run",
  "fresh",
  "force",
]);

/** The words of the command line that the run has too. The import file has the paths of `--not-secret`. */
export function runWords(tokens: readonly FlagToken[], flags: Readonly<Record<string, unknown>>): readonly string[] {
  return keptFlagWords(
    tokens,
    flags,
    (flag, input) => !discoveryFlags.has(flag) || (flag === "not-secret" && isConfigKey(input)),
  );
}
