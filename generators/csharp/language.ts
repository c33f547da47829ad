import type { Language } from "../language.ts";
import { nodeSdks } from "../shared/node-sdks.ts";
import { compiler } from "./compiler.ts";

export const csharp = {
  name: "csharp",
  runtimes: ["dotnet"],
  fileName: "Program.cs",
  outputsOnlyInMain: true,
  startsProjects: true,
  grammar: "csharp",
  sdks: nodeSdks,
  compiler,
  load: async () => (await import("./index.ts")).generator,
} satisfies Language;
