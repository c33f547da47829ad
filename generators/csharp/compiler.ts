/** Checks C# files with `dotnet build --no-restore`, because a restore downloads packages and writes files. */
import type { Compiler } from "../language.ts";
import { judged, skipped } from "../shared/compiled.ts";

export const compiler: Compiler = {
  tools: "dotnet",
  async compile({ folder, run }) {
    if (!(await folder.names(".")).some((name) => name.endsWith(".csproj")))
      return skipped("there is no .csproj file; --new creates one");
    if ((await run("dotnet", ["--version"])).code === undefined) return skipped("dotnet is not on the PATH");
    if (!(await folder.has("obj/project.assets.json")))
      return skipped("some packages are missing; run `dotnet restore`");
    return judged("dotnet build", await run("dotnet", ["build", "--no-restore", "--nologo"]));
  },
};
