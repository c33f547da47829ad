import type { Language } from "../language.ts";
import { nodeSdks } from "../shared/node-sdks.ts";
import { compiledMain } from "./compiled-main.ts";
import { compiler } from "./compiler.ts";
import { runCommand } from "./run-command.ts";

export const typescript = {
  name: "typescript",
  runtimes: ["nodejs", "bun"],
  fileName: "index.ts",
  outputsOnlyInMain: true,
  startsProjects: true,
  grammar: "typescript",
  sdks: nodeSdks,
  compiler,
  runCommand,
  compiledMain,
  load: async () => (await import("./index.ts")).generator,
} satisfies Language;
