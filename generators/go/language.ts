import type { Language } from "../language.ts";
import { nodeSdks } from "../shared/node-sdks.ts";
import { compiler } from "./compiler.ts";

export const go = {
  name: "go",
  runtimes: ["go"],
  fileName: "main.go",
  startsProjects: true,
  grammar: "go",
  sdks: nodeSdks,
  compiler,
  load: async () => (await import("./index.ts")).generator,
} satisfies Language;
