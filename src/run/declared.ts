/**
 * Finds the resources of an import that the stack's program registers already, in code that imp did not write.
 */
import type { Urn } from "../graph.ts";
import type { OpenImport } from "../import/open-import.ts";
import type { OpenProgram } from "./open-program.ts";

/** A program registers what the state has: of an entry that is replaced, no code is written unless imp wrote it before. */
export function declaredInProgram(
  { reads }: Pick<OpenImport, "reads">,
  { location }: Pick<OpenProgram, "location">,
): ReadonlySet<Urn> {
  const replaced = reads.flatMap((read) =>
    read.kind === "read" && read.cloud.replacedId !== undefined ? [read.cloud.request.urn] : [],
  );
  return new Set(replaced.filter((urn) => !location.inProgram.has(urn)));
}
