/** Environment variables in the form of `process.env`. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;
