/**
 * The folder of a program that is not where the project's program is.
 */

export interface OtherLocation {
  /** As it is typed here. */
  readonly shown: string;
  /** As the project's `main` names it; absent: the project's runtime runs no such program. */
  readonly main?: string;
}
