/**
 * Fills in the inputs whose text a variable of the environment or a file has; the import file only names these.
 */
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { EnvironmentVariables } from "../domain/environment.ts";
import type { Problem } from "../errors.ts";
import { formatPath } from "../ir/path.ts";
import { quote } from "../json/quote.ts";
import { getAt, setAt } from "../value/at-path.ts";
import { emptyMap, secretValue, stringValue } from "../value/value.ts";
import type { ImportSpec, ImportSpecs, InputSource } from "./import-specs.ts";
import { refuseSpecs } from "./refuse.ts";

interface Fault {
  readonly message: string;
  readonly hint: string;
}

/**
 * The entries with every `inputsFrom` in `inputs`, as secrets. A file is relative to the import file that names it; of its text one line end
 * at the very end does not count, as in `pulumi config set --secret KEY < FILE`.
 *
 * @param cwd what the names of import files are relative to
 * @throws SPEC_INVALID with every value that is not there, each with its place.
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
    const text = getAt(inputs, path) === undefined ? await readInputSource(source, cwd, env) : givenTwice;
    const next = typeof text === "string" ? setAt(inputs, path, secretValue(stringValue(text))) : undefined;
    if (next !== undefined) inputs = next;
    else problems.push({ ...where, ...(typeof text === "string" ? wayBlocked(formatPath(path)) : text) });
  }
  return { ...entry, inputs };
}

const givenTwice: Fault = {
  message: "The value stands in `inputs` too.",
  hint: "Keep one of the two.",
};

function wayBlocked(path: string): Fault {
  return {
    message: `\`inputs\` has a value of another kind on the way to ${quote(path)}.`,
    hint: "Names go into objects, numbers into lists.",
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
      hint: "Set it for this command; an empty value stands in `inputs`.",
    };
  }
  try {
    const bytes = await readFile(resolve(cwd, dirname(where.file), name));
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\r?\n$/, "");
    if (text !== "") return text;
    return { message: `The file ${quote(name)} is empty.`, hint: "An empty value stands in `inputs`." };
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "";
    const isText = reason !== "ERR_ENCODING_INVALID_ENCODED_DATA";
    return {
      message: isText ? `The file ${quote(name)} cannot be read (${reason}).` : `The file ${quote(name)} is not UTF-8.`,
      hint: "Its path is relative to the import file that names it.",
    };
  }
}
