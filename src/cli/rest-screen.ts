/**
 * The lines about what a run left over.
 */
import { shellQuote } from "./quote.ts";
import { visible } from "./visible.ts";

export interface RestReport {
  /** The import file, relative to where the command was run. */
  readonly file: string;
  readonly resources: number;
  /** Secret inputs that are not in the file. */
  readonly toGive: readonly { readonly type: string; readonly name: string; readonly path: string }[];
}

/** So many inputs are named. */
const inputsNamedAtMost = 10;

/** Lines for the end of the screen. */
export function restLines({ file, resources, toGive }: RestReport): readonly string[] {
  return [
    `Left over (${resources}): fix the causes, then  imp run ${shellQuote(file)}`,
    ...toGiveLines(toGive, "best with `inputsFrom`"),
  ];
}

/** Lines about a plan that was saved. */
export function savedLines({ file, toGive }: Pick<RestReport, "file" | "toGive">): readonly string[] {
  const how = "as configuration of the stack (`pulumi config set --secret`), before it is carried out";
  return [`The plan is saved; carry it out with  imp run ${shellQuote(file)}`, ...toGiveLines(toGive, how)];
}

function toGiveLines(toGive: RestReport["toGive"], how: string): readonly string[] {
  if (toGive.length === 0) return [];
  const named = toGive
    .slice(0, inputsNamedAtMost)
    .map(({ type, name, path }) => `  ${type} ${visible(name)}  ${visible(path)}`);
  const more = toGive.length > inputsNamedAtMost ? [`  and ${toGive.length - inputsNamedAtMost} more`] : [];
  return [`Secrets are not in it; give these inputs again, ${how}:`, ...named, ...more];
}
