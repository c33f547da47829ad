/** Runs `imp terraform imports`: converts a Terraform state to an import file. */
import type { RunIo } from "../cli/run-io.ts";
import { unlessAborted } from "../domain/unless-aborted.ts";
import type { ImportsOptions } from "../options/terraform-options.ts";
import { type ImportedFile, importedFile } from "../sources/terraform-state.ts";
import { openChosenThrowaway } from "../workspace/open-chosen.ts";
import { sdksFor } from "../workspace/program/program-folder.ts";
import { withHost } from "./plugins.ts";

export async function terraformImports(options: ImportsOptions, io: RunIo): Promise<ImportedFile> {
  const workspace = await openChosenThrowaway(options.stack, io, new Set());
  const { file, tokens, plugins, offered } = options;
  const { runtime = "" } = workspace.project;
  const language = offered.find(({ runtimes }) => runtimes.includes(runtime));
  const sdks = sdksFor(language, workspace.programDir);
  return await withHost(plugins, io, workspace, (host) =>
    unlessAborted(importedFile(file, tokens, { host, sdks }, io), io.signal),
  );
}
