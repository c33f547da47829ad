/** What a running program sends to the resource monitor (pulumi `proto/pulumi/resource.proto`), with decoded values. */

import type { PropertyMap, Value } from "../value/value.ts";
import type { Urn } from "./graph.ts";

/** The identity that a resource had before: a URN, or the parts that changed. */
export type Alias =
  | { readonly kind: "urn"; readonly urn: Urn }
  | {
      readonly kind: "spec";
      /** Empty parts are those of the resource. */
      readonly name: string;
      readonly type: string;
      readonly stack: string;
      readonly project: string;
      readonly parent:
        | { readonly kind: "same" }
        | { readonly kind: "none" }
        | { readonly kind: "urn"; readonly urn: Urn };
    };

/** How a provider is chosen: by reference, or by package. */
export interface ProviderRequest {
  /** `<urn>::<id>`; empty if the program names no provider. */
  readonly provider: string;
  /** Empty if the SDK asks for no version. */
  readonly version: string;
  readonly pluginDownloadUrl: string;
  /** The answer to `registerPackage`; empty if the package is not parameterized. */
  readonly packageRef: string;
}

export interface Registration extends ProviderRequest {
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  /** A component that its provider constructs. */
  readonly remote: boolean;
  /** Empty for the root stack. */
  readonly parent: Urn;
  /** Output values are kept. */
  readonly inputs: PropertyMap;
  readonly dependencies: readonly Urn[];
  readonly propertyDependencies: ReadonlyMap<string, readonly Urn[]>;
  /** True if output values of the inputs have all dependencies. */
  readonly usesOutputValues: boolean;
  /** References by package, which a component gives to its children. */
  readonly providers: ReadonlyMap<string, string>;
  readonly aliases: readonly Alias[];
  readonly protect: boolean | undefined;
  readonly retainOnDelete: boolean | undefined;
  readonly deleteBeforeReplace: boolean | undefined;
  readonly ignoreChanges: readonly string[];
  readonly additionalSecretOutputs: readonly string[];
  readonly replaceOnChanges: readonly string[];
  readonly replacementTrigger: Value;
  /** Empty if there is none. */
  readonly deletedWith: Urn;
  readonly replaceWith: readonly Urn[];
  /** Empty if the resource is not imported. */
  readonly importId: string;
  readonly sourcePosition: string | undefined;
}

/** The program for which a provider constructs a component or calls a method. */
export interface RunningProgram {
  readonly project: string;
  readonly stack: string;
  /** The configuration of the stack in plain text, by `namespace:name`. */
  readonly config: ReadonlyMap<string, string>;
  readonly secretKeys: readonly string[];
  /** The resource monitor to register resources with, `127.0.0.1:<port>`. */
  readonly monitorAddress: string;
}

/** The answer to a registration or a read. */
export interface Registered {
  readonly urn: Urn;
  /** Empty if it is not known yet. */
  readonly id: string;
  readonly outputs: PropertyMap;
}

/** A component that its provider registered. */
export interface Constructed {
  readonly urn: Urn;
  /** Output values are kept. */
  readonly outputs: PropertyMap;
  /** The resources that an output depends on, besides those of output values. */
  readonly dependencies: ReadonlyMap<string, readonly Urn[]>;
}

/** A call of a method of a component or a provider, which is the argument `__self__`. */
export interface MethodRequest extends ProviderRequest {
  readonly token: string;
  /** Output values are kept. */
  readonly arguments: PropertyMap;
  readonly dependencies: ReadonlyMap<string, readonly Urn[]>;
}

export interface MethodAnswer {
  /** Output values are kept. */
  readonly result: PropertyMap;
  /** The resources that a property of the result depends on, besides those of output values. */
  readonly dependencies: ReadonlyMap<string, readonly Urn[]>;
  readonly failures: readonly { readonly property: string; readonly reason: string }[];
}

export interface ReadRequest extends ProviderRequest {
  readonly type: string;
  readonly name: string;
  readonly parent: Urn;
  readonly id: string;
  readonly inputs: PropertyMap;
  readonly dependencies: readonly Urn[];
  readonly sourcePosition: string | undefined;
}

export interface FunctionRequest extends ProviderRequest {
  readonly token: string;
  readonly arguments: PropertyMap;
  readonly parent: Urn;
  /** The resources that must exist before the call, besides those of output values. */
  readonly dependencies: readonly Urn[];
}

export interface FunctionAnswer {
  /** Undefined if the update must first create a resource that the call depends on. */
  readonly result: PropertyMap | undefined;
  readonly failures: readonly { readonly property: string; readonly reason: string }[];
}

export interface PackageRequest {
  readonly name: string;
  readonly version: string;
  readonly downloadUrl: string;
  readonly parameterization:
    | { readonly name: string; readonly version: string; readonly value: Uint8Array }
    | undefined;
}

/** What the monitor's service calls. A rejection ends the program's call with an error. */
export interface Monitor {
  register(registration: Registration): Promise<Registered>;
  /** Lets the provider of a remote component register it. Returns undefined if the configuration of the provider is not known yet. */
  construct(registration: Registration, monitorAddress: string): Promise<Constructed | undefined>;
  registerOutputs(urn: Urn, outputs: PropertyMap): Promise<void>;
  read(request: ReadRequest): Promise<Registered>;
  invoke(request: FunctionRequest): Promise<FunctionAnswer>;
  callMethod(request: MethodRequest, monitorAddress: string): Promise<MethodAnswer>;
  /** Returns a reference for later requests. */
  registerPackage(request: PackageRequest): Promise<string>;
}
