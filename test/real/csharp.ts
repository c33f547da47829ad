/** A C# compiler and runtime (Debian's Mono), a current C# grammar, and the official .NET SDK generator, cached by content. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { failureOf, installNode, makeOnce } from "./make-once.ts";
import { asClass, type Grammar, loadGrammar, olderCsharp } from "./older-csharp.ts";
import { projectRoot } from "./project-root.ts";
import { mustRun } from "./run-process.ts";
import { onPath, realCache } from "./tools.ts";

const csharpFolder = join(projectRoot, "test", "real", "csharp");
const npmPackages = ["web-tree-sitter@0.25.10", "tree-sitter-c-sharp@0.23.5"];
/** Debian packages without versions, because Debian does not keep old versions. */
const debianPackages = [
  "mono-mcs",
  "mono-runtime-sgen",
  "mono-runtime-common",
  "libmono-corlib4.5-dll",
  "libmono-corlib4.5-cil",
  "libmono-system4.0-cil",
  "libmono-system-core4.0-cil",
  "libmono-system-numerics4.0-cil",
  "libmono-system-xml4.0-cil",
  "libmono-system-configuration4.0-cil",
  "libmono-system-security4.0-cil",
  "libmono-security4.0-cil",
  "libmono-microsoft-csharp4.0-cil",
];

export interface Csharp {
  readonly directory: string;
  readonly grammar: Grammar;
}

/** Builds missing tools, which takes minutes without a cache. Returns the reason if they cannot be built. */
export async function buildCsharp(print: (line: string) => void): Promise<string | undefined> {
  const missing = ["apt-get", "dpkg-deb", "go", "npm"].find((name) => !onPath(name));
  if (missing !== undefined) return `${missing} is not on the PATH, so the C# compiler cannot be installed`;
  const directory = folder();
  if (existsSync(directory)) return undefined;
  print("installing the C# compiler and the .NET SDK generator (minutes without a cache)");
  return await failureOf("the C# compiler cannot be installed", () => makeOnce(directory, makeCompiler));
}

async function makeCompiler(work: string): Promise<void> {
  await unpackMono(work);
  await installNode(work, npmPackages);
  const env = { ...process.env, GOFLAGS: "-buildvcs=false -mod=readonly" };
  await mustRun(["go", "build", "-o", join(work, "gendotnet"), "."], { cwd: csharpFolder, env, timeout: 900_000 });
  await compile(work, [join(csharpFolder, "Pulumi.cs")], join(work, "Pulumi.dll"));
}

/** Returns the tools that `.ci/real.mjs` built. If they are missing, prints that the suite is skipped, and returns undefined. */
export async function requireCsharp(suite: string): Promise<Csharp | undefined> {
  const directory = folder();
  if (existsSync(directory)) return { directory, grammar: await loadGrammar(join(directory, "node_modules")) };
  console.log(`SKIPPED: ${suite}: the C# compiler is not installed`);
  return undefined;
}

/** Generates the official SDK of a schema, and caches it by content. It has resources, types, and optionally functions. @returns its sources */
export async function csharpSdk(
  csharp: Csharp,
  schema: Uint8Array,
  { functions = false } = {},
): Promise<readonly string[]> {
  const hash = createHash("sha256").update(schema).update(String(functions));
  for (const name of ["csharp/main.go", "csharp/go.sum", "csharp.ts", "older-csharp.ts"]) {
    hash.update(await readFile(join(dirname(csharpFolder), name)));
  }
  const key = hash.digest("hex").slice(0, 16);
  const directory = join(realCache, "sdk", "csharp", key);
  await makeOnce(directory, async (work) => {
    await mkdir(join(work, "made"));
    const file = join(work, "schema.json");
    await writeFile(file, schema);
    await mustRun([join(csharp.directory, "gendotnet"), file, join(work, "made")]);
    const older = await olderSources(join(work, "made"), csharp.grammar, functions);
    for (const [name, text] of older) await writeFile(join(work, name), text);
    await rm(join(work, "made"), { recursive: true });
  });
  return (await readdir(directory)).filter((name) => name.endsWith(".cs")).map((name) => join(directory, name));
}

/** Compiles sources in older C# to a program or a library, with the core SDK. */
export async function compile(directory: string, sources: readonly string[], out: string): Promise<void> {
  const compiler = join(directory, "mono", "usr", "lib", "mono", "4.5", "mcs.exe");
  const core = join(directory, "Pulumi.dll");
  const options = [`-target:${out.endsWith(".dll") ? "library" : "exe"}`, "-langversion:latest", "-warn:0"];
  const reference = existsSync(core) ? [`-r:${core}`] : [];
  const response = `${out}.rsp`;
  await writeFile(
    response,
    [...options, ...reference, `-out:${out}`, ...sources].map((line) => `"${line}"`).join("\n"),
  );
  await mustRun([mono(directory), compiler, `@${response}`], { env: environment(directory) });
}

/** Compiles a printed program with the sources of SDKs into the folder. */
export async function compileProgram(
  { directory, grammar }: Csharp,
  text: string,
  sdks: readonly string[],
  folder: string,
): Promise<void> {
  const [program, start] = [join(folder, "program.cs"), join(folder, "start.cs")];
  await writeFile(program, asClass(olderCsharp(text, grammar, new Set()), "Printed"));
  await writeFile(start, "static class Start { static void Main() { Printed.Run(); } }");
  await compile(directory, [program, start, ...sdks], join(folder, "program.exe"));
}

/** Runs a program. @returns what it prints */
export async function run(directory: string, program: string): Promise<string> {
  const env = {
    ...environment(directory),
    MONO_PATH: `${join(directory, "mono", "usr", "lib", "mono", "4.5")}:${directory}`,
  };
  return (await mustRun([mono(directory), program], { env })).stdout;
}

async function unpackMono(work: string): Promise<void> {
  const debs = join(work, "debs");
  await mkdir(join(debs, "lists", "partial"), { recursive: true });
  const options = ["-q", "-o", `Dir::State::lists=${join(debs, "lists")}`, "-o", "APT::Sandbox::User=root"] as const;
  await mustRun(["apt-get", ...options, "update"], { cwd: debs });
  await mustRun(["apt-get", ...options, "download", ...debianPackages], { cwd: debs });
  for (const name of (await readdir(debs)).filter((file) => file.endsWith(".deb"))) {
    await mustRun(["dpkg-deb", "-x", join(debs, name), join(work, "mono")]);
  }
  await rm(debs, { recursive: true });
}

/** Converts the sources of an SDK to older C#: drops configuration and optionally functions, replaces utilities, and names files by namespace. */
async function olderSources(root: string, grammar: Grammar, functions: boolean): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".cs"));
  const texts = new Map<string, string>();
  for (const name of names) texts.set(name, await readFile(join(root, name), "utf8"));
  const enums = new Set([...texts.values()].flatMap(enumsOf));
  const sources = new Map<string, string>();
  for (const [name, text] of texts) {
    const to = name.replace(/[/\\]/g, "-");
    if (basename(name) === "Utilities.cs") sources.set(to, utilities(text));
    else if (!isLeftOut(name, text, functions)) sources.set(to, olderCsharp(text, grammar, enums));
  }
  return sources;
}

function isLeftOut(name: string, text: string, functions: boolean): boolean {
  return dirname(name) === "Config" || (!functions && /^ {4}public static class /m.test(text));
}

function enumsOf(text: string): readonly string[] {
  const namespace = /^namespace (\S+)/m.exec(text)?.[1] ?? "";
  return [...text.matchAll(/^ {4}public (?:readonly struct|enum) (\w+)/gm)].map(([, name]) => `${namespace}.${name}`);
}

function utilities(text: string): string {
  const namespace = /^namespace (\S+)/m.exec(text)?.[1] ?? "";
  const attribute = /class (\w+ResourceTypeAttribute)/.exec(text)?.[1] ?? "";
  return `namespace ${namespace}
{
    static class Utilities
    {
        public static string Version => "";
        public static string GetEnv(params string[] names) => null;
        public static bool? GetEnvBoolean(params string[] names) => null;
        public static int? GetEnvInt32(params string[] names) => null;
        public static double? GetEnvDouble(params string[] names) => null;
        public static global::Pulumi.RegisterPackageRequest PackageParameterization() => null;
        public static global::Pulumi.InvokeOptions WithDefaults(this global::Pulumi.InvokeOptions options) => options;
        public static global::Pulumi.InvokeOutputOptions WithDefaults(this global::Pulumi.InvokeOutputOptions options) => options;
    }

    sealed class ${attribute} : global::Pulumi.ResourceTypeAttribute
    {
        public ${attribute}(string type) : base(type, "") { }
    }
}
`;
}

function mono(directory: string): string {
  return join(directory, "mono", "usr", "bin", "mono-sgen");
}

function environment(directory: string): NodeJS.ProcessEnv {
  const root = join(directory, "mono");
  return { ...process.env, MONO_PATH: join(root, "usr", "lib", "mono", "4.5"), MONO_CFG_DIR: join(root, "etc") };
}

function folder(): string {
  const hash = createHash("sha256").update(JSON.stringify([npmPackages, debianPackages]));
  const made = readdirSync(csharpFolder).filter((name) => /^(go\.(mod|sum)|main\.go|Pulumi\.cs)$/.test(name));
  for (const name of made.sort()) hash.update(`${name}\0`).update(readFileSync(join(csharpFolder, name)));
  return join(realCache, "csharp", hash.digest("hex").slice(0, 16));
}
