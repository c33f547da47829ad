/** Values that Read does not return are set from variables and files of the import file, or from the stack configuration. */
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import type { SaltedCrypter } from "../../src/state/secrets/crypter.ts";
import { type CliProject, checkpoint, stackFile } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";

export const salt = "v1:FUswDgghXMk=:v1:hypf/NfnU4tP2iX0:t/caSA5W/Tdn1MoTL31lbYjLJ9P+yg==";
export const salted = `${stackFile}encryptionsalt: ${salt}\n`;
const token = "simcloud:db/instance:Instance";
const estate = makeEstate({ seed: 3, resources: 2, regions: ["us-east-1"], tokens: new Set([token]) });
export const { cloud } = estate;
export const databases = estate.specs.resources
  .filter(({ type }) => type === token)
  .map(({ type, name, id }) => ({ type, name, id }));

export type Reported = readonly {
  readonly name: string;
  readonly verdict: string;
  readonly error?: { readonly code: string; readonly hint: string; readonly commands?: readonly string[] };
}[];
export const reported = (ran: Ran): Reported => JSON.parse(ran.stdout).resources;

/** Returns the decrypted values of inputs named `password` in the stack file and the state. */
export function storedPasswords(project: CliProject, crypter: SaltedCrypter): readonly string[] {
  const sealed = [...project.read("Pulumi.dev.yaml").matchAll(/^ {4}secure: (\S+)$/gm)].map(([, text]) => text ?? "");
  const state = JSON.stringify(project.json(checkpoint));
  const inputs = [...state.matchAll(/"inputs":\{[^}]*"password":\{[^}]*"ciphertext":"([^"]+)"/g)];
  const inState = inputs.map(([, text]) => text ?? "");
  return [...sealed.map((text) => crypter.decrypt(text)), ...inState.map((text) => JSON.parse(crypter.decrypt(text)))];
}
