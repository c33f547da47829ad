/**
 * Backends in emulated buckets of Google and Microsoft follow the rules for all stores, and the real Pulumi reads the state that imp writes.
 * Runs only with IMP_PROVE, because the emulators are large.
 */
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { ContainerClient, StorageSharedKeyCredential } from "@azure/storage-blob";
import { openStore } from "../../src/store/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { keepsTheContract } from "../support/store-contract.ts";
import { buildEmulators, type Emulator, startAzure, startGcs } from "./emulators.ts";
import { imp } from "./judge-import.ts";
import { projectRoot } from "./project-root.ts";
import { type Ran, showRun } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import { type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";

/** The documented account of Microsoft's emulator. */
const account = "devstoreaccount1";
const key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

interface Bucket {
  readonly store: Store;
  readonly url: string;
  readonly pulumi: Readonly<Record<string, string>>;
  readonly imp: Readonly<Record<string, string>>;
  stop(): void;
}

for (const [name, open] of [
  ["Azure Blob Storage", openAzure],
  ["Google Cloud Storage", openGcs],
] as const)
  describe(`a stack in a bucket of ${name}`, () => {
    let bucket: Bucket;
    let stack: RealStack | undefined;

    before(async function () {
      const missing = process.env.IMP_PROVE === "1" ? await buildEmulators() : "IMP_PROVE=1 is not set";
      const opened = missing ?? (await open());
      if (typeof opened === "string") {
        console.log(`SKIPPED: a stack in a bucket of ${name}: ${opened}`);
        return this.skip();
      }
      bucket = opened;
    });
    after(async () => {
      bucket?.stop();
      await stack?.dispose();
    });

    keepsTheContract(() => bucket.store);

    it("writes a state and a history that Pulumi can read", async () => {
      const tools = requireTools();
      const env = { ...bucket.pulumi, PULUMI_BACKEND_URL: bucket.url };
      stack = await openSimcloudStack(tools, {}, { env });
      const quickstart = (file: string): string => join(projectRoot, "fixtures", "quickstart", file);
      copyFileSync(quickstart("cloud.json"), String(stack.env.SIMCLOUD_FILE));
      Object.assign(stack.env, bucket.imp);
      assertRan(await imp(stack, "run", quickstart("specs.json"), "--yes"));
      Object.assign(stack.env, bucket.pulumi);
      assert.equal(resourcesOf(await stack.exportState()).length, 14);
      const history = JSON.parse(assertRan(await stack.pulumi("stack", "history", "--json")).stdout) as unknown[];
      assert.equal(history.length, 1);
    });
  });

async function openAzure(): Promise<Bucket> {
  const server = await startAzure();
  const env = { AZURE_STORAGE_ACCOUNT: account, AZURE_STORAGE_KEY: key };
  const address = `http://${server.endpoint}/${account}/states`;
  await new ContainerClient(address, new StorageSharedKeyCredential(account, key)).create();
  const url = `azblob://states/team/a?protocol=http&domain=${server.endpoint}`;
  return { store: await openStore("azblob", url, env), url, pulumi: env, imp: env, stop: server.stop };
}

/** Opens a bucket in Google's emulator. Google's clients for Go and Node.js need different forms of its address. */
async function openGcs(): Promise<Bucket | string> {
  const server = await startGcs();
  if (typeof server === "string") return server;
  const front = await frontOf(server);
  const { port } = front.address() as AddressInfo;
  const token = { GOOGLE_OAUTH_ACCESS_TOKEN: "any" };
  const ours = { ...token, STORAGE_EMULATOR_HOST: `http://127.0.0.1:${port}` };
  process.env.STORAGE_EMULATOR_HOST = ours.STORAGE_EMULATOR_HOST;
  const stop = (): void => {
    delete process.env.STORAGE_EMULATOR_HOST;
    front.close();
    server.stop();
  };
  const url = "gs://states/team/a";
  const pulumi = { ...token, STORAGE_EMULATOR_HOST: server.endpoint };
  return { store: await openStore("gs", url, token), url, pulumi, imp: ours, stop };
}

async function frontOf({ endpoint }: Emulator): Promise<Server> {
  const [host, port] = endpoint.split(":");
  const front = createServer((question, answer) => {
    const { method, headers, url = "/" } = question;
    const path = /^\/(upload|storage|download)\//.test(url) ? url : `/storage/v1${url}`;
    const asked = request({ host, port, path, method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 500, given.headers);
      given.pipe(answer);
    });
    question.pipe(asked);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  return front;
}

function assertRan(ran: Ran): Ran {
  assert.equal(ran.code, 0, showRun(ran));
  return ran;
}
