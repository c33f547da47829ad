export interface Reported {
  readonly resources: readonly {
    readonly name: string;
    readonly verdict: string;
    readonly error?: { readonly code: string; readonly hint: string };
  }[];
}
