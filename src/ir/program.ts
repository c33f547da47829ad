/**
 * Program: the PCL-like IR that every generator prints. Plain immutable data.
 */
import type { CustomTimeouts } from "./custom-timeouts.ts";
import type { Property } from "./expression.ts";
import type { Path } from "./path.ts";
import type { LanguageData, Rival, Token, Type } from "./type.ts";

export interface Program {
  readonly project: string;
  /** By package name, in order of first use. */
  readonly packages: ReadonlyMap<string, PackageNode>;
  /** The values that the program reads from the stack's configuration, in order of first use. */
  readonly config: readonly ConfigNode[];
  /** In the order they are printed: whatever a node refers to stands before it. */
  readonly resources: readonly ResourceNode[];
  /** Resources that a person's code constructs, and to which nodes refer: none of them is printed. Absent: none. */
  readonly held?: readonly HeldNode[];
}

export interface PackageNode {
  readonly name: string;
  readonly version?: string;
  readonly pluginDownloadUrl?: string;
  /** Replaces the default owner `pulumi` in the names of SDKs. */
  readonly namespace?: string;
  /** Host and path of the sources: where Go finds an SDK whose schema names no other path. */
  readonly repository?: string;
  /** The newer layout of SDKs, which parameterized packages always have. */
  readonly supportPack?: true;
  readonly parameterization?: {
    readonly baseProvider: { readonly name: string; readonly version: string };
    readonly parameter: string;
  };
  /**
   * Resources and types of the modules in use whose names are near to those in use (`World`, `WorldMap`), by token: SDKs in which all of
   * a module shares one namespace rename some of them. Absent: none.
   */
  readonly rivals?: readonly Rival[];
  /** The `language` object of the package's schema, of its tables only what the program's modules need. */
  readonly language: LanguageData;
}

export interface ConfigNode {
  /** Name without the project's namespace; `namespace:name` for any other. */
  readonly key: string;
  readonly secret: boolean;
  /** "string" is `require`, others are read as JSON. */
  readonly type: Type;
  /** True when its value was a text that cannot be taken for a number, a truth value or JSON. */
  readonly onlyText?: true;
}

export interface ResourceNode {
  /** Unique in the program, a legal identifier in camelCase; printers derive their variable names from it. */
  readonly id: string;
  /** The URN it registers: how a later run recognises the node. */
  readonly urn: string;
  /** The logical name, never altered. */
  readonly logicalName: string;
  readonly resource: Token;
  /** An external resource is not registered: the program reads it. */
  readonly kind: "custom" | "component" | "provider" | "external";
  /** Of an external resource, and of no other. */
  readonly read?: ReadArguments;
  /** A remote component: its package has the class, and the plugin makes what is in it. Absent of a component: the program's own. */
  readonly isRemote?: true;
  /** A custom resource of Kubernetes: one class constructs all of them, with inputs of any name. `resource` names that class, with the own token. */
  readonly isOpen?: true;
  /** The `language` object of the resource's schema. */
  readonly language: LanguageData;
  readonly inputs: readonly Property[];
  readonly options: ResourceOptions;
  /** Lines of comment above the resource. */
  readonly comments: readonly string[];
}

/** The arguments of `get`, next to the node's inputs. */
export interface ReadArguments {
  /** The id in the cloud. */
  readonly id: string;
  /** True when the schema has `stateInputs`: SDKs take state behind the id, and the node's inputs are members of it. */
  readonly takesState: boolean;
}

/** A resource that a variable of a person's code holds. It has no inputs here, and of the options only those that children inherit. */
export interface HeldNode extends ResourceNode {
  /** The code for it, as the person wrote it: a variable, or a member of one. */
  readonly variable: string;
}

/** Absent: the program does not set the option. Node ids refer to `ResourceNode.id`. */
export interface ResourceOptions {
  readonly parent?: string;
  readonly provider?: string;
  readonly dependsOn: readonly string[];
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  readonly ignoreChanges: readonly Path[];
  readonly additionalSecretOutputs: readonly string[];
  /** Root names in `ignoreChanges` and `additionalSecretOutputs` that are no inputs in the schema: PCL cannot name them. */
  readonly notInputs: readonly string[];
  readonly importId?: string;
  readonly version?: string;
  readonly pluginDownloadUrl?: string;
  /** Deleting that node deletes this resource with it, so the engine does not delete it by itself. */
  readonly deletedWith?: string;
  readonly customTimeouts?: CustomTimeouts;
  /** URNs that the resource had before; at least one. */
  readonly aliases?: readonly string[];
  /** Of a remote component: providers for what it makes, of other packages than its own. */
  readonly providers?: readonly string[];
}
