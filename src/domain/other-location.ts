/** The directory of a program that is not the project's program. */
export interface OtherLocation {
  /** The path for messages. */
  readonly shown: string;
  /** The value for `main` in Pulumi.yaml that makes Pulumi run the program. Omitted if the project's runtime cannot run it. */
  readonly main?: string;
}
