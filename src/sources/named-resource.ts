/**
 * The words TYPE NAME ID of a command line -> the import spec of one resource.
 */
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { readSpecs } from "../import-file/read.ts";

/** A resource that the state has, by its URN and the name that the program's variable for it has, if one is given. */
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
  /** Property paths that the program must set. */
  readonly properties?: readonly string[];
}

/** True for `package:module:Type`; a file that is called so is written `./package:module:Type`. */
export function isType(word: string): boolean {
  return /^[A-Za-z][\w-]*:/.test(word);
}

/** `aws.s3.Bucket`, which may be a file too, as a type; `undefined`: it is none. */
export function dottedType(word: string): string | undefined {
  const [, owner, rest] = /^([A-Za-z][\w-]*)\.([\w./-]+)$/.exec(word) ?? [];
  return owner === undefined || rest === undefined ? undefined : `${owner}:${rest}`;
}

/** The words as an import file of one entry would have them. Throws SPEC_INVALID as `readSpecs`. */
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
