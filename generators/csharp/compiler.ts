/**
 * Compiles C# with `dotnet build`, without restoring: a restore brings packages, and leaves a list of them.
 */
import type { Compiled, Compiler, Source } from "../language.ts";
import { judged, skipped } from "../shared/compiled.ts";

export const compiler: Compiler = { tools: "dotnet", compile };

async function compile({ folder, run }: Source): Promise<Compiled> {
  if (!(await folder.names(".")).some((name) => name.endsWith(".csproj")))
    return skipped("there is no .csproj next to it; --new writes one");
  if ((await run("dotnet", ["--version"])).code === undefined) return skipped("there is no dotnet on the PATH");
  if (!(await folder.has("obj/project.assets.json")))
    return skipped("its packages are not all here; `dotnet restore` brings them");
  return judged("dotnet build", await run("dotnet", ["build", "--no-restore", "--nologo"]));
}
