/** The result of a run, without the parts that differ between runs with the same input. */
import { deriveCrypter } from "../../src/state/secrets/crypter.ts";
import { type CliProject, checkpoint, stackFile } from "./cli-project.ts";

/** The salt of the passphrase that every project has. */
const salt = "v1:FUswDgghXMk=:v1:hypf/NfnU4tP2iX0:t/caSA5W/Tdn1MoTL31lbYjLJ9P+yg==";

/** Project files whose secrets `productOf` can decrypt. */
export const saltedFiles: Readonly<Record<string, string>> = {
  "Pulumi.dev.yaml": `${stackFile}encryptionsalt: ${salt}\n`,
};

export interface Product {
  readonly program: string;
  readonly record: string;
  readonly stackFile: string;
  /** The resources by URN, in the order of the state. */
  readonly resources: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

/** Returns the program, record, stack file, and state. Removes provider IDs, times, and the manifest from the state, and decrypts its secrets. */
export async function productOf(project: CliProject): Promise<Product> {
  const { decrypt } = await deriveCrypter("correct horse", salt, () => new Uint8Array());
  const resources = resourcesOf(project.json(checkpoint), decrypt);
  return {
    program: project.read("index.ts"),
    record: project.read(".imp/orchard.dev.json"),
    stackFile: project
      .read("Pulumi.dev.yaml")
      .replace(/v1:[^:\s]+:[^:\s]+$/gm, (text) => (text === salt ? text : decrypt(text))),
    resources: new Map(resources.map((resource) => [String(resource.urn), resource])),
  };
}

function resourcesOf(state: unknown, decrypt: (text: string) => string): readonly Readonly<Record<string, unknown>>[] {
  const ids = new Map<string, string>();
  const text = JSON.stringify(state, (key, value: unknown) => {
    if (key === "created" || key === "modified" || key === "manifest") return undefined;
    if (key === "ciphertext") return decrypt(String(value));
    const { type, id, urn } = (value ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof type === "string" && type.startsWith("pulumi:providers:")) ids.set(String(id), `id of ${urn}`);
    return value;
  });
  const stable = JSON.parse([...ids].reduce((replaced, [id, name]) => replaced.replaceAll(id, name), text));
  return stable.checkpoint.latest.resources;
}
