/** Reads and prints `imp-ids.json`: the Pulumi type and the ID template of each cloud type, so that a later discovery needs no guesses. */
import { ImpError } from "../domain/errors.ts";
import { compareTexts } from "../domain/order/by-needs.ts";
import { parsedJson } from "../value/json/object.ts";
import { invisibleOnScreen, unicodeEscape } from "../value/json/quote.ts";
import { listReader, Refused, readFields, readString, refuseJson } from "../value/json/read.ts";
import type { IdForm } from "./prove-objects.ts";

/** Reads the file. Throws IDS_MALFORMED. */
export function readIdForms(file: string, text: string): readonly IdForm[] {
  const json = parsedJson(text);
  if (json === undefined) throw ImpError.of("IDS_MALFORMED", { file, reason: "it is not valid JSON" });
  try {
    return readFields(json).required("ids", listReader(readIdForm));
  } catch (error) {
    if (error instanceof Refused) throw ImpError.of("IDS_MALFORMED", { file, reason: wordedReason(error.message) });
    throw error;
  }
}

/** Words the reason of `Refused`: the name of a missing field, or the expected type. */
function wordedReason(what: string): string {
  const types = ["string", "list", "object"];
  return types.includes(what)
    ? `it has a value that is not a ${what}`
    : `${JSON.stringify(what)} is missing or invalid`;
}

function readIdForm(value: unknown): IdForm {
  const fields = readFields(value);
  return {
    kind: fields.required("kind", readString),
    token: fields.required("type", readString),
    id: fields.required("id", readTemplate),
    evidence: fields.optional("evidence", readString).evidence ?? "",
  };
}

/** Reads a template of an ID: text with names in braces. */
function readTemplate(value: unknown): string {
  const template = readString(value);
  const isValid = template !== "" && /^(?:[^{}\p{Cc}\p{Cs}]|\{[^{}\p{Cc}\p{Cs}]+\})*$/u.test(template);
  return isValid ? template : refuseJson("id");
}

/** Prints the forms, one per line, sorted, so that diffs are small. */
export function printIdForms(forms: readonly IdForm[]): string {
  const lines = new Map(
    [...forms]
      .sort((a, b) => compareTexts(a.kind, b.kind))
      .map(({ kind, token, id, evidence }) => [
        JSON.stringify([kind, token, id]),
        `    ${JSON.stringify({ kind, type: token, id, evidence }).replace(invisibleOnScreen, unicodeEscape)}`,
      ]),
  );
  return `{\n  "ids": [\n${[...lines.values()].join(",\n")}\n  ]\n}\n`;
}
