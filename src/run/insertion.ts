/**
 * Opens the place in a person's program that the code of a run is inserted into, and prints what the file becomes.
 */
import { relative, resolve, sep } from "node:path";
import type { Insertion, InsertionRequest, Language, UserProgram } from "../../generators/index.ts";
import type { RunIo } from "../cli/run-io.ts";
import { parseUrn, rootStackType, typeOf } from "../domain/urn.ts";
import { ImpError, invariant } from "../errors.ts";
import type { Urn } from "../graph.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { onlyLanguage } from "../options/languages.ts";
import type { IntoFile } from "../options/shared-options.ts";
import type { Deployment } from "../state/deployment.ts";
import type { ProgramTarget } from "../workspace/program/program-location.ts";
import { fileOrigin, openProgramDirectory } from "../workspace/program/program-record.ts";
import { readOptional } from "../workspace/settings/read-file.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { readOwnProgram } from "./own-program.ts";

/** A place in a file of a person's program. */
export interface OpenInsertion extends Insertion {
  /** The bytes of the file. */
  readonly bytes: Uint8Array;
  readonly wanted: InsertionRequest;
  /** The program that the file is of. */
  readonly own: UserProgram;
}

/**
 * Reads the program as far as its text shows it; nothing of it is executed.
 *
 * @throws INSERTION_REFUSED where the file cannot take code; USAGE for several languages.
 */
export async function openInsertion(
  { file: typed, line }: IntoFile,
  specs: Pick<ImportSpecs, "nameTable" | "resources">,
  { languages, place }: { readonly languages: readonly Language[]; readonly place: Pick<ProgramTarget, "path"> },
  { project, stack }: Pick<Workspace, "project" | "stack">,
  state: Deployment | undefined,
  io: Pick<RunIo, "cwd">,
): Promise<OpenInsertion> {
  const path = resolve(io.cwd, typed);
  const refused = (why: string, hint: string): ImpError => ImpError.of("INSERTION_REFUSED", { path, why, hint });
  const language = onlyLanguage(languages);
  const { readUserProgram: isRead } = await language.load();
  if (isRead === undefined)
    throw refused(`imp inserts into programs in TypeScript, and this one is in ${language.name}.`, nextTo);
  const bytes = await readOptional(path);
  if (bytes === undefined) throw refused("There is no such file.", "Name a file of the program, relative to here.");
  const file = relative(place.path, path).split(sep).join("/");
  const directory = await openProgramDirectory(place.path, project.name, stack);
  if ((await fileOrigin(directory, file)).owner === "imp")
    throw refused("imp wrote the file, and nobody changed it since.", "Leave --into out: imp prints the file again.");
  const own = await readOwnProgram(language, place.path, { project, stack }, state);
  invariant(own !== undefined, `programs in ${language.name} are read`);
  const wanted = { file, needs: referredUrns(specs), line };
  const insertion = own.insertionAt(wanted);
  if (insertion.kind === "refused") throw refused(insertion.why, insertion.hint);
  if (Buffer.compare(Buffer.from(insertion.before, "utf8"), bytes) !== 0)
    throw refused("The file is not valid UTF-8.", "Save it as UTF-8, then run again.");
  return { ...insertion, bytes, wanted, own };
}

const nextTo = "Use --append-file NAME: the new resources then stand in a file next to the program.";

/** The parents and providers that entries name by URN. */
export function referredUrns({ nameTable, resources }: Pick<ImportSpecs, "nameTable" | "resources">): readonly Urn[] {
  const named = resources.flatMap(({ parent, provider }) => [parent, provider]);
  const urns = named.flatMap((name) => (name === undefined ? [] : [nameTable.get(name)?.urn ?? name]));
  return [...new Set(urns.filter((urn) => parseUrn(urn) !== undefined && typeOf(urn) !== rootStackType))];
}
