/** A Python environment with the pinned packages next to this file and a type checker, cached by content. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { failureOf, installNode, installPython, makeOnce } from "./make-once.ts";
import { projectRoot } from "./project-root.ts";
import { mustRun, type Ran, runProcess } from "./run-process.ts";
import { realCache, type Tools } from "./tools.ts";

const pyrightVersion = "1.1.414";

const pythonFolder = join(projectRoot, "test", "real", "python");

export interface Python {
  readonly interpreter: string;
  /** A Node.js module. */
  readonly pyright: string;
}

/** Builds missing tools, which takes a minute without a cache. Returns the reason if they cannot be built. */
export async function buildPython(print: (line: string) => void): Promise<Python | string> {
  const directory = environment();
  if (directory === undefined) return "python3 3.10 or newer is not on the PATH";
  if (existsSync(directory)) return pythonIn(directory);
  print("installing Python packages and a type checker (a minute without a cache)");
  const failure = await failureOf("the Python packages cannot be installed", () =>
    makeOnce(directory, async (work) => {
      await installPython(work, join(pythonFolder, "requirements.txt"));
      await installNode(join(work, "node"), [`pyright@${pyrightVersion}`]);
    }),
  );
  return failure ?? pythonIn(directory);
}

/** Returns the tools that `.ci/real.mjs` built. If they are missing, prints that the suite is skipped, and returns undefined. */
export function requirePython(suite: string): Python | undefined {
  const directory = environment();
  if (directory !== undefined && existsSync(directory)) return pythonIn(directory);
  console.log(`SKIPPED: ${suite}: the Python packages are not installed`);
  return undefined;
}

/** Generates the official SDK of a schema, cached by content. @returns a folder for PYTHONPATH */
export async function pythonSdk(tools: Tools, schema: Uint8Array): Promise<string> {
  const generator = await readFile(tools.gensdk);
  const key = createHash("sha256").update(schema).update(generator).digest("hex").slice(0, 16);
  const directory = join(realCache, "sdk", "python", key);
  if (existsSync(directory)) return directory;
  await makeOnce(directory, async (work) => {
    const file = join(work, "schema.json");
    await writeFile(file, schema);
    await mustRun([tools.gensdk, file, "python", work]);
    const folders = await readdir(work);
    const name = folders.find((folder) => existsSync(join(work, folder, "pulumi-plugin.json"))) ?? "";
    const { version = "0.0.1" } = JSON.parse(Buffer.from(schema).toString("utf8")) as { version?: string };
    // A generated SDK reads its version from the installed metadata, and sends it with every resource.
    const metadata = join(work, `${name}-${version}.dist-info`);
    await mkdir(metadata);
    await writeFile(join(metadata, "METADATA"), `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`);
  });
  return directory;
}

/** Checks the types of the `program.py` in each folder with its SDK, in one process. @returns errors */
export async function checkTypes(python: Python, folder: string): Promise<readonly string[]> {
  const roots = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const executionEnvironments = roots.map(({ name }) => ({ root: name }));
  const include = roots.map(({ name }) => `${name}/program.py`);
  const config = { typeCheckingMode: "strict", include, executionEnvironments };
  await writeFile(join(folder, "pyrightconfig.json"), JSON.stringify(config));
  const command = [process.execPath, python.pyright, "--outputjson", "--pythonpath", python.interpreter] as const;
  const ran = await runProcess([...command, "-p", folder]);
  const reported = JSON.parse(ran.stdout) as {
    readonly generalDiagnostics: readonly { file?: string; message: string; range?: { start: { line: number } } }[];
    readonly summary: { readonly filesAnalyzed: number };
  };
  const analyzed = reported.summary.filesAnalyzed;
  return [
    ...(analyzed === roots.length ? [] : [`${analyzed} files were checked, not ${roots.length}`]),
    ...reported.generalDiagnostics.map(({ file, message, range }) => `${file}:${range?.start.line ?? 0}: ${message}`),
  ];
}

/** Runs `python -m MODULE ...`. */
export function runModule(python: Python, ...args: string[]): Promise<Ran> {
  return runProcess([python.interpreter, "-m", ...args]);
}

/** Returns the folder of the tools, or undefined if Python is missing or too old for the pinned packages. */
function environment(): string | undefined {
  const { stdout, status } = spawnSync(
    "python3",
    ["-c", "import sys; print(sys.version, sys.version_info >= (3, 10))"],
    {
      encoding: "utf8",
    },
  );
  if (status !== 0 || !stdout.trim().endsWith("True")) return undefined;
  const requirements = readFileSync(join(pythonFolder, "requirements.txt"));
  const key = createHash("sha256")
    .update(requirements)
    .update(pyrightVersion)
    .update(stdout)
    .digest("hex")
    .slice(0, 16);
  return join(realCache, "python", key);
}

function pythonIn(directory: string): Python {
  return {
    interpreter: join(directory, "bin", "python"),
    pyright: join(directory, "node", "node_modules", "pyright", "index.js"),
  };
}
