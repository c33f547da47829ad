/** Checks Java files with Maven, offline. Resolves packages first, because missing packages are not an error of the program. */
import type { Compiled, Compiler, Source } from "../language.ts";
import { judged, skipped } from "../shared/compiled.ts";

export const compiler: Compiler = { tools: "Maven", compile };

const offline = ["--offline", "--batch-mode", "--quiet"];

async function compile({ folder, run }: Source): Promise<Compiled> {
  if (!(await folder.has("pom.xml"))) return skipped("there is no pom.xml file; --new creates one");
  const resolved = await run("mvn", [...offline, "dependency:go-offline"]);
  if (resolved.code === undefined) return skipped("mvn is not on the PATH");
  if (resolved.code !== 0) return skipped("some packages are missing; run `mvn dependency:go-offline`");
  return judged("mvn compile", await run("mvn", [...offline, "compile"]));
}
