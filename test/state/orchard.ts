/** A small stack for the splice tests, which add resources to it. */

import type { StateEntry } from "../../src/domain/graph.ts";
import { makeUrn, providerReference, rootStackUrn } from "../../src/domain/urn.ts";
import { readDeployment } from "../../src/state/deployment.ts";
import { type SpliceContext, spliceDeployment } from "../../src/state/splice.ts";
import { rootStackEntry } from "../../src/state/state-entry.ts";
import { mapValue, type Value } from "../../src/value/value.ts";

export const now = "2026-01-15T10:20:30.123456789Z";
export const salt = "v1:AQIDBAUGBwg=:v1:EBESExQVFhcYGRob:z5SZ8yMTINPJlR0P+vPyfUY/yyF3DA==";
export const ciphertext = "v1:ICEiIyQlJicoKSor:qWylOjeogHH9nElCtRW592lmSGZ6XkIY";
export const context: SpliceContext = {
  stack: "dev",
  project: "orchard",
  crypter: { encrypt: () => ciphertext, block: { type: "passphrase", state: { salt } } },
  now,
  cliVersion: "v3.200.0",
  envelope: "export",
};

export const root = rootStackUrn("dev", "orchard");
const providerUrn = makeUrn("dev", "orchard", undefined, "pulumi:providers:random", "default_4_18_0");
const providerId = "6d1f3c52-0b7e-4a57-9c1d-2f8b5e4a9d10";
const version: Value = { kind: "string", value: "4.18.0" };
export const provider: StateEntry = {
  ...rootStackEntry("dev", "orchard"),
  urn: providerUrn,
  type: "pulumi:providers:random",
  custom: true,
  id: providerId,
  inputs: new Map([
    ["version", version],
    ["__internal", mapValue([])],
  ]),
  outputs: new Map([["version", version]]),
};
const integer = "random:index/randomInteger:RandomInteger";

export function entry(name: string, fields: Partial<StateEntry> = {}): StateEntry {
  return {
    ...provider,
    urn: makeUrn("dev", "orchard", root, integer, name),
    type: integer,
    id: "15390",
    inputs: new Map(),
    outputs: new Map(),
    parent: root,
    provider: providerReference(providerUrn, providerId),
    ...fields,
  };
}

export const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");
export const bytes = (content: string): Uint8Array => Buffer.from(content, "utf8");
export const number = (value: number): Value => ({ kind: "number", value });
export const splice = (
  base: string | undefined,
  entries: readonly StateEntry[],
  over: Partial<SpliceContext> = {},
): string =>
  text(
    spliceDeployment(
      base === undefined ? undefined : readDeployment(bytes(base)),
      { entries },
      { ...context, ...over },
    ),
  );
