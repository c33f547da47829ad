/** Lists the packages of the installed plugins, in the project and in Pulumi's home directory. Starts no plugin. */
import type { RunIo } from "../cli/run-io.ts";
import { knownPlugins } from "../plugin/locate.ts";
import { pulumiHome } from "../workspace/backend/backend.ts";
import { projectOrNone } from "../workspace/project/project-or-none.ts";

export async function packagesHere(io: RunIo): Promise<readonly string[]> {
  const project = await projectOrNone(io.cwd, { isNeeded: false });
  return knownPlugins({ projectPlugins: project.plugins, pulumiHome: pulumiHome(io) });
}
