/** Import specs after resolution against a stack. Types only. */

import type { ImpError } from "../domain/errors.ts";
import type { PackageReference, ResourceKind, Urn } from "../domain/graph.ts";
import type { KnownResource } from "../domain/known-state.ts";
import type { StateOptions } from "../domain/resource-options.ts";
import type { SpecId } from "../domain/spec-id.ts";
import type { PackageSchema } from "../schema/types.ts";
import type { Path } from "../value/path.ts";
import type { PropertyMap } from "../value/value.ts";
import type { InputLocator, SourceResource, TextLocation } from "./import-specs.ts";

/** A resource to import, ready for Read. */
export interface ResolvedSpec {
  readonly specId: SpecId;
  readonly urn: Urn;
  /** The logical name. */
  readonly name: string;
  /** The canonical type token, or the token of the import file if the package lacks a schema or the schema lacks the type. */
  readonly type: string;
  readonly kind: ResourceKind;
  /** Set for a remote component, according to the schema of its package or to its import spec. */
  readonly isRemote?: true;
  /** Omitted for components and providers. */
  readonly id?: string;
  /** Defaults to the root stack. */
  readonly parent?: Urn;
  readonly provider?: Urn;
  /** The explicit provider that it inherits from its parent. */
  readonly inherited?: Urn;
  readonly package: PackageReference;
  /** Inputs that the program must set. */
  readonly properties: readonly Path[];
  readonly inputs?: PropertyMap;
  /** All outputs. The resource is then not read. */
  readonly outputs?: PropertyMap;
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  /** Paths of values that look like secrets but are not. */
  readonly notSecret?: readonly Path[];
  readonly where: TextLocation;
  /** Omitted if the inputs are not from an import file. */
  readonly locateInput?: InputLocator;
  readonly options?: StateOptions;
  /** Set if another stack manages the resource. */
  readonly source?: SourceResource;
  /** The remote component whose plugin creates the resource. Omitted if the program registers it. */
  readonly maker?: Urn;
  /** For a remote component: explicit providers of other packages for its children. Omitted if unknown. */
  readonly providers?: readonly Urn[];
  /** Why this resource fails. Other resources do not fail with it. */
  readonly error?: ImpError;
}

export interface ResolvedSpecs {
  readonly project: string;
  readonly stack: string;
  /** In the order of the import specs, after providers that only `providerInputs` declares. */
  readonly resources: readonly ResolvedSpec[];
}

export interface ResolveContext {
  readonly project: string;
  readonly stack: string;
  readonly state: readonly KnownResource[];
  /**
   * Schemas by package name, or by `name@version` if there are several versions. Packages can lack a schema. Omitted before plugins are
   * started; types of the import file may then be aliases of other types.
   */
  readonly schemas?: ReadonlyMap<string, PackageSchema>;
  /** Whether resources are protected by default. Providers never are. */
  readonly protect: boolean;
}
