/**
 * Prints the table of the import file as a page for people; `docs/import-file.md` is its committed output.
 */
import { type Field, importFileFormat, type Shape } from "./format.ts";

/** The text of `docs/import-file.md`. */
export function importFileReference(): string {
  const { resources, ...others } = importFileFormat.fields;
  const item = resources?.shape.kind === "list" ? resources.shape.item : undefined;
  const entry = item?.kind === "object" ? item : undefined;
  return [
    "# The import file",
    "",
    "Pulumi's import file format in JSON or YAML, with more fields. Mistakes are reported all at once, with line and column, before a plugin",
    "starts. Editors check it with [`import-file.schema.json`](../src/import-file/import-file.schema.json), which the field `$schema` may name. Files",
    "that imp writes name it where imp is installed in the project, as a path within it.",
    "",
    "## The file",
    "",
    fieldTable(
      { resources: resources ?? { shape: { kind: "flag" }, description: "" }, ...others },
      importFileFormat.required,
    ),
    "",
    "## An entry of `resources`",
    "",
    fieldTable(entry?.fields ?? {}, entry?.required ?? []),
    "",
    "## Rules",
    "",
    ...(entry?.rules ?? []).map(({ message, hint }) => `- ${message} ${hint}`),
    "",
  ].join("\n");
}

function fieldTable(fields: Readonly<Record<string, Field>>, required: readonly string[]): string {
  const rows = Object.entries(fields).map(([name, { shape, description, deprecated }]) => {
    const notes = [...(required.includes(name) ? ["required"] : []), ...(deprecated === true ? ["deprecated"] : [])];
    const about = notes.length === 0 ? description : `${description} (${notes.join(", ")})`;
    return `| \`${name}\` | ${shapeText(shape)} | ${about.replaceAll("|", "\\|")} |`;
  });
  return ["| Field | Value | Meaning |", "|---|---|---|", ...rows].join("\n");
}

function shapeText(shape: Shape): string {
  switch (shape.kind) {
    case "text":
      return "text";
    case "flag":
      return "true or false";
    case "list":
      return `list of ${shape.item.kind === "text" ? "texts" : "objects"}`;
    case "table":
      return "object by names";
    case "values":
      return "values by property";
    case "object":
      return "object";
  }
}
