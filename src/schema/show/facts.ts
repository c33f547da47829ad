import type { EnumMember } from "../../ir/type.ts";
import type { PackageTexts, PropertySchema } from "../types.ts";

/** A type as plain data, with the same kinds as `Type`. */
export type TypeFacts =
  | { readonly kind: "string" | "integer" | "number" | "boolean" | "any" | "json" | "asset" | "archive" }
  | { readonly kind: "list" | "map"; readonly element: TypeFacts }
  | { readonly kind: "object" | "enum" | "resource"; readonly token: string }
  | { readonly kind: "union"; readonly members: readonly TypeFacts[]; readonly discriminator?: string };

export interface EnumValueFacts extends EnumMember {
  readonly description?: string;
}

export interface PropertyFacts
  extends Omit<PropertySchema, "type" | "claimedSecret" | "const" | "namedDefault" | "language"> {
  readonly type: TypeFacts;
  /** The type as text, with short names of named types. */
  readonly typeText: string;
  readonly required: boolean;
  readonly constant?: string | number | boolean;
  readonly values: readonly EnumValueFacts[];
  readonly nested: readonly NestedFacts[];
}

/** An object type in a tree of properties. Each type is expanded only once, because a recursive type would never end. */
export interface NestedFacts {
  readonly token: string;
  readonly short: string;
  readonly properties:
    | { readonly kind: "here"; readonly list: readonly PropertyFacts[] }
    /** The tree already lists the properties, at the property with this path. */
    | { readonly kind: "as at"; readonly path: string }
    /** The type belongs to another package (`isForeign`), or the tree has too many properties. */
    | { readonly kind: "not shown"; readonly isForeign: boolean };
}

export interface PackageHead {
  readonly name: string;
  readonly version?: string;
}

interface MemberFacts {
  readonly package: PackageHead;
  readonly token: string;
  readonly short: string;
  readonly deprecationMessage?: string;
  /** The description without examples and without the section about imports. */
  readonly description?: string;
}

export interface ShownResource extends MemberFacts {
  readonly kind: "resource" | "component" | "provider";
  readonly isOverlay: boolean;
  readonly aliases: readonly string[];
  readonly inputs: readonly PropertyFacts[];
  /** Outputs that are not inputs. */
  readonly outputs: readonly PropertyFacts[];
  readonly methods: readonly string[];
  readonly importSection?: string;
  /** An import file with the resource. Omitted for members that can't be imported. */
  readonly importFile?: { readonly resources: readonly [ImportEntry] };
}

export interface ImportEntry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly version?: string;
  readonly pluginDownloadUrl?: string;
  readonly parameterization?: { readonly pluginName: string; readonly pluginVersion: string; readonly value: string };
}

export interface ShownFunction extends MemberFacts {
  readonly kind: "function";
  readonly isOverlay: boolean;
  readonly inputs: readonly PropertyFacts[];
  readonly outputs: readonly PropertyFacts[];
  /** The type of the result. Omitted if the function returns named outputs or nothing. */
  readonly returns?: string;
}

export interface ShownObject extends MemberFacts {
  readonly kind: "type";
  readonly properties: readonly PropertyFacts[];
}

export interface ShownEnum extends MemberFacts {
  readonly kind: "enum";
  readonly element: string;
  readonly values: readonly EnumValueFacts[];
}

export type ShownMember = ShownResource | ShownFunction | ShownObject | ShownEnum;

export interface ModuleFacts {
  /** `""` is the root module. */
  readonly name: string;
  readonly resources: number;
  readonly functions: number;
  readonly types: number;
}

export interface ShownPackage extends PackageTexts {
  readonly kind: "package";
  readonly package: PackageHead;
  readonly repository?: string;
  readonly pluginDownloadUrl?: string;
  readonly parameterization?: { readonly pluginName: string; readonly pluginVersion: string };
  /** `resources` includes the components. */
  readonly counts: {
    readonly resources: number;
    readonly components: number;
    readonly functions: number;
    readonly types: number;
  };
  readonly modules: readonly ModuleFacts[];
  /** Variables of the stack's configuration. */
  readonly config: readonly PropertyFacts[];
  readonly provider: readonly PropertyFacts[];
}
