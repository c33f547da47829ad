/** Runs `imp complete`. Starts no plugins and reports no errors, because shells call it on every key. */

import { type Completion, completionAt, type KnownCommand } from "../cli/completion/candidates.ts";
import type { RunIo } from "../cli/run-io.ts";
import { pluginDescriptor } from "../import/providers/descriptor.ts";
import { openKeptSchema } from "../schema/plugin-schema.ts";
import type { PackageSchema } from "../schema/types.ts";
import { stacksOfProject } from "../workspace/backend/stacks-to-choose.ts";
import { projectOrNone } from "../workspace/project/project-or-none.ts";
import { packagesHere } from "./packages-here.ts";
import { withHost } from "./plugins.ts";

export interface CompletionFacts {
  readonly commands: readonly KnownCommand[];
  /** The names of the supported languages. */
  readonly languages: readonly string[];
}

/** Returns the candidates that start with the last word. Returns none if the shell should complete file names. */
export async function completeLine(line: string, facts: CompletionFacts, io: RunIo): Promise<readonly string[]> {
  const completion = completionAt(line, facts.commands);
  const words = await candidatesOf(completion, facts, io).catch(() => []);
  return words.filter((word) => word.startsWith(completion.start));
}

async function candidatesOf(completion: Completion, available: CompletionFacts, io: RunIo): Promise<readonly string[]> {
  switch (completion.kind) {
    case "words":
      return completion.words;
    case "language":
      return completeListed(completion.start, available.languages);
    case "stack":
      return (await stacksOfProject(io.cwd, io)) ?? [];
    case "package":
      return await packagesHere(io);
    case "type":
      return await typesAt(completion.start, io);
    case "token":
      return await readKeptSchema(completion.package, io, (schema) => [
        "provider",
        ...schema.resourceTokens(),
        ...schema.functionTokens(),
        ...schema.typeTokens(),
      ]);
    case "file":
      return [];
  }
}

/** Completes the last name in a comma-separated list. Skips names that the list already contains. */
function completeListed(start: string, names: readonly string[]): readonly string[] {
  const head = start.slice(0, start.lastIndexOf(",") + 1);
  const listed = head.split(",");
  return names.filter((name) => !listed.includes(name)).map((name) => `${head}${name}`);
}

/** Returns the packages, or the types of a package if the word has a colon. */
async function typesAt(start: string, io: RunIo): Promise<readonly string[]> {
  const [owner = "", ...rest] = start.split(":");
  if (rest.length === 0) return (await packagesHere(io)).map((name) => `${name}:`);
  return await readKeptSchema(owner, io, (schema) => schema.resourceTokens());
}

/** Reads the cached schema of a package. Returns an empty list if the package has no cached schema, because completion must not start plugins. */
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
