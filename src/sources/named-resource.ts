/** Converts TYPE NAME ID of the command line to an import spec. */
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { readSpecs } from "../import-file/read.ts";

/** A resource in the state, with the name of its variable in the program if the user entered one. */
export interface NamedReferent {
  readonly name?: string;
  readonly urn: string;
}

export interface NamedResource {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly parent?: NamedReferent;
  readonly provider?: NamedReferent;
  /** The property paths that the program must set. */
  readonly properties?: readonly string[];
}

/** Returns true for `package:module:Type`. A file with such a name must be written as `./package:module:Type`. */
export function isType(word: string): boolean {
  return /^[A-Za-z][\w-]*:/.test(word);
}

/** Converts `aws.s3.Bucket` to a type. Returns undefined for words in another form. A word in this form can also be a file name. */
export function dottedType(word: string): string | undefined {
  const [, owner, rest] = /^([A-Za-z][\w-]*)\.([\w./-]+)$/.exec(word) ?? [];
  return owner === undefined || rest === undefined ? undefined : `${owner}:${rest}`;
}

/** Returns the specs for an import file with this single entry. Throws the errors of `readSpecs`. */
export function specsOfResource({ parent, provider, properties, ...entry }: NamedResource): ImportSpecs {
  const referents = [parent, provider].filter((referent) => referent !== undefined);
  const nameTable = Object.fromEntries(referents.flatMap(({ name, urn }) => (name === undefined ? [] : [[name, urn]])));
  const resource = {
    ...entry,
    parent: parent && (parent.name ?? parent.urn),
    provider: provider && (provider.name ?? provider.urn),
    properties,
  };
  const specs = readSpecs([{ path: "the command line", text: JSON.stringify({ nameTable, resources: [resource] }) }]);
  return { ...specs, resources: specs.resources.map((spec) => ({ ...spec, isTyped: true })) };
}
