/** Lines about the resources that a run did not import. */
import { shellQuote, visible } from "./quote.ts";

export interface RestReport {
  /** The import file, relative to the working directory. */
  readonly file: string;
  readonly resources: number;
  /** Secret inputs that are not in the file, so the user must add them. */
  readonly toGive: readonly { readonly type: string; readonly name: string; readonly path: string }[];
}

const inputsNamedAtMost = 10;

/** Returns the lines about the remaining resources, for the end of the report. @param flags flags of the run that the next run needs, as text */
export function restLines({ file, resources, toGive }: RestReport, flags: string): readonly string[] {
  return [
    `${resources} resource${resources === 1 ? "" : "s"} not imported. Fix the errors, then run: imp run ${shellQuote(file)}${flags}`,
    ...toGiveLines(toGive, "preferably with `inputsFrom`"),
  ];
}

/** Returns the lines about a saved plan. */
export function savedLines({ file, toGive }: Pick<RestReport, "file" | "toGive">): readonly string[] {
  const how = "in the stack's configuration (`pulumi config set --secret`) before you run the plan";
  return [`Saved the plan. To run it: imp run ${shellQuote(file)}`, ...toGiveLines(toGive, how)];
}

function toGiveLines(toGive: RestReport["toGive"], how: string): readonly string[] {
  if (toGive.length === 0) return [];
  const named = toGive
    .slice(0, inputsNamedAtMost)
    .map(({ type, name, path }) => `  ${type} ${visible(name)}  ${visible(path)}`);
  const more = toGive.length > inputsNamedAtMost ? [`  and ${toGive.length - inputsNamedAtMost} more`] : [];
  return [`The file does not contain secrets. Set these inputs again, ${how}:`, ...named, ...more];
}
