/**
 * The registry: a language is one folder and two lines here.
 */
import type { Generator } from "./generator.ts";

export const languages = ["typescript", "pcl"] as const;

export type Language = (typeof languages)[number];

/** Loaded when asked for: a generator may bring a formatter with it. */
const registry = {
  typescript: async () => (await import("./typescript/index.ts")).typescript,
  pcl: async () => (await import("./pcl/index.ts")).pcl,
} satisfies Record<Language, () => Promise<Generator>>;

/** Loads the generator of a language. */
export function loadGenerator(language: Language): Promise<Generator> {
  return registry[language]();
}

export type { GeneratedFile, Generator, PrintContext } from "./generator.ts";
