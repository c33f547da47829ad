/** An import writes the same state fields as the real `pulumi import` of the same file. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeWholeEstate } from "../../fixtures/simcloud/estate.ts";
import { importSpecs } from "./judge-import.ts";
import { exitsWith } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import { type Checkpoint, type RealStack, resourcesOf, type StateResource } from "./stack.ts";
import { requireTools } from "./tools.ts";

/** A composite ID, a component, its provider, a failed initialization, secrets, assets, and nulls. */
const wanted =
  /^(in-eu-west-2|vpc-plain|orders-0-service|orders-0-(vpc|outer|rule-0|rule-1|certificate)|billing-1-(service|vpc)|object-(source|archive)|cluster-full|quirk-initFailed|function-secrets)$/;

/** The fields that both imports must write, except inputs, which `pulumi import` takes from Read, and fields that follow from inputs. */
const shared = ["urn", "type", "custom", "id", "parent", "protect", "initErrors", "external", "delete"];

describe("fields of the state that show how a resource was imported", () => {
  const tools = requireTools();
  const estate = makeWholeEstate();
  // Without a version, `pulumi import` requests no provider version, but imp requests the version that an SDK requests.
  const resources = estate.specs.resources
    .filter(({ name }) => wanted.test(name))
    .map((entry) => (entry.id === undefined ? entry : { ...entry, version: "1.0.0" }));
  const stacks: RealStack[] = [];
  after(() => Promise.all(stacks.map((stack) => stack.dispose())));

  it("are the same as those of pulumi import", async () => {
    const [subject, peer] = [await open(), await open()];
    const imported = await importSpecs(subject.stack, subject.specs, 3);
    const flags = ["--yes", "--skip-preview", "--generate-code=false"];
    await exitsWith(0, peer.stack.pulumi("import", "-f", peer.specs, ...flags));
    const peerState = await peer.stack.exportState({ showSecrets: true });
    assert.equal(resources.length, 15);
    for (const [index, { urn }] of imported.report.resources.entries()) {
      const [mine, other] = [entryOf(imported.state, urn), entryOf(peerState, urn)];
      const isProvider = mine.type.startsWith("pulumi:providers:");
      assert.deepEqual(marksOf(mine, isProvider), marksOf(other, isProvider), urn);
      // `pulumi import` drops the import ID. If Read returned another ID, it later rejects the same import file, so imp keeps the import ID.
      const importId = resources[index]?.id;
      assert.equal(mine.importID, importId === mine.id ? undefined : importId, urn);
      if (!isProvider) assert.deepEqual(plain(mine.outputs), plain(other.outputs), urn);
    }
  });

  async function open() {
    const stack = await openSimcloudStack(tools);
    stacks.push(stack);
    writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(estate.cloud));
    const specs = join(stack.root, "specs.json");
    writeFileSync(specs, JSON.stringify({ resources }));
    return { stack, specs };
  }
});

function entryOf(state: Checkpoint, urn: string): StateResource {
  const found = resourcesOf(state).find((resource) => resource.urn === urn);
  assert.ok(found, urn);
  return found;
}

function marksOf(entry: StateResource, isProvider: boolean) {
  const marks = Object.fromEntries(shared.map((name) => [name, entry[name]]));
  // Provider IDs are random, even at the end of a reference. `pulumi import` omits the parent of a provider until the next `up`.
  const provider = String(entry.provider ?? "").replace(/::[^:]*$/, "");
  return { ...marks, provider, ...(isProvider && { id: typeof entry.id, protect: undefined, parent: undefined }) };
}

/** Unwraps secrets at any depth, because ciphertexts differ. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const text = "plaintext" in value ? value.plaintext : undefined;
  if (typeof text === "string") return plain(JSON.parse(text));
  return Object.fromEntries(entries.map(([key, item]) => [key, plain(item)]));
}
