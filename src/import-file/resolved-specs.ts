/**
 * Import specs resolved against a stack, as the rest of the run sees them, and the facts that resolving them needs. Types only.
 */
import type { KnownResource } from "../domain/known-state.ts";
import type { SpecId } from "../domain/spec-id.ts";
import type { ImpError } from "../errors.ts";
import type { PackageReference, ResourceKind, Urn } from "../graph.ts";
import type { Path } from "../ir/path.ts";
import type { StateOptions } from "../resource-options.ts";
import type { PackageSchema } from "../schema/types.ts";
import type { PropertyMap } from "../value/value.ts";
import type { Place, PlaceOfInput, SourceResource } from "./import-specs.ts";

/** One entry of the import files, ready to be read from the cloud. */
export interface ResolvedSpec {
  readonly specId: SpecId;
  readonly urn: Urn;
  /** The logical name. */
  readonly name: string;
  /** The canonical type token; as given when the schema of its package is missing or does not know it. */
  readonly type: string;
  readonly kind: ResourceKind;
  /** A remote component: the schema of its package has it, or its spec declares it. Absent of a component: the program's own. */
  readonly isRemote?: true;
  /** Absent for components and providers. */
  readonly id?: string;
  /** Absent: the root stack. */
  readonly parent?: Urn;
  readonly provider?: Urn;
  /** The explicit provider that it gets from its parent; absent: it has one of its own, or the default one. */
  readonly inherited?: Urn;
  readonly package: PackageReference;
  /** Inputs that the program must set. */
  readonly properties: readonly Path[];
  readonly inputs?: PropertyMap;
  /** The whole output state: the resource is not read. */
  readonly outputs?: PropertyMap;
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  /** Paths of values that are not secrets, whatever they look like. Omitted if there are none. */
  readonly notSecret?: readonly Path[];
  readonly where: Place;
  /** Of inputs that an import file has; absent: they come from elsewhere, or there are none. */
  readonly placeOfInput?: PlaceOfInput;
  /** Options that the entry asks for; absent: none. */
  readonly options?: StateOptions;
  /** Another stack manages it until now. */
  readonly source?: SourceResource;
  /** The remote component that it comes with: its plugin makes it, and no program registers it. Absent: the program registers it. */
  readonly maker?: Urn;
  /** Of a remote component: explicit providers for what it makes, of other packages than its own. Absent: not known. */
  readonly providers?: readonly Urn[];
  /** Why this entry fails; the others do not. */
  readonly error?: ImpError;
}

export interface ResolvedSpecs {
  readonly project: string;
  readonly stack: string;
  /** In spec order; providers that only `providerInputs` declares come first. */
  readonly resources: readonly ResolvedSpec[];
}

export interface ResolveContext {
  readonly project: string;
  readonly stack: string;
  readonly state: readonly KnownResource[];
  /**
   * By package name, or by `name@version` where there are several versions of one. A missing one is no mistake. Absent: no plugin has
   * been asked yet, so an entry may have another type than the one that stands there.
   */
  readonly schemas?: ReadonlyMap<string, PackageSchema>;
  /** Whether resources are protected whose spec leaves it open; providers never are. */
  readonly protect: boolean;
}
