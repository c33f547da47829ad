/** The IR that every generator prints, similar to PCL. Plain immutable data. */
import type { CustomTimeouts } from "../domain/custom-timeouts.ts";
import type { Path } from "../value/path.ts";
import type { Property, ReferenceExpression } from "./expression.ts";
import type { LanguageData, Rival, Token, Type } from "./type.ts";

export interface Program {
  readonly project: string;
  /** Packages by name, in order of first use. */
  readonly packages: ReadonlyMap<string, PackageNode>;
  /** The values that the program reads from the stack's configuration, in order of first use. */
  readonly config: readonly ConfigNode[];
  /** Resources in printed order: a node comes after all nodes that it refers to. */
  readonly resources: readonly ResourceNode[];
  /** Referenced resources that the user's code constructs. They are not printed. Omitted if there are none. */
  readonly held?: readonly HeldNode[];
  /** The outputs of the stack. Omitted if the program sets none. */
  readonly outputs?: readonly OutputNode[];
}

/** An output of the stack: a value of a resource that other programs can read through a stack reference. */
export interface OutputNode {
  readonly name: string;
  /** A reference to a node in `resources`. */
  readonly value: ReferenceExpression;
}

export interface PackageNode {
  readonly name: string;
  readonly version?: string;
  readonly pluginDownloadUrl?: string;
  /** The owner in SDK names. Defaults to `pulumi`. */
  readonly namespace?: string;
  /** Host and path of the source repository. Go derives the SDK path from it if the schema doesn't set the path. */
  readonly repository?: string;
  /** True for the newer SDK layout, which parameterized packages always have. */
  readonly supportPack?: true;
  readonly parameterization?: PackageParameter;
  /** Set if the package adds types to the provider of another package. */
  readonly extension?: PackageParameter;
  /** Resources and types whose names are similar to used names (`World`, `WorldMap`). SDKs with one namespace per module rename some of them. */
  readonly rivals?: readonly Rival[];
  /** The `language` object of the package's schema, reduced to the modules that the program uses. */
  readonly language: LanguageData;
}

interface PackageParameter {
  readonly baseProvider: { readonly name: string; readonly version: string };
  /** Base64 of the parameter bytes. */
  readonly parameter: string;
}

export interface ConfigNode {
  /** The name without the project's namespace, or `namespace:name` for other namespaces. */
  readonly key: string;
  readonly secret: boolean;
  /** The type: strings are read with `require`, other types as JSON. */
  readonly type: Type;
  /** True if the value was a string that cannot be interpreted as a number, boolean, or JSON. */
  readonly onlyText?: true;
}

export interface ResourceNode {
  /** A unique camelCase identifier. Printers derive variables from it. */
  readonly id: string;
  /** The URN, which a later run uses to find the node. */
  readonly urn: string;
  readonly logicalName: string;
  readonly resource: Token;
  /**
   * The kind. External resources are read, not registered. A `stack` is a stack reference: its only input is the `name` of the stack, and references
   * to it have the path `["outputs", NAME]`.
   */
  readonly kind: "custom" | "component" | "provider" | "external" | "stack";
  /** Set for external resources only. */
  readonly read?: ReadArguments;
  /** True for a remote component, whose class is in a package and whose children the plugin creates. Omitted for local components. */
  readonly isRemote?: true;
  /** True for a custom resource of Kubernetes. `resource` then names the class for all custom resources, with the resource's token. */
  readonly isOpen?: true;
  readonly language: LanguageData;
  readonly inputs: readonly Property[];
  readonly options: ResourceOptions;
  readonly comments: readonly string[];
}

/** The arguments of `get`, in addition to the node's inputs. */
export interface ReadArguments {
  readonly id: string;
  /** True if the schema has `stateInputs`. SDKs then take a state argument after the id, and the node's inputs are its members. */
  readonly takesState: boolean;
}

/** A resource that a variable of the user's code holds. It has no inputs. Its only options are those that children inherit. */
export interface HeldNode extends ResourceNode {
  /** The user's code that refers to the resource: a variable or a member of one. */
  readonly variable: string;
}

/** Resource options. Optional fields are omitted if the program does not set them. Node ids refer to `ResourceNode.id`. */
export interface ResourceOptions {
  readonly parent?: string;
  readonly provider?: string;
  readonly dependsOn: readonly string[];
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  readonly ignoreChanges: readonly Path[];
  readonly additionalSecretOutputs: readonly string[];
  /** Root names in `ignoreChanges` and `additionalSecretOutputs` that are not inputs in the schema. PCL cannot express them. */
  readonly notInputs: readonly string[];
  readonly importId?: string;
  readonly version?: string;
  readonly pluginDownloadUrl?: string;
  /** The node whose deletion also deletes this resource. */
  readonly deletedWith?: string;
  readonly customTimeouts?: CustomTimeouts;
  /** Previous URNs of the resource. Not empty. */
  readonly aliases?: readonly string[];
  /** Providers that a remote component passes to resources of other packages. */
  readonly providers?: readonly string[];
}
