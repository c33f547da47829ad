/** Why discovery skips objects that another tool or the cloud manages. `--include` includes them. */

/** A reason for which objects are skipped, and its description after a number of objects. */
export const skipReasons = {
  cloudformation: "managed by CloudFormation",
  terraform: "managed by Terraform",
  pulumi: "managed by another Pulumi stack",
  helm: "managed by Helm",
  controlled: "owned by controllers",
  cluster: "created by the cluster",
  default: "that the cloud creates by default",
  service: "managed by a service of the cloud",
  ephemeral: "that exist only for a while",
} as const;

export type SkipReason = keyof typeof skipReasons;

export const allSkipReasons: readonly SkipReason[] = Object.keys(skipReasons).filter(isSkipReason);

function isSkipReason(text: string): text is SkipReason {
  return Object.hasOwn(skipReasons, text);
}

/** `versions`: the list has the object with another API version too. `region`: the object is in another region than the provider. */
export type LeftOutReason = SkipReason | "versions" | "region";
