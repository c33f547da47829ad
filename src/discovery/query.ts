/** Parses `--query` words, and converts their values to the types of the list inputs in the schema. */
import { ImpError } from "../domain/errors.ts";
import type { PropertySchema } from "../schema/types.ts";
import { booleanValue, numberValue, type PropertyMap, stringValue, type Value } from "../value/value.ts";

export interface QueryWord {
  readonly name: string;
  readonly text: string;
}

/** Parses `NAME=VALUE`. Throws USAGE. */
export function parseQuery(text: string): QueryWord {
  const separator = text.indexOf("=");
  if (separator > 0) return { name: text.slice(0, separator), text: text.slice(separator + 1) };
  throw ImpError.of("USAGE", {
    message: `Invalid --query ${text}: missing "=".`,
    hint: "Use the form --query NAME=VALUE.",
  });
}

/**
 * Converts `--query` words to the inputs of the type's List call. Ignores words that name no input of the type. Throws USAGE if a value has the wrong
 * type.
 */
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

function inputValue(text: string, { name, type: inputType }: PropertySchema, type: string): Value {
  switch (inputType.kind) {
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
    message: `--query ${name}=${text}: listing ${type} requires a ${inputType.kind}.`,
    hint: "Change the value of --query.",
  });
}
