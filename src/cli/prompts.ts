/**
 * Questions to a person, by inquirer, which is loaded only when there is one to ask.
 */
import type { Need, ResourceGraph, Urn } from "../graph.ts";
import { formatPath, type Path } from "../ir/path.ts";

/** An answer to a need for a value; the text is a secret when the need says so. */
export interface Answer {
  readonly urn: Urn;
  readonly path: Path;
  readonly text: string;
  readonly secret: boolean;
}

/** Asks for each value that a provider demands and Read cannot return; an empty answer leaves the resource out. */
export async function askNeeds(needs: readonly Need[]): Promise<readonly Answer[]> {
  const { default: inquirer } = await import("inquirer");
  const answers: Answer[] = [];
  for (const { urn, path, secret, kind } of needs) {
    if (kind !== "value" || path === undefined) continue;
    const message = `${urn.split("::").slice(2).join(" ")} needs ${formatPath(path)} (empty: leave it out)`;
    const question = secret
      ? ({ type: "password", name: "text", message, mask: true } as const)
      : ({ type: "input", name: "text", message } as const);
    const { text } = await inquirer.prompt<{ text: string }>([question]);
    if (text !== "") answers.push({ urn, path, text, secret });
  }
  return answers;
}

/** Asks before anything is written. */
export async function askToWrite(graph: ResourceGraph, files: readonly string[]): Promise<boolean> {
  const { default: inquirer } = await import("inquirer");
  const message = `Import ${graph.resources.length} resources and write ${files.join(", ")}?`;
  const { yes } = await inquirer.prompt<{ yes: boolean }>([{ type: "confirm", name: "yes", message, default: false }]);
  return yes;
}
