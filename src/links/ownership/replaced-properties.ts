/** Finds deprecated properties that another resource replaces, from messages such as "Use the aws_s3_bucket_versioning resource". */
import type { LinkableResource } from "../linkable-resource.ts";
import { parseTypeName } from "../name-words.ts";

/** Returns the inputs that a resource of the owner's type replaces, according to the schema. */
export function replacedInputs(owner: LinkableResource, { inputs, schema }: LinkableResource): readonly string[] {
  const member = parseTypeName(owner.type).member.replace(/v\d+$/, "");
  return [...inputs.keys()].filter((name) => {
    const message = schema?.inputs.get(name)?.deprecationMessage;
    return message !== undefined && typeNamesInMessage(message).some((named) => named.endsWith(member));
  });
}

/** Returns the type names in a message, of Terraform or an SDK (`aws_s3_bucket_acl`, `aws.s3.BucketAcl`), in lower case without separators. */
function typeNamesInMessage(message: string): readonly string[] {
  const names = message.match(/[A-Za-z]\w*(?:[._:/][A-Za-z]\w*)+|[A-Z][a-z]+(?:[A-Z][a-z]+)+/g) ?? [];
  return names.map((name) => name.replace(/[^A-Za-z0-9]/g, "").toLowerCase());
}
