/** Removes data that the dynamic bridge does not get over the plugin protocol: defaults, replacements, integer types, and limits of blocks. */
import type { Converted, Loss, LossKind } from "../losses.ts";
import type { Field, Fields, FieldType, ProviderModel, ResourceModel } from "./model.ts";

export function overWire(model: ProviderModel): Converted<ProviderModel> {
  const losses: Loss[] = [];
  const resources = (all: ReadonlyMap<string, ResourceModel>) =>
    new Map(
      [...all].map(([type, resource]) => [type, { ...resource, fields: carriedFields(resource.fields, losses) }]),
    );
  const document = {
    ...model,
    config: carriedFields(model.config, losses),
    resources: resources(model.resources),
    dataSources: resources(model.dataSources),
  };
  return { document, losses };
}

function carriedFields(fields: Fields, losses: Loss[]): Fields {
  return new Map([...fields].map(([name, field]) => [name, carried(field, losses)]));
}

function carried({ minItems: _least, maxItems, ...field }: Field, losses: Loss[]): Field {
  const lose = (kind: LossKind, detail: string) => losses.push({ kind, path: field.path, detail });
  const isRequiredBlock = field.syntax === "block" && field.required;
  if (field.forceNew) lose("replacement", "a change replaces the resource");
  if (field.hasDefault) lose("provider-default", "the provider has a default");
  if (isRequiredBlock) lose("requiredness", "the block is required");
  if (maxItems !== undefined) lose("size", `at most ${maxItems}`);
  const type = carriedType(field.type, field, losses);
  const result = { ...field, type, forceNew: false, hasDefault: false };
  return isRequiredBlock ? { ...result, required: false, optional: true } : result;
}

function carriedType(type: FieldType, field: Pick<Field, "path">, losses: Loss[]): FieldType {
  switch (type.kind) {
    case "integer":
      losses.push({ kind: "integer", path: field.path, detail: "an integer" });
      return { kind: "float" };
    case "list":
    case "map":
    case "set": {
      const { element } = type;
      return element === undefined
        ? type
        : { ...type, element: { ...element, type: carriedType(element.type, field, losses) } };
    }
    case "object":
      return { ...type, fields: carriedFields(type.fields, losses) };
    case "boolean":
    case "float":
    case "string":
    case "dynamic":
    case "invalid":
      return type;
  }
}
