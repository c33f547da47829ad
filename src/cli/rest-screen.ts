/**
 * The lines about what a run left over.
 */
import { quote } from "./quote.ts";
import { visible } from "./visible.ts";

export interface RestReport {
  /** The import file, relative to where the command was run. */
  readonly file: string;
  readonly resources: number;
  /** Secret inputs that are not in the file. */
  readonly toGive: readonly { readonly type: string; readonly name: string; readonly path: string }[];
}

/** So many inputs are named. */
const mostNamed = 10;

/** Lines for the end of the screen. */
export function restLines({ file, resources, toGive }: RestReport): readonly string[] {
  const lines = [`Left over (${resources}): fix the causes, then  imp run ${quote(file)}`];
  if (toGive.length === 0) return lines;
  const named = toGive
    .slice(0, mostNamed)
    .map(({ type, name, path }) => `  ${type} ${visible(name)}  ${visible(path)}`);
  const more = toGive.length > mostNamed ? [`  and ${toGive.length - mostNamed} more`] : [];
  return [...lines, "Secrets are not in it; give these inputs again, best with `inputsFrom`:", ...named, ...more];
}
