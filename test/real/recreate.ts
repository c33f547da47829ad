/** Deploys imp's programs with the real CLI to empty clouds, and compares the new objects with the imported ones. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { CloudFile } from "../../fixtures/simcloud/cloud.ts";
import type { SpecEntry } from "../../fixtures/simcloud/estate.ts";
import { recreatedInTable } from "../../fixtures/simcloud/recreated-table.ts";
import { type Clouds, definitionOf, openClouds, propertiesOf } from "../simcloud/clouds.ts";
import { differencesOf, type Pair } from "../simcloud/compare-recreated.ts";
import { see } from "../simcloud/recreate.ts";
import { clearJournal } from "./journal.ts";
import { assertOnlyReads, imp, type Report } from "./judge-import.ts";
import { exitsWith, type Ran, showRun } from "./run-process.ts";
import { type RealStack, resourcesOf } from "./stack.ts";

/** An imported entry with its URN. */
export interface ImportedEntry {
  readonly entry: SpecEntry;
  readonly urn: string;
}

/** Imports the entries with programs in these languages, without changes in the cloud. @returns the imported entries */
export async function importEntries(
  stack: RealStack,
  entries: readonly SpecEntry[],
  languages: string,
  ...flags: string[]
): Promise<readonly ImportedEntry[]> {
  const specs = join(stack.root, "specs.json");
  writeFileSync(specs, JSON.stringify({ resources: entries }));
  clearJournal(stack.env);
  const words = ["--yes", "--json", "--timeout", "15", "--language", languages];
  const ran = await imp(stack, "run", specs, ...words, ...flags);
  assert.ok(ran.code === 0 || ran.code === 3, showRun(ran));
  assertOnlyReads(stack);
  const { resources } = JSON.parse(ran.stdout) as Report;
  return resources.flatMap(({ urn, verdict }, index) => {
    const entry = entries[index];
    return entry === undefined || verdict === "failed" || verdict === "replace" ? [] : [{ entry, urn }];
  });
}

export interface Deployed {
  readonly ran: Ran;
  /** Entries with their new IDs. */
  readonly made: readonly { readonly entry: SpecEntry; readonly id: string }[];
  /** Names of entries that were not created. */
  readonly missing: readonly string[];
  /** The cloud files that the deployed programs write. */
  readonly cloud: string;
  readonly pinboard: string;
}

/** Deploys the program with a new stack to empty clouds. Then selects the first stack and clouds again. */
export async function deployFromNothing(
  stack: RealStack,
  imported: readonly ImportedEntry[],
  name: string,
): Promise<Deployed> {
  const before = { SIMCLOUD_FILE: stack.env.SIMCLOUD_FILE, PINBOARD_FILE: stack.env.PINBOARD_FILE };
  const [cloud, pinboard] = [join(stack.root, `cloud-${name}.json`), join(stack.root, `cloud-pinboard-${name}.json`)];
  await must(stack, "stack", "init", name, "--no-select");
  await must(stack, "config", "cp", "--stack", stack.stack, "--dest", name);
  await must(stack, "stack", "select", name);
  // Without a write of the state after each resource, the deployment takes half of the time.
  const atOnce = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };
  Object.assign(stack.env, { SIMCLOUD_FILE: cloud, PINBOARD_FILE: pinboard, SIMCLOUD_CALM: "1", ...atOnce });
  try {
    const ran = await stack.pulumi("up", "--yes", "--skip-preview", "--continue-on-error", "--json");
    const ids = new Map(resourcesOf(await stack.exportState()).map(({ urn, id }) => [urn, id]));
    const placed = imported.map(({ entry, urn }) => ({
      entry,
      id: ids.get(urn.replace(`urn:pulumi:${stack.stack}::`, `urn:pulumi:${name}::`)),
    }));
    const objects = placed.filter(({ entry }) => entry.id !== undefined);
    return {
      ran,
      cloud,
      pinboard,
      made: objects.flatMap(({ entry, id }) => (typeof id === "string" && id !== "" ? [{ entry, id }] : [])),
      missing: objects.filter(({ id }) => typeof id !== "string" || id === "").map(({ entry }) => entry.name),
    };
  } finally {
    Object.assign(stack.env, before);
    await must(stack, "stack", "select", stack.stack);
  }
}

async function must(stack: RealStack, ...args: string[]): Promise<void> {
  await exitsWith(0, stack.pulumi(...args));
}

/** Returns entries that no program can create according to the table. */
export function notCreated(entries: readonly SpecEntry[]): readonly SpecEntry[] {
  return entries.filter(
    (entry) =>
      entry.id !== undefined && recreatedInTable(entry.name, tokenOf(entry)).some(({ notCreated }) => notCreated),
  );
}

/** Returns the number of values that stay literal according to the table although they equal an output. */
export function literalRemarks(imported: readonly ImportedEntry[]): number {
  const rows = imported.flatMap(({ entry }) =>
    entry.id === undefined ? [] : recreatedInTable(entry.name, tokenOf(entry)),
  );
  return rows.flatMap(({ literal = [] }) => literal).length;
}

/** Returns values of the simulated cloud that differ although the table has them as set, implied, owned or a copy. */
export async function cloudDifferences(imported: CloudFile, deployed: readonly Deployed[]): Promise<readonly string[]> {
  const olds = openClouds(imported);
  try {
    const compared = await Promise.all(deployed.map((one) => differencesFrom(olds, one)));
    return compared.flat();
  } finally {
    await olds.close();
  }
}

async function differencesFrom(olds: Clouds, { made, cloud }: Deployed): Promise<readonly string[]> {
  const news = openClouds(cloudIn(cloud));
  try {
    // Read of type InitFailed returns its object in an error, so it is not compared.
    const readable = made.filter(({ entry }) => isOfSimcloud(entry) && !entry.type.endsWith(":InitFailed"));
    const pairs = await Promise.all(
      readable.map(async ({ entry, id }): Promise<Pair> => {
        const canonical = { ...entry, type: tokenOf(entry) };
        return { seen: await see(await olds.of(entry), canonical, propertiesOf(entry)), id };
      }),
    );
    return await differencesOf(pairs, news);
  } finally {
    await news.close();
  }
}

type Pinboard = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns values of the pinboard that differ, or refer to a wrong object. Read returns no webhook. */
export function pinboardDifferences(imported: Pinboard, { made, pinboard }: Deployed): readonly string[] {
  const now = JSON.parse(readFileSync(pinboard, "utf8")) as Pinboard;
  const ids = new Map<unknown, unknown>(made.map(({ entry, id }) => [entry.id, id]));
  return made
    .filter(({ entry }) => !isOfSimcloud(entry))
    .flatMap(({ entry: { id = "", name }, id: made }) =>
      Object.entries(imported[id] ?? {})
        .filter(([key, value]) => key !== "webhook" && !isDeepStrictEqual(now[made]?.[key], ids.get(value) ?? value))
        .map(([key]) => `${name}: ${key}`),
    );
}

/** Adds the objects that no program can create to the new cloud. */
export function completeCloud(imported: CloudFile, entries: readonly SpecEntry[], { cloud }: Deployed): void {
  const made = cloudIn(cloud);
  const isMissing = (key: string): boolean =>
    notCreated(entries).some((entry) => key.endsWith(`|${tokenOf(entry)}|${entry.id}`));
  const missing = Object.entries(imported.objects).filter(([key]) => isMissing(key));
  writeFileSync(cloud, JSON.stringify({ ...made, objects: { ...made.objects, ...Object.fromEntries(missing) } }));
}

function cloudIn(file: string): CloudFile {
  return JSON.parse(readFileSync(file, "utf8")) as CloudFile;
}

function isOfSimcloud({ type }: SpecEntry): boolean {
  return !type.startsWith("pinboard:");
}

/** Returns the full type token. */
function tokenOf(entry: SpecEntry): string {
  return isOfSimcloud(entry) ? definitionOf(entry).token : entry.type;
}
