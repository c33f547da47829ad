export interface Entry {
  type: string;
  name: string;
  [field: string]: unknown;
}

export interface RestFile {
  readonly nameTable?: Readonly<Record<string, string>>;
  readonly resources: readonly Entry[];
}
