/** Imports from files: the arguments of `imp run`, and `--file` as in `pulumi import`. */
import { Flags } from "@oclif/core";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { decryptImportFiles, type FileSources, type ReadFiles, readImportFiles } from "../import-file/read-files.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ImportSource, RequestedSource } from "./import-source.ts";

const importFileFlags = {
  file: Flags.string({
    char: "f",
    description: "An import file, as for `pulumi import --file`. - reads standard input",
    multiple: true,
    multipleNonGreedy: true,
    helpValue: "FILE",
  }),
};

export const importFiles: ImportSource = {
  invitation: "an import file",
  flags: importFileFlags,
  select: ({ words, flags: { file } }) => filesAt([...words, ...fileNamesIn(file)]),
};

/** The `--file` flag of `imp import`. The arguments of this command are a resource, not files. */
export const filesOfFlag: ImportSource = {
  invitation: "an import file with --file",
  flags: importFileFlags,
  select: ({ flags: { file } }) => filesAt(fileNamesIn(file)),
};

/**
 * Decrypts the secrets that `pulumi preview --import-file` encrypted. Throws SPEC_INVALID for secrets with another key, and the errors of
 * `Workspace.crypter`.
 */
export async function decryptedSpecs(
  { specs, encrypted }: ReadFiles,
  workspace: Pick<Workspace, "crypter">,
  from: FileSources,
): Promise<ImportSpecs> {
  if (encrypted === undefined) return specs;
  const crypter = await workspace.crypter();
  return await decryptImportFiles(encrypted, (ciphertext) => crypter.decrypt(ciphertext), from);
}

function filesAt(paths: readonly string[]): RequestedSource | undefined {
  if (paths.length === 0) return undefined;
  return { reads: "files", paths, open: async (io) => ({ ...(await readImportFiles(paths, io)), notes: [] }) };
}

function fileNamesIn(flag: unknown): readonly string[] {
  return Array.isArray(flag) ? flag.map(String) : [];
}
