/**
 * The two types the house is built on: ResourceGraph (what is to be programmed) and ImportPlan (graph, verdicts, state to write). Types only.
 */

import type { ImportedVerdict, PresentVerdict, RefusedVerdict, Verdict } from "./domain/verdicts.ts";
import type { ImpError } from "./errors.ts";
import type { CustomTimeouts } from "./ir/custom-timeouts.ts";
import type { Path } from "./ir/path.ts";
import type { SecretClue } from "./value/secret-clue.ts";
import type { ShownValue } from "./value/shown-value.ts";
import type { PropertyMap, Value } from "./value/value.ts";

export type { ShownValue, Verdict };

/** `urn:pulumi:<stack>::<project>::<qualified type>::<name>`. */
export type Urn = string;

/** A package that resources come from; `name` is the package (for a parameterized one, not its base plugin). */
export interface PackageReference {
  readonly name: string;
  /** The package's version without a leading `v`; absent: the newest that is installed. */
  readonly version?: string;
  readonly pluginDownloadUrl?: string;
  readonly parameterization?: PluginParameter;
}

/** The plugin behind a parameterized package, and what makes it that package. */
export interface PluginParameter {
  readonly pluginName: string;
  readonly pluginVersion: string;
  /** Base64 of the parameter bytes. */
  readonly value: string;
}

/** The plugin that a package's SDK next to the program asks for when it runs. */
export interface SdkPackage {
  /** The package's version without a leading `v`. Absent: a program asks for none (YAML without a declaration). */
  readonly version?: string;
  /** The program's language has no SDKs: the inputs of a program are sent as they are. */
  readonly none?: true;
  readonly parameterization?: PluginParameter;
}

/** An external resource is read by the program, which does not manage it. */
export type ResourceKind = "custom" | "component" | "provider" | "external";

/** One resource of a graph: its declaration in a program. */
export interface GraphResource {
  readonly urn: Urn;
  /** The canonical type token. */
  readonly type: string;
  /** The logical name, never altered. */
  readonly name: string;
  readonly kind: ResourceKind;
  /** A remote component: the schema of its package has it, and the plugin makes what is in it. Absent of a component: the program's own. */
  readonly isRemote?: true;
  /** The id in the cloud; absent for components. */
  readonly id?: string;
  readonly package: PackageReference;
  /** Absent: the root stack. */
  readonly parent?: Urn;
  /** The explicit provider; absent: the default one, or the parent's. */
  readonly provider?: Urn;
  /** The inputs that the program sets, links still as their literal values. */
  readonly inputs: PropertyMap;
  /** Values inside `inputs` that the program writes as references. */
  readonly links: readonly Link[];
  /** Values inside `inputs` that the program writes as calls of functions; none has a link. Absent: none. */
  readonly calls?: readonly CallLink[];
  readonly options: GraphOptions;
  /** Comments that a person needs next to the code, for example an ambiguous reference left literal. */
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
  /** The id of an `import` option; absent: none. */
  readonly importId?: string;
  readonly deletedWith?: Urn;
  readonly customTimeouts?: CustomTimeouts;
  /** URNs that the resource had before. */
  readonly aliases?: readonly Urn[];
  /** Of a remote component: explicit providers for what it makes, of other packages than its own. */
  readonly providers?: readonly Urn[];
}

export interface Note {
  /** The input the note is about; absent: the resource. */
  readonly path?: Path;
  readonly text: string;
}

/** A string inside the inputs that other resources' outputs make up. */
export interface Link {
  readonly path: Path;
  /** One reference and nothing else: a plain reference. Otherwise an interpolation. */
  readonly parts: readonly LinkPart[];
}

export type LinkPart =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "output";
      readonly referent: Urn;
      readonly property: Path;
      /** The text of an output that is a number. */
      readonly text?: string;
    };

/** A string inside the inputs that answers of functions make up, with texts between them. */
export interface CallLink {
  readonly path: Path;
  readonly parts: readonly CallLinkPart[];
}

export type CallLinkPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "call"; readonly call: FunctionCall; readonly property: Path };

/** A call of a function that needs no arguments, and the answer of the provider. */
export interface FunctionCall {
  readonly token: string;
  /** The name of the package. */
  readonly package: string;
  /** The explicit provider that answered; absent: the default one. */
  readonly provider?: Urn;
  readonly result: PropertyMap;
}

/** Resources in the order of the state: providers, parents and what is referred to come first. */
export interface ResourceGraph {
  readonly project: string;
  readonly stack: string;
  readonly resources: readonly GraphResource[];
}

/** Why a property is in the program. */
export type Reason = "required" | "identity" | "diff" | "check" | "asked" | "recreate";

/** A provider's answer to one program, as far as it decides about a property. Never a value. */
export type ProviderAnswer =
  /** Check did not take it, or Check or Diff answered an error; `property` is `""` where none was named. */
  | { readonly kind: "refused"; readonly property: string; readonly reason: string }
  /** Diff saw a difference; `path` is `""` where none was named. */
  | { readonly kind: "differs"; readonly path: string; readonly difference: DifferenceKind }
  /** Check leaves it out of its answer, which is the same without it: the value makes no difference. */
  | { readonly kind: "dropped" }
  /** Read returned a hash in place of the value: a program that sets it would have another value. */
  | { readonly kind: "hashed" };

/** The ground on which a program sets or omits a property. */
export type Ground =
  // In the program:
  | { readonly kind: "required" }
  | { readonly kind: "asked"; readonly by: "properties" | "inputs" | "mode" }
  /** Its value is the id, or the id's last part. */
  | { readonly kind: "id" }
  /** A change of it replaces the resource: by the schema, or by a Diff of an altered value. */
  | { readonly kind: "replaces"; readonly by: "schema" | "diff" }
  /** A placeholder for a missing required input. */
  | { readonly kind: "placeholder" }
  /** A program without it got this answer. */
  | { readonly kind: "without"; readonly answer: ProviderAnswer }
  /** Check of a new resource refuses a program without it. */
  | { readonly kind: "fresh"; readonly reason: string }
  /** The first resource of the type, by its name, taught it; the whole program was proven for this one. */
  | { readonly kind: "taught"; readonly by: string }
  /** Nobody tried to do without it: the search was over. */
  | { readonly kind: "untried" }
  /** A deployment from nothing would not give its value: the provider's plan without it has nothing, another value, or leaves it open. */
  | { readonly kind: "recreate"; readonly plan: "unknown" | "other" | "absent" | "not-asked" }
  /** The cluster takes a custom resource only if it has the definition. */
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
  /** A program with it got this answer. */
  | { readonly kind: "with"; readonly answer: ProviderAnswer }
  /** The program was proven without it; `filled`: what sets the same value instead. */
  | { readonly kind: "not-needed"; readonly filled?: "sdk" | "check" };

/** Why one property is in the program or not. `path` is as text, `*` for every element of a list. */
export interface Decided {
  readonly path: string;
  /** Absent in other modes than `minimal`, and for what is no value of a settable property. */
  readonly class?: ValueClass;
  /** Absent: it is not in the program. */
  readonly reason?: Reason;
  readonly ground: Ground;
  /** Resources whose outputs its value is made of; absent: none. */
  readonly pointsTo?: readonly Urn[];
}

/**
 * How a value shows that the cloud chose it: it holds the resource's own identifier, is an address, a generated value that names nothing
 * else, or a name that the cloud reserves for its defaults.
 */
export type AssignedBecause = "identifier" | "address" | "generated" | "reserved";

/**
 * The source that shows that a deployment from nothing gives the value: the provider's plan, its Check where it supports no preview, or, of a `false` or
 * 0 that the plan leaves open, the schema's description, or the provider's refusals of all other values next to one that the program sets.
 */
export type ImpliedBy = "plan" | "check" | "description" | "exclusion";

/** Why a program omits a value that Read returned for a settable property. */
export type Omission =
  /** A deployment from nothing gives the same value without it. */
  | { readonly class: "implied"; readonly by: ImpliedBy }
  /** Another resource sets it. */
  | { readonly class: "owned"; readonly owner: Urn }
  /** The cloud chose it. */
  | { readonly class: "assigned"; readonly because: AssignedBecause }
  /** Another property that is set has the same content. */
  | { readonly class: "copy"; readonly of: string }
  /** The provider refuses it, or with it the preview is not clean. */
  | { readonly class: "unsettable"; readonly answer: ProviderAnswer }
  /** Other resources set the list that it is in, and none sets it: a program cannot set a list in both ways. */
  | { readonly class: "unsettable"; readonly besides: readonly Urn[] }
  /** A description of the provider claims so, and the search ended before the provider was asked. */
  | { readonly class: "unsettable"; readonly claimed: "computed" | "exclusive" };

/** One value that Read returned for a settable property, at its place, and what the program makes of it. */
export type Accounted = { readonly path: string } & ({ readonly class: "set"; readonly reason: Reason } | Omission);

export type ValueClass = Accounted["class"];

export type DifferenceKind = "add" | "delete" | "update" | "add-replace" | "delete-replace" | "update-replace";

export interface Difference {
  /** A property path as text; `""` when the provider named none. */
  readonly path: string;
  readonly kind: DifferenceKind;
  /** The value that Read returned there, for people to read; absent: none, or it is not known. */
  readonly old?: ShownValue;
  /** The value that the program sends; absent: none, or it is not known. */
  readonly new?: ShownValue;
}

export type Remark =
  /** The search ended before all was tried: the best so far, which may set too much or differ. */
  | { readonly kind: "budget" }
  /** The preview is clean, though Diff sees these between what Read returned and the program: the state takes the program's word. */
  | { readonly kind: "adopted"; readonly differences: readonly Difference[] }
  /** Placeholders stand for these missing required inputs, and `ignoreChanges` hides them. */
  | { readonly kind: "placeholder"; readonly paths: readonly string[] }
  /** The program sets what Read returned, and Diff still sees a change: Read returns another form of the value. */
  | { readonly kind: "not-reproduced"; readonly paths: readonly string[] }
  /** The program sets what the import file gives and Read returned, and Diff sees a change. */
  | { readonly kind: "given-not-reproduced"; readonly paths: readonly string[] }
  /** Other resources set the rest of these lists: nothing in the program sets these elements. */
  | { readonly kind: "unowned"; readonly paths: readonly string[]; readonly besides: readonly Urn[] }
  /** Set here and by these resources: without it the preview is not clean. */
  | { readonly kind: "managed-twice"; readonly paths: readonly string[]; readonly owners: readonly Urn[] }
  /** The provider would not create the resource from this program: it requires something that Read does not return. */
  | { readonly kind: "not-creatable"; readonly reasons: readonly string[] }
  /** The provider supports previews and did not answer one of this type: what a new deployment would give is not known. */
  | { readonly kind: "no-preview"; readonly reason: string }
  /** All differences are defaults that only the provider knows: with these assumed to be there the preview is clean. */
  | { readonly kind: "assumable"; readonly paths: readonly string[] }
  /** Read returns no password, and the program sets none: a new deployment would make the login without it. */
  | { readonly kind: "no-password"; readonly paths: readonly string[] }
  /** Read returns a hash in place of these values, and the program sets none: a new deployment would be without them. */
  | { readonly kind: "hash"; readonly paths: readonly string[] }
  /** Read returns none of these, and the program sets none: a new deployment would make the object without its content. */
  | { readonly kind: "no-content"; readonly paths: readonly string[] }
  /** By the schema's description it needs these first, and no input refers to them: `dependsOn` may name them. */
  | { readonly kind: "order"; readonly after: readonly Urn[] }
  /** Values that are kept as secrets though no schema marks them. */
  | { readonly kind: "likely-secret"; readonly secrets: readonly ({ readonly path: string } & SecretClue)[] }
  /** Given by the import file's `inputs`, and ignored by its `ignoreChanges`: the state keeps what was read. */
  | { readonly kind: "given-ignored"; readonly paths: readonly string[] }
  /** Asked for by the import file, but Read did not return it and nobody gave it. */
  | { readonly kind: "not-returned"; readonly paths: readonly string[] }
  /** Read returned neither an input nor an output that has a value, of a type that has outputs. */
  | { readonly kind: "empty" }
  /** The state has a pending operation that would create the resource. `cleared`: the run removes it. */
  | { readonly kind: "pending-create"; readonly cleared: boolean }
  /** The state has another object under the name: its entry is replaced, and nothing is deleted. These resources of the state refer to it. */
  | { readonly kind: "replaced"; readonly id: string; readonly dependents: readonly Urn[] }
  /**
   * The user's program declares the resource at these places, so no code is written: the verdict is that of the declaration. `unseen`: inputs
   * that its text does not show; `failures`: why the provider refuses it; `runs`: as in `DeclaredResource`.
   */
  | {
      readonly kind: "declared";
      readonly places: readonly string[];
      readonly unseen: readonly string[];
      readonly failures: readonly string[];
      readonly runs: "once" | "unsure" | "perhaps twice" | "twice";
    }
  /** The plugin of this remote component makes it: that it gives it these inputs again, only Construct could prove. */
  | { readonly kind: "constructed"; readonly by: Urn }
  /** Other stacks of the backend have an object of this type and id too. */
  | { readonly kind: "managed-elsewhere"; readonly stacks: readonly string[] };

/** The outcome of one import spec. */
export type Outcome = ImportedOutcome | RefusedOutcome | PresentOutcome;

/** The resource gets into state and program. */
export interface ImportedOutcome extends OutcomeFacts {
  readonly kind: "imported";
  readonly verdict: ImportedVerdict;
  /** Why a preview finds differences that no program avoids. */
  readonly warning?: ImpError;
}

/** Nothing is written. */
export interface RefusedOutcome extends OutcomeFacts {
  readonly kind: "refused";
  readonly verdict: RefusedVerdict;
  readonly error: ImpError;
}

/** The state has the resource already, and the run leaves it alone. */
interface PresentOutcome extends OutcomeFacts {
  readonly kind: "present";
  readonly verdict: PresentVerdict;
}

/** The facts that every outcome reports. */
export interface OutcomeFacts {
  readonly name: string;
  readonly type: string;
  /** Absent for components and provider resources that have none yet. */
  readonly id?: string;
  readonly urn: Urn;
  readonly resourceKind: ResourceKind;
  /** The differences that a preview would show (update, replace), or that `ignoreChanges` hides (ignored). */
  readonly differences: readonly Difference[];
  /** Input path as text -> why the program has it. */
  readonly reasons: ReadonlyMap<string, Reason>;
  /** Number of top-level input properties that Read returned. */
  readonly read: number;
  /** Every value that Read returned for a settable property, with its class; absent where nothing was proven. */
  readonly accounting?: readonly Accounted[];
  /** Facts that a person must know next to the verdict. */
  readonly remarks: readonly Remark[];
  /** Why each property is there or not; only when it was asked for, and only of what was proven. */
  readonly explanation?: readonly Decided[];
}

/** A resource as the state will hold it; `src/state` turns it into bytes. */
export interface StateEntry {
  readonly urn: Urn;
  readonly type: string;
  readonly custom: boolean;
  readonly id?: string;
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
  readonly parent?: Urn;
  /** `<provider urn>::<id>`. */
  readonly provider?: string;
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  readonly dependencies: readonly Urn[];
  /** Input property -> URNs it depends on; every input property has an entry, also an empty one. */
  readonly propertyDependencies: ReadonlyMap<string, readonly Urn[]>;
  readonly additionalSecretOutputs: readonly string[];
  readonly replaceOnChanges: readonly string[];
  readonly initErrors: readonly string[];
  readonly ignoreChanges: readonly string[];
  readonly importId?: string;
  readonly deletedWith?: Urn;
  readonly customTimeouts?: CustomTimeouts;
  readonly refreshBeforeUpdate: boolean;
  /** The id in the entry of the same URN that this one replaces; absent: the state has no such entry. */
  readonly replacedId?: string;
}

/** A need: a person or the spec has to supply it before a resource can be imported. */
export type Need =
  /** A required value that Read does not return: one of these inputs is enough. */
  | {
      readonly kind: "value";
      readonly urn: Urn;
      readonly oneOf: readonly { readonly path: Path; readonly secret: boolean }[];
      /** A placeholder can stand for the value, if the preview is clean with it. */
      readonly takesPlaceholder: boolean;
    }
  /** That somebody accepts the replacement that a preview would show. */
  | {
      readonly kind: "replace";
      readonly urn: Urn;
      readonly type: string;
      readonly differences: readonly Difference[];
    }
  /** That somebody assumes that settings which only the provider knows have their defaults. */
  | { readonly kind: "assume"; readonly urn: Urn; readonly type: string; readonly paths: readonly string[] };

export interface ImportPlan {
  /** Only what is written: resources whose verdict lets them into state and program. */
  readonly graph: ResourceGraph;
  /** One per import spec, in spec order. */
  readonly outcomes: readonly Outcome[];
  /** New entries, in the order they are appended to the state. */
  readonly entries: readonly StateEntry[];
  readonly needs: readonly Need[];
}

/** Values that the program takes from the stack's configuration, secrets first of all. */
export interface ConfigValue {
  /** `<project>:<name>`. */
  readonly key: string;
  readonly value: Value;
  readonly secret: boolean;
}
