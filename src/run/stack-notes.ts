/** Reports stacks of `--stack-reference` that the program does not need, and outputs that it needs but a stack no longer has. */
import type { Diagnostic } from "../domain/diagnostic.ts";
import type { MissingOutput, ReferencedStack } from "../domain/referenced-stack.ts";
import type { Program } from "../ir/program.ts";
import { inputReferences } from "../ir/walk.ts";

/** @param missing the values that stay literals, because their stack does not export them. Another note reports them */
export function stackNotes(
  stacks: readonly ReferencedStack[],
  program: Program,
  missing: readonly MissingOutput[],
): readonly Diagnostic[] {
  const ids = new Map(program.resources.flatMap(({ kind, urn, id }) => (kind === "stack" ? [[urn, id]] : [])));
  const references = program.resources.flatMap(inputReferences);
  return stacks.flatMap(({ name, urn, outputs }): readonly Diagnostic[] => {
    const id = ids.get(urn);
    if (id === undefined) return missing.some(({ stack }) => stack === name) ? [] : [unused(name)];
    const read = references.filter(({ node, isStackOutput }) => node === id && isStackOutput === true);
    const lost = new Set(read.map(({ path }) => String(path[1])).filter((output) => !outputs.has(output)));
    return lost.size === 0 ? [] : [{ severity: "warning", message: lostText(name, [...lost]) }];
  });
}

function unused(name: string): Diagnostic {
  const message =
    `--stack-reference ${name} is not used: no code that imp wrote refers to this stack. ` +
    "A resource that was imported without the flag keeps its values. To link it, undo its import with `imp undo`, and import it again.";
  return { severity: "note", message };
}

function lostText(name: string, outputs: readonly string[]): string {
  const [which, them] = outputs.length === 1 ? ["the output", "it"] : ["the outputs", "them"];
  return `The program reads ${which} ${outputs.join(", ")} of the stack ${name}, which does not have ${them} now. Without ${them}, \`pulumi preview\` fails.`;
}
