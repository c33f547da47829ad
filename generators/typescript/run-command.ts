import { createRequire } from "node:module";
import { join } from "node:path";
import type { ProgramCommand, RunningProgram } from "../language.ts";

/**
 * Returns the command of the Node.js language host (pulumi `sdk/nodejs/cmd/pulumi-language-nodejs`): the runner of the SDK that the
 * program installed. Returns undefined if the SDK is not installed.
 */
export function runCommand(program: RunningProgram): ProgramCommand | undefined {
  const runner = findRunner(program.directory);
  if (runner === undefined) return undefined;
  const { nodeargs, typescript } = program.options;
  return {
    command: process.execPath,
    args: [
      ...(typeof nodeargs === "string" ? wordsOf(nodeargs) : []),
      runner,
      `--monitor=${program.monitorAddress}`,
      `--engine=${program.engineAddress}`,
      `--project=${program.project}`,
      `--stack=${program.stack}`,
      "--organization=organization",
      `--root-directory=${program.root}`,
      `--pwd=${program.directory}`,
      "--parallel=16",
      "--dry-run",
      program.main,
    ],
    // Disable ts-node's cache. Its entries depend on the path, so the entries of a copied program would stay forever.
    env: { PULUMI_NODEJS_TYPESCRIPT: String(typescript !== false), TS_NODE_CACHE: "false" },
    reportedCode: 32,
  };
}

/** Splits arguments at spaces that are not in quotes. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"),
  );
}

function findRunner(directory: string): string | undefined {
  try {
    return createRequire(join(directory, "package.json")).resolve("@pulumi/pulumi/cmd/run");
  } catch {
    return undefined;
  }
}
