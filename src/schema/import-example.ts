const command = /^\s*\$?\s*(?:pulumi\s+)?import\s+\S+:\S+\s+\S+\s+(\S.*)$/m;

/** Returns the ID in an example such as `$ pulumi import aws:s3/bucket:Bucket logs my-bucket`, which bridged providers have. */
export function importExample(description: string | undefined): string | undefined {
  const id = command.exec(description ?? "")?.[1]?.trim();
  return id?.replace(/^(["'])(.*)\1$/, "$2");
}
