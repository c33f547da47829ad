import type { Language } from "../language.ts";
import { declaredSdks } from "./declared-sdks.ts";
import { otherProgram } from "./other-program.ts";

export const yaml = {
  name: "yaml",
  runtimes: ["yaml"],
  fileName: "Main.yaml",
  outputsOnlyInMain: true,
  oneFile: "its runtime reads only one",
  startsProjects: true,
  grammar: "yaml",
  sdks: declaredSdks,
  runsInstead: otherProgram,
  // Pulumi YAML can round numbers and integers.
  numbersAsTexts: ["number", "integer"],
  load: async () => (await import("./index.ts")).generator,
} satisfies Language;
