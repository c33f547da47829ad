/**
 * A state of version 4, as `terraform.tfstate` and `terraform state pull` have it (terraform `internal/states/statefile/version4.go`).
 */
import type { JsonObject } from "../../json/object.ts";
import { parseModulePath, parseProvider, resourceAddress } from "./addresses.ts";
import { StateFields } from "./fields.ts";
import type { ObjectAddress, ProviderAddress, TerraformObject, TerraformState } from "./model.ts";
import type { JsonPath, Places } from "./places.ts";
import { Problems } from "./problems.ts";
import { sensitiveOfPaths } from "./sensitive.ts";

/** Throws TERRAFORM_MALFORMED. */
export function readVersion4(root: JsonObject, places: Places): TerraformState {
  const problems = new Problems(places);
  const fields = new StateFields(root, [], problems);
  const terraformVersion = fields.text("terraform_version") ?? "";
  const objects = fields
    .objects("resources")
    .flatMap(({ object, path }) => readResourceInstances(object, path, places, problems));
  refuseTwins(objects, problems);
  problems.refuse();
  return { file: places.file, form: "state", terraformVersion, objects: objects.map(({ object }) => object) };
}

interface Placed {
  readonly object: TerraformObject;
  readonly path: JsonPath;
}

function readResourceInstances(
  resource: JsonObject,
  path: JsonPath,
  places: Places,
  problems: Problems,
): readonly Placed[] {
  const fields = new StateFields(resource, path, problems);
  const mode = fields.text("mode");
  if (mode !== "managed" && mode !== "data") {
    // Such objects live for one run of Terraform.
    if (mode !== "ephemeral") fields.report("mode", "`mode` is neither `managed` nor `data`.");
    return [];
  }
  const module = parseModulePath(fields.text("module") ?? "");
  if (module === undefined) fields.report("module", "`module` is no address of a module.");
  const of: ResourceFacts = {
    mode,
    module: module ?? [],
    type: fields.name("type"),
    name: fields.name("name"),
    provider: readProviderField(fields),
  };
  return fields.objects("instances").map((instance) => {
    const object = readInstance(new StateFields(instance.object, instance.path, problems), of);
    return { object: { ...object, where: places.at(instance.path) }, path: instance.path };
  });
}

export const noProvider: ProviderAddress = { module: [], host: "", namespace: "", type: "" };

function readProviderField(fields: StateFields): ProviderAddress {
  const text = fields.name("provider");
  const provider = text === "" ? noProvider : parseProvider(text);
  if (provider === undefined) fields.report("provider", "`provider` is no address of a provider.");
  return provider ?? noProvider;
}

interface ResourceFacts extends Omit<ObjectAddress, "key"> {
  readonly mode: "managed" | "data";
  readonly provider: ProviderAddress;
}

function readInstance(
  fields: StateFields,
  { mode, provider, ...address }: ResourceFacts,
): Omit<TerraformObject, "where"> {
  const key = fields.key("index_key");
  const status = fields.text("status");
  const deposed = fields.text("deposed") ?? "";
  if (status !== undefined && status !== "" && status !== "tainted")
    fields.report("status", "`status` is not `tainted`.");
  const attributes = fields.object("attributes");
  const sensitive = sensitiveOfPaths(fields.own("sensitive_attributes"));
  const own = fields.text("private");
  const identity = fields.object("identity");
  return {
    address: { ...address, key },
    mode,
    provider,
    status: deposed !== "" ? "deposed" : status === "tainted" ? "tainted" : "current",
    attributes,
    sensitive,
    schemaVersion: fields.count("schema_version"),
    private: own !== undefined && own !== "" ? own : undefined,
    identity,
    dependencies: fields.texts("dependencies"),
  };
}

/** One address has one current object; those that wait for their deletion are others. */
function refuseTwins(objects: readonly Placed[], problems: Problems): void {
  const seen = new Set<string>();
  for (const { object, path } of objects) {
    if (object.status === "deposed") continue;
    const { address, mode } = object;
    const keys = address.module.map((step) => step.key ?? null);
    const name = JSON.stringify([mode, resourceAddress(address), keys, address.key ?? null]);
    if (seen.has(name)) problems.add(path, "Another object of the state has the same address.");
    seen.add(name);
  }
}
