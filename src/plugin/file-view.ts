/**
 * The file system as the search for plugins needs it.
 */
import { accessSync, constants, readdirSync, statSync } from "node:fs";

export interface FileView {
  /** Names in a directory; none when it cannot be read. */
  list(directory: string): readonly string[];
  /** `undefined`: nothing is there that can be reached; a name may be too long for a file. Links are followed. */
  kind(path: string): "file" | "directory" | undefined;
  isExecutable(path: string): boolean;
}

export const filesOnDisk: FileView = {
  list(directory) {
    try {
      return readdirSync(directory);
    } catch {
      return [];
    }
  },
  kind(path) {
    try {
      const stat = statSync(path, { throwIfNoEntry: false });
      if (stat === undefined) return undefined;
      return stat.isDirectory() ? "directory" : "file";
    } catch {
      return undefined;
    }
  },
  isExecutable(path) {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  },
};
