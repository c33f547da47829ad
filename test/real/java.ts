/** Builds jars from the pinned packages next to this file, the official Java SDK generator, and a formatter, cached by content. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { failureOf, installNode, makeOnce } from "./make-once.ts";
import { projectRoot } from "./project-root.ts";
import type { Registration } from "./registrations.ts";
import { mustRun } from "./run-process.ts";
import { onPath, realCache } from "./tools.ts";

const prettierPluginVersion = "2.11.0";

/** Jars of published SDKs. Other programs must not see them, because a generated SDK must not find classes of the same package. */
const published = /^(aws|docker|gcp|kubernetes)-\d/;

const javaFolder = join(projectRoot, "test", "real", "java");

export interface Java {
  /** The class path of the core SDK and its dependencies. */
  readonly jars: string;
  /** The class path of published SDKs. */
  readonly published: string;
  readonly gensdk: string;
  /** A Node.js module. */
  readonly prettierPlugin: string;
}

/** One SDK and its programs. */
export interface Job {
  /** A folder with sources and resources of the SDK, or a class path of published SDKs. */
  readonly sdk: string | { readonly published: string };
  readonly programs: readonly {
    readonly file: string;
    readonly run: boolean;
    /** Configuration values by full key, for project "synthetic". */
    readonly config?: Readonly<Record<string, string>>;
    /** The outputs of all other stacks. The value of an output is `NAME OF THE REFERENCE.OUTPUT`. */
    readonly stackOutputs?: readonly string[];
  }[];
}

export interface Verdict {
  /** The compiler output for the SDK itself. */
  readonly broken: readonly string[];
  readonly programs: readonly {
    readonly complaints: readonly string[];
    readonly registrations?: readonly Registration[];
    readonly failure?: string;
  }[];
}

/** Builds missing tools, which takes one or two minutes without a cache. Returns the reason if they cannot be built. */
export async function buildJava(print: (line: string) => void): Promise<Java | string> {
  const directory = environment();
  if (directory === undefined) return "javac 11 or newer, mvn, or go is not on the PATH";
  if (existsSync(directory)) return javaIn(directory);
  print("installing Java packages, the official SDK generator, and a formatter (minutes without a cache)");
  const failure = await failureOf("the Java packages cannot be installed", () => makeOnce(directory, makeJava));
  return failure ?? javaIn(directory);
}

async function makeJava(work: string): Promise<void> {
  const target = `-DoutputDirectory=${join(work, "lib")}`;
  await mustRun(["mvn", "-B", "-q", "-f", join(javaFolder, "pom.xml"), "dependency:copy-dependencies", target]);
  const options = {
    cwd: join(javaFolder, "gensdk"),
    env: { ...process.env, GOFLAGS: "-buildvcs=false -mod=readonly" },
  };
  await mkdir(join(work, "published"));
  for (const jar of readdirSync(join(work, "lib")).filter((name) => published.test(name))) {
    await rename(join(work, "lib", jar), join(work, "published", jar));
  }
  await mustRun(["go", "build", "-o", join(work, "gensdk"), "."], { ...options, timeout: 540_000 });
  await installNode(join(work, "node"), formatterPackages());
}

/** Returns prettier with its Java plugin. The cache is outside of the project, so the plugin finds only a prettier that is next to it. */
function formatterPackages(): readonly string[] {
  const manifest = readFileSync(join(projectRoot, "package.json"), "utf8");
  const { devDependencies } = JSON.parse(manifest) as { readonly devDependencies: { readonly prettier: string } };
  return [`prettier@${devDependencies.prettier}`, `prettier-plugin-java@${prettierPluginVersion}`];
}

/** Returns the tools that `.ci/real.mjs` built. If they are missing, prints that the suite is skipped, and returns undefined. */
export function requireJava(suite: string): Java | undefined {
  const directory = environment();
  if (directory !== undefined && existsSync(directory)) return javaIn(directory);
  console.log(`SKIPPED: ${suite}: the Java packages are not installed`);
  return undefined;
}

/** Generates the official SDK of a schema, cached by content. @returns a folder with `src/main/java` and `src/main/resources` */
export async function javaSdk(java: Java, schema: Uint8Array): Promise<string> {
  const generator = await readFile(java.gensdk);
  const key = createHash("sha256").update(schema).update(generator).digest("hex").slice(0, 16);
  const directory = join(realCache, "sdk", "java", key);
  await makeOnce(directory, async (work) => {
    const file = join(work, "schema.json");
    await writeFile(file, schema);
    await mustRun([java.gensdk, file, work]);
  });
  return directory;
}

/**
 * Replaces types that the core SDK does not support, because resources with these types can't be registered: integer enums become number enums,
 * and unions of objects in outputs become Any. Returns the same bytes if there are none.
 */
export function withoutFlaws(schema: Buffer): Buffer {
  const parsed = JSON.parse(schema.toString("utf8")) as {
    types?: Record<string, { type?: string; enum?: unknown }>;
    resources?: Record<string, { properties?: Record<string, unknown> }>;
  };
  let changes = 0;
  for (const type of Object.values(parsed.types ?? {})) {
    if (type.enum === undefined || type.type !== "integer") continue;
    type.type = "number";
    changes += 1;
  }
  for (const { properties = {} } of Object.values(parsed.resources ?? {})) {
    for (const [name, type] of Object.entries(properties)) {
      if (!/"oneOf":\[\{"\$ref":"[^"]*"\},\{"\$ref":/.test(JSON.stringify(type))) continue;
      properties[name] = { $ref: "pulumi.json#/Any" };
      changes += 1;
    }
  }
  return changes === 0 ? schema : Buffer.from(JSON.stringify(parsed));
}

/** Compiles all jobs in one process with every warning except deprecations, and runs programs with a recording monitor. */
export async function judgeJava(java: Java, jobs: readonly Job[], folder: string): Promise<readonly Verdict[]> {
  const verdicts = join(folder, "verdicts.json");
  const file = join(folder, "jobs.json");
  const jobsWithFiles = jobs.map(({ sdk, programs }, index) => ({
    programs,
    classes: join(folder, `classes_${index}`),
    ...(typeof sdk === "string" ? { sdk } : sdk),
  }));
  await writeFile(file, JSON.stringify(jobsWithFiles));
  // Java's optimizations for long runs only slow down a compiler and many small programs.
  await mustRun(["java", "-XX:TieredStopAtLevel=1", "-cp", java.jars, join(javaFolder, "Judge.java"), file, verdicts], {
    timeout: 540_000,
  });
  return JSON.parse(await readFile(verdicts, "utf8")) as readonly Verdict[];
}

/** Returns the class path that a compiled program needs, without its own classes. */
export function javaClassPath(java: Java, sdk: string): string {
  return [join(sdk, "src", "main", "resources"), java.jars].join(delimiter);
}

/** Compiles the program in a folder and its SDKs into `target/classes`. */
export async function buildJavaProgram(java: Java, folder: string, ...sdks: readonly string[]): Promise<void> {
  const isThere = existsSync(join(folder, "target", "classes"));
  await compile(java, folder, [...(isThere ? [] : sdks.flatMap(javaFiles)), ...javaFiles(folder)]);
}

/** Compiles the program in a folder, and the required classes of a large SDK, into `target/classes`. */
export async function buildJavaProgramOver(java: Java, folder: string, sdk: string): Promise<void> {
  await compile(java, folder, javaFiles(folder), ["-sourcepath", join(sdk, "src", "main", "java")]);
}

async function compile(java: Java, folder: string, files: readonly string[], more: readonly string[] = []) {
  const classes = join(folder, "target", "classes");
  const sources = join(folder, "target", "sources.txt");
  await mkdir(classes, { recursive: true });
  await writeFile(sources, files.map((path) => `"${path}"\n`).join(""));
  const flags = ["-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", classes, ...more] as const;
  await mustRun(["javac", ...flags, "-cp", [classes, java.jars].join(delimiter), `@${sources}`], { timeout: 540_000 });
}

function javaFiles(folder: string): readonly string[] {
  const root = join(folder, "src", "main", "java");
  const names = readdirSync(root, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".java")).map((name) => join(root, name));
}

/** Formats a file with prettier and its plugin. */
export async function formatJava(java: Java, text: string): Promise<string> {
  const { format } = await import("prettier");
  const { default: plugin } = (await import(pathToFileURL(java.prettierPlugin).href)) as { default: object };
  return format(text, { parser: "java", plugins: [plugin], printWidth: 100, tabWidth: 4 });
}

/** Returns the folder of the tools, or undefined if Java is missing, or too old for the SDKs. */
function environment(): string | undefined {
  const { stdout, stderr, status } = spawnSync("javac", ["-version"], { encoding: "utf8" });
  const version = /javac (\d+)/.exec(`${stdout}${stderr}`)?.[1];
  if (status !== 0 || Number(version ?? 0) < 11 || !onPath("mvn") || !onPath("go")) return undefined;
  const hash = createHash("sha256").update(formatterPackages().join(" "));
  for (const name of ["pom.xml", "gensdk/go.mod", "gensdk/go.sum", "gensdk/main.go"]) {
    hash.update(readFileSync(join(javaFolder, name)));
  }
  return join(realCache, "java", hash.digest("hex").slice(0, 16));
}

function javaIn(directory: string): Java {
  return {
    jars: join(directory, "lib", "*"),
    published: join(directory, "published", "*"),
    gensdk: join(directory, "gensdk"),
    prettierPlugin: join(directory, "node", "node_modules", "prettier-plugin-java", "dist", "index.mjs"),
  };
}
