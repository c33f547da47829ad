import { bridgedCamelCase } from "../../package/property-names.ts";
import type { Field, FieldOverride, Fields, Profile, ProviderModel, ResourceModel } from "./model.ts";
import { typePrefix, withoutPrefix } from "./tokens.ts";

/**
 * Applies the changes that a bridge makes to a provider. A bridge renames reserved names (pulumi-terraform-bridge `pkg/tfbridge/tokens/fixups.go`),
 * and auto-names resources (`pkg/tfbridge/info/autonaming.go`). A mapping already contains these changes.
 */
export function adjusted(model: ProviderModel, profile: Profile, packageName: string): ProviderModel {
  if (model.isMapped) return model;
  const prefix = typePrefix(model, packageName);
  const resources = [...model.resources].map(([type, resource]): [string, ResourceModel] => {
    const resourceName = withoutPrefix(type, prefix).replace(/^_+/, "");
    const fields = new Map(
      [...resource.fields].map(([name, field]) => [
        name,
        renamedField(field, resource.fields, resourceName, packageName),
      ]),
    );
    return [type, { ...resource, fields: profile === "dynamic" ? autonamed(fields) : fields }];
  });
  return { ...model, resources: new Map(resources) };
}

const noOverride: FieldOverride = { altTypes: [] };

function renamedField(field: Field, fields: Fields, resource: string, packageName: string): Field {
  const word = packageName.replaceAll("-", "_");
  const names = {
    id: isResourceId(field) ? [] : [`${resource}_id`, `${word}_${resource}_id`, "resource_id", `${word}_id`],
    urn: [`${packageName}_urn`],
    pulumi: ["pulumi_info"],
  };
  const candidates = Object.hasOwn(names, field.name) ? names[field.name as keyof typeof names] : [];
  const [first] = candidates;
  if (first === undefined) return field;
  const free = candidates.find((name) => !fields.has(name)) ?? numberedField(first, fields);
  return { ...field, override: { ...noOverride, ...field.override, name: bridgedCamelCase(free) } };
}

/** Returns true if the field is a computed string. Such an `id` needs no new name, because it is the ID of the Pulumi resource. */
function isResourceId({ type, optional, required, computed }: Field): boolean {
  return computed && !optional && !required && type.kind === "string";
}

function numberedField(name: string, fields: Fields): string {
  let count = 2;
  while (fields.has(`${name}_${count}`)) count += 1;
  return `${name}_${count}`;
}

/** Marks a settable `name` string as auto-named, because the dynamic bridge auto-names every resource. */
function autonamed(fields: ReadonlyMap<string, Field>): Fields {
  const name = fields.get("name");
  if (name === undefined || !(name.optional || name.required) || name.type.kind !== "string") return fields;
  const override = { ...noOverride, ...name.override, default: { environment: [] } };
  return new Map(fields).set("name", { ...name, override });
}
