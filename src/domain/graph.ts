/** The two central types: ResourceGraph (the content of a program) and ImportPlan (the graph, the outcomes, and the new state entries). */

import type { Path } from "../value/path.ts";
import type { SecretClue } from "../value/secret-clue.ts";
import type { ShownValue } from "../value/shown-value.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import type { CustomTimeouts } from "./custom-timeouts.ts";
import type { ImpError } from "./errors.ts";
import type { ImportedVerdict, PresentVerdict, RefusedVerdict, Verdict } from "./verdicts.ts";

export type { ShownValue, Verdict };

/** `urn:pulumi:<stack>::<project>::<qualified type>::<name>`. */
export type Urn = string;

export interface PackageReference {
  /** The name of the package. For a parameterized package, not the name of its base plugin. */
  readonly name: string;
  /** The version without a leading `v`. Defaults to the newest installed version. */
  readonly version?: string;
  readonly pluginDownloadUrl?: string;
  readonly parameterization?: PluginParameter;
  /** The provider that the package extends. `name` and `version` are then those of the extension, and `pluginDownloadUrl` is the provider's. */
  readonly extends?: ExtendedProvider;
}

/** The provider that an extension adds types to. The provider also manages the resources of the extension. */
interface ExtendedProvider {
  readonly name: string;
  /** The version of the provider's plugin. Defaults to the newest installed version. */
  readonly version?: string;
  /** Base64 of the bytes of the extension's parameter. */
  readonly value: string;
}

/** An extension of a provider, as states and programs record it. */
export interface ProviderExtension {
  readonly name: string;
  readonly version: string;
  /** Base64 of the bytes of the parameter. */
  readonly value: string;
}

/** The base plugin of a parameterized package, and its parameter. */
interface PluginParameter {
  readonly pluginName: string;
  readonly pluginVersion: string;
  /** Base64 of the parameter bytes. */
  readonly value: string;
}

/**
 * The inputs that a runtime without SDKs sends (docs/programs.md#inputs-that-sdks-send).
 * - `as-set`: constants, and the inputs that the program sets.
 * - `all-defaults`: also the defaults of all objects.
 */
export type Sending = "as-set" | "all-defaults";

/** The plugin that the program's SDK requests at run time. */
export interface SdkPackage {
  /** The version without a leading `v`. Omitted if the program requests no version (YAML without a declaration). */
  readonly version?: string;
  /** Set if the program's language doesn't use SDKs. */
  readonly sends?: Sending;
  readonly parameterization?: PluginParameter;
  /** Set if the SDK is that of an extension. `version` is then the version of the extension. */
  readonly extends?: ExtendedProvider;
}

/** `external`: the program reads the resource, but does not manage it. */
export type ResourceKind = "custom" | "component" | "provider" | "external";

/** `stack`: a stack reference, through which the program reads the outputs of another stack. */
type NodeKind = ResourceKind | "stack";

/** The declaration of a resource in a program. */
export interface GraphResource {
  readonly urn: Urn;
  /** The canonical type token. */
  readonly type: string;
  /** The logical name. */
  readonly name: string;
  readonly kind: NodeKind;
  /** Set for a remote component, whose children its plugin constructs. */
  readonly isRemote?: true;
  /** The id in the cloud. Omitted for components. */
  readonly id?: string;
  readonly package: PackageReference;
  /** Defaults to the root stack. */
  readonly parent?: Urn;
  /** The explicit provider. Defaults to the parent's provider or the default provider. */
  readonly provider?: Urn;
  /** The inputs that the program sets, with the values of references and function calls instead of their code. */
  readonly inputs: PropertyMap;
  /** The values in `inputs` that are references in the program. */
  readonly links: readonly Link[];
  /** The values in `inputs` that are function calls in the program. They are not in `links`. */
  readonly calls?: readonly CallLink[];
  readonly options: GraphOptions;
  /** Comments in the code, for example about an ambiguous reference that stayed literal. */
  readonly notes: readonly Note[];
}

export interface GraphOptions {
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  readonly ignoreChanges: readonly Path[];
  readonly dependsOn: readonly Urn[];
  readonly additionalSecretOutputs: readonly string[];
  readonly version?: string;
  readonly pluginDownloadUrl?: string;
  /** The value of the `import` option. */
  readonly importId?: string;
  readonly deletedWith?: Urn;
  readonly customTimeouts?: CustomTimeouts;
  /** Earlier URNs of the resource. */
  readonly aliases?: readonly Urn[];
  /** Explicit providers of other packages for the children of a remote component. */
  readonly providers?: readonly Urn[];
}

export interface Note {
  /** The input that the note is about. Omitted if it is about the resource. */
  readonly path?: Path;
  readonly text: string;
}

/** A value inside the inputs that consists of other resources' outputs. */
export interface Link {
  readonly path: Path;
  /** A single output is a plain reference. Several parts are a string interpolation. */
  readonly parts: readonly LinkPart[];
}

export type LinkPart =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "output";
      readonly referent: Urn;
      readonly property: Path;
      /** The output as text, if the output is a number. */
      readonly text?: string;
    };

/** A string inside the inputs that consists of function results and text. */
export interface CallLink {
  readonly path: Path;
  readonly parts: readonly CallLinkPart[];
}

export type CallLinkPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "call"; readonly call: FunctionCall; readonly property: Path };

/** A function call without arguments, and its result. */
export interface FunctionCall {
  readonly token: string;
  /** The name of the package. */
  readonly package: string;
  /** The explicit provider. Defaults to the default provider. */
  readonly provider?: Urn;
  readonly result: PropertyMap;
}

/** The resources of a program in the order of the state: each one after its provider, its parent, and the resources that it refers to. */
export interface ResourceGraph {
  readonly project: string;
  readonly stack: string;
  readonly resources: readonly GraphResource[];
  /** New outputs of the stack. Omitted if there are none. */
  readonly outputs?: readonly GraphOutput[];
}

/** An output of the stack: a property of a resource. */
export interface GraphOutput {
  readonly name: string;
  readonly referent: Urn;
  readonly property: Path;
}

/** A new output of the stack, or an output with a new value. */
export interface PlannedOutput extends GraphOutput {
  readonly value: Value;
  /** True if the program already sets the output. Only its value in the state changes. */
  readonly isPrinted?: true;
}

/**
 * An output of the stack that cannot be set. `missing`: Read did not return the property. `taken`: the stack has an output with this name and another
 * value. `own code`: the user's code sets the outputs of the stack. `secret`: the property contains secrets, but is not secret as a whole.
 */
export interface RefusedOutput extends GraphOutput {
  readonly why: "missing" | "taken" | "own code" | "secret";
}

/** Why the program sets a property. */
export type Reason = "required" | "identity" | "diff" | "check" | "asked" | "recreate";

/** A provider's response to a program, which tells imp whether to set a property. Contains no property values. */
export type ProviderAnswer =
  /** Check rejected the property, or Check or Diff failed. `property` is `""` if the provider named none. */
  | { readonly kind: "refused"; readonly property: string; readonly reason: string }
  /** Diff reported a difference. `path` is `""` if the provider named none. */
  | { readonly kind: "differs"; readonly path: string; readonly difference: DifferenceKind }
  /** Check returns the same inputs with and without the property. */
  | { readonly kind: "dropped" }
  /** Read returned a hash instead of the value. */
  | { readonly kind: "hashed" };

/** The reason why a program sets or omits a property. */
export type Ground =
  // In the program:
  | { readonly kind: "required" }
  | { readonly kind: "asked"; readonly by: "properties" | "inputs" | "mode" }
  /** The value is the id, or the last part of the id. */
  | { readonly kind: "id" }
  /** A change of the property replaces the resource, according to the schema or to Diff. */
  | { readonly kind: "replaces"; readonly by: "schema" | "diff" }
  /** A placeholder for a missing required input. */
  | { readonly kind: "placeholder" }
  /** The provider's response to a program without the property. */
  | { readonly kind: "without"; readonly answer: ProviderAnswer }
  /** Check rejects a new resource without the property. */
  | { readonly kind: "fresh"; readonly reason: string }
  /** The property was needed for `by`, the first resource of the type. For this resource, imp proved only the program as a whole. */
  | { readonly kind: "taught"; readonly by: string }
  /** The search ended before it tried a program without the property. */
  | { readonly kind: "untried" }
  /** A new deployment would not have the value: in a preview without the property, it is missing, different, or unknown. */
  | { readonly kind: "recreate"; readonly plan: "unknown" | "other" | "absent" | "not-asked" }
  /** The `dependsOn` of a Kubernetes custom resource, because the cluster accepts it only after its definition (`by`). */
  | { readonly kind: "defined"; readonly by: Urn }
  // Not in the program:
  | { readonly kind: "implied"; readonly by: ImpliedBy }
  | { readonly kind: "owned"; readonly owner: Urn }
  | { readonly kind: "unowned"; readonly besides: readonly Urn[] }
  | { readonly kind: "claimed"; readonly as: "computed" | "exclusive" }
  | { readonly kind: "assigned"; readonly because: AssignedBecause }
  | { readonly kind: "copy"; readonly of: string }
  | { readonly kind: "not-an-input" }
  | { readonly kind: "no-value" }
  | { readonly kind: "ignored" }
  /** The provider's response to a program with the property. */
  | { readonly kind: "with"; readonly answer: ProviderAnswer }
  /** The program was proven without the property. `filled`: the SDK or Check sets the same value. */
  | { readonly kind: "not-needed"; readonly filled?: "sdk" | "check" };

/** Why the program sets or omits a property. */
export interface Decided {
  /** The path as text, with `*` for every element of a list. */
  readonly path: string;
  /** Omitted in modes other than `minimal`, and for paths that are not values of settable properties. */
  readonly class?: ValueClass;
  /** Omitted if the property is not in the program. */
  readonly reason?: Reason;
  readonly ground: Ground;
  /** Resources whose outputs the value contains. */
  readonly pointsTo?: readonly Urn[];
}

/**
 * Why imp assumes that the cloud chose a value: it contains the resource's id, is an address, is a generated value that identifies no other
 * resource, or is a name that the cloud reserves for defaults.
 */
export type AssignedBecause = "identifier" | "address" | "generated" | "reserved";

/**
 * Why imp assumes that a new deployment has the value. `plan`: the provider's preview returns it. `check`: Check returns it, and the provider does
 * not support previews. If the preview leaves `false` or 0 unknown, `description`: the schema's description states the value; `exclusion`: the
 * provider rejects all other values.
 */
export type ImpliedBy = "plan" | "check" | "description" | "exclusion";

/** Why a program omits a value that Read returned for a settable property. */
export type Omission =
  /** A new deployment has the same value if the program omits it. */
  | { readonly class: "implied"; readonly by: ImpliedBy }
  /** Another resource sets it. */
  | { readonly class: "owned"; readonly owner: Urn }
  /** The cloud chose it. */
  | { readonly class: "assigned"; readonly because: AssignedBecause }
  /** The program sets another property with the same content. */
  | { readonly class: "copy"; readonly of: string }
  /** The provider rejects the value, or the preview is not clean with it. */
  | { readonly class: "unsettable"; readonly answer: ProviderAnswer }
  /** Other resources (`besides`) set other elements of the list, and a program cannot set elements in both ways. */
  | { readonly class: "unsettable"; readonly besides: readonly Urn[] }
  /** A `--schema` document claims that programs cannot set it, and the search ended before the provider confirmed this. */
  | { readonly class: "unsettable"; readonly claimed: "computed" | "exclusive" };

/** A value that Read returned for a settable property, and its use in the program. */
export type Accounted = { readonly path: string } & ({ readonly class: "set"; readonly reason: Reason } | Omission);

export type ValueClass = Accounted["class"];

export type DifferenceKind = "add" | "delete" | "update" | "add-replace" | "delete-replace" | "update-replace";

export interface Difference {
  /** A property path as text. `""` if the provider named none. */
  readonly path: string;
  readonly kind: DifferenceKind;
  /** The read value. Omitted if it is missing or unknown. */
  readonly old?: ShownValue;
  /** The program's value. Omitted if it is missing or unknown. */
  readonly new?: ShownValue;
}

export type Remark =
  /** The search ended early, with the best program so far. It may set too many inputs, or the preview may not be clean. */
  | { readonly kind: "budget" }
  /**
   * The preview is clean, because the new state entry has the program's values. A Diff of the program with the read values as the old inputs still
   * reports these differences.
   */
  | { readonly kind: "adopted"; readonly differences: readonly Difference[] }
  /** Required inputs that Read does not return. The program sets placeholders, and `ignoreChanges` hides the differences. */
  | { readonly kind: "placeholder"; readonly paths: readonly string[] }
  /** Diff reports a change although the program sets the read value, because Read returns the value in a different form. */
  | { readonly kind: "not-reproduced"; readonly paths: readonly string[] }
  /** As `not-reproduced`, for values that the import file sets. */
  | { readonly kind: "given-not-reproduced"; readonly paths: readonly string[] }
  /** List elements that the program does not set, because other resources set the rest of the list. */
  | { readonly kind: "unowned"; readonly paths: readonly string[]; readonly besides: readonly Urn[] }
  /** Values that other resources set too. This resource also sets them, because its preview is not clean without them. */
  | { readonly kind: "managed-twice"; readonly paths: readonly string[]; readonly owners: readonly Urn[] }
  /** The provider would not create the resource from this program, because it requires a value that Read does not return. */
  | { readonly kind: "not-creatable"; readonly reasons: readonly string[] }
  /** The provider's preview of a new resource failed, so the result of a new deployment is unknown. */
  | { readonly kind: "no-preview"; readonly reason: string }
  /** All differences are settings that Read does not return. If the user assumes that they have their defaults, the preview is clean. */
  | { readonly kind: "assumable"; readonly paths: readonly string[] }
  /** Read does not return the password, and the program sets none, so a new deployment would create the login without a password. */
  | { readonly kind: "no-password"; readonly paths: readonly string[] }
  /** Read returns hashes instead of these values, and the program doesn't set the values, so a new deployment would not have them. */
  | { readonly kind: "hash"; readonly paths: readonly string[] }
  /** Read does not return the content, and the program doesn't set it, so a new deployment would create an empty object. */
  | { readonly kind: "no-content"; readonly paths: readonly string[] }
  /** Resources that must be created before this one, according to the schema's description. Add `dependsOn` if no input refers to them. */
  | { readonly kind: "order"; readonly after: readonly Urn[] }
  /** Values that imp keeps as secrets although no schema marks them. */
  | { readonly kind: "likely-secret"; readonly secrets: readonly ({ readonly path: string } & SecretClue)[] }
  /** Paths in both `inputs` and `ignoreChanges` of the import file. The state keeps the read values. */
  | { readonly kind: "given-ignored"; readonly paths: readonly string[] }
  /** Paths in `properties` of the import file that Read did not return. */
  | { readonly kind: "not-returned"; readonly paths: readonly string[] }
  /** Read returned no input and no output with a value, although the type has outputs. */
  | { readonly kind: "empty" }
  /** The state has a pending create operation for the resource. `cleared`: the run removes this operation. */
  | { readonly kind: "pending-create"; readonly cleared: boolean }
  /** The run replaces the old state entry, which has this id, but does not delete its object. `dependents`: resources that refer to the old entry. */
  | { readonly kind: "replaced"; readonly id: string; readonly dependents: readonly Urn[] }
  /**
   * The user's program already declares the resource, so no code is written. The verdict is about the declaration. `unseen`: inputs whose
   * values are not literals; `failures`: why the provider rejects the declaration; `runs`: as in `DeclaredResource`.
   */
  | {
      readonly kind: "declared";
      readonly places: readonly string[];
      readonly unseen: readonly string[];
      readonly failures: readonly string[];
      readonly runs: "once" | "unsure" | "perhaps twice" | "twice";
    }
  /** The plugin of a remote component creates the resource. imp cannot prove that the plugin sets the same inputs again. */
  | { readonly kind: "constructed"; readonly by: Urn }
  /** Other stacks of the backend also have a resource with this type and id. */
  | { readonly kind: "managed-elsewhere"; readonly stacks: readonly string[] };

/** The outcome of one import spec. */
export type Outcome = ImportedOutcome | RefusedOutcome | PresentOutcome;

/** The resource is added to the state and the program. */
export interface ImportedOutcome extends OutcomeBase {
  readonly kind: "imported";
  readonly verdict: ImportedVerdict;
  /** Why a preview shows differences that no program can avoid. */
  readonly warning?: ImpError;
}

/** The resource is not written. */
export interface RefusedOutcome extends OutcomeBase {
  readonly kind: "refused";
  readonly verdict: RefusedVerdict;
  readonly error: ImpError;
}

/** The resource is already in the state, and the run does not change it. */
interface PresentOutcome extends OutcomeBase {
  readonly kind: "present";
  readonly verdict: PresentVerdict;
}

export interface OutcomeBase {
  readonly name: string;
  readonly type: string;
  /** Omitted for components, and for provider resources without an id. */
  readonly id?: string;
  readonly urn: Urn;
  readonly resourceKind: ResourceKind;
  /** The differences that a preview would show (verdicts `update` and `replace`), or that `ignoreChanges` hides (`ignored`). */
  readonly differences: readonly Difference[];
  /** Why the program sets each input, by path as text. */
  readonly reasons: ReadonlyMap<string, Reason>;
  /** The number of top-level input properties that Read returned. */
  readonly read: number;
  /** The class of every value that Read returned for a settable property. Omitted if no program was proven. */
  readonly accounting?: readonly Accounted[];
  /** Further information for the user, next to the verdict. */
  readonly remarks: readonly Remark[];
  /** Why the program sets or omits each property. Only with `--explain`, and only for a proven program. */
  readonly explanation?: readonly Decided[];
}

/** A resource of the new state; `src/state` serializes it. */
export interface StateEntry {
  readonly urn: Urn;
  readonly type: string;
  readonly custom: boolean;
  /** True for a resource that the program reads, but does not manage. */
  readonly external?: boolean;
  readonly id?: string;
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
  readonly parent?: Urn;
  /** `<provider urn>::<id>`. */
  readonly provider?: string;
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  readonly dependencies: readonly Urn[];
  /** The URNs that each input property depends on. Input properties without dependencies have an empty entry. */
  readonly propertyDependencies: ReadonlyMap<string, readonly Urn[]>;
  readonly additionalSecretOutputs: readonly string[];
  readonly replaceOnChanges: readonly string[];
  readonly initErrors: readonly string[];
  readonly ignoreChanges: readonly string[];
  readonly importId?: string;
  readonly deletedWith?: Urn;
  readonly customTimeouts?: CustomTimeouts;
  readonly refreshBeforeUpdate: boolean;
  /** The extension of the provider that has the type of the resource. */
  readonly extension?: ProviderExtension;
  /** The id in the old entry that this entry replaces. Omitted if it replaces none. */
  readonly replacedId?: string;
}

/** Input that the user or the import file must provide before a resource can be imported. */
export type Need =
  /** A required value that Read does not return. If there are several inputs, one of them is enough. */
  | {
      readonly kind: "value";
      readonly urn: Urn;
      readonly oneOf: readonly { readonly path: Path; readonly secret: boolean }[];
      /** Whether the preview is clean with a placeholder. */
      readonly takesPlaceholder: boolean;
    }
  /** The user must accept the replacement that a preview would show. */
  | {
      readonly kind: "replace";
      readonly urn: Urn;
      readonly type: string;
      readonly differences: readonly Difference[];
    }
  /** The user must accept the defaults of these settings, which Read does not return. */
  | { readonly kind: "assume"; readonly urn: Urn; readonly type: string; readonly paths: readonly string[] };

export interface ImportPlan {
  /** The resources that the run writes. */
  readonly graph: ResourceGraph;
  /** One per import spec, in spec order. */
  readonly outcomes: readonly Outcome[];
  /** New entries, in the order to append them to the state. */
  readonly entries: readonly StateEntry[];
  /** Outputs of the stack that are new or have a new value. */
  readonly outputs: readonly PlannedOutput[];
  readonly refusedOutputs: readonly RefusedOutput[];
  readonly needs: readonly Need[];
}

/** A value that the program reads from the stack's configuration, usually a secret. */
export interface ConfigValue {
  /** `<project>:<name>`. */
  readonly key: string;
  readonly value: Value;
  readonly secret: boolean;
}
