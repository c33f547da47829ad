/**
 * One resource as a source: the words TYPE NAME ID of `imp import`, as `pulumi import` takes them.
 */
import { Flags } from "@oclif/core";
import { ImpError } from "../errors.ts";
import type { CommandLine, ImportSource } from "./import-source.ts";
import { dottedType, isType, type NamedReferent, type NamedResource, specsOfResource } from "./named-resource.ts";

export const oneResource: ImportSource = {
  invitation: "a TYPE, a NAME and an ID",
  flags: {
    parent: Flags.string({
      description: "the parent, a resource of the stack; NAME is its variable in the program",
      helpValue: "[NAME=]URN",
    }),
    "provider-urn": Flags.string({
      description:
        "an explicit provider of the stack, in place of the default one; NAME is its variable in the program",
      helpValue: "[NAME=]URN",
    }),
    properties: Flags.string({
      description: "property paths that the program must set, separated by commas",
      helpValue: "LIST",
    }),
  },
  asked: (line) => {
    const resource = namedResource(line);
    if (resource === undefined) return undefined;
    return { reads: "files", paths: [], open: async () => ({ specs: specsOfResource(resource), notes: [] }) };
  },
};

/** Absent: no word names one. Throws USAGE. */
function namedResource({ words, flags }: CommandLine): NamedResource | undefined {
  const { parent, "provider-urn": provider, properties } = flags;
  const [word, name, id] = words;
  if (word === undefined) {
    const flag = [parent, provider, properties].findIndex((value) => value !== undefined);
    const given = ["--parent", "--provider-urn", "--properties"][flag];
    if (given !== undefined) throw usage(`${given} is about a resource, and no TYPE, NAME and ID name one.`);
    return undefined;
  }
  // A name and an id follow: it is no file.
  const type = isType(word) ? word : id === undefined ? undefined : dottedType(word);
  if (type === undefined) {
    throw ImpError.of("USAGE", {
      message: `${JSON.stringify(word)} is not a type such as aws:s3/bucket:Bucket.`,
      hint:
        words.length === 1
          ? `Write \`imp import TYPE NAME ID\`; \`imp run ${word}\` takes import files.`
          : "A type begins with its package: aws:s3:Bucket, aws:Bucket or aws.s3.bucket. `imp schema find aws bucket` looks for one.",
    });
  }
  if (name === undefined || id === undefined) throw usage("A type is followed by a name and an id.");
  return {
    type,
    name,
    id,
    parent: typeof parent === "string" ? parseReferent(parent) : undefined,
    provider: typeof provider === "string" ? parseReferent(provider) : undefined,
    properties: typeof properties === "string" ? properties.split(",").map((path) => path.trim()) : undefined,
  };
}

/** A name of a resource may have a `=`, so what begins as a URN is one as a whole. */
function parseReferent(text: string): NamedReferent {
  const at = text.startsWith("urn:pulumi:") ? -1 : text.indexOf("=");
  return at <= 0 ? { urn: text } : { name: text.slice(0, at), urn: text.slice(at + 1) };
}

function usage(message: string): ImpError {
  return ImpError.of("USAGE", { message, hint: "Write `imp import TYPE NAME ID`." });
}
