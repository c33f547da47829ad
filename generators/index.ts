/**
 * The registry of languages. A new language is a folder and a line in this list.
 */
import { csharp } from "./csharp/language.ts";
import { go } from "./go/language.ts";
import { java } from "./java/language.ts";
import type { Language } from "./language.ts";
import { pcl } from "./pcl/language.ts";
import { python } from "./python/language.ts";
import { typescript } from "./typescript/language.ts";
import { yaml } from "./yaml/language.ts";

/** In the order in which help names them. The first is printed where no project names one. */
export const languages: readonly Language[] = [typescript, python, go, csharp, java, yaml, pcl];

export type { ChangedStatement } from "./changed-program.ts";
export type { AppendedProgram, GeneratedFile, Generator, Loading, MissingSdk, NewProject } from "./generator.ts";
export type { Language } from "./language.ts";
export type { Insertion, OwnProgram, StackResource, WantedInsertion } from "./own-program.ts";
export { generatedSdks } from "./shared/generated-sdks.ts";
