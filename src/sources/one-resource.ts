/** Imports one resource: TYPE NAME ID of `imp import`, as in `pulumi import`. */
import { Flags } from "@oclif/core";
import { ImpError } from "../domain/errors.ts";
import type { CommandLine, ImportSource } from "./import-source.ts";
import { dottedType, isType, type NamedReferent, type NamedResource, specsOfResource } from "./named-resource.ts";

export const oneResource: ImportSource = {
  invitation: "a TYPE, a NAME and an ID",
  flags: {
    parent: Flags.string({
      description:
        "Set the parent to the resource of the stack with this URN. NAME is the variable of the parent in the program",
      helpValue: "[NAME=]URN",
    }),
    "provider-urn": Flags.string({
      description:
        "Use the explicit provider of the stack with this URN instead of the default provider. NAME is the variable of the provider in the program",
      helpValue: "[NAME=]URN",
    }),
    properties: Flags.string({
      description: "Property paths that the program must set, separated by commas",
      helpValue: "LIST",
    }),
  },
  select: (line) => {
    const resource = namedResource(line);
    if (resource === undefined) return undefined;
    return { reads: "files", paths: [], open: async () => ({ specs: specsOfResource(resource), notes: [] }) };
  },
};

/** Returns undefined if TYPE NAME ID is missing. Throws USAGE. */
function namedResource({ words, flags }: CommandLine): NamedResource | undefined {
  const { parent, "provider-urn": provider, properties } = flags;
  const [word, name, id] = words;
  if (word === undefined) {
    const flag = [parent, provider, properties].findIndex((value) => value !== undefined);
    const flagName = ["--parent", "--provider-urn", "--properties"][flag];
    if (flagName !== undefined) throw importUsage(`${flagName} requires TYPE, NAME, and ID.`);
    return undefined;
  }
  // If a name and an ID follow, the first word is a type, not a file.
  const type = isType(word) ? word : id === undefined ? undefined : dottedType(word);
  if (type === undefined) {
    throw ImpError.of("USAGE", {
      message: `${JSON.stringify(word)} is not a type such as aws:s3/bucket:Bucket.`,
      hint:
        words.length === 1
          ? `Use \`imp import TYPE NAME ID\`. To use an import file, run \`imp run ${word}\`.`
          : "A type begins with its package: aws:s3:Bucket, aws:Bucket, or aws.s3.bucket. To search for a type, run `imp schema find aws bucket`.",
    });
  }
  if (name === undefined || id === undefined) throw importUsage("After the type, pass a name and an ID.");
  return {
    type,
    name,
    id,
    parent: typeof parent === "string" ? parseReferent(parent) : undefined,
    provider: typeof provider === "string" ? parseReferent(provider) : undefined,
    properties: typeof properties === "string" ? properties.split(",").map((path) => path.trim()) : undefined,
  };
}

/** Parses `[NAME=]URN`. Does not split a text that starts with `urn:pulumi:`, because a URN can contain `=`. */
function parseReferent(text: string): NamedReferent {
  const separator = text.startsWith("urn:pulumi:") ? -1 : text.indexOf("=");
  return separator <= 0 ? { urn: text } : { name: text.slice(0, separator), urn: text.slice(separator + 1) };
}

function importUsage(message: string): ImpError {
  return ImpError.of("USAGE", { message, hint: "Use `imp import TYPE NAME ID`." });
}
