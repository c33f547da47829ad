/** The offer to add outputs to other stacks: an import file for each stack, and a warning that names it. */
import { resolve } from "node:path";
import type { RunIo } from "../cli/run-io.ts";
import type { Diagnostic } from "../domain/diagnostic.ts";
import type { RefusedOutput } from "../domain/graph.ts";
import { groupBy } from "../domain/order/maps.ts";
import type { MissingOutput, ReferencedResource, ReferencedStack } from "../domain/referenced-stack.ts";
import { specIdOf } from "../domain/spec-id.ts";
import { nameOf } from "../domain/urn.ts";
import type { ImportSpec, ImportSpecs } from "../import-file/import-specs.ts";
import { withStackOutputs } from "../import-file/with-stack-outputs.ts";
import { replaceText } from "../store/commit/files.ts";
import { formatPath } from "../value/path.ts";
import { importFileText, mayReplaceFile } from "./import-file-text.ts";

/** An import file for the project of another stack. It adds the outputs that this program would read. */
export interface OutputFile {
  /** The full name of the stack. */
  readonly stack: string;
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
  const byStack = groupBy(missing, ({ stack }) => stack);
  return stacks.flatMap(({ name, outputs, resources }) => {
    const absent = byStack.get(name);
    if (absent === undefined) return [];
    const properties = groupBy(absent, ({ urn }) => specIdOf("stack", urn));
    const needed = resources.filter(({ urn }) => properties.has(specIdOf("stack", urn)));
    const propertiesOf = ({ specId }: ImportSpec): readonly string[] =>
      (properties.get(specId) ?? []).map(({ property }) => property);
    const specs = withStackOutputs(needed.map(presentSpec), propertiesOf, outputs.keys());
    return {
      stack: name,
      file: `imp-outputs-${name.split("/").slice(-2).join("-")}.json`,
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

/** The maximum number of values in a warning. */
const mostValues = 5;

/** Returns a warning for each file. @param isWritten false with `--plan-only`, which writes no file */
export function outputWarnings(files: readonly OutputFile[], isWritten: boolean): readonly Diagnostic[] {
  return files.map(({ stack, file, values }) => {
    const shown = values.slice(0, mostValues).join(", ");
    const more = values.length > mostValues ? `, and ${values.length - mostValues} more` : "";
    const project = stack.split("/").at(-2) ?? stack;
    const offer = isWritten
      ? `To refer to them instead, run \`imp run ${file}\` in the project ${project}, and then repeat this import, after \`imp undo\` if it was written.`
      : "Without --plan-only, imp writes an import file that adds these outputs.";
    return {
      severity: "note",
      message: `The program contains values of the stack ${stack} as literals, because that stack has no outputs for them: ${shown}${more}. ${offer}`,
    };
  });
}

/** Writes the files. Overwrites no file of the user. Returns a warning for each file that could not be written. */
export async function writeOutputFiles(
  files: readonly OutputFile[],
  io: Pick<RunIo, "cwd" | "uuid">,
): Promise<readonly Diagnostic[]> {
  const warnings: Diagnostic[] = [];
  for (const { file, specs } of files) {
    const path = resolve(io.cwd, file);
    const reason = (await mayReplaceFile(path))
      ? await replaceText(path, importFileText(specs, path, io.cwd), io.uuid())
      : "imp did not write the existing file, or it was edited";
    if (reason !== undefined) warnings.push({ severity: "warning", message: `Cannot write ${file}: ${reason}.` });
  }
  return warnings;
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
      return `the resource has no property ${property}`;
    case "taken":
      return "the stack has an output with this name and another value";
    case "own code":
      return "imp does not change how your program sets outputs. Add the output there";
  }
}
