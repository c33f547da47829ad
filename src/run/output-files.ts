/** The offer to add outputs to other stacks: an import file for each stack, and a note that names it. */
import { resolve } from "node:path";
import { shellQuote } from "../cli/quote.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { Diagnostic } from "../domain/diagnostic.ts";
import type { RefusedOutput } from "../domain/graph.ts";
import { groupBy } from "../domain/order/maps.ts";
import type { MissingOutput, ReferencedResource, ReferencedStack } from "../domain/referenced-stack.ts";
import { specIdOf } from "../domain/spec-id.ts";
import { nameOf } from "../domain/urn.ts";
import type { ImportSpec, ImportSpecs } from "../import-file/import-specs.ts";
import { withStackOutputs } from "../import-file/with-stack-outputs.ts";
import { freeVariable } from "../lower/names.ts";
import { replaceText } from "../store/commit/files.ts";
import { formatPath } from "../value/path.ts";
import { importFileText, mayReplaceFile } from "./import-file-text.ts";

/** An import file for the project of another stack. It adds the outputs that this program would read. */
export interface OutputFile {
  readonly stack: string;
  readonly project: string;
  readonly file: string;
  readonly specs: ImportSpecs;
  /** The values, each as the name of the resource and the property. */
  readonly values: readonly string[];
}

/** Returns a file for each stack without outputs for some values. */
export function outputFiles(
  missing: readonly MissingOutput[],
  stacks: readonly ReferencedStack[],
): readonly OutputFile[] {
  const used = new Set<string>();
  const byStack = groupBy(missing, ({ stack }) => stack);
  return stacks.flatMap(({ name, outputs, resources }) => {
    const absent = byStack.get(name);
    if (absent === undefined) return [];
    const properties = groupBy(absent, ({ urn }) => specIdOf("stack", urn));
    const needed = resources.filter(({ urn }) => properties.has(specIdOf("stack", urn)));
    const propertiesOf = ({ specId }: ImportSpec): readonly string[] =>
      (properties.get(specId) ?? []).map(({ property }) => property);
    const specs = withStackOutputs(needed.map(presentSpec), propertiesOf, outputs.keys());
    const [stack = name, project = ""] = name.split("/").reverse();
    const file = freeVariable([`imp-outputs-${project}-${stack}`], used);
    used.add(file);
    return {
      stack,
      project,
      file: `${file}.json`,
      specs: { nameTable: new Map(), resources: specs, providerInputs: new Map() },
      values: absent.map(({ urn, property }) => `${nameOf(urn)}.${property}`),
    };
  });
}

/** Returns the spec of a resource that the other stack already has. */
function presentSpec({ urn, type, name, id, parent, providerThere }: ReferencedResource): ImportSpec {
  const where = { file: "the state", line: 1, column: 1 };
  return {
    specId: specIdOf("stack", urn),
    where,
    locations: { type: where, name: where },
    type,
    name,
    logicalName: name,
    id,
    parent,
    provider: providerThere,
    properties: [],
    inputsFrom: [],
    component: false,
    remote: false,
  };
}

/** The maximum number of values in a message. */
const mostValues = 5;

/**
 * Writes the files, and returns a note about each. With `isPlan`, writes nothing. Overwrites no file of the user.
 *
 * @param own the project of this stack
 */
export async function offerOutputs(
  files: readonly OutputFile[],
  { own, isPlan }: { readonly own: string; readonly isPlan: boolean },
  io: Pick<RunIo, "cwd" | "uuid">,
): Promise<readonly Diagnostic[]> {
  const notes: Diagnostic[] = [];
  for (const offer of files) {
    const reason = isPlan ? undefined : await writeOutputFile(offer, io);
    const how = isPlan
      ? "Without --plan-only, imp writes an import file that adds these outputs."
      : reason === undefined
        ? wayToAdd(offer, own, io)
        : `imp cannot write the import file that adds these outputs to ${offer.file} (${reason}).`;
    const message = `The program contains values of the stack ${offer.project}/${offer.stack} as literals, because that stack does not export them: ${shownValues(offer)}. ${how}`;
    notes.push({ severity: reason === undefined ? "note" : "warning", message });
  }
  return notes;
}

function shownValues({ values }: OutputFile): string {
  const shown = values.slice(0, mostValues).join(", ");
  return values.length > mostValues ? `${shown}, and ${values.length - mostValues} more` : shown;
}

function wayToAdd({ file, stack, project }: OutputFile, own: string, { cwd }: Pick<RunIo, "cwd">): string {
  const path = project === own ? file : resolve(cwd, file);
  const command = `imp run ${shellQuote(path)} --stack ${shellQuote(stack)}`;
  const where = project === own ? "" : ` in the project ${project}`;
  return `To refer to them instead, run \`${command}\`${where}, and then repeat this import, after \`imp undo\` if it was written.`;
}

/** Returns why the file cannot be written. */
async function writeOutputFile(
  { file, specs }: OutputFile,
  io: Pick<RunIo, "cwd" | "uuid">,
): Promise<string | undefined> {
  const path = resolve(io.cwd, file);
  if (!(await mayReplaceFile(path))) return "it exists, and imp did not write it, or it was edited";
  return await replaceText(path, importFileText(specs, path, io.cwd), io.uuid());
}

/** Returns a warning for each output that an import file requests and that imp does not set. */
export function refusedOutputWarnings(refused: readonly RefusedOutput[]): readonly Diagnostic[] {
  return refused.map(({ name, referent, property, why }) => ({
    severity: "warning",
    resource: referent,
    message: `The stack output ${name} was not set: ${refusalText(formatPath(property), why)}.`,
  }));
}

function refusalText(property: string, why: RefusedOutput["why"]): string {
  switch (why) {
    case "missing":
      return `${property} is not a property of the resource`;
    case "secret":
      return `${property} contains secrets, but is not secret as a whole`;
    case "taken":
      return "the stack has an output with this name and another value";
    case "own code":
      return "imp does not change how your program sets outputs. Add the output there";
  }
}
