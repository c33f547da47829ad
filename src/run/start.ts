/**
 * The start screen of `imp run`: a person chooses the stack and the source, and the answer becomes the words of a command line.
 */
import type { RunIo } from "../cli/run-io.ts";
import { shownLine } from "../cli/shown-line.ts";
import { visible } from "../cli/visible.ts";
import type { StartAnswer, StartSource } from "../domain/questions.ts";
import { findFiles } from "../import-file/find-files.ts";
import { type StackOptions, startPlace } from "../workspace/open-chosen.ts";
import { packagesHere } from "./packages-here.ts";

/** A command line that does what a person chose. */
export interface StartedLine {
  /** `imp import` takes one resource, `imp run` the other sources. */
  readonly command: "run" | "import";
  readonly words: readonly string[];
}

/** The flags that were typed, as they are and as they can be shown. */
export interface OwnFlags {
  readonly typed: readonly string[];
  readonly shown: readonly string[];
  /** The packages whose plugins they name. */
  readonly packages: readonly string[];
}

/** Asks, and shows the command line. `undefined`: nobody is there to ask, or there is neither a project nor a state to import into. */
export async function startedLine(stack: StackOptions, own: OwnFlags, io: RunIo): Promise<StartedLine | undefined> {
  if (io.askStart === undefined) return undefined;
  const place = await startPlace(stack, io);
  if (place === undefined) return undefined;
  io.progress.line(["imp", ...place.head].map(visible).join(" · "));
  const packages = [...new Set([...own.packages, ...(await packagesHere(io))])];
  const answer = await io.askStart({ ...place, ...(await findFiles(io.cwd)), packages });
  const chosen = chosenLine(answer.source);
  const line = { ...chosen, flags: [...chosen.flags, ...chosenStackWords(answer)] };
  io.progress.line(`The same as: ${shownLine(["imp", line.command, ...commandLineOf(line, own.shown)])}`);
  return { command: line.command, words: commandLineOf(line, own.typed) };
}

interface ChosenLine extends Pick<StartedLine, "command"> {
  readonly flags: readonly string[];
  readonly args: readonly string[];
}

/** A name or an id may begin with a dash: then no flag follows. */
function commandLineOf({ flags, args }: ChosenLine, own: readonly string[]): readonly string[] {
  const all = [...flags, ...own];
  return args.some((word) => word.startsWith("-")) ? [...all, "--", ...args] : [...args, ...all];
}

function chosenLine(source: StartSource): ChosenLine {
  switch (source.kind) {
    case "resource":
      return { command: "import", flags: [], args: [source.type, source.name, source.id] };
    case "file":
      return { command: "run", flags: [], args: [source.path] };
    case "stack":
      return { command: "run", flags: ["--from-stack", source.name], args: [] };
    case "cloud":
      return { command: "run", flags: source.words.flatMap((word) => ["--discover", word]), args: [] };
    case "terraform":
      return { command: "run", flags: ["--from-terraform", source.path], args: [] };
  }
}

function chosenStackWords({ stack }: StartAnswer): readonly string[] {
  if (stack === undefined) return [];
  return ["--stack", stack.name, ...(stack.isNew ? ["--create-stack"] : [])];
}
