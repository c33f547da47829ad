/**
 * One compiler for each language that can be compiled beside its program: which tool, when it can be used, what it is asked.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { runTool, type ToolPlace, type ToolRun } from "./run-tool.ts";

/** What is compiled. */
export interface Source extends ToolPlace {
  /** Files of the language below `cwd`. */
  readonly files: readonly string[];
}

export type Compiled =
  | { readonly verdict: "passed" | "failed"; readonly tool: string; readonly said: string }
  /** There is no tool for it here, or not what it needs. */
  | { readonly verdict: "skipped"; readonly said: string };

export const compilers: Readonly<Record<string, (source: Source) => Promise<Compiled>>> = {
  typescript: compileTypescript,
  python: compilePython,
  go: compileGo,
  java: compileJava,
  csharp: compileCsharp,
};

/** The project's own compiler, by its own configuration where it has one. */
async function compileTypescript(source: Source): Promise<Compiled> {
  const { cwd, files } = source;
  const manifest = resolved(cwd, "typescript/package.json");
  if (manifest === undefined) return skipped("there is no typescript in node_modules; `npm install` brings it");
  const missing = importsOf(files.map((file) => join(cwd, file))).filter(
    (name) => resolved(cwd, `${name}/package.json`) === undefined,
  );
  if (missing.length > 0) return skipped(`${missing.join(", ")} is not installed`);
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
  const own = existsSync(join(cwd, "tsconfig.json"));
  const strict = ["--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022"];
  // Since version 6 a configuration further up is an error beside names of files.
  const options = Number.parseInt(version, 10) >= 6 ? [...strict, "--ignoreConfig"] : strict;
  const args = own ? ["--project", "tsconfig.json"] : [...options, ...files];
  const tsc = join(dirname(manifest), "bin", "tsc");
  return judged(
    `tsc ${version}`,
    await runTool(process.execPath, [tsc, "--noEmit", "--pretty", "false", ...args], source),
  );
}

const syntaxOnly = "import sys\nfor name in sys.argv[1:]: compile(open(name, 'rb').read(), name, 'exec')";
const hasPulumi = "import importlib.util, sys\nsys.exit(importlib.util.find_spec('pulumi') is None)";

/** The interpreter of the virtual environment beside the program, else of the PATH; types too where pyright and the SDKs are. */
async function compilePython(source: Source): Promise<Compiled> {
  const bins = ["venv", ".venv"].map((name) => join(source.cwd, name, "bin"));
  const python = bins.map((bin) => join(bin, "python")).find((path) => existsSync(path)) ?? "python3";
  const syntax = await runTool(python, ["-c", syntaxOnly, ...source.files], source);
  if (syntax.code === undefined) return skipped("there is no python3 on the PATH");
  if (syntax.code !== 0) return judged("python", syntax);
  if ((await runTool(python, ["-c", hasPulumi], source)).code !== 0)
    return judged("python, for syntax only: pulumi is not installed", syntax);
  const pyright = bins.map((bin) => join(bin, "pyright")).find((path) => existsSync(path)) ?? "pyright";
  const types = await runTool(pyright, ["--pythonpath", python, ...source.files], source);
  return types.code === undefined
    ? judged("python, for syntax only: there is no pyright", syntax)
    : judged("pyright", types);
}

/** Nothing is downloaded: what is missing is told. */
async function compileGo(given: Source): Promise<Compiled> {
  const source = { ...given, env: { ...given.env, GOPROXY: "off", GOFLAGS: "-mod=mod" } };
  if (!existsSync(join(source.cwd, "go.mod"))) return skipped("there is no go.mod beside it; --new writes one");
  const missing = ["list", "-mod=readonly", "-e", "-deps", "-f", "{{with .Error}}{{.}}{{end}}", "."];
  const listed = await runTool("go", missing, source);
  if (listed.code === undefined) return skipped("there is no go on the PATH");
  if (listed.code !== 0 || listed.said !== "")
    return skipped("its modules are not all here; `go mod tidy` brings them");
  return judged("go vet", await runTool("go", ["vet", "-mod=readonly", "."], source));
}

/** What Maven has not here is told apart from mistakes by asking for it alone. */
async function compileJava(source: Source): Promise<Compiled> {
  const offline = ["--offline", "--batch-mode", "--quiet"];
  if (!existsSync(join(source.cwd, "pom.xml"))) return skipped("there is no pom.xml beside it; --new writes one");
  const here = await runTool("mvn", [...offline, "dependency:go-offline"], source);
  if (here.code === undefined) return skipped("there is no mvn on the PATH");
  if (here.code !== 0) return skipped("its packages are not all here; `mvn dependency:go-offline` brings them");
  return judged("mvn compile", await runTool("mvn", [...offline, "compile"], source));
}

/** Restoring is what brings packages, and leaves a list of them. */
async function compileCsharp(source: Source): Promise<Compiled> {
  if (!readdirSync(source.cwd).some((name) => name.endsWith(".csproj")))
    return skipped("there is no .csproj beside it; --new writes one");
  if ((await runTool("dotnet", ["--version"], source)).code === undefined)
    return skipped("there is no dotnet on the PATH");
  if (!existsSync(join(source.cwd, "obj", "project.assets.json")))
    return skipped("its packages are not all here; `dotnet restore` brings them");
  return judged("dotnet build", await runTool("dotnet", ["build", "--no-restore", "--nologo"], source));
}

function judged(tool: string, { code, said }: ToolRun): Compiled {
  return { verdict: code === 0 ? "passed" : "failed", tool, said };
}

function skipped(said: string): Compiled {
  return { verdict: "skipped", said };
}

function resolved(directory: string, name: string): string | undefined {
  try {
    return createRequire(join(directory, "index.js")).resolve(name);
  } catch {
    return undefined;
  }
}

/** Packages that the files import, as printers write imports: one a line. */
function importsOf(paths: readonly string[]): readonly string[] {
  const texts = paths.map((path) => readFileSync(path, "utf8"));
  const names = texts.flatMap((text) => [...text.matchAll(/^import \* as \S+ from "([^".][^"]*)";$/gm)]);
  return [...new Set(names.map((match) => match[1] ?? ""))].sort();
}
