/** Returns the IDs of objects: the ID with which Read refreshes an object, and the ID with which its type is imported. */
import type { JsonObject } from "../../value/json/object.ts";
import type { TerraformObject } from "../state/model.ts";

/** The bridge uses this ID for resources without an ID (pulumi-terraform-bridge, guide about resource IDs). */
export const missingId = "missing ID";

/** Returns the attribute `id`. If it is missing, joins the parts of the identity, as pulumi-terraform-bridge does when it lists resources. */
export function terraformId({ attributes = {}, identity = {} }: TerraformObject): string {
  const id = idPart(attributes, "id") ?? idPart(identity, "id");
  if (id !== undefined) return id;
  const parts = Object.keys(identity)
    .sort()
    .flatMap((name) => idPart(identity, name) ?? []);
  return parts.length === 0 ? missingId : parts.join(",");
}

/** For types whose import ID differs from their ID, a function that composes the import ID (from pulumi-converter-terraform). */
const importIds: ReadonlyMap<string, (of: (name: string) => string) => string> = new Map([
  [
    "aws_appautoscaling_policy",
    (of) => [of("service_namespace"), of("resource_id"), of("scalable_dimension"), of("name")].join("/"),
  ],
  [
    "aws_appautoscaling_target",
    (of) => [of("service_namespace"), of("resource_id"), of("scalable_dimension")].join("/"),
  ],
  ["aws_ecs_cluster", (of) => of("name")],
  ["aws_ecs_service", (of) => `${of("cluster").split("/").at(-1) ?? ""}/${of("name")}`],
  ["aws_ecs_task_definition", (of) => of("arn")],
  ["aws_iam_role_policy_attachment", (of) => `${of("role")}/${of("policy_arn")}`],
  ["aws_route", (of) => `${of("route_table_id")}_${of("destination_cidr_block")}`],
  ["helm_release", (of) => `${of("namespace")}/${of("name")}`],
  ["aws_route_table_association", (of) => `${of("subnet_id")}/${of("route_table_id")}`],
]);

/** Returns the ID for an import file. If an attribute that the import ID needs is missing, returns the object's ID. */
export function importIdOf(object: TerraformObject): string {
  const compose = importIds.get(object.address.type);
  const attributes = object.attributes ?? {};
  let isWhole = compose !== undefined;
  const composed = compose?.((name) => {
    const text = idPart(attributes, name);
    if (text === undefined || text === "") isWhole = false;
    return text ?? "";
  });
  return isWhole && composed !== undefined ? composed : terraformId(object);
}

function idPart(object: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
