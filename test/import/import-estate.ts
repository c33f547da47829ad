/**
 * Reads and derives estates of the simulated cloud in this process, with the provider in a separate process.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pLimit from "p-limit";
import type { Estate } from "../../fixtures/simcloud/estate.ts";
import type { ImportPlan } from "../../src/domain/graph.ts";
import { derivePlan } from "../../src/import/derive-plan.ts";
import type { ImportIo } from "../../src/import/io.ts";
import { type LinkedImport, linkImport } from "../../src/import/link-import.ts";
import { readImport } from "../../src/import/read-import.ts";
import { resolveImport } from "../../src/import/resolve-import.ts";
import type { Mode } from "../../src/import/search/index.ts";
import { readSpecs } from "../../src/import-file/read.ts";
import { openTestHost, runMarker } from "../plugin/open-host.ts";

export interface ProviderCall {
  readonly method: string;
  readonly type: string;
  readonly id: string;
  /** True for previews of Create and Update. */
  readonly preview?: boolean;
  /** The error of a call that imp must never make. */
  readonly error?: string;
}

export interface ImportedEstate {
  readonly plan: ImportPlan;
  /** The provider's journal, in order of arrival. */
  readonly calls: readonly ProviderCall[];
}

const executable = fileURLToPath(new URL("../../fixtures/simcloud/pulumi-resource-simcloud", import.meta.url));

/** Reads and derives an estate into an empty stack. */
export async function importEstate(
  estate: Pick<Estate, "cloud" | "specs">,
  mode: Mode = "minimal",
  { assumeDefaults = false, switches = {} }: { assumeDefaults?: boolean; switches?: NodeJS.ProcessEnv } = {},
): Promise<ImportedEstate> {
  const directory = mkdtempSync(join(tmpdir(), "imp-estate-"));
  const [cloud, journal] = [join(directory, "cloud.json"), join(directory, "calls.jsonl")];
  writeFileSync(cloud, JSON.stringify(estate.cloud));
  const env = { SIMCLOUD_FILE: cloud, SIMCLOUD_JOURNAL: journal, SIMCLOUD_REGION: "us-east-1", ...switches };
  try {
    const plan = await withImport({ simcloud: executable }, env, estate.specs, ({ plan }) => plan, {
      mode,
      assumeDefaults,
      // An object of the estate hangs when it is read.
      callTimeoutMs: 60_000,
    });
    const lines = readFileSync(journal, "utf8").trimEnd().split("\n");
    return { plan, calls: lines.map((line) => JSON.parse(line)) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export interface OpenedImport {
  readonly plan: ImportPlan;
  readonly open: LinkedImport;
}

/** Reads and derives import specs into an empty stack. The plugins run until `use` ends. */
export async function withImport<T>(
  executables: Readonly<Record<string, string>>,
  switches: NodeJS.ProcessEnv,
  document: object,
  use: (opened: OpenedImport) => T | Promise<T>,
  {
    mode = "minimal",
    assumeDefaults = false,
    callTimeoutMs = 600_000,
  }: { mode?: Mode; assumeDefaults?: boolean; callTimeoutMs?: number } = {},
): Promise<T> {
  const specs = readSpecs([{ path: "specs.json", text: JSON.stringify(document) }]);
  const env = { ...process.env, ...runMarker, ...switches };
  // Each import gets a new home directory, because it caches schemas, and a plugin's schema may depend on environment variables.
  const pulumiHome = mkdtempSync(join(tmpdir(), "imp-home-"));
  const { host } = await openTestHost(executables, {
    env,
    pulumiHome,
    startTimeoutMs: 120_000,
    callTimeoutMs,
  });
  const io = ioOf(env);
  try {
    const resolved = await resolveImport(specs, {
      stack: "dev",
      project: "orchard",
      config: new Map(),
      otherStacks: [],
      known: {
        resources: new Map(),
        decoded: () => undefined,
        outputsOf: () => undefined,
        pendingCreates: new Set(),
        managed: () => [],
        inProgram: [],
      },
      protect: true,
      host,
      sdks: async () => new Map(),
      assetFiles: { bytes: async () => undefined, below: async () => undefined },
      io,
    });
    const open = await linkImport(await readImport(resolved, false));
    const { plan } = await derivePlan(open, {
      mode,
      allowReplace: true,
      explain: false,
      importOptions: false,
      functions: false,
      declared: new Map(),
      printed: { urns: new Set(), outputs: [], ownOutputs: new Set(), takesOutputs: true },
      printsCode: true,
      placeholders: false,
      assumeDefaults,
      closed: {},
      inProgram: new Set(),
      io,
      ask: async () => ({ values: [], accepted: [], assumed: [] }),
    });
    return await use({ plan, open });
  } finally {
    await host.close();
    rmSync(pulumiHome, { recursive: true, force: true });
  }
}

function ioOf(env: NodeJS.ProcessEnv): ImportIo {
  let drawn = 0;
  let given = 0;
  return {
    env,
    random: (bytes) => new Uint8Array(bytes).fill(++drawn % 251),
    uuid: () => `00000000-0000-4000-8000-${String(++given).padStart(12, "0")}`,
    clock: () => 0,
    events: { phase: () => {}, begin: () => {}, step: () => {} },
    patience: { retries: 20, atOnce: 16, wait: async () => {}, jitter: () => 0 },
    limit: pLimit(16),
  };
}
