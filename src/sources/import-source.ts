/**
 * ImportSource: where import specs come from. A source is a module of this folder and a line in `index.ts`.
 */
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../errors.ts";
import type { ImportPlan } from "../graph.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import type { ImportFileText } from "../import-file/read.ts";
import type { ResolvedSpec } from "../import-file/resolve.ts";
import type { Host } from "../plugin/host.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { FindSdks } from "./terraform-packages.ts";

export interface ImportSource {
  /** The argument or flag that a person could give, for the message about a command line without any source. */
  readonly invitation: string;
  /** Its flags of `imp run`, by name, in oclif's form. */
  readonly flags: Readonly<Record<string, object>>;
  /** The source as a command line asks for it; `undefined`: it does not. Throws USAGE. */
  asked(line: CommandLine): AskedSource | undefined;
}

export interface CommandLine {
  /** The arguments that are no flags. */
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
}

/** A source of one run: it needs nothing but files, or the workspace that it is imported into, or plugins and what other sources gave. */
export type AskedSource = SourceFacts &
  (
    | { readonly reads: "files"; open(io: RunIo): Promise<OpenSource> }
    | { readonly reads: "workspace"; open(io: RunIo, workspace: Workspace): Promise<OpenSource> }
    | { readonly reads: "plugins"; open(io: RunIo, facts: PluginFacts): Promise<OpenSource> }
  );

/** The facts with which a source asks plugins. */
export interface PluginFacts {
  readonly host: Host;
  /** The specs of the sources that are open. */
  readonly given: ImportSpecs;
  /** The SDKs next to the program. */
  readonly sdks: FindSdks;
  /** The workspace that is imported into. */
  readonly workspace: Workspace;
}

interface SourceFacts {
  /** Files that it reads, as they are typed: they may lie in the folder of a new project. */
  readonly paths: readonly string[];
  /** The flag of a source whose resources leave another state: a run must write the state then. */
  readonly moves?: string;
}

export interface OpenSource {
  readonly specs: ImportSpecs;
  /** Import files with secrets that the stack encrypted; `decryptedSpecs` reads them again. */
  readonly encrypted?: readonly ImportFileText[];
  /** Lines about what the source has and the run does not take. */
  readonly notes: readonly string[];
  /** The stack that manages the resources until they are moved, as the backend spells it. */
  readonly stack?: string;
  /** The steps that a person takes at the source afterwards; absent: none. */
  afterwards?(specs: readonly ResolvedSpec[], plan: ImportPlan, written: boolean): Afterwards;
}

/** Steps that are left to do at a source, for a person and for a document. */
export interface Afterwards {
  /** The field of a document. */
  readonly field: string;
  readonly document: object;
  /** Lines for the end of a screen; none where there is nothing to do. */
  readonly lines: readonly string[];
}

/** The flags of all sources. */
export function sourceFlags(sources: readonly ImportSource[]): object {
  return Object.assign({}, ...sources.map(({ flags }) => flags));
}

/** True where a command line asks for a source. Throws USAGE. */
export function namesSource(sources: readonly ImportSource[], line: CommandLine): boolean {
  return sources.some((source) => source.asked(line) !== undefined);
}

/** The sources that a command line asks for, those that need the workspace last. Throws USAGE where there is none. */
export function askedSources(sources: readonly ImportSource[], line: CommandLine): readonly AskedSource[] {
  const asked = sources.flatMap((source) => source.asked(line) ?? []);
  if (asked.length > 0) return asked;
  throw ImpError.of("USAGE", {
    message: "Nothing names what to import.",
    hint: `Name ${sources.map(({ invitation }) => invitation).join(", or ")}.`,
  });
}

/** Opens the sources that need no workspace, so that what they read cannot wait for one. */
export async function openFiles(sources: readonly AskedSource[], io: RunIo): Promise<readonly OpenSource[]> {
  return await Promise.all(sources.flatMap((source) => (source.reads === "files" ? [source.open(io)] : [])));
}

/** Opens the others, one after another: a person may be asked. */
export async function openInWorkspace(
  sources: readonly AskedSource[],
  workspace: Workspace,
  io: RunIo,
): Promise<readonly OpenSource[]> {
  const opened: OpenSource[] = [];
  for (const source of sources) if (source.reads === "workspace") opened.push(await source.open(io, workspace));
  return opened;
}

/** True where a source needs plugins to know what it has. */
export function needPlugins(sources: readonly AskedSource[]): boolean {
  return sources.some(({ reads }) => reads === "plugins");
}

/** Opens the sources that ask plugins, one after another. */
export async function openWithPlugins(
  sources: readonly AskedSource[],
  facts: PluginFacts,
  io: RunIo,
): Promise<readonly OpenSource[]> {
  const opened: OpenSource[] = [];
  for (const source of sources) if (source.reads === "plugins") opened.push(await source.open(io, facts));
  return opened;
}

/** The specs of all sources as one; two that mean one resource are reported later, as two entries of a file are. */
export function joinSpecs(sources: readonly Pick<OpenSource, "specs">[]): ImportSpecs {
  const specs = sources.map((source) => source.specs);
  const schemas = specs.flatMap((one) => one.schemas ?? []);
  const [plan] = specs.flatMap((one) => one.plan ?? []);
  return {
    plan,
    schemas: schemas.length > 0 ? schemas : undefined,
    nameTable: new Map(specs.flatMap(({ nameTable }) => [...nameTable])),
    resources: specs.flatMap(({ resources }) => resources),
    providerInputs: new Map(specs.flatMap(({ providerInputs }) => [...providerInputs])),
  };
}
