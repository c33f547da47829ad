import { accessSync, constants, readdirSync, statSync } from "node:fs";

export interface FileView {
  /** Lists the names in a directory. Returns an empty list if the directory cannot be read. */
  list(directory: string): readonly string[];
  /** Returns undefined if the path does not exist or cannot be reached. Follows links. */
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
