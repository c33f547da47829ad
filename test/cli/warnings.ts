import { specsOf, subnetA, vpc } from "../support/quickstart-specs.ts";

export interface Warning {
  readonly resource: string;
  readonly path?: string;
  readonly message: string;
  readonly file: string;
}

const tags = { app: "bookshop", stage: "live", owner: null };
export const specs = specsOf({ ...vpc, inputs: { tags } }, { ...subnetA, parent: "main" });
export const urn = "urn:pulumi:dev::orchard::simcloud:network/vpc:Vpc::main";
export const inGo = {
  resource: urn,
  path: "tags",
  message: `The Go SDK cannot send null, so it omits "owner".`,
  file: "main.go",
};

export function warningsIn(stdout: string): readonly Warning[] {
  return (JSON.parse(stdout) as { readonly warnings: readonly Warning[] }).warnings;
}

/** Joins the lines of a wrapped message. */
export function flat(text: string): string {
  return text.replace(/\s+/g, " ");
}
