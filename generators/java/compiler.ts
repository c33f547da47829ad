/** Checks Java files with Maven, offline. Resolves packages first, because missing packages are not an error of the program. */
import type { Compiler } from "../language.ts";
import { judged, skipped } from "../shared/compiled.ts";

const offline = ["--offline", "--batch-mode", "--quiet"];

export const compiler: Compiler = {
  tools: "Maven",
  async compile({ folder, run }) {
    if (!(await folder.has("pom.xml"))) return skipped("there is no pom.xml file; --new creates one");
    const resolved = await run("mvn", [...offline, "dependency:go-offline"]);
    if (resolved.code === undefined) return skipped("mvn is not on the PATH");
    if (resolved.code !== 0) return skipped("some packages are missing; run `mvn dependency:go-offline`");
    return judged("mvn compile", await run("mvn", [...offline, "compile"]));
  },
};
