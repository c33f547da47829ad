/** Decides which objects of an inventory are not imported unless the user asks for them. */
// cspell:disable

import { type InventoryObject, identityParts } from "../../import-ids/inventory-object.ts";
import type { SkipReason } from "../skip-reasons.ts";

/** Returns why the object is skipped, or undefined if it is not. Objects in a listing of a CloudFormation stack are wanted. */
export function skipReason(object: InventoryObject): SkipReason | undefined {
  const isStackListing = object.fields.has("LogicalResourceId") && object.fields.has("PhysicalResourceId");
  const reason = managingTool(object) ?? cloudReason(object);
  return reason === "cloudformation" && isStackListing ? undefined : reason;
}

/** Tags that a tool or service sets. A pattern is compared with `key=value`. */
const tagReasons: readonly (readonly [RegExp, SkipReason])[] = [
  [/^aws:cloudformation:stack-(?:name|id)=/, "cloudformation"],
  [/^(?:terraform|tf|opentofu|managed-by-terraform)=(?:true|yes|1)$/i, "terraform"],
  [
    /^(?:managed[-_ ]?by|provisioner|created[-_ ]?by|goog-terraform-provisioned)=(?:terraform|opentofu|true)$/i,
    "terraform",
  ],
  [/^(?:managed[-_ ]?by|provisioner|created[-_ ]?by)=pulumi$/i, "pulumi"],
  [/^app\.kubernetes\.io\/managed-by=Helm$/i, "helm"],
  [/^(?:aws:autoscaling:groupName|aws:ecs:|aws:eks:|eks:|aws:elasticmapreduce:|elasticbeanstalk:)/, "service"],
  [/^(?:aws:ec2launchtemplate:|AWSServiceName=|AmazonFSx|aws:backup:source-resource)/, "service"],
  [/^(?:aks-managed-|goog-gke-node=|goog-dataproc-|managed-by-cnrm=)/, "service"],
];

function managingTool({ tags }: InventoryObject): SkipReason | undefined {
  for (const [key, value] of tags) {
    const reason = tagReasons.find(([pattern]) => pattern.test(`${key}=${value}`))?.[1];
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Identities of objects that a cloud creates or that exist only for a while. */
const identityReasons: readonly (readonly [RegExp, SkipReason])[] = [
  [
    /^arn:[\w-]+:(?:rds|elasticache|redshift|memorydb|dax):.*[:/](?:pg|cluster-pg|og|secgrp|subgrp|parametergroup|subnetgroup)[:/]default(?:$|[.:-])/,
    "default",
  ],
  [
    /^arn:[\w-]+:(?:rds|elasticache|memorydb):.*:(?:og|user|acl|usergroup)[:/](?:default[:.]|default$|open-access$)/,
    "default",
  ],
  [/^arn:[\w-]+:kms:.*:alias\/aws\//, "default"],
  [/^arn:[\w-]+:athena:.*:workgroup\/primary$/, "default"],
  [/^arn:[\w-]+:events:.*:event-bus\/default$/, "default"],
  [/^arn:[\w-]+:xray:.*:(?:group\/Default|sampling-rule\/Default)$/, "default"],
  [/^arn:[\w-]+:scheduler:.*:schedule-group\/default$/, "default"],
  [/^arn:[\w-]+:iam::aws:/, "default"],
  [/^arn:[\w-]+:iam::\d+:role\/aws-service-role\//, "service"],
  [/^arn:[\w-]+:events:.*:rule\/(?:AutoScalingManagedRule|DO-NOT-DELETE-)/, "service"],
  [
    /^arn:[\w-]+:(?:ec2|rds|elasticache|redshift|memorydb|fsx):.*[:/](?:snapshot|cluster-snapshot|backup)[:/]/,
    "ephemeral",
  ],
  [/^arn:[\w-]+:ec2:.*:(?:spot-instances-request|network-insights-analysis|export-task|import-task)\//, "ephemeral"],
  [/^arn:[\w-]+:(?:ecs:.*:(?:task|container-instance)|codebuild:.*:build|backup:.*:recovery-point)[:/]/, "ephemeral"],
  [
    /^\/subscriptions\/[^/]+\/resourceGroups\/(?:MC_|NetworkWatcherRG\b|DefaultResourceGroup-|cloud-shell-storage-)/i,
    "service",
  ],
  [/\/providers\/Microsoft\.Compute\/(?:snapshots|restorePointCollections)\//i, "ephemeral"],
  [/\/projects\/[^/]+\/global\/networks\/default$/, "default"],
  [/\/projects\/[^/]+\/regions\/[^/]+\/subnetworks\/default$/, "default"],
  [/\/projects\/[^/]+\/global\/firewalls\/default-allow-/, "default"],
  [/\/projects\/[^/]+\/global\/routes\/default-route-/, "default"],
  [/\/serviceAccounts\/(?:\d+-compute@developer\.|[^/]+@appspot\.)gserviceaccount\.com$/, "default"],
  [/\/projects\/[^/]+\/(?:global\/|zones\/[^/]+\/)?snapshots\//, "ephemeral"],
];

function cloudReason({ identity, fields, typeName }: InventoryObject): SkipReason | undefined {
  const reason = identityReasons.find(([pattern]) => pattern.test(identity))?.[1];
  if (reason !== undefined) return reason;
  // AWS marks default VPCs and subnets in several spellings.
  const isDefault = ["IsDefault", "isDefault", "is_default", "DefaultForAz", "configuration.isDefault"].some(
    (field) => fields.get(field)?.toLowerCase() === "true",
  );
  if (isDefault) return "default";
  // Azure states the resource that manages an object.
  if ((fields.get("managedBy") ?? "") !== "" && identityParts(identity).cloud === "azure" && !isDisk(typeName))
    return "service";
  return undefined;
}

/** A disk is managed by its virtual machine, although users create disks. */
function isDisk(typeName = ""): boolean {
  return typeName.toLowerCase() === "microsoft.compute/disks";
}
