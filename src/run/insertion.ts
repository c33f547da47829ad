/** Opens the location in the user's program to insert code into (`--into`). */
import { relative, resolve, sep } from "node:path";
import type { Insertion, InsertionRequest, Language, UserProgram } from "../../generators/index.ts";
import type { RunIo } from "../cli/run-io.ts";
import { ImpError, invariant } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import { parseUrn, rootStackType, typeOf } from "../domain/urn.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { onlyLanguage } from "../options/languages.ts";
import type { IntoFile } from "../options/shared-options.ts";
import type { Deployment } from "../state/deployment.ts";
import type { ProgramTarget } from "../workspace/program/program-location.ts";
import { fileOrigin, openProgramDirectory } from "../workspace/program/program-record.ts";
import { readOptional } from "../workspace/settings/read-file.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { readOwnProgram } from "./user-program.ts";

/** An insertion into a file that was read and parsed. */
export interface OpenInsertion extends Insertion {
  /** The file before the insertion. */
  readonly bytes: Uint8Array;
  readonly wanted: InsertionRequest;
  /** The program that contains the file. */
  readonly userProgram: UserProgram;
}

/** Parses the program without running it. Throws INSERTION_REFUSED if code cannot be inserted, and USAGE for several languages. */
export async function openInsertion(
  { file: typed, line }: IntoFile,
  specs: Pick<ImportSpecs, "nameTable" | "resources">,
  { languages, target }: { readonly languages: readonly Language[]; readonly target: Pick<ProgramTarget, "path"> },
  { project, stack }: Pick<Workspace, "project" | "stack">,
  state: Deployment | undefined,
  io: Pick<RunIo, "cwd">,
): Promise<OpenInsertion> {
  const path = resolve(io.cwd, typed);
  const refused = (why: string, hint: string): ImpError => ImpError.of("INSERTION_REFUSED", { path, why, hint });
  const language = onlyLanguage(languages);
  const { readUserProgram: isRead } = await language.load();
  if (isRead === undefined)
    throw refused(`--into only supports TypeScript programs; this program is written in ${language.name}.`, nextTo);
  const bytes = await readOptional(path);
  if (bytes === undefined)
    throw refused("The file does not exist.", "Pass a file of the program, relative to the working directory.");
  const file = relative(target.path, path).split(sep).join("/");
  const directory = await openProgramDirectory(target.path, project.name, stack);
  if ((await fileOrigin(directory, file)).owner === "imp")
    throw refused(
      "imp wrote this file, and the file was not edited afterwards.",
      "Remove --into: imp updates the file itself.",
    );
  const userProgram = await readOwnProgram(language, target.path, { project, stack }, state);
  invariant(userProgram !== undefined, `programs in ${language.name} can be parsed`);
  const wanted = { file, needs: referredUrns(specs), line };
  const insertion = userProgram.insertionAt(wanted);
  if (insertion.kind === "refused") throw refused(insertion.why, insertion.hint);
  if (Buffer.compare(Buffer.from(insertion.before, "utf8"), bytes) !== 0)
    throw refused("The file is not valid UTF-8.", "Save the file as UTF-8, then run imp again.");
  return { ...insertion, bytes, wanted, userProgram };
}

const nextTo = "Use --append-file NAME to write the new resources to a separate file next to the program.";

/** Returns the URNs of the parents and providers that import specs refer to. */
export function referredUrns({ nameTable, resources }: Pick<ImportSpecs, "nameTable" | "resources">): readonly Urn[] {
  const named = resources.flatMap(({ parent, provider }) => [parent, provider]);
  const urns = named.flatMap((name) => (name === undefined ? [] : [nameTable.get(name)?.urn ?? name]));
  return [...new Set(urns.filter((urn) => parseUrn(urn) !== undefined && typeOf(urn) !== rootStackType))];
}
