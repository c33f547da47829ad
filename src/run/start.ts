/** The start screen of `imp run`: converts the chosen stack and source to a command line. */
import { shownLine, visible } from "../cli/quote.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { StartAnswer, StartSource } from "../domain/questions.ts";
import { findFiles } from "../import-file/find-files.ts";
import { type StackOptions, startPlace } from "../workspace/open-chosen.ts";
import { packagesHere } from "./packages-here.ts";

/** A command line that the user chose. */
export interface StartedLine {
  /** `import` if the user chose a single resource. */
  readonly command: "run" | "import";
  readonly words: readonly string[];
}

/** The flags as typed, and in a form without secrets that is safe to print. */
export interface TypedFlags {
  readonly typed: readonly string[];
  readonly shown: readonly string[];
  /** The packages listed in `--provider`. */
  readonly packages: readonly string[];
}

/** Prompts, and prints the command line. Returns undefined without a terminal, or without a project or state to import into. */
export async function startedLine(stack: StackOptions, flags: TypedFlags, io: RunIo): Promise<StartedLine | undefined> {
  if (io.askStart === undefined) return undefined;
  const target = await startPlace(stack, io);
  if (target === undefined) return undefined;
  io.progress.line(["imp", ...target.head].map(visible).join(" · "));
  const packages = [...new Set([...flags.packages, ...(await packagesHere(io))])];
  const answer = await io.askStart({ ...target, ...(await findFiles(io.cwd)), packages });
  const chosen = chosenLine(answer.source);
  const line = { ...chosen, flags: [...chosen.flags, ...chosenStackWords(answer)] };
  io.progress.line(`Equivalent command: ${shownLine(["imp", line.command, ...commandLineOf(line, flags.shown)])}`);
  return { command: line.command, words: commandLineOf(line, flags.typed) };
}

interface ChosenLine extends Pick<StartedLine, "command"> {
  readonly flags: readonly string[];
  readonly args: readonly string[];
}

/** Returns the arguments of the command. Puts `--` before the positional arguments if one of them starts with a dash. */
function commandLineOf({ flags, args }: ChosenLine, typedFlags: readonly string[]): readonly string[] {
  const all = [...flags, ...typedFlags];
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
