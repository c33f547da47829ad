/**
 * The inputs of lists as a command line gives them (`--query`): text -> value, by the schema of the list.
 */
import { ImpError } from "../errors.ts";
import type { PropertySchema } from "../schema/types.ts";
import { booleanValue, numberValue, type PropertyMap, stringValue, type Value } from "../value/value.ts";

export interface QueryWord {
  readonly name: string;
  readonly text: string;
}

/** `NAME=VALUE`. Throws USAGE. */
export function parseQuery(text: string): QueryWord {
  const at = text.indexOf("=");
  if (at > 0) return { name: text.slice(0, at), text: text.slice(at + 1) };
  throw ImpError.of("USAGE", { message: `--query ${text} has no "=".`, hint: "Write --query NAME=VALUE." });
}

/** The words that the list of a type has an input for. Throws USAGE for a value of another kind than the input's. */
export function queryOf(
  words: readonly QueryWord[],
  type: string,
  inputs: ReadonlyMap<string, PropertySchema>,
): PropertyMap {
  return new Map(
    words.flatMap(({ name, text }) => {
      const input = inputs.get(name);
      return input === undefined ? [] : [[name, inputValue(text, input, type)] as const];
    }),
  );
}

function inputValue(text: string, { name, type: wanted }: PropertySchema, type: string): Value {
  switch (wanted.kind) {
    case "boolean":
      if (text === "true" || text === "false") return booleanValue(text === "true");
      break;
    case "integer":
    case "number":
      if (text.trim() !== "" && Number.isFinite(Number(text))) return numberValue(Number(text));
      break;
    default:
      return stringValue(text);
  }
  throw ImpError.of("USAGE", {
    message: `--query ${name}=${text}: the list of ${type} takes a ${wanted.kind} there.`,
    hint: "Correct the value.",
  });
}
