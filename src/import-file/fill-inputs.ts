/** Reads the inputs that import files take from environment variables and files (`inputsFrom`). */
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { EnvironmentVariables } from "../domain/environment.ts";
import type { Problem } from "../domain/errors.ts";
import { getAt, setAt } from "../value/at-path.ts";
import { quote } from "../value/json/quote.ts";
import { formatPath } from "../value/path.ts";
import { emptyMap, secretValue, stringValue } from "../value/value.ts";
import type { ImportSpec, ImportSpecs, InputSource } from "./import-specs.ts";
import { refuseSpecs } from "./refuse.ts";

interface Fault {
  readonly message: string;
  readonly hint: string;
}

/**
 * Returns the specs with the values of `inputsFrom` in `inputs`, as secrets. Files are relative to the import file. A line break at the end of a file
 * is ignored, as in `pulumi config set --secret KEY < FILE`.
 *
 * @param cwd the directory that the paths of import files are relative to
 * @throws SPEC_INVALID with all values that cannot be read
 */
export async function fillInputs(spec: ImportSpecs, cwd: string, env: EnvironmentVariables): Promise<ImportSpecs> {
  const problems: Problem[] = [];
  const resources: ImportSpec[] = [];
  for (const entry of spec.resources) resources.push(await filledSpec(entry, cwd, env, problems));
  refuseSpecs(problems);
  return { ...spec, resources };
}

async function filledSpec(
  entry: ImportSpec,
  cwd: string,
  env: EnvironmentVariables,
  problems: Problem[],
): Promise<ImportSpec> {
  if (entry.inputsFrom.length === 0) return entry;
  let inputs = entry.inputs ?? emptyMap;
  for (const source of entry.inputsFrom) {
    const { path, where } = source;
    const text = getAt(inputs, path) === undefined ? await readInputSource(source, cwd, env) : duplicateValue;
    const next = typeof text === "string" ? setAt(inputs, path, secretValue(stringValue(text))) : undefined;
    if (next !== undefined) inputs = next;
    else problems.push({ ...where, ...(typeof text === "string" ? wayBlocked(formatPath(path)) : text) });
  }
  return { ...entry, inputs };
}

const duplicateValue: Fault = {
  message: "The input is set in both `inputs` and `inputsFrom`.",
  hint: "Remove the input from one of the two.",
};

function wayBlocked(path: string): Fault {
  return {
    message: `\`inputsFrom\` cannot set ${quote(path)}: \`inputs\` has a value of another type on this path.`,
    hint: "In a path, use names for objects and numbers for lists.",
  };
}

async function readInputSource(
  { from, name, where }: InputSource,
  cwd: string,
  env: EnvironmentVariables,
): Promise<string | Fault> {
  if (from === "env") {
    const text = env[name];
    if (text !== undefined && text !== "") return text;
    return {
      message: `The environment variable ${quote(name)} is ${text === undefined ? "not set" : "empty"}.`,
      hint: "Set the environment variable. To set an empty value, use `inputs`.",
    };
  }
  try {
    const bytes = await readFile(resolve(cwd, dirname(where.file), name));
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\r?\n$/, "");
    if (text !== "") return text;
    return { message: `The file ${quote(name)} is empty.`, hint: "To set an empty value, use `inputs`." };
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "";
    const isText = reason !== "ERR_ENCODING_INVALID_ENCODED_DATA";
    return {
      message: isText ? `The file ${quote(name)} cannot be read (${reason}).` : `The file ${quote(name)} is not UTF-8.`,
      hint: "Check the file. Its path is relative to the import file.",
    };
  }
}
