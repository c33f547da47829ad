/**
 * Compiles Java with Maven, offline. Maven is asked for packages alone first: they may be missing without a mistake in the program.
 */
import type { Compiled, Compiler, Source } from "../language.ts";
import { judged, skipped } from "../shared/compiled.ts";

export const compiler: Compiler = { tools: "Maven", compile };

const offline = ["--offline", "--batch-mode", "--quiet"];

async function compile({ folder, run }: Source): Promise<Compiled> {
  if (!(await folder.has("pom.xml"))) return skipped("there is no pom.xml next to it; --new writes one");
  const here = await run("mvn", [...offline, "dependency:go-offline"]);
  if (here.code === undefined) return skipped("there is no mvn on the PATH");
  if (here.code !== 0) return skipped("its packages are not all here; `mvn dependency:go-offline` brings them");
  return judged("mvn compile", await run("mvn", [...offline, "compile"]));
}
