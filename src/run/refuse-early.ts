/**
 * Refuses a run before the first Read, for reasons that the command line, the import file or the package schemas show.
 */
import type { Language } from "../../generators/index.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { KnownState } from "../domain/known-state.ts";
import { ImpError } from "../errors.ts";
import type { ResolvedSpec, ResolvedSpecs } from "../import-file/resolve.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { OpenProgram } from "./open-program.ts";

/** Throws NOT_CONFIRMED for a run that is to write, where nobody can be asked and the command line does not say yes. */
export function refuseUnconfirmed(
  { planOnly, yes }: Pick<RunOptions, "planOnly" | "yes">,
  { askYes }: Pick<RunIo, "askYes">,
): void {
  if (!planOnly && !yes && askYes === undefined) throw ImpError.of("NOT_CONFIRMED", { look: "--plan-only" });
}

/** Throws LANGUAGE_CANNOT_EXPRESS for resources that a language of the program can never have. */
export function refuseInexpressible(
  { languages, writing }: Pick<OpenProgram, "languages" | "writing">,
  { resources }: Pick<ResolvedSpecs, "resources">,
  known: Pick<KnownState, "resources">,
): void {
  if (writing === "state") return;
  const printed = resources.filter((one) => isPrinted(one) && !known.resources.has(one.urn));
  for (const language of languages) {
    const entries = printed.flatMap((resource) => {
      const what = whyNot(language, resource);
      const { type, name, where } = resource;
      if (what === undefined) return [];
      return [{ place: `${where.file}:${where.line}:${where.column}`, resource: `${type} ${name}`, what }];
    });
    if (entries.length > 0) throw ImpError.of("LANGUAGE_CANNOT_EXPRESS", { language: language.name, entries });
  }
}

/** A resource that the plugin of a remote component makes stands in no program. */
function isPrinted({ error, maker }: ResolvedSpec): boolean {
  return error === undefined && maker === undefined;
}

function whyNot({ cannotHave }: Language, { name, type, kind, isRemote }: ResolvedSpec): string | undefined {
  return cannotHave?.({ logicalName: name, type, isLocalComponent: kind === "component" && isRemote !== true });
}
