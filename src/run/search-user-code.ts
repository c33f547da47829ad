/** Searches the user's code for resources and stack outputs that the program may already declare, where imp cannot be sure. */
import { posix } from "node:path";
import type { Diagnostic } from "../domain/diagnostic.ts";
import type { ResourceGraph, Urn } from "../domain/graph.ts";
import { nameOf, typeOf } from "../domain/urn.ts";
import { programFolder } from "../workspace/program/program-folder.ts";
import type { OpenProgram } from "./open-program.ts";
import { projectMain, stackResource } from "./user-program.ts";

/** Returns a warning for each new resource that the user's program may already create. */
export async function hiddenConstructors(
  { resources }: Pick<ResourceGraph, "resources">,
  program: OpenProgram,
): Promise<readonly Diagnostic[]> {
  const { location, changed, target, workspace } = program;
  const printed = new Set(location.existing?.resources.map(({ urn }) => urn) ?? []);
  const fresh = resources.filter(({ urn }) => !printed.has(urn));
  const isUserProgram = location.isAppended || changed !== undefined;
  if (!isUserProgram || fresh.length === 0 || target.path !== workspace.programDir) return [];
  const userProgram = await program.readUserProgram();
  const matches =
    userProgram?.mayConstruct(fresh.map(stackResourceOf)) ??
    (await namedInTexts(fresh, program, new Set(location.names.values())));
  return [...matches].map(([urn, places]) => ({
    severity: "warning",
    resource: urn,
    message: constructorMessage(places),
  }));
}

/** Returns true if the user's code constructs a resource with the name of the URN. Searches the text of the files that imp did not print. */
export async function isInUserCode(urn: Urn, program: OpenProgram): Promise<boolean> {
  const { location, changed, insertion } = program;
  const isPrinted = !location.isAppended && changed === undefined && insertion === undefined;
  if (isPrinted && location.problem === undefined) return false;
  const printed = insertion === undefined && changed === undefined ? location.names.values() : [];
  return (await namedInTexts([{ urn }], program, new Set(printed))).has(urn);
}

function stackResourceOf({ urn, parent }: ResourceGraph["resources"][number]) {
  return stackResource({ urn, type: typeOf(urn), parent });
}

function constructorMessage(places: readonly string[]): string {
  return (
    `Your program may already create this resource at ${places.join(" and ")}; the code does not show which name the resource gets. ` +
    "Pulumi fails if two resources have the same URN. If that code creates this resource, use --state-only, which writes no code."
  );
}

/**
 * Returns the names that the user's code exports as stack outputs, as in `pulumi.export("a"` or `ctx.Export("a"`. Searches only for the names
 * provided.
 */
export async function exportedInUserCode(names: readonly string[], program: OpenProgram): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const texts = await userTexts(program, new Set(program.location.names.values()));
  const exported = texts.flatMap(({ text }) => [...text.matchAll(exportCall)].map(([, name = ""]) => name));
  return new Set(names.filter((name) => exported.includes(name)));
}

const exportCall = /\bexport\(\s*["']([^"']+)["']/gi;

/**
 * Maps URNs to the lines of code that contain the name of the resource next to its class. Searches the text, for languages that imp cannot parse.
 *
 * @param printed files to skip
 */
async function namedInTexts(
  resources: readonly { readonly urn: Urn }[],
  program: OpenProgram,
  printed: ReadonlySet<string>,
): Promise<ReadonlyMap<Urn, readonly string[]>> {
  const matches = new Map<Urn, string[]>();
  for (const { path, text } of await userTexts(program, printed)) {
    for (const { urn } of resources) {
      const line = lineNaming(text, nameOf(urn), typeOf(urn));
      if (line !== undefined) matches.set(urn, [...(matches.get(urn) ?? []), `${path}:${line}`]);
    }
  }
  return matches;
}

/** Reads the files beside the main file that have its extension, except printed ones. */
async function userTexts({ languages, target, workspace }: OpenProgram, printed: ReadonlySet<string>) {
  const folder = programFolder(target.path);
  const texts: { readonly path: string; readonly text: string }[] = [];
  for (const { fileName } of languages) {
    const main = projectMain(workspace.project, target.path).main ?? fileName;
    const names = await folder.names(posix.dirname(main));
    const ofLanguage = names.filter((name) => posix.extname(name) === posix.extname(main));
    const paths = ofLanguage.map((name) => posix.join(posix.dirname(main), name));
    for (const path of paths.filter((name) => !printed.has(name)))
      texts.push({ path, text: (await folder.text(path)) ?? "" });
  }
  return texts;
}

/** Returns the number of the line with the name in `Queue("a"`, in `NewQueue(ctx, "a"`, or in a list that a loop passes to `Queue(name`. */
function lineNaming(text: string, name: string, type: string): number | undefined {
  const [, , last = ""] = type.split(":");
  const title = last.slice(0, 1).toUpperCase() + last.slice(1);
  const isClass = (word: string | undefined): boolean => word === title || word === `New${title}`;
  for (const literal of [`"${name}"`, `'${name}'`]) {
    for (let index = text.indexOf(literal); index >= 0; index = text.indexOf(literal, index + 1)) {
      const before = text.slice(Math.max(0, index - 200), index);
      const after = text.slice(index + literal.length, index + 600);
      if (isClass(calledWith.exec(before)?.[1]) || isClass(calledNext.exec(after)?.[1]))
        return text.slice(0, index).split("\n").length;
    }
  }
  return undefined;
}

/** Matches `Queue(` at the end of the text, without string arguments after it. In C#, also matches `Queue jobs = new(`. */
const calledWith = /(\w+)(?:\s+\w+\s*=\s*new)?\s*\([^"';()]*$/;
/** Matches the first call after the text, if its first argument is a variable. */
const calledNext = /^[^();]*?(\w+)\s*\(\s*[A-Za-z_]/;
