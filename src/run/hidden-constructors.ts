/**
 * Warns of new code for a resource that a person's program may construct already, under a name that its text does not show.
 */
import { posix } from "node:path";
import type { Diagnostic } from "../diagnostic.ts";
import { nameOf, typeOf } from "../domain/urn.ts";
import type { ResourceGraph, Urn } from "../graph.ts";
import { programFolder } from "../workspace/program/program-folder.ts";
import type { OpenProgram } from "./open-program.ts";
import { mainOf, stackResource } from "./own-program.ts";

/** A warning for each resource of new code next to a person's program, or in it, that the program may construct already. */
export async function hiddenConstructors(
  { resources }: Pick<ResourceGraph, "resources">,
  program: OpenProgram,
): Promise<readonly Diagnostic[]> {
  const { location, changed, place, workspace } = program;
  const printed = new Set(location.existing?.resources.map(({ urn }) => urn) ?? []);
  const fresh = resources.filter(({ urn }) => !printed.has(urn));
  const isOthers = location.isAppended || changed !== undefined;
  if (!isOthers || fresh.length === 0 || place.path !== workspace.programDir) return [];
  const own = await program.own();
  const found = own?.mayConstruct(fresh.map(stackResourceOf)) ?? (await namedInTexts(fresh, program));
  return [...found].map(([urn, places]) => ({
    severity: "warning",
    resource: urn,
    message: constructorMessage(places),
  }));
}

function stackResourceOf({ urn, parent }: ResourceGraph["resources"][number]) {
  return stackResource({ urn, type: typeOf(urn), parent });
}

function constructorMessage(places: readonly string[]): string {
  return (
    `Your program may construct this resource already, at ${places.join(" and ")}: the text does not show for sure which name it has there. ` +
    "Pulumi refuses a second resource with the same URN. Look at the place: if it is this resource, run with --state-only, which writes no code."
  );
}

/** URN -> the places where the texts next to the program have the name of a resource next to its class, for languages that imp does not read. */
async function namedInTexts(
  resources: ResourceGraph["resources"],
  { languages, place, location, workspace }: OpenProgram,
): Promise<ReadonlyMap<Urn, readonly string[]>> {
  const folder = programFolder(place.path);
  const found = new Map<Urn, string[]>();
  const written = new Set(location.names.values());
  for (const { fileName } of languages) {
    const main = mainOf(workspace.project, place.path).main ?? fileName;
    const names = await folder.names(posix.dirname(main));
    const ofLanguage = names.filter((name) => posix.extname(name) === posix.extname(main));
    const paths = ofLanguage.map((name) => posix.join(posix.dirname(main), name));
    for (const path of paths.filter((one) => !written.has(one))) {
      const text = (await folder.text(path)) ?? "";
      for (const { urn } of resources) {
        const line = lineNaming(text, nameOf(urn), typeOf(urn));
        if (line !== undefined) found.set(urn, [...(found.get(urn) ?? []), `${path}:${line}`]);
      }
    }
  }
  return found;
}

/** The line that has the name in `Queue("a"`, `NewQueue(ctx, "a"`, or in a list that a loop gives to `Queue(name`. */
function lineNaming(text: string, name: string, type: string): number | undefined {
  const [, , last = ""] = type.split(":");
  const title = last.slice(0, 1).toUpperCase() + last.slice(1);
  const isClass = (word: string | undefined): boolean => word === title || word === `New${title}`;
  for (const literal of [`"${name}"`, `'${name}'`]) {
    for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + 1)) {
      const [before, after] = [text.slice(Math.max(0, at - 200), at), text.slice(at + literal.length, at + 600)];
      if (isClass(calledWith.exec(before)?.[1]) || isClass(calledNext.exec(after)?.[1]))
        return text.slice(0, at).split("\n").length;
    }
  }
  return undefined;
}

/** `Queue(` at the end of a text, with arguments that are no texts; in C# also `Queue jobs = new(`. */
const calledWith = /(\w+)(?:\s+\w+\s*=\s*new)?\s*\([^"';()]*$/;
/** The first call behind a text, with a variable as its first argument. */
const calledNext = /^[^();]*?(\w+)\s*\(\s*[A-Za-z_]/;
