/** The requests of a running program to the resource monitor (pulumi `proto/pulumi/resource.proto`), with decoded values. */

import type { PropertyMap, Value } from "../value/value.ts";
import type { ProviderExtension, Urn } from "./graph.ts";

/** A previous identity of a resource: a URN, or the parts of it that changed. */
export type Alias =
  | { readonly kind: "urn"; readonly urn: Urn }
  | {
      readonly kind: "spec";
      /** Empty strings mean that the part did not change. */
      readonly name: string;
      readonly type: string;
      readonly stack: string;
      readonly project: string;
      readonly parent:
        | { readonly kind: "same" }
        | { readonly kind: "none" }
        | { readonly kind: "urn"; readonly urn: Urn };
    };

/** The provider of a request: a reference, or a package whose default provider is used. */
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
  /** True for a component that its provider constructs. */
  readonly remote: boolean;
  /** Empty for the root stack. */
  readonly parent: Urn;
  /** May contain output values. */
  readonly inputs: PropertyMap;
  readonly dependencies: readonly Urn[];
  readonly propertyDependencies: ReadonlyMap<string, readonly Urn[]>;
  /** True if the output values in the inputs name all dependencies. */
  readonly usesOutputValues: boolean;
  /** Provider references by package, which a component passes to its children. */
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
  /** The hooks that run before and after the steps of the resource. */
  readonly hooks: HookNames;
  readonly sourcePosition: string | undefined;
}

/** The moments when hooks run, with their names in a state. */
export type HookType =
  | "BeforeCreate"
  | "AfterCreate"
  | "BeforeUpdate"
  | "AfterUpdate"
  | "BeforeDelete"
  | "AfterDelete"
  | "OnError";

/** The names of the hooks of a resource, by type. */
export type HookNames = ReadonlyMap<string, readonly string[]>;

/** A function of the program that runs before or after a step. */
export interface Hook {
  readonly name: string;
  /** True if the hook also runs in previews. */
  readonly onDryRun: boolean;
  /** True if an error of the hook is only a warning. */
  readonly ignoreErrors: boolean;
  /** Runs the function. Returns its error message, or undefined if it succeeds. Never rejects. */
  run(step: HookedStep): Promise<string | undefined>;
}

/** The resource of a step. The values are omitted if it does not exist before or after the step. */
export interface HookedStep {
  readonly urn: Urn;
  /** Empty if it is not known yet. */
  readonly id: string;
  readonly newInputs?: PropertyMap;
  readonly oldInputs?: PropertyMap;
  readonly newOutputs?: PropertyMap;
  readonly oldOutputs?: PropertyMap;
}

/** The options that a resource can inherit from its parent. */
export interface InheritableOptions {
  /** `<urn>::<id>`; empty for the default provider. */
  readonly provider: string;
  readonly protect?: boolean | undefined;
  readonly retainOnDelete?: boolean | undefined;
  /** Empty if there is none. */
  readonly deletedWith: Urn;
}

/** The parts of a registration that decide what it inherits. */
export interface Inheriting
  extends InheritableOptions,
    Pick<Registration, "type" | "custom" | "remote" | "parent" | "providers"> {}

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
  /** True if nothing of the resource is known, because it is not created or cannot be read yet. */
  readonly isUnknown?: boolean;
}

/** A component that its provider registered. */
export interface Constructed {
  readonly urn: Urn;
  /** May contain output values. */
  readonly outputs: PropertyMap;
  /** The resources that each output depends on, in addition to those in output values. */
  readonly dependencies: ReadonlyMap<string, readonly Urn[]>;
}

/** A method call. The component or provider is the argument `__self__`. */
export interface MethodRequest extends ProviderRequest {
  readonly token: string;
  /** May contain output values. */
  readonly arguments: PropertyMap;
  readonly dependencies: ReadonlyMap<string, readonly Urn[]>;
}

export interface MethodAnswer {
  /** May contain output values. */
  readonly result: PropertyMap;
  /** The resources that each property of the result depends on, in addition to those in output values. */
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
  /** The resources that must exist before the call, in addition to those in output values. */
  readonly dependencies: readonly Urn[];
}

export interface FunctionAnswer {
  /** Undefined if the call depends on a resource that does not exist before the update. */
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
  /** Set if the package is an extension of the package `name`. */
  readonly extension?: ProviderExtension;
}

/** The handler of the monitor's requests. If a method rejects, the program's call fails with this error. */
export interface Monitor {
  /** Returns the options of a registration and those that it inherits. They are the options before transforms. */
  inherit(registration: Inheriting): InheritableOptions;
  /** Returns the explicit provider that a function call gets from its parent, as `inherit` for resources. Empty if there is none. */
  providerBelow(parent: Urn, token: string): string;
  /** Registers a resource with the options that it inherits. */
  register(registration: Registration): Promise<Registered>;
  /** Calls Construct of a remote component's provider. Returns undefined if the provider's configuration is not known yet. */
  construct(registration: Registration, monitorAddress: string): Promise<Constructed | undefined>;
  registerOutputs(urn: Urn, outputs: PropertyMap): Promise<void>;
  read(request: ReadRequest): Promise<Registered>;
  invoke(request: FunctionRequest): Promise<FunctionAnswer>;
  callMethod(request: MethodRequest, monitorAddress: string): Promise<MethodAnswer>;
  /** Returns a reference for later requests. */
  registerPackage(request: PackageRequest): Promise<string>;
  /** Stores a hook that resources can name. Throws if another hook has its name. */
  registerHook(hook: Hook): void;
  /** Stores the name of an error hook, which runs only in updates. Throws if another hook has its name. */
  registerErrorHook(name: string): void;
  /** Waits for the deletions, because their hooks need the program. The program has registered all its resources. */
  waitForShutdown(): Promise<void>;
}
