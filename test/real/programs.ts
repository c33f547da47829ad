/** Prepares printed programs for the real CLI, or for the compilers of their languages. */
import assert from "node:assert/strict";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bindPcl } from "./bind-pcl.ts";
import { compileProgram, csharpSdk, requireCsharp } from "./csharp.ts";
import { buildGo, goSdk } from "./go-sdk.ts";
import { buildJavaProgram, javaClassPath, javaSdk, requireJava, withoutFlaws } from "./java.ts";
import { requireJudges } from "./judges.ts";
import { projectRoot } from "./project-root.ts";
import { pythonSdk, requirePython } from "./python.ts";
import type { RealStack } from "./stack.ts";
import { onPath, type Tools } from "./tools.ts";

/** All languages that imp prints. */
export const languages = ["typescript", "python", "go", "csharp", "java", "yaml", "pcl"] as const;

/** The languages that the real CLI can run, and their runtimes in Pulumi.yaml. */
export const runtimes = { typescript: "nodejs", python: "python", go: "go", java: "java", yaml: "yaml" } as const;

export type RunLanguage = keyof typeof runtimes;

export interface Package {
  readonly tools: Tools;
  readonly schema: Buffer;
}

/** Prepares SDKs and compiled sources, so the real CLI can run a program. */
export interface Toolchain {
  prepare(stack: RealStack): Promise<void>;
}

/** Returns the toolchain of a language. If it is missing, prints that the suite is skipped, and returns undefined. */
export function requireToolchain(language: RunLanguage, pkg: Package, suite: string): Toolchain | undefined {
  const prepare = preparation(language, pkg, suite);
  if (prepare === undefined) return undefined;
  return {
    prepare: async (stack) => {
      await prepare(stack);
      writeFileSync(join(stack.directory, "Pulumi.yaml"), `name: ${stack.project}\nruntime: ${runtimes[language]}\n`);
    },
  };
}

type Preparation = (stack: RealStack) => Promise<void>;

function preparation(language: RunLanguage, { tools, schema }: Package, suite: string): Preparation | undefined {
  switch (language) {
    case "typescript":
      return async (stack) => {
        await stack.compile();
      };
    case "python": {
      const python = requirePython(suite);
      return (
        python &&
        (async ({ env }) => {
          const runner = join(projectRoot, "test", "real", "python", "run_program.py");
          const PYTHONPATH = await pythonSdk(tools, schema);
          Object.assign(env, { PYTHONPATH, IMP_PYTHON: python.interpreter, IMP_PYTHON_RUNNER: runner });
        })
      );
    }
    case "go":
      if (onPath("go")) return async (stack) => buildGo(stack.directory, await goSdk(tools, schema));
      console.log(`SKIPPED: ${suite}: go is not on the PATH`);
      return undefined;
    case "java": {
      const java = requireJava(suite);
      return (
        java &&
        (async ({ env, directory }) => {
          const sdk = await javaSdk(java, withoutFlaws(schema));
          await buildJavaProgram(java, directory, sdk);
          env.IMP_CLASSPATH = javaClassPath(java, sdk);
        })
      );
    }
    case "yaml": {
      const judges = requireJudges(suite);
      return (
        judges &&
        (async ({ root }) => {
          const host = join(root, "bin", "pulumi-language-yaml");
          symlinkSync(judges.yamlHost, host);
        })
      );
    }
  }
}

/** Asserts that the C# program compiles with the official SDK. If the compiler is missing, prints a message and returns false. */
export async function compilesCsharp(stack: RealStack, { schema }: Package, suite: string): Promise<boolean> {
  const csharp = await requireCsharp(suite);
  if (csharp === undefined) return false;
  const program = readFileSync(join(stack.directory, "Program.cs"), "utf8");
  await compileProgram(csharp, program, await csharpSdk(csharp, schema), stack.root);
  return true;
}

/** Asserts that the PCL program binds in strict mode with this many resources. */
export async function assertBinds(stack: RealStack, { tools, schema }: Package, resources: number): Promise<void> {
  const bound = await bindPcl(tools, stack.directory, [schema.toString("utf8")]);
  assert.deepEqual(bound, { errors: [], warnings: [], resources, components: 0 });
}
