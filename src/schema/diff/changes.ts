import type { PackageHead } from "../show/facts.ts";

/**
 * The kind of a changed part: an `input` or `output` of a resource, a function, or the provider, a `property` of a named type, a `value` of an enum,
 * or a `setting` of the configuration.
 */
export type MemberKind = "input" | "output" | "property" | "value" | "setting";

interface ChangedPart {
  readonly kind: MemberKind;
  readonly name: string;
}

export type Change = ChangeDetail & {
  readonly of: "resource" | "function" | "type" | "provider" | "config";
  readonly token: string;
  /** Omitted if the resource, function, or type itself changes. */
  readonly part?: ChangedPart;
};

type ChangeDetail =
  | { readonly change: "removed" }
  | { readonly change: "retyped"; readonly from: string; readonly to: string }
  | { readonly change: "required" }
  | { readonly change: "replaces" }
  | { readonly change: "moved"; readonly to: string }
  | { readonly change: "renamed"; readonly to: string }
  | { readonly change: "secret" }
  | { readonly change: "deprecated"; readonly message: string };

/** Returns true if the change breaks a program or an import. */
export function isBreaking({ change }: Change): boolean {
  switch (change) {
    case "removed":
    case "retyped":
    case "required":
    case "replaces":
      return true;
    case "moved":
    case "renamed":
    case "secret":
    case "deprecated":
      return false;
  }
}

/** New tokens, and the numbers of properties and enum values that were added to existing resources, functions, and types. */
interface Added {
  readonly resources: readonly string[];
  readonly functions: readonly string[];
  readonly types: readonly string[];
  readonly properties: number;
  readonly values: number;
}

export interface SchemaDifference {
  readonly old: PackageHead;
  readonly new: PackageHead;
  /** Breaking changes come first, then other changes, in the order of the old schema. */
  readonly changes: readonly Change[];
  readonly breaking: number;
  readonly added: Added;
}
