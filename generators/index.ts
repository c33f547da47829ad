/** The list of languages. To add a language, create its folder and add it to this list. */
import { csharp } from "./csharp/language.ts";
import { go } from "./go/language.ts";
import { hcl } from "./hcl/language.ts";
import { java } from "./java/language.ts";
import type { Language } from "./language.ts";
import { pcl } from "./pcl/language.ts";
import { python } from "./python/language.ts";
import { typescript } from "./typescript/language.ts";
import { yaml } from "./yaml/language.ts";

/** Languages in the order of the help text. The first is the default if no project names a runtime. */
export const languages: readonly Language[] = [typescript, python, go, csharp, java, yaml, pcl, hcl];

export type { ChangedStatement } from "./changed-program.ts";
export type { AppendedProgram, GeneratedFile, Generator, Loading, MissingSdk, NewProject } from "./generator.ts";
export type { Language } from "./language.ts";
export { generatedSdks } from "./shared/generated-sdks.ts";
export type {
  Insertion,
  InsertionRequest,
  StackResource,
  UserProgram,
} from "./user-program.ts";
