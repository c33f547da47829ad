/** The stacks of CloudFormation in an inventory (`aws cloudformation describe-stack-resources`). */
import { groupBy } from "../../domain/order/maps.ts";
import type { InventoryObject } from "../../import-ids/inventory-object.ts";

export interface CloudFormationStack {
  readonly name: string;
  /** The logical ID of the nested stack in its parent. Omitted for a root stack, and if the inventory lacks the parent. */
  readonly nested?: { readonly logicalId: string; readonly parent: string };
  /** The logical IDs of the stack's resources, without nested stacks. */
  readonly resources: readonly string[];
  /** The logical IDs of resources that stay when the stack is deleted. Omitted if the template of the stack is unknown. */
  readonly retained?: readonly string[];
}

/** Types that are no resources of a cloud: nested stacks, and helpers of CloudFormation and CDK. */
const helperTypes: ReadonlySet<string> = new Set([
  "AWS::CloudFormation::Stack",
  "AWS::CloudFormation::WaitCondition",
  "AWS::CloudFormation::WaitConditionHandle",
  "AWS::CDK::Metadata",
]);

/** Returns true for an entry of a stack's listing that cannot be imported, because it is not a resource of the cloud. */
export function isCloudFormationHelper({ typeName, fields }: InventoryObject): boolean {
  return fields.has("LogicalResourceId") && helperTypes.has(typeName ?? "");
}

/** Returns the name of the stack that contains the object, or undefined if the object is not from a listing of a stack. */
export function stackNameOf({ fields }: InventoryObject): string | undefined {
  const name = fields.has("LogicalResourceId") ? fields.get("StackName") : undefined;
  return name === "" ? undefined : name;
}

/** Returns the stacks of the objects, parents and nested stacks. */
export function cloudFormationStacks(objects: readonly InventoryObject[]): readonly CloudFormationStack[] {
  const ofStacks = objects.filter((object) => stackNameOf(object) !== undefined);
  const nestedStacks = new Map(
    ofStacks
      .filter(({ typeName }) => typeName === "AWS::CloudFormation::Stack")
      .map((object) => [object.identity, object] as const),
  );
  return [...groupBy(ofStacks, (object) => stackNameOf(object) ?? "")].map(([name, members]) => {
    const entry = nestedStacks.get(members[0].fields.get("StackId") ?? "");
    const logicalId = entry?.fields.get("LogicalResourceId");
    const parent = entry && stackNameOf(entry);
    const resources = members.filter((object) => !isCloudFormationHelper(object));
    return {
      name,
      nested: logicalId === undefined || parent === undefined ? undefined : { logicalId, parent },
      resources: resources.flatMap(({ fields }) => fields.get("LogicalResourceId") ?? []),
    };
  });
}
