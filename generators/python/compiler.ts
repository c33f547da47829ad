/** Checks Python files with the interpreter of the virtual environment or the PATH, and with pyright if it is installed. */
import type { Compiler, ProgramFolder } from "../language.ts";
import { judged, skipped } from "../shared/compiled.ts";

const syntaxOnly = "import sys\nfor name in sys.argv[1:]: compile(open(name, 'rb').read(), name, 'exec')";
const hasPulumi = "import importlib.util, sys\nsys.exit(importlib.util.find_spec('pulumi') is None)";

export const compiler: Compiler = {
  tools: "python and pyright",
  async compile({ folder, files, run }) {
    const python = (await toolIn(folder, "python")) ?? "python3";
    const syntax = await run(python, ["-c", syntaxOnly, ...files]);
    if (syntax.code === undefined) return skipped("python3 is not on the PATH");
    if (syntax.code !== 0) return judged("python", syntax);
    if ((await run(python, ["-c", hasPulumi])).code !== 0)
      return judged("python (syntax only, pulumi is not installed)", syntax);
    const pyright = (await toolIn(folder, "pyright")) ?? "pyright";
    const types = await run(pyright, ["--pythonpath", python, ...files]);
    return types.code === undefined
      ? judged("python (syntax only, pyright is not installed)", syntax)
      : judged("pyright", types);
  },
};

/** Returns the absolute path of a tool in the virtual environment, or undefined if it does not exist. */
async function toolIn(folder: ProgramFolder, name: string): Promise<string | undefined> {
  for (const environment of ["venv", ".venv"]) {
    for (const path of [`${environment}/bin/${name}`, `${environment}/Scripts/${name}.exe`])
      if (await folder.has(path)) return `${folder.path}/${path}`;
  }
  return undefined;
}
