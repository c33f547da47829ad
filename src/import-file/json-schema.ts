/** Converts the format of the import file to JSON Schema 2020-12 for editors. The output is committed as `import-file.schema.json`. */
import { defined, type JsonObject } from "../value/json/object.ts";
import { type Condition, type Field, importFileFormat, type Rule, type Shape } from "./format.ts";

/** Returns the JSON Schema of the import file. */
export function importFileSchema(): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Import file",
    description: "Resources that exist in the cloud and are to be brought under Pulumi.",
    ...fromShape(importFileFormat),
  };
}

/** Returns the text of `import-file.schema.json`. */
export function importFileSchemaText(): string {
  return `${JSON.stringify(importFileSchema(), null, 2)}\n`;
}

function fromShape(shape: Shape): JsonObject {
  switch (shape.kind) {
    case "text":
      return defined({ type: "string", minLength: 1, pattern: shape.pattern?.pattern });
    case "flag":
      return { type: "boolean" };
    case "list":
      return { type: "array", items: fromShape(shape.item) };
    case "table":
      return { type: "object", additionalProperties: fromShape(shape.value) };
    case "values":
      return { type: "object" };
    case "object":
      return defined({
        type: "object",
        properties: Object.fromEntries(
          Object.entries(shape.fields).map(([name, field]) => [name, fromField(field, shape.required.includes(name))]),
        ),
        required: shape.required,
        additionalProperties: false,
        allOf: shape.rules.length === 0 ? undefined : shape.rules.map(fromRule),
      });
  }
}

/** Returns the schema of a field. Optional fields may also be null or empty, because `withoutEmptyFields` removes such fields. */
function fromField(field: Field, isRequired: boolean): JsonObject {
  const { type, minLength, pattern, ...schema } = fromShape(field.shape);
  const annotations = defined({ description: field.description, deprecated: field.deprecated ? true : undefined });
  if (isRequired) return { ...annotations, ...fromShape(field.shape) };
  return defined({
    ...annotations,
    type: [type, "null"],
    pattern: typeof pattern === "string" ? `^$|${pattern}` : undefined,
    ...schema,
  });
}

function fromRule(rule: Rule): JsonObject {
  const then = rule.require === undefined ? { not: presentField(rule.forbid ?? "") } : presentField(rule.require);
  const conditions = [
    ...rule.when.map(fromCondition),
    ...rule.unless.map((condition) => ({ not: fromCondition(condition) })),
  ];
  return {
    $comment: `${rule.message} ${rule.hint}`,
    ...(conditions.length === 0 ? then : { if: { allOf: conditions }, then }),
  };
}

function fromCondition(condition: Condition): JsonObject {
  if ("present" in condition) return presentField(condition.present);
  return {
    properties: { [condition.field]: { type: "string", pattern: condition.matches } },
    required: [condition.field],
  };
}

/** Returns a schema for objects that contain the field. A field that is null, empty, or false counts as absent, as in the reader. */
function presentField(field: string): JsonObject {
  return { properties: { [field]: { not: { enum: [false, null, "", []] } } }, required: [field] };
}
