/**
 * Import specs as the import files write them, read and checked but not yet resolved against a stack: plain data.
 */
import type { SpecId } from "../domain/spec-id.ts";
import type { Note, Urn } from "../graph.ts";
import type { CustomTimeouts } from "../ir/custom-timeouts.ts";
import type { Path } from "../ir/path.ts";
import type { StateOptions } from "../resource-options.ts";
import type { PropertyMap } from "../value/value.ts";

/** Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Returns the place of the value at a path, or of the innermost value around it that the file has. */
export type PlaceOfInput = (path: Path) => Place;

/** All import files of a run as one. */
export interface ImportSpecs {
  readonly nameTable: ReadonlyMap<string, NamedUrn>;
  /** In the order of the files and of their lists. */
  readonly resources: readonly ImportSpec[];
  /** Deprecated: configuration of providers that are to be created, by name. */
  readonly providerInputs: ReadonlyMap<string, ProviderInputs>;
  /** Descriptions of providers, as the files name them: relative to each file. Absent: none. */
  readonly schemas?: readonly NamedSchema[];
  /** The place of the field `plan`: the file is a saved plan. Absent: none of the files is. */
  readonly plan?: Place;
}

export interface NamedSchema {
  readonly name: string;
  readonly where: Place;
}

export interface NamedUrn {
  readonly urn: string;
  readonly where: Place;
}

export interface ProviderInputs {
  readonly inputs: PropertyMap;
  readonly where: Place;
}

/** Where the text of a secret input is: a variable of the environment, or a file. */
export interface InputSource {
  readonly path: Path;
  readonly from: "env" | "file";
  readonly name: string;
  readonly where: Place;
}

/** Another resource as the file names it. */
export interface ReferentName {
  readonly name: string;
  readonly where: Place;
}

/** Options that an entry asks for. */
export interface SpecOptions {
  readonly ignoreChanges: readonly Path[];
  readonly dependsOn: readonly ReferentName[];
  readonly deletedWith?: ReferentName;
  readonly customTimeouts?: CustomTimeouts;
  readonly additionalSecretOutputs: readonly string[];
  readonly aliases: readonly Urn[];
}

/** A resource as the other stack has it, which manages it until now. Secrets are open, and marked as such. */
export interface SourceResource {
  /** The stack's name, for notes. */
  readonly stack: string;
  /** Its URN there. */
  readonly urn: Urn;
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
  /** The default provider that manages it there, or may have constructed it; absent: an explicit one, or none. */
  readonly defaultProvider?: { readonly urn: Urn; readonly inputs: PropertyMap; readonly outputs: PropertyMap };
  /** As far as a state records them; their URNs are of resources that are imported too, there, and once resolved here. */
  readonly options: StateOptions;
  /** Input -> resources whose outputs its value is made of, of those that are imported too; there, and once resolved here. */
  readonly madeOf: ReadonlyMap<string, readonly Urn[]>;
  /** Of a component: what is below it there, is managed, and is not imported. Absent: nothing. */
  readonly missing?: readonly Urn[];
  /** Where the code that registers it stands; absent: the state does not record it. */
  readonly sourcePosition?: string;
  /** Notes for a person next to the code, for example that a value is of a resource that stays there. */
  readonly notes: readonly Note[];
}

/** One entry of `resources`. `name` and `logicalName` default to each other. */
export interface ImportSpec {
  readonly specId: SpecId;
  readonly where: Place;
  /** Where fields stand that may be mistaken once they are resolved. */
  readonly places: {
    readonly type: Place;
    readonly name: Place;
    readonly id?: Place;
    readonly parent?: Place;
    readonly provider?: Place;
    /** Of a part of `inputs` or `inputsFrom`. */
    readonly input?: PlaceOfInput;
  };
  readonly type: string;
  /** A person typed the type on a command line: any short form of one resource will do. Files have whole ones, which stay clear when packages grow. */
  readonly isTyped?: true;
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
  /**
   * Of a component in a state: whether that state has a provider of its package, which a remote component cannot be without. Absent: not
   * known, so the package counts if its plugin is installed.
   */
  readonly hasProvider?: boolean;
  readonly inputs?: PropertyMap;
  /** Texts of `inputs` that the file only names. */
  readonly inputsFrom: readonly InputSource[];
  readonly outputs?: PropertyMap;
  readonly parameterization?: { readonly pluginName: string; readonly pluginVersion: string; readonly value: string };
  readonly extension?: { readonly name: string; readonly version: string; readonly value: string };
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
  /** Paths of values that are not secrets, whatever they look like. Omitted if there are none. */
  readonly notSecret?: readonly Path[];
  /** Absent: it asks for none. */
  readonly options?: SpecOptions;
  /** Absent: the entry is of an import file. */
  readonly source?: SourceResource;
}
