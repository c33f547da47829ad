import type { Language } from "../language.ts";
import { nodeSdks } from "../shared/node-sdks.ts";
import { compiler } from "./compiler.ts";

export const java = {
  name: "java",
  runtimes: ["java"],
  fileName: "src/main/java/myproject/App.java",
  startsProjects: true,
  grammar: "java",
  sdks: nodeSdks,
  compiler,
  numbersAsTexts: ["number"],
  load: async () => (await import("./index.ts")).generator,
} satisfies Language;
