/**
 * What the flags of `imp run` say is to be imported: files, and another stack.
 */

import type { RunFlags } from "../cli/run-flags.ts";
import { pairsOf, type RunIo } from "../cli/run-io.ts";
import { visible } from "../cli/visible.ts";
import { ImpError } from "../errors.ts";
import { type FromStack, openFromStack } from "../from-stack/open-from-stack.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { packagesOf } from "../import-file/resolve.ts";
import { openOtherStack } from "../workspace/open-other-stack.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Their names; there may be none where another stack says what to import. Throws USAGE. */
export function importFilesOf(argv: readonly unknown[], flags: RunFlags): readonly string[] {
  if (argv.length > 0 || flags["from-stack"] !== undefined) return argv.map(String);
  throw ImpError.of("USAGE", {
    message: "Nothing says what to import.",
    hint: "Name an import file, or another stack with --from-stack.",
  });
}

/** The stack that resources come from. Throws as `openOtherStack` and `openFromStack`. */
export async function openSource(flags: RunFlags, workspace: Workspace, io: RunIo): Promise<FromStack | undefined> {
  const name = flags["from-stack"];
  if (name === undefined) return undefined;
  return await openFromStack(await openOtherStack(name, io.cwd, workspace, io, io), flags.target ?? []);
}

/** What was given and is not used, and what another stack has and is not taken. */
export function tellUnused(flags: RunFlags, specs: ImportSpecs, from: FromStack | undefined, io: RunIo): void {
  for (const name of unusedPlugins(flags, specs)) {
    io.progress.line(`--provider ${name}=... is not used: nothing that is imported is of package ${name}.`);
  }
  for (const { urn, why } of from?.leftOut ?? []) io.progress.line(`Left out: ${visible(urn)}: ${why}.`);
}

/** Names of `--provider` that no plugin of this run has. */
function unusedPlugins(flags: RunFlags, specs: ImportSpecs): readonly string[] {
  const used = new Set(packagesOf(specs).map(({ name, parameterization }) => parameterization?.pluginName ?? name));
  return [...pairsOf("provider", flags.provider ?? []).keys()].filter((name) => !used.has(name));
}
