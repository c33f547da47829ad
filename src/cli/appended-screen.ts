/**
 * The steps after `--append-file`: the line that loads the file, and what `pulumi up` does without it. Pure.
 */
import type { Loading } from "../../generators/generator.ts";
import { outcomeNameLines, shownAtMost } from "./diagnostics.ts";
import { paint, type Screen, wrap } from "./render.ts";

/** A file next to a person's program. */
export interface AppendedFile {
  /** Relative to where the command was run. */
  readonly file: string;
  /** How the program takes it in; absent: it is in another folder. */
  readonly loading?: Loading;
  /** The program has the line already. */
  readonly isLoaded: boolean;
}

/** The parts that a run writes: all, only one of program and state, or a program that `pulumi up` imports by. */
export type Leaves = "all" | "code" | "state" | "imports";

/** Whether what is written is protected. */
export type Protection = "all" | "some" | "none";

/** Files that the program does not have as yet. */
export function unloaded(appended: readonly AppendedFile[]): readonly AppendedFile[] {
  return appended.filter(({ loading, isLoaded }) => !isLoaded && loading?.kind !== "none");
}

/** A step of the list of those that come next. */
export function appendedStep({ file, loading }: AppendedFile): string {
  switch (loading?.kind) {
    case "copy":
      return `  copy what ${file} has into your program`;
    case "line":
      return `  load ${file} from your program, by the line below`;
    default:
      return `  load ${file} from your program`;
  }
}

/** The last lines of the screen; empty where the program has every file. @param written what the next update would delete */
export function renderAppended(
  appended: readonly AppendedFile[],
  leaves: Leaves,
  protection: Protection,
  written: readonly { readonly type: string; readonly name: string }[],
  screen: Screen,
): string {
  const files = unloaded(appended);
  if (files.length === 0) return "";
  const names = files.map(({ file }) => file).join(" and ");
  const has = files.some(({ loading }) => loading?.kind === "copy") ? "has what is in" : "loads";
  const text = `Until your program ${has} ${names}, ${meanwhile(leaves, protection)}`;
  const label = paint("Warning:", ["yellow", "bold"], screen);
  const lines = files.flatMap(({ loading }) =>
    loading?.kind !== "line"
      ? []
      : [`Add to ${loading.place}:`, "", ...loading.line.split("\n").map((line) => `    ${line}`), ""],
  );
  const named =
    leaves === "all" || leaves === "state" ? outcomeNameLines(written, screen, shownAtMost.names).trimEnd() : "";
  const deleted = named === "" ? [] : [named];
  return [`${label} ${wrap(text, screen.width - 9, " ".repeat(9))}`, ...deleted, ...lines].join("\n").trimEnd();
}

/** The effect of `pulumi up` before the program registers what was printed. */
function meanwhile(leaves: Leaves, protection: Protection): string {
  switch (leaves) {
    case "code":
      return "`pulumi up` does not see what is in it.";
    case "imports":
      return "`pulumi up` imports nothing of it.";
    case "all":
    case "state":
      return `\`pulumi up\` ${deletion[protection]}. It deletes resources that the state has and the program does not register.`;
  }
}

const deletion: Readonly<Record<Protection, string>> = {
  all: "fails: it would delete what was imported, and that is protected",
  some: "fails: it would delete what was imported, and some of it is protected",
  none: "deletes what was imported",
};
