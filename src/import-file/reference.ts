/** Prints the format of the import file as a documentation page. The output is committed as `docs/import-file.md`. */
import { type Field, importFileFormat, type Shape } from "./format.ts";

export function importFileReference(): string {
  const { resources, ...fields } = importFileFormat.fields;
  const item = resources?.shape.kind === "list" ? resources.shape.item : undefined;
  const entry = item?.kind === "object" ? item : undefined;
  return [
    "# The import file",
    "",
    "An import file lists the resources that `imp run` imports. It is JSON or YAML in the format of `pulumi import --file`, with additional",
    "fields. `imp run` reports all errors in the file at once, with line and column, before it starts a plugin.",
    "",
    "Editors can check the file with the JSON Schema [`import-file.schema.json`](../src/import-file/import-file.schema.json): set `$schema` to the",
    "path of the schema. If imp is installed in the project, imp sets `$schema` in the import files that it writes.",
    "",
    "## Top-level fields",
    "",
    fieldTable(
      { resources: resources ?? { shape: { kind: "flag" }, description: "" }, ...fields },
      importFileFormat.required,
    ),
    "",
    "## An entry of `resources`",
    "",
    fieldTable(entry?.fields ?? {}, entry?.required ?? []),
    "",
    "## Errors in an entry",
    "",
    "If fields of an entry are missing or cannot be combined, imp reports one of these errors:",
    "",
    ...(entry?.rules ?? []).map(({ message, hint }) => `- ${message} ${hint}`),
    "",
  ].join("\n");
}

function fieldTable(fields: Readonly<Record<string, Field>>, required: readonly string[]): string {
  const rows = Object.entries(fields).map(([name, { shape, description, deprecated }]) => {
    const notes = [...(required.includes(name) ? ["required"] : []), ...(deprecated === true ? ["deprecated"] : [])];
    const meaning = notes.length === 0 ? description : `${description} (${notes.join(", ")})`;
    return `| \`${name}\` | ${shapeText(shape)} | ${meaning.replaceAll("|", "\\|")} |`;
  });
  return ["| Field | Value | Meaning |", "|---|---|---|", ...rows].join("\n");
}

function shapeText(shape: Shape): string {
  switch (shape.kind) {
    case "text":
      return "string";
    case "flag":
      return "true or false";
    case "list":
      return `list of ${shape.item.kind === "text" ? "strings" : "objects"}`;
    case "table":
      return "object with one key per name";
    case "values":
      return "object with one key per property";
    case "object":
      return "object";
  }
}
