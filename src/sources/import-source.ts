/** The interface of import sources. A source is a module in this folder and a line in `index.ts`. */
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import type { ImportPlan } from "../domain/graph.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import type { ImportFileText } from "../import-file/read.ts";
import type { ResolvedSpec } from "../import-file/resolve.ts";
import type { Host } from "../plugin/host.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { FindSdks } from "./terraform-packages.ts";

export interface ImportSource {
  /** The argument or flag that selects the source, for the error if no source is given. */
  readonly invitation: string;
  /** The flags for `imp run` by name, in oclif's form. */
  readonly flags: Readonly<Record<string, object>>;
  /** Returns the source if the command line requests it. Throws USAGE. */
  select(line: CommandLine): RequestedSource | undefined;
}

export interface CommandLine {
  /** The arguments without flags. */
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
}

/** A source of one run. `reads` is what it needs: only files, the target workspace, or plugins and the specs of other sources. */
export type RequestedSource = SourceFacts &
  (
    | { readonly reads: "files"; open(io: RunIo): Promise<OpenSource> }
    | { readonly reads: "workspace"; open(io: RunIo, workspace: Workspace): Promise<OpenSource> }
    | { readonly reads: "plugins"; open(io: RunIo, context: PluginFacts): Promise<OpenSource> }
  );

/** The context for a source that uses plugins. */
export interface PluginFacts {
  readonly host: Host;
  /** The specs of the sources that are already open. */
  readonly given: ImportSpecs;
  /** The SDKs of the program. */
  readonly sdks: FindSdks;
  /** The target workspace. */
  readonly workspace: Workspace;
}

interface SourceFacts {
  /** The files to read, as typed. They may be in the folder of a new project. */
  readonly paths: readonly string[];
  /** The flag of the source, if its resources move from another state. The run must then write the state. */
  readonly moves?: string;
}

export interface OpenSource {
  readonly specs: ImportSpecs;
  /** Import files with encrypted secrets, which `decryptedSpecs` reads again. */
  readonly encrypted?: readonly ImportFileText[];
  /** Lines about resources that the run does not import. */
  readonly notes: readonly string[];
  /** Set if the source has objects that could not be identified. Exit code 0 then becomes 3. */
  readonly isIncomplete?: true;
  /** The qualified name of the stack that still manages the resources. */
  readonly stack?: string;
  /** Returns what the user must do at the source after the run, such as removing the moved resources. */
  afterwards?(specs: readonly ResolvedSpec[], plan: ImportPlan, written: boolean): readonly Afterwards[];
}

/** Facts about the source after the run, such as the user's next steps there, for terminal output and JSON documents. */
export interface Afterwards {
  /** The name of the field in documents. */
  readonly field: string;
  readonly document: object;
  /** Next steps for the end of the screen. May be empty. */
  readonly lines: readonly string[];
}

export function sourceFlags(sources: readonly ImportSource[]): object {
  return Object.assign({}, ...sources.map(({ flags }) => flags));
}

/** Returns true if the command line requests a source. Throws USAGE. */
export function namesSource(sources: readonly ImportSource[], line: CommandLine): boolean {
  return sources.some((source) => source.select(line) !== undefined);
}

/** Returns the requested sources. Sources that need the workspace are last. Throws USAGE if there are none. */
export function requestedSources(sources: readonly ImportSource[], line: CommandLine): readonly RequestedSource[] {
  const requested = sources.flatMap((source) => source.select(line) ?? []);
  if (requested.length > 0) return requested;
  throw ImpError.of("USAGE", {
    message: "No resources to import were specified.",
    hint: `Pass ${sources.map(({ invitation }) => invitation).join(", or ")}.`,
  });
}

/** Opens the sources that need only files. They don't wait for the workspace. */
export async function openFiles(sources: readonly RequestedSource[], io: RunIo): Promise<readonly OpenSource[]> {
  return await Promise.all(sources.flatMap((source) => (source.reads === "files" ? [source.open(io)] : [])));
}

/** Opens the sources that need the workspace, one after another, because they may prompt. */
export async function openInWorkspace(
  sources: readonly RequestedSource[],
  workspace: Workspace,
  io: RunIo,
): Promise<readonly OpenSource[]> {
  const opened: OpenSource[] = [];
  for (const source of sources) if (source.reads === "workspace") opened.push(await source.open(io, workspace));
  return opened;
}

export function needPlugins(sources: readonly RequestedSource[]): boolean {
  return sources.some(({ reads }) => reads === "plugins");
}

/** Opens the sources that need plugins, one after another. */
export async function openWithPlugins(
  sources: readonly RequestedSource[],
  context: PluginFacts,
  io: RunIo,
): Promise<readonly OpenSource[]> {
  const opened: OpenSource[] = [];
  for (const source of sources) if (source.reads === "plugins") opened.push(await source.open(io, context));
  return opened;
}

/** Joins the specs of all sources. Duplicate resources are reported later, in the same way as duplicate entries in a file. */
export function joinSpecs(sources: readonly Pick<OpenSource, "specs">[]): ImportSpecs {
  const specs = sources.map((source) => source.specs);
  const schemas = specs.flatMap((spec) => spec.schemas ?? []);
  const [plan] = specs.flatMap((spec) => spec.plan ?? []);
  return {
    plan,
    schemas: schemas.length > 0 ? schemas : undefined,
    nameTable: new Map(specs.flatMap(({ nameTable }) => [...nameTable])),
    resources: specs.flatMap(({ resources }) => resources),
    providerInputs: new Map(specs.flatMap(({ providerInputs }) => [...providerInputs])),
  };
}
