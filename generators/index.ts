/**
 * The registry: a language is one folder and two lines here.
 */
import type { Generator } from "./generator.ts";

export const languages = ["typescript", "python", "go", "csharp", "java", "yaml", "pcl"] as const;

export type Language = (typeof languages)[number];

interface Entry {
  /** The main file's usual name; known without loading anything. */
  readonly fileName: string;
  /** It prints to several files where that is asked for. */
  readonly splits?: true;
  /** Its generator makes the files of a new project. */
  readonly starts?: true;
  /** Loaded when asked for: a generator may bring a formatter with it. */
  readonly load: () => Promise<Generator>;
}

const registry = {
  typescript: {
    fileName: "index.ts",
    splits: true,
    starts: true,
    load: async () => (await import("./typescript/index.ts")).typescript,
  },
  python: {
    fileName: "__main__.py",
    splits: true,
    starts: true,
    load: async () => (await import("./python/index.ts")).python,
  },
  go: { fileName: "main.go", splits: true, starts: true, load: async () => (await import("./go/index.ts")).go },
  csharp: {
    fileName: "Program.cs",
    splits: true,
    starts: true,
    load: async () => (await import("./csharp/index.ts")).csharp,
  },
  java: {
    fileName: "src/main/java/myproject/App.java",
    splits: true,
    starts: true,
    load: async () => (await import("./java/index.ts")).java,
  },
  yaml: { fileName: "Main.yaml", starts: true, load: async () => (await import("./yaml/index.ts")).yaml },
  pcl: { fileName: "main.pp", splits: true, load: async () => (await import("./pcl/index.ts")).pcl },
} satisfies Record<Language, Entry>;

/** Loads the generator of a language. */
export function loadGenerator(language: Language): Promise<Generator> {
  return registry[language].load();
}

/** The usual name of a language's main file. */
export function fileNameOf(language: Language): string {
  return registry[language].fileName;
}

/** True for a language that `--new` makes projects of. */
export function canStartProject(language: Language): boolean {
  const entry: Entry = registry[language];
  return entry.starts === true;
}

/** True for a language whose programs can be several files. */
export function canSplit(language: Language): boolean {
  const entry: Entry = registry[language];
  return entry.splits === true;
}

export type { GeneratedFile, Generator, NewProject, PrintContext } from "./generator.ts";
