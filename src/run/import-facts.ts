/** Collects what an import needs to know about the stack, the program, and the plugins. */
import type { Language } from "../../generators/index.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { OverSchemas } from "../import/providers/packages.ts";
import type { ImportContext } from "../import/resolve-import.ts";
import type { Host } from "../plugin/host.ts";
import { withTerraformNames } from "../terraform/index.ts";
import { programFiles } from "../workspace/program/program-files.ts";
import { sdksFor } from "../workspace/program/program-folder.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ChosenProgram } from "./open-program.ts";

/** The stack and the program that an import generates code for. */
export interface DerivedFor extends ChosenProgram {
  readonly workspace: Pick<Workspace, "project" | "stack" | "config">;
  /** `--new`: the program gets a new project. */
  readonly isNew: boolean;
}

/** Returns the context of an import into the stack of a program. */
export function importFacts(
  context: Pick<ImportContext, "known" | "otherStacks" | "protect" | "overlay" | "replaceable">,
  program: DerivedFor,
  host: Host,
  io: RunIo,
): ImportContext {
  return {
    ...context,
    ...openingFacts(program, host, context.overlay),
    io,
    assetFiles: programFiles(program.target.path),
  };
}

/** Returns the data that imports and `imp generate` share. */
export function openingFacts({ workspace, languages, target, isNew }: DerivedFor, host: Host, overlay?: OverSchemas) {
  return {
    project: workspace.project.name,
    stack: workspace.stack,
    config: workspace.config,
    host,
    sdks: sdksFor(languages[0], target.path, isNew),
    overlay: languages.some(({ hasTerraformNames }) => hasTerraformNames) ? namedAsInTerraform(overlay) : overlay,
  };
}

/** Adds the names of Terraform to the schemas of bridged providers, after the claims of the given documents. */
function namedAsInTerraform(overlay: OverSchemas | undefined): OverSchemas {
  return {
    over: async (schema, mappings, isInstalled) => {
      const claimed = overlay === undefined ? schema : await overlay.over(schema, mappings, isInstalled);
      return isInstalled ? withTerraformNames(claimed, await mappings()) : claimed;
    },
  };
}

/** Loads the generators while the plugins start, because both are slow. */
export async function withGenerators<T>(opening: Promise<T>, languages: readonly Language[]): Promise<T> {
  const [opened] = await Promise.all([opening, ...languages.map((language) => language.load())]);
  return opened;
}
