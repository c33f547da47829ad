/** The directory of a program that is not the project's program. */
export interface OtherLocation {
  /** The path for messages. */
  readonly shown: string;
  /** The path in the form of the project's `main`. Omitted if the project's runtime cannot run the program. */
  readonly main?: string;
}
