/** Checks Go files with `go vet`. Downloads nothing: missing modules are reported. */
import type { Compiler } from "../language.ts";
import { judged, skipped } from "../shared/compiled.ts";

const env = { GOPROXY: "off", GOFLAGS: "-mod=mod" };

export const compiler: Compiler = {
  tools: "go vet",
  async compile({ folder, run }) {
    if (!(await folder.has("go.mod"))) return skipped("there is no go.mod file; --new creates one");
    const missing = ["list", "-mod=readonly", "-e", "-deps", "-f", "{{with .Error}}{{.}}{{end}}", "."];
    const listed = await run("go", missing, env);
    if (listed.code === undefined) return skipped("go is not on the PATH");
    if (listed.code !== 0 || listed.output !== "") return skipped("some modules are missing; run `go mod tidy`");
    return judged("go vet", await run("go", ["vet", "-mod=readonly", "."], env));
  },
};
