/**
 * The pages of a review that open over its list. Types only.
 */

import type { SuppliedValue } from "../../domain/questions.ts";
import type { Urn } from "../../graph.ts";
import type { TextField } from "./text-field.ts";

/** A page that is read: `top` is its first visible line. */
export type TextPage =
  | { readonly kind: "details" | "why" | "code"; readonly key: Urn; readonly top: number }
  | { readonly kind: "help"; readonly top: number };

/** A page with one line to type. */
export type FieldPage =
  | { readonly kind: "rename"; readonly key: Urn; readonly field: TextField }
  | { readonly kind: "pattern" | "search" | "report" | "rest"; readonly field: TextField }
  | ValuePage;

/** The values that a resource needs, one after another. */
export interface ValuePage {
  readonly kind: "value";
  readonly key: Urn;
  /** Answers to the first needs. */
  readonly given: readonly GivenValue[];
  /** The place in `oneOf` of the next need. */
  readonly option: number;
  readonly field: TextField;
}

type GivenValue = Omit<SuppliedValue, "urn">;

/** A decision about a row, or about all with its reason. */
export interface DecidePage {
  readonly kind: "decide";
  /** Absent: it is about all. */
  readonly key: Urn | undefined;
  /** The rows with the same reason. */
  readonly all: readonly Urn[];
  /** The place of the cursor among the options. */
  readonly at: number;
  readonly forAll: boolean;
}

/** The form of the program, before it is set. */
export interface OutputPage {
  readonly kind: "output";
  readonly at: number;
  readonly language: string | undefined;
  readonly layout: string | undefined;
  readonly directory: TextField;
}

/** The question whether edits are to be lost; the cursor begins on no. Whether something is written is asked once the program is printed. */
export interface ConfirmPage {
  readonly kind: "confirm";
  readonly isYes: boolean;
}

export type Page = TextPage | FieldPage | DecidePage | OutputPage | ConfirmPage;
