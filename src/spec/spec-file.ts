/**
 * What the import files say, read and checked but not yet resolved against a stack: plain data.
 */
import type { Path } from "../ir/path.ts";
import type { PropertyMap } from "../value/value.ts";

/** Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** All import files of a run as one. */
export interface SpecFile {
  readonly nameTable: ReadonlyMap<string, NamedUrn>;
  /** In the order of the files and of their lists. */
  readonly resources: readonly SpecResource[];
  /** Deprecated: configuration of providers that are to be created, by name. */
  readonly providerInputs: ReadonlyMap<string, ProviderInputs>;
}

export interface NamedUrn {
  readonly urn: string;
  readonly where: Place;
}

export interface ProviderInputs {
  readonly inputs: PropertyMap;
  readonly where: Place;
}

/** One entry of `resources`. `name` and `logicalName` default to each other. */
export interface SpecResource {
  readonly where: Place;
  /** Where the fields that refer to others stand, and the one that names the type. */
  readonly places: { readonly type: Place; readonly name: Place; readonly parent?: Place; readonly provider?: Place };
  readonly type: string;
  readonly name: string;
  readonly logicalName: string;
  readonly id?: string;
  readonly parent?: string;
  readonly provider?: string;
  /** A full semantic version, without a leading `v`. */
  readonly version?: string;
  readonly pluginDownloadUrl?: string;
  readonly properties: readonly Path[];
  readonly component: boolean;
  readonly remote: boolean;
  readonly inputs?: PropertyMap;
  readonly outputs?: PropertyMap;
  readonly parameterization?: { readonly pluginName: string; readonly pluginVersion: string; readonly value: string };
  readonly extension?: { readonly name: string; readonly version: string; readonly value: string };
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
}
