/**
 * The facts of a provider that its package schema does not keep.
 */
import type { Path } from "../../../ir/path.ts";
import { snakeCase } from "../../package/property-names.ts";
import type { Loss, LossKind } from "../losses.ts";
import type { Field, Fields, FieldType, Profile, ProviderModel, ResourceModel } from "./model.ts";
import { isFlattened, propertyName } from "./property-names.ts";

export function* lossesOfModel(model: ProviderModel, profile: Profile): Iterable<Loss> {
  yield* ofFields(model.config);
  for (const resource of [...model.resources.values(), ...model.dataSources.values()]) {
    yield* ofFields(resource.fields);
    yield* ofResource(resource, profile);
  }
}

function* ofResource({ path, deprecation }: ResourceModel, profile: Profile): Iterable<Loss> {
  if (deprecation !== undefined && profile === "dynamic")
    yield { kind: "deprecation", path, detail: "the dynamic bridge says it of properties alone" };
}

function* ofFields(fields: Fields): Iterable<Loss> {
  for (const field of fields.values()) {
    const name = propertyName(field, fields);
    if (snakeCase(name) !== field.name) yield { kind: "name", path: field.path, detail: `\`${name}\`` };
    yield* ofField(field);
    yield* ofType(field.type, field.path);
  }
}

function* ofField(field: Field): Iterable<Loss> {
  const { path, minItems = 0, maxItems = 0, type } = field;
  const loss = (kind: LossKind, detail: string): Loss => ({ kind, path, detail });
  if (field.syntax === "block") yield loss("block-syntax", "a block");
  if (isFlattened(field)) yield loss("max-items-one", type.kind);
  if (minItems > 1 || (maxItems > 0 && !isFlattened(field))) yield loss("size", sizeWords(minItems, maxItems));
  if (field.hasDefault) yield loss("provider-default", "the provider has a default");
  if (field.writeOnly) yield loss("write-only", "that no state has it");
}

function sizeWords(least: number, greatest: number): string {
  if (greatest === 0) return `at least ${least} elements`;
  return least === 0 ? `at most ${greatest} elements` : `${least} to ${greatest} elements`;
}

function* ofType(type: FieldType, path: Path): Iterable<Loss> {
  switch (type.kind) {
    case "object":
      if (type.isTuple === true) yield { kind: "tuple-fields", path, detail: `${type.fields.size} elements` };
      yield* ofFields(type.fields);
      return;
    case "set":
      yield { kind: "set", path, detail: "a set" };
      if (type.element !== undefined) yield* ofType(type.element.type, path);
      return;
    case "list":
    case "map":
      if (type.element !== undefined) yield* ofType(type.element.type, path);
      return;
    case "invalid":
      yield { kind: "unknown-type", path, detail: "no type of Terraform stands here: it may be anything" };
      return;
    case "boolean":
    case "integer":
    case "float":
    case "string":
    case "dynamic":
      return;
  }
}
