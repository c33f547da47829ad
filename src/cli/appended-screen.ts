/** Messages about the files of `--append-file`: how the program can load them, and what `pulumi up` does until then. */
import type { Loading } from "../../generators/generator.ts";
import { outcomeNameLines, shownAtMost } from "./diagnostics.ts";
import { paint, type Screen, wrap } from "./render.ts";

/** A file next to the user's program. */
export interface AppendedFile {
  /** Relative to the working directory. */
  readonly file: string;
  /** How the program can load the file. Omitted if the file is in another directory. */
  readonly loading?: Loading;
  readonly isLoaded: boolean;
}

/** What a run writes: program and state, only the program, only the state, or only a program whose resources have `import` options. */
export type Leaves = "all" | "code" | "state" | "imports";

/** Whether the written resources are protected. */
export type Protection = "all" | "some" | "none";

/** Returns the files that the program does not load yet. */
export function unloaded(appended: readonly AppendedFile[]): readonly AppendedFile[] {
  return appended.filter(({ loading, isLoaded }) => !isLoaded && loading?.kind !== "none");
}

/** Returns the text of the next step that makes the program load the file or contain its code. */
export function appendedStep({ file, loading }: AppendedFile): string {
  switch (loading?.kind) {
    case "copy":
      return `  copy the contents of ${file} into your program`;
    case "line":
      return `  load ${file} from your program with the lines below`;
    default:
      return `  load ${file} from your program`;
  }
}

/**
 * Returns the warning at the end of the screen. Returns an empty string if the program loads all files.
 *
 * @param written the imported resources, which `pulumi up` may delete before the program loads the files
 */
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
  const has = files.some(({ loading }) => loading?.kind === "copy") ? "contains the code of" : "loads";
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

/** Describes what `pulumi up` does until the program loads the file. */
function meanwhile(leaves: Leaves, protection: Protection): string {
  switch (leaves) {
    case "code":
      return "`pulumi up` ignores the new code.";
    case "imports":
      return "`pulumi up` does not import the resources in this file.";
    case "all":
    case "state":
      return `\`pulumi up\` ${deletion[protection]}, because the program does not register them.`;
  }
}

const deletion: Readonly<Record<Protection, string>> = {
  all: "fails: it tries to delete the imported resources, which are protected",
  some: "fails: it tries to delete the imported resources, some of which are protected",
  none: "deletes the imported resources",
};
