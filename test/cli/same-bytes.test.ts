/** The same input gives the same bytes, however slow the cloud is and however many calls are under way at once. */
import assert from "node:assert/strict";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { deriveCrypter } from "../../src/secrets/crypter.ts";
import { type CliProject, checkpoint, makeProject, stackFile, told } from "../support/cli-project.ts";
import { inParallel } from "../support/imp-process.ts";

const estate = makeEstate({ seed: 7, resources: 40 });

/** Of the passphrase that every project has. */
const salt = "v1:FUswDgghXMk=:v1:hypf/NfnU4tP2iX0:t/caSA5W/Tdn1MoTL31lbYjLJ9P+yg==";

const files = { "Pulumi.dev.yaml": `${stackFile}encryptionsalt: ${salt}\n` };

const runs = process.env.IMP_PROVE === "1" ? 20 : 3;

interface Product {
  readonly program: string;
  readonly pcl: string;
  readonly record: string;
  readonly stackFile: string;
  readonly state: unknown;
}

describe("imp run of an estate, again and again", () => {
  const projects: CliProject[] = [];
  after(async () => {
    for (const project of projects) await project.remove();
  });

  it("gives the same program, stack file and state", async function () {
    this.timeout(300_000);
    const { decrypt } = await deriveCrypter("correct horse", salt, () => new Uint8Array());
    const products = await inParallel([...Array(runs).keys()], async (index): Promise<Product> => {
      const project = makeProject({ cloud: estate.cloud, specs: estate.specs, files });
      projects.push(project);
      const parallel = ["64", "1", "8"][index % 3] ?? "";
      const delays = { SIMCLOUD_DELAY_SEED: String(index + 1), ...(index % 4 === 3 && { SIMCLOUD_LATENCY_MS: "3" }) };
      const ran = await project.run(
        ["specs.json", "--yes", "--language", "typescript,pcl", "--parallel", parallel],
        delays,
      );
      assert.equal(ran.code, 0, told(ran));
      await project.assertTidy();
      return {
        program: project.read("index.ts"),
        pcl: project.read("main.pp"),
        record: project.read(".imp/orchard.dev.json"),
        stackFile: project
          .read("Pulumi.dev.yaml")
          .replace(/v1:[^:\s]+:[^:\s]+$/gm, (text) => (text === salt ? text : decrypt(text))),
        state: stable(project.json(checkpoint), decrypt),
      };
    });
    const [first, ...others] = products;
    assert.ok(first?.program.includes("Instance(") && first.stackFile.includes("canary-7"));
    for (const product of others) assert.deepEqual(product, first);
  });
});

/** The state without what may differ: ids of provider resources, times, the manifest, ciphertexts (their plaintext instead). */
function stable(state: unknown, decrypt: (text: string) => string): unknown {
  const ids = new Map<string, string>();
  const text = JSON.stringify(state, (key, value: unknown) => {
    if (key === "created" || key === "modified" || key === "manifest") return undefined;
    if (key === "ciphertext") return decrypt(String(value));
    const { type, id, urn } = (value ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof type === "string" && type.startsWith("pulumi:providers:")) ids.set(String(id), `id of ${urn}`);
    return value;
  });
  assert.equal(ids.size, 2);
  return JSON.parse([...ids].reduce((replaced, [id, name]) => replaced.replaceAll(id, name), text));
}
