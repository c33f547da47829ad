import type { Language } from "../language.ts";
import { nodeSdks } from "../shared/node-sdks.ts";
import { compiler } from "./compiler.ts";

export const python = {
  name: "python",
  runtimes: ["python"],
  fileName: "__main__.py",
  startsProjects: true,
  grammar: "python",
  sdks: nodeSdks,
  compiler,
  numbersAsTexts: ["number"],
  load: async () => (await import("./index.ts")).generator,
} satisfies Language;
