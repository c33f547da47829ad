/** Reads and prints `imp-ids.json`: the Pulumi type and the ID template of each cloud type, so that a later discovery needs no guesses. */
import { ImpError } from "../../domain/errors.ts";
import { compareTexts } from "../../domain/order/by-needs.ts";
import { listReader, Refused, readFields, readString } from "../../value/json/read.ts";
import type { IdForm } from "./prove-objects.ts";

/** Reads the file. Throws IDS_MALFORMED. */
export function readIdForms(file: string, text: string): readonly IdForm[] {
  try {
    const root = readFields(JSON.parse(text));
    return root.required("ids", listReader(readIdForm));
  } catch (error) {
    if (error instanceof Refused || error instanceof SyntaxError)
      throw ImpError.of("IDS_MALFORMED", { file, reason: error.message });
    throw error;
  }
}

function readIdForm(value: unknown): IdForm {
  const fields = readFields(value);
  return {
    kind: fields.required("kind", readString),
    token: fields.required("type", readString),
    id: fields.required("id", readString),
    evidence: fields.optional("evidence", readString).evidence ?? "",
  };
}

/** Prints the forms, one per line, sorted, so that diffs are small. */
export function printIdForms(forms: readonly IdForm[]): string {
  const lines = new Map(
    [...forms]
      .sort((a, b) => compareTexts(a.kind, b.kind))
      .map(({ kind, token, id, evidence }) => [
        JSON.stringify([kind, token, id]),
        `    ${JSON.stringify({ kind, type: token, id, evidence })}`,
      ]),
  );
  return `{\n  "ids": [\n${[...lines.values()].join(",\n")}\n  ]\n}\n`;
}
