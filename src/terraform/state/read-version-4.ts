/** Reads a state of version 4, as in `terraform.tfstate` and from `terraform state pull` (terraform `internal/states/statefile/version4.go`). */
import type { JsonObject } from "../../value/json/object.ts";
import { parseModulePath, parseProvider, resourceAddress } from "./addresses.ts";
import { StateFields } from "./fields.ts";
import type { JsonLocations } from "./locations.ts";
import type { ObjectAddress, ProviderAddress, TerraformObject, TerraformState } from "./model.ts";
import { Problems } from "./problems.ts";
import { sensitiveOfPaths } from "./sensitive.ts";

/** Returns the state. Throws TERRAFORM_MALFORMED if it has problems. */
export function readVersion4(root: JsonObject, locations: JsonLocations): TerraformState {
  const problems = new Problems(locations);
  const fields = new StateFields(root, [], problems);
  const terraformVersion = fields.text("terraform_version") ?? "";
  const instances = fields.items("resources").flatMap(readResourceInstances);
  reportDuplicates(instances);
  problems.refuse();
  return { file: locations.file, form: "state", terraformVersion, objects: instances.map(({ object }) => object) };
}

interface Instance {
  readonly object: TerraformObject;
  readonly fields: StateFields;
}

function readResourceInstances(fields: StateFields): readonly Instance[] {
  const mode = fields.text("mode");
  if (mode !== "managed" && mode !== "data") {
    // Ephemeral objects exist only during a run of Terraform.
    if (mode !== "ephemeral") fields.report("mode", "`mode` is neither `managed` nor `data`.");
    return [];
  }
  const module = parseModulePath(fields.text("module") ?? "");
  if (module === undefined) fields.report("module", "`module` is not a module address.");
  const address = { module: module ?? [], type: fields.name("type"), name: fields.name("name") };
  const provider = readProviderField(fields);
  return fields
    .items("instances")
    .map((instance) => ({ object: readInstance(instance, address, mode, provider), fields: instance }));
}

export const noProvider: ProviderAddress = { module: [], host: "", namespace: "", type: "" };

function readProviderField(fields: StateFields): ProviderAddress {
  const text = fields.name("provider");
  const provider = text === "" ? noProvider : parseProvider(text);
  if (provider === undefined) fields.report("provider", "`provider` is not a provider address.");
  return provider ?? noProvider;
}

function readInstance(
  fields: StateFields,
  address: ObjectAddress,
  mode: TerraformObject["mode"],
  provider: ProviderAddress,
): TerraformObject {
  const key = fields.key("index_key");
  const status = fields.text("status");
  const deposed = fields.text("deposed") ?? "";
  if (status !== undefined && status !== "" && status !== "tainted")
    fields.report("status", "`status` is not `tainted`.");
  const attributes = fields.object("attributes");
  const sensitive = sensitiveOfPaths(fields.get("sensitive_attributes"));
  const privateData = fields.text("private");
  const identity = fields.object("identity");
  return {
    address: { ...address, key },
    mode,
    provider,
    status: deposed !== "" ? "deposed" : status === "tainted" ? "tainted" : "current",
    attributes,
    sensitive,
    schemaVersion: fields.count("schema_version"),
    private: privateData !== undefined && privateData !== "" ? privateData : undefined,
    identity,
    dependencies: fields.texts("dependencies"),
    where: fields.where,
  };
}

/** Reports duplicate addresses. An address can have one current object and several deposed ones. */
function reportDuplicates(instances: readonly Instance[]): void {
  const seen = new Set<string>();
  for (const { object, fields } of instances) {
    if (object.status === "deposed") continue;
    const { address, mode } = object;
    const keys = address.module.map((step) => step.key ?? null);
    const name = JSON.stringify([mode, resourceAddress(address), keys, address.key ?? null]);
    if (seen.has(name)) fields.reportObject("Duplicate address: another object of the state has the same address.");
    seen.add(name);
  }
}
