/** The folder of a program on disk, for languages that inspect it. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Language, ProgramFolder } from "../../../generators/language.ts";
import type { SdkPackage } from "../../domain/graph.ts";
import { readRegular } from "../settings/read-file.ts";

export function programFolder(path: string): ProgramFolder {
  const pathOf = (name: string): string => join(path, name);
  return {
    path,
    has: async (name) => (await stat(pathOf(name)).catch(() => undefined)) !== undefined,
    text: async (name) => {
      const bytes = await readRegular(pathOf(name));
      return bytes === undefined ? undefined : Buffer.from(bytes).toString("utf8");
    },
    names: async (name) => (await readdir(pathOf(name)).catch(() => [])).sort(),
  };
}

/** Returns a lookup of the SDKs next to a program. `isNew` is true if a project will be written around the program. */
export function sdksFor(language: Pick<Language, "sdks"> | undefined, path: string, isNew = false) {
  const folder = programFolder(path);
  return async (packages: Parameters<NonNullable<Language["sdks"]>>[0]): Promise<ReadonlyMap<string, SdkPackage>> =>
    (await language?.sdks?.(packages, folder, isNew)) ?? new Map();
}
