/**
 * The changes between two versions of a package schema, as data for a screen or a document.
 */
import type { PackageHead } from "../show/facts.ts";

/** `input`: of a resource or function, or of the provider; `property`: of a named type; `value`: of an enum. */
export type MemberKind = "input" | "output" | "property" | "value" | "setting";

interface ChangedPart {
  readonly kind: MemberKind;
  readonly name: string;
}

/** A change between two versions of a package; those that break a program or an import are `isBreaking`. */
export type Change = ChangeOf & {
  readonly of: "resource" | "function" | "type" | "provider" | "config";
  readonly token: string;
  /** Absent: the resource, function or type itself. */
  readonly part?: ChangedPart;
};

type ChangeOf =
  | { readonly change: "removed" }
  | { readonly change: "retyped"; readonly from: string; readonly to: string }
  | { readonly change: "required" }
  | { readonly change: "replaces" }
  | { readonly change: "moved"; readonly to: string }
  | { readonly change: "renamed"; readonly to: string }
  | { readonly change: "secret" }
  | { readonly change: "deprecated"; readonly message: string };

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

/** Tokens that only the new schema has, and how many parts of others. */
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
  /** Breaking ones first, each kind in the order of the old schema. */
  readonly changes: readonly Change[];
  /** How many of them break something. */
  readonly breaking: number;
  readonly added: Added;
}
