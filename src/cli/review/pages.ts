/** The pages that open above the list of a review. Types only. */

import type { Urn } from "../../domain/graph.ts";
import type { SuppliedValue } from "../../domain/questions.ts";
import type { TextField } from "./text-field.ts";

/** A page with text. `top` is the index of its first visible line. */
export type TextPage =
  | { readonly kind: "details" | "why" | "code"; readonly key: Urn; readonly top: number }
  | { readonly kind: "help"; readonly top: number };

export type FieldPage =
  | { readonly kind: "rename"; readonly key: Urn; readonly field: TextField }
  | { readonly kind: "pattern" | "search" | "report" | "rest"; readonly field: TextField }
  | ValuePage;

/** Prompts for the required values of a resource, one after another. */
export interface ValuePage {
  readonly kind: "value";
  readonly key: Urn;
  readonly values: readonly EnteredValue[];
  /** If a need has alternatives (`oneOf`), the index of the current alternative. */
  readonly option: number;
  readonly field: TextField;
}

type EnteredValue = Omit<SuppliedValue, "urn">;

/** A decision about one row, or about all rows with the same reason. */
export interface DecidePage {
  readonly kind: "decide";
  /** Undefined for a decision about a group. */
  readonly key: Urn | undefined;
  /** The rows with the same reason. */
  readonly all: readonly Urn[];
  /** The index of the selected option. */
  readonly index: number;
  readonly forAll: boolean;
}

export interface OutputPage {
  readonly kind: "output";
  readonly index: number;
  readonly language: string | undefined;
  readonly layout: string | undefined;
  readonly directory: TextField;
}

/** Asks whether to discard the edits when the user quits. "No" is selected first. */
export interface ConfirmPage {
  readonly kind: "confirm";
  readonly isYes: boolean;
}

export type Page = TextPage | FieldPage | DecidePage | OutputPage | ConfirmPage;
