/** Reads and writes the state through the `pulumi` command, as the remote file of a commit. */

import { ImpError } from "../../domain/errors.ts";
import { sha256 } from "../../domain/sha256.ts";
import type { RemoteFile } from "../../store/commit/remote.ts";
import type { Stored } from "../../store/store.ts";
import { memberAt, parsedJson } from "../../value/json/object.ts";
import { signatureKey, signatures } from "../../value/signatures.ts";
import type { CliLocation } from "../workspace.ts";

export async function readCliState({ cli, reference, url }: CliLocation): Promise<Stored> {
  const bytes = await cli.read();
  // Text that is not JSON, such as a sign-in page, is not a state.
  if (parseExport(bytes) === undefined)
    throw ImpError.of("CLI_FAILED", {
      where: shownCli({ reference, url }),
      command: "pulumi stack export",
      output: "",
    });
  return { bytes, version: sha256(bytes) };
}

export function cliState(location: CliLocation): RemoteFile {
  return {
    address: { store: location.url, key: location.reference },
    shown: shownCli(location),
    read: () => readCliState(location),
    // The command cannot import conditionally, so compare the content immediately before.
    write: async (bytes, version) => {
      if ((await readCliState(location)).version !== version) return undefined;
      await location.cli.replace(bytes);
      return (await readCliState(location)).version;
    },
    isSame: (read, written) => essence(read) === essence(written),
  };
}

export function shownCli({ reference, url }: Pick<CliLocation, "reference" | "url">): string {
  return `stack ${reference} of ${url}`;
}

/** Returns the resources without irrelevant differences: the order of keys, empty values, and ciphertexts. */
function essence(state: Uint8Array): string {
  return JSON.stringify(withoutSignatures(parseExport(state)?.deployment?.resources ?? []));
}

/** Returns undefined if the bytes are not a JSON document. */
function parseExport(bytes: Uint8Array): { readonly deployment?: { readonly resources?: unknown } } | undefined {
  const document = parsedJson(Buffer.from(bytes).toString("utf8"));
  return typeof document === "object" && document !== null ? document : undefined;
}

function withoutSignatures(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSignatures);
  if (typeof value !== "object" || value === null) return value;
  if (memberAt(value, signatureKey) === signatures.secret) return signatures.secret;
  return Object.entries(value)
    .filter(([, member]) => !isEmptyMember(member))
    .map(([key, member]) => [key, withoutSignatures(member)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

function isEmptyMember(value: unknown): boolean {
  if (value === null || value === false || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
