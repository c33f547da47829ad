/** Type declarations for the import specs in an import file. They are checked, but their names and types are not resolved yet. */

import type { CustomTimeouts } from "../domain/custom-timeouts.ts";
import type { Note, ProviderExtension, Urn } from "../domain/graph.ts";
import type { StateOptions } from "../domain/resource-options.ts";
import type { SpecId } from "../domain/spec-id.ts";
import type { Path } from "../value/path.ts";
import type { PropertyMap } from "../value/value.ts";

/** Lines and columns count from 1. */
export interface TextLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Returns the location of the value at a path. If the file does not contain the value, returns the location of the innermost value around it. */
export type InputLocator = (path: Path) => TextLocation;

/** The content of all import files of a run. */
export interface ImportSpecs {
  readonly nameTable: ReadonlyMap<string, NamedUrn>;
  /** In the order of the files and of their lists. */
  readonly resources: readonly ImportSpec[];
  /** Deprecated. The configuration of new providers, by name. */
  readonly providerInputs: ReadonlyMap<string, ProviderInputs>;
  /** Documents that describe providers. The paths are relative to the import file. */
  readonly schemas?: readonly NamedSchema[];
  /** The location of the field `plan`. Omitted if no file is a saved plan. */
  readonly plan?: TextLocation;
}

export interface NamedSchema {
  readonly name: string;
  readonly where: TextLocation;
}

export interface NamedUrn {
  readonly urn: string;
  readonly where: TextLocation;
}

export interface ProviderInputs {
  readonly inputs: PropertyMap;
  readonly where: TextLocation;
}

/** The source of a secret input: an environment variable or a file. */
export interface InputSource {
  readonly path: Path;
  readonly from: "env" | "file";
  readonly name: string;
  readonly where: TextLocation;
}

/** The name of another resource, in a reference. */
export interface ReferentName {
  readonly name: string;
  readonly where: TextLocation;
}

export interface SpecOptions {
  readonly ignoreChanges: readonly Path[];
  readonly dependsOn: readonly ReferentName[];
  readonly deletedWith?: ReferentName;
  readonly customTimeouts?: CustomTimeouts;
  readonly additionalSecretOutputs: readonly string[];
  readonly aliases: readonly Urn[];
}

/** A resource in the state of the stack that it is moved from. Secrets are decrypted, and marked as secrets. */
export interface SourceResource {
  /** The name of the source stack, for notes. */
  readonly stack: string;
  /** The URN in the source stack. */
  readonly urn: Urn;
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
  /** The default provider in the source stack that manages the resource or, for a component, may have constructed it. */
  readonly defaultProvider?: { readonly urn: Urn; readonly inputs: PropertyMap; readonly outputs: PropertyMap };
  /** Options in the state. They refer to imported resources: by URNs in the source stack, and after resolution by URNs in the target stack. */
  readonly options: StateOptions;
  /** For each input, the imported resources whose outputs it contains. After resolution, the URNs are those in the target stack, as in `options`. */
  readonly madeOf: ReadonlyMap<string, readonly Urn[]>;
  /** For a component: its managed children in the source stack that are not imported. */
  readonly missing?: readonly Urn[];
  /** The location of the code that registers the resource. Omitted if the state does not record it. */
  readonly sourcePosition?: string;
  /** Comments for the generated code, for example about values of resources that stay in the source stack. */
  readonly notes: readonly Note[];
}

/** An entry of `resources` in an import file. If only one of `name` and `logicalName` is set, it applies to both. */
export interface ImportSpec {
  readonly specId: SpecId;
  readonly where: TextLocation;
  /** Locations of fields that are checked again during resolution. */
  readonly locations: {
    readonly type: TextLocation;
    readonly name: TextLocation;
    readonly id?: TextLocation;
    readonly parent?: TextLocation;
    readonly provider?: TextLocation;
    /** Locates a part of `inputs` or `inputsFrom`. */
    readonly input?: InputLocator;
  };
  readonly type: string;
  /** True if the type is from a command line, where short forms are allowed. Files need full tokens, because short forms may become ambiguous. */
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
   * For a component from a state: true if the state contains a provider of the component's package, which may have constructed it. Always true for
   * remote components. If omitted, the package is used only if its plugin is installed.
   */
  readonly hasProvider?: boolean;
  readonly inputs?: PropertyMap;
  /** Sources of values for `inputs`: environment variables and files. */
  readonly inputsFrom: readonly InputSource[];
  readonly outputs?: PropertyMap;
  /** Outputs of the stack by name: the paths of properties of the resource. Omitted if there are none. */
  readonly stackOutputs?: ReadonlyMap<string, Path>;
  readonly parameterization?: { readonly pluginName: string; readonly pluginVersion: string; readonly value: string };
  /** `provider` is the package that it extends. Defaults to the package of the explicit provider, or else the one in the type. */
  readonly extension?: ProviderExtension & { readonly provider?: string };
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
  /** Paths of values that look like secrets but are not. */
  readonly notSecret?: readonly Path[];
  readonly options?: SpecOptions;
  /** The resource in another stack. Omitted if the entry is not from another stack. */
  readonly source?: SourceResource;
}
