const command = /^\s*\$?\s*(?:pulumi\s+)?import\s+\S+:\S+\s+\S+\s+(\S.*)$/m;

/**
 * Returns the id in the `pulumi import` example of a resource's description. Bridged providers have a line such as `$ pulumi import
 * aws:s3/bucket:Bucket logs my-bucket`.
 */
export function importExample(description: string | undefined): string | undefined {
  const id = command.exec(description ?? "")?.[1]?.trim();
  return id?.replace(/^(["'])(.*)\1$/, "$2");
}
