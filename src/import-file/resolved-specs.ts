/** Type declarations for import specs whose names and types are resolved for a stack. */

import type { ImpError } from "../domain/errors.ts";
import type { PackageReference, ResourceKind, Urn } from "../domain/graph.ts";
import type { KnownResource } from "../domain/known-state.ts";
import type { StateOptions } from "../domain/resource-options.ts";
import type { SpecId } from "../domain/spec-id.ts";
import type { PackageSchema } from "../schema/types.ts";
import type { Path } from "../value/path.ts";
import type { PropertyMap } from "../value/value.ts";
import type { InputLocator, SourceResource, TextLocation } from "./import-specs.ts";

/** A resource to import. It contains all that Read needs. */
export interface ResolvedSpec {
  readonly specId: SpecId;
  readonly urn: Urn;
  /** The logical name. */
  readonly name: string;
  /** The token in the schema. If the package has no schema or the schema lacks the type, the token in the import file. */
  readonly type: string;
  readonly kind: ResourceKind;
  /** True for a remote component, according to its schema or its import spec. */
  readonly isRemote?: true;
  /** Omitted for components and providers. */
  readonly id?: string;
  /** Defaults to the root stack. */
  readonly parent?: Urn;
  readonly provider?: Urn;
  /** The explicit provider that the resource inherits from an ancestor. */
  readonly inherited?: Urn;
  readonly package: PackageReference;
  /** Inputs that the program must set, even if imp would omit them. */
  readonly properties: readonly Path[];
  readonly inputs?: PropertyMap;
  /** All outputs. If set, the resource is not read. */
  readonly outputs?: PropertyMap;
  /** Outputs of the stack by name: the paths of properties of the resource. */
  readonly stackOutputs?: ReadonlyMap<string, Path>;
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  /** Paths of values that look like secrets but are not. */
  readonly notSecret?: readonly Path[];
  readonly where: TextLocation;
  /** Locates a part of the inputs. Omitted if the inputs are not from an import file. */
  readonly locateInput?: InputLocator;
  readonly options?: StateOptions;
  /** The resource in the stack that it is moved from. Omitted if no other stack manages it. */
  readonly source?: SourceResource;
  /** The remote component whose plugin creates the resource. Omitted if the program registers it. */
  readonly maker?: Urn;
  /** For a remote component: explicit providers of other packages, which its children inherit. Omitted if unknown. */
  readonly providers?: readonly Urn[];
  /** Why this resource cannot be imported. Other resources are not affected. */
  readonly error?: ImpError;
}

export interface ResolvedSpecs {
  readonly project: string;
  readonly stack: string;
  /** In the order of the import specs. Providers that are only in `providerInputs` come first. */
  readonly resources: readonly ResolvedSpec[];
}

export interface ResolveContext {
  readonly project: string;
  readonly stack: string;
  readonly state: readonly KnownResource[];
  /**
   * Schemas by package name, or by `name@version` if there are several versions. Packages may lack a schema. Omitted before plugins start; types may
   * then be aliases of other types.
   */
  readonly schemas?: ReadonlyMap<string, PackageSchema>;
  /** True if resources are protected by default. Providers are never protected by default. */
  readonly protect: boolean;
}
