/** Reads the output of `terraform show -json` for a state (terraform `internal/command/jsonstate/state.go`). */
import { maxJsonDepth } from "../../value/json/nesting.ts";
import { type JsonObject, memberAt } from "../../value/json/object.ts";
import { parseModulePath, parseProvider, parseSource } from "./addresses.ts";
import { StateFields } from "./fields.ts";
import type { JsonLocations } from "./locations.ts";
import type { ModuleStep, ProviderAddress, TerraformObject, TerraformState } from "./model.ts";
import { Problems } from "./problems.ts";
import { noProvider } from "./read-version-4.ts";
import { sensitiveOfMirror } from "./sensitive.ts";

/** Returns the state. Throws TERRAFORM_MALFORMED if it has problems. */
export function readShown(root: JsonObject, locations: JsonLocations): TerraformState {
  const problems = new Problems(locations);
  const fields = new StateFields(root, [], problems);
  const terraformVersion = fields.text("terraform_version") ?? "";
  const values = fields.fields("values");
  if (values !== undefined && memberAt(root, "values", "root_module") === undefined)
    fields.report("values", "`root_module` is missing.");
  const rootModule = values?.fields("root_module");
  const objects = rootModule === undefined ? [] : readShownModule(rootModule, []);
  problems.refuse();
  return { file: locations.file, form: "shown", terraformVersion, objects };
}

function readShownModule(fields: StateFields, module: readonly ModuleStep[]): readonly TerraformObject[] {
  if (fields.path.length > maxJsonDepth) {
    fields.reportObject("Modules are nested too deeply.");
    return [];
  }
  const resources = fields.items("resources").flatMap((resource) => readShownResource(resource, module) ?? []);
  const children = fields.items("child_modules").flatMap((child) => {
    const path = parseModulePath(child.name("address"));
    if (path === undefined) child.report("address", "`address` is not a module address.");
    return readShownModule(child, path ?? []);
  });
  return [...resources, ...children];
}

function readShownResource(fields: StateFields, module: readonly ModuleStep[]): TerraformObject | undefined {
  const mode = fields.text("mode");
  if (mode !== "managed" && mode !== "data") {
    if (mode !== "ephemeral") fields.report("mode", "`mode` is neither `managed` nor `data`.");
    return undefined;
  }
  const key = fields.key("index");
  const attributes = fields.object("values");
  const sensitive = sensitiveOfMirror(fields.get("sensitive_values"));
  const identity = fields.object("identity");
  return {
    address: { module, type: fields.name("type"), name: fields.name("name"), key },
    mode,
    provider: readShownProvider(fields),
    status: fields.has("deposed_key") ? "deposed" : fields.get("tainted") === true ? "tainted" : "current",
    attributes,
    sensitive,
    schemaVersion: fields.count("schema_version"),
    identity,
    dependencies: fields.texts("depends_on"),
    where: fields.where,
  };
}

/** Reads the provider source, such as `registry.terraform.io/hashicorp/aws`. In Terraform 0.12, it is only the name. */
function readShownProvider(fields: StateFields): ProviderAddress {
  const text = fields.name("provider_name");
  if (text === "") return noProvider;
  const source = parseSource(text);
  const provider = source === undefined ? parseProvider(text) : { module: [], ...source };
  if (provider === undefined) fields.report("provider_name", "`provider_name` is not a provider source.");
  return provider ?? noProvider;
}
