/**
 * The story of `imp complete`: the words that may stand at the end of a command line. It starts no plugin and reports no error: a shell asks
 * at every key.
 */
import type { RunIo } from "../cli/run-io.ts";
import { type KnownCommand, type Wanted, wantedAt } from "../completion/candidates.ts";
import { pluginDescriptor } from "../import/providers/descriptor.ts";
import { openKeptSchema } from "../schema/plugin-schema.ts";
import type { PackageSchema } from "../schema/types.ts";
import { stacksOfProject } from "../workspace/backend/stacks-to-choose.ts";
import { projectOrNone } from "../workspace/project/project-or-none.ts";
import { packagesHere } from "./packages-here.ts";
import { withHost } from "./plugins.ts";

export interface CompletionFacts {
  readonly commands: readonly KnownCommand[];
  /** The names of the languages that are printed. */
  readonly languages: readonly string[];
}

/** Returns the words that begin with the start of the last one; none where the shell is to complete a file. */
export async function completeLine(line: string, facts: CompletionFacts, io: RunIo): Promise<readonly string[]> {
  const wanted = wantedAt(line, facts.commands);
  const words = await candidatesOf(wanted, facts, io).catch(() => []);
  return words.filter((word) => word.startsWith(wanted.start));
}

async function candidatesOf(wanted: Wanted, facts: CompletionFacts, io: RunIo): Promise<readonly string[]> {
  switch (wanted.kind) {
    case "words":
      return wanted.words;
    case "language":
      return completeListed(wanted.start, facts.languages);
    case "stack":
      return (await stacksOfProject(io.cwd, io)) ?? [];
    case "package":
      return await packagesHere(io);
    case "type":
      return await typesAt(wanted.start, io);
    case "token":
      return await readKeptSchema(wanted.package, io, (schema) => [
        "provider",
        ...schema.resourceTokens(),
        ...schema.functionTokens(),
        ...schema.typeTokens(),
      ]);
    case "file":
      return [];
  }
}

/** Of a list with commas the last part is completed. */
function completeListed(start: string, names: readonly string[]): readonly string[] {
  const head = start.slice(0, start.lastIndexOf(",") + 1);
  const given = head.split(",");
  return names.filter((name) => !given.includes(name)).map((name) => `${head}${name}`);
}

/** The packages, and behind their colon the types of one. */
async function typesAt(start: string, io: RunIo): Promise<readonly string[]> {
  const [owner = "", ...rest] = start.split(":");
  if (rest.length === 0) return (await packagesHere(io)).map((name) => `${name}:`);
  return await readKeptSchema(owner, io, (schema) => schema.resourceTokens());
}

/** Reads the schema that is kept of a package. Returns nothing where none is kept: no plugin is started for a completion. */
async function readKeptSchema(
  name: string,
  io: RunIo,
  read: (schema: PackageSchema) => readonly string[],
): Promise<readonly string[]> {
  const project = await projectOrNone(io.cwd, { isNeeded: false });
  const plugins = { executables: new Map<string, string>(), callTimeoutMs: 1000 };
  return await withHost(plugins, io, { project }, async (host) => {
    const kept = host.keptSchema(pluginDescriptor({ name }));
    const schema = kept && (await openKeptSchema(kept));
    return schema === undefined ? [] : read(schema);
  });
}
