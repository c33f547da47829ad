/**
 * The tests of an import from a real system. Every resource has the expected verdict. The previews of all languages are empty. A deployment to an
 * empty system recreates all objects at the first attempt.
 */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Verdict } from "../../../src/domain/graph.ts";
import { assertNoLeaks, imp, type Report } from "../judge-import.ts";
import { previewSteps } from "../preview-steps.ts";
import {
  assertBinds,
  compilesCsharp,
  languages,
  type Package,
  type RunLanguage,
  requireToolchain,
  runtimes,
} from "../programs.ts";
import { type ProviderName, requireProvider, schemaOf } from "../providers.ts";
import { exitsWith, type Ran, showRun } from "../run-process.ts";
import { nodejsSdk } from "../sdk.ts";
import { openStack, type RealStack } from "../stack.ts";
import { requireTools } from "../tools.ts";

/** An import entry. */
export interface SystemEntry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly inputsFrom?: Readonly<Record<string, { readonly env: string }>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

interface Setting {
  readonly value: string;
  readonly secret?: boolean;
}

/** A system that the tests can start repeatedly, and the objects that they create in it. */
export interface SystemEstate<System> {
  readonly title: string;
  readonly provider: ProviderName;
  /** Returns why this machine cannot start the system. */
  readonly missing: () => string | undefined;
  /** Starts an empty system. */
  readonly start: () => Promise<System>;
  readonly stop: (system: System) => Promise<void>;
  /** Creates the objects with the system's own client. @returns their import specs */
  readonly fill: (system: System) => Promise<readonly SystemEntry[]>;
  /** Removes all objects added since the start. */
  readonly empty: (system: System) => Promise<void>;
  /** Returns everything in the system, for comparison. */
  readonly contents: (system: System) => Promise<unknown>;
  /** Returns the provider configuration for the system, by key. */
  readonly settings: (system: System) => Readonly<Record<string, Setting>>;
  /** The environment for `inputsFrom`. */
  readonly env: Readonly<Record<string, string>>;
  /** Texts that only the system and this environment may contain. */
  readonly canaries: readonly string[];
  /** Verdicts by entry name, if not "clean". */
  readonly verdicts?: Readonly<Record<string, Verdict>>;
  /** Asserts properties of a recreated system that are not in its contents. */
  readonly assertRecreated?: (system: System) => Promise<void>;
}

const runLanguages = Object.keys(runtimes) as readonly RunLanguage[];

/** The number of deployments to an empty system. Each has another order of operations. */
const attempts = process.env.IMP_PROVE === "1" ? 10 : runLanguages.length;

export function describeEstate<System>(estate: SystemEstate<System>): void {
  describe(estate.title, () => {
    const tools = requireTools();
    const rans: Ran[] = [];
    const ready = new Set<RunLanguage>();
    let pkg: Package;
    let original: System;
    let second: System | undefined;
    let stack: RealStack;
    let entries: readonly SystemEntry[];
    let verdicts: ReadonlyMap<string, Verdict>;
    /** The contents of the imported system, and of an empty one. */
    let contents: unknown;
    let nothing: unknown;

    before(async function () {
      const provider = requireProvider(estate.provider, estate.title);
      const missing = estate.missing();
      if (missing !== undefined) console.log(`SKIPPED: ${estate.title}: ${missing}`);
      if (provider === undefined || missing !== undefined) return this.skip();
      pkg = { tools, schema: await schemaOf(provider) };
      original = await estate.start();
      nothing = await estate.contents(original);
      entries = await estate.fill(original);
      contents = await estate.contents(original);
      stack = await openStack({
        tools,
        providers: { [provider.name]: provider.executable },
        sdks: [await nodejsSdk(tools, pkg.schema)],
        env: estate.env,
      });
      await configure(original, stack.stack);
    });
    after(async () => {
      await stack?.dispose();
      for (const system of [original, second]) if (system !== undefined) await estate.stop(system);
    });

    it("gives every object the expected verdict", async () => {
      const specs = join(stack.root, "specs.json");
      writeFileSync(specs, JSON.stringify({ resources: entries }));
      const ran = await imp(stack, "run", specs, "--yes", "--json", "--language", languages.join(","));
      rans.push(ran);
      const { resources } = JSON.parse(ran.stdout) as Report;
      verdicts = new Map(resources.map(({ name, verdict }) => [name, verdict]));
      const unexpected = resources.filter(({ name, verdict }) => verdict !== (estate.verdicts?.[name] ?? "clean"));
      assert.deepEqual(
        unexpected.map(({ name, verdict, error }) => [name, verdict, error?.message]),
        [],
      );
      assert.deepEqual(
        [...verdicts.keys()],
        entries.map(({ name }) => name),
      );
      assert.deepEqual(await estate.contents(original), contents, "an import changes nothing");
    });

    it("gives the verdicts that the preview of Pulumi shows", async () => {
      await requireToolchain("typescript", pkg, estate.title)?.prepare(stack);
      const steps = await previewSteps(stack);
      const changes = [...steps].filter(([, op]) => op !== "same").map(([urn, op]) => [urn.split("::").at(-1), op]);
      const differing = [...verdicts].filter(([, verdict]) => verdict !== "clean" && verdict !== "ignored");
      assert.deepEqual(Object.fromEntries(changes), Object.fromEntries(differing));
      if (differing.length > 0) await stack.up();
      assert.deepEqual(await estate.contents(original), contents);
    });

    for (const language of runLanguages) {
      it(`gives an empty preview in ${language}`, async function () {
        const toolchain = requireToolchain(language, pkg, `${estate.title}, in ${language}`);
        if (toolchain === undefined) return this.skip();
        await toolchain.prepare(stack);
        ready.add(language);
        await exitsWith(0, stack.previewExpectingNoChanges());
      });
    }

    it("prints C# that compiles", async function () {
      if (!(await compilesCsharp(stack, pkg, `${estate.title}, in C#`))) this.skip();
    });

    it("prints PCL that binds", () => assertBinds(stack, pkg, entries.length));

    it(`prints programs that create all objects in an empty system, ${attempts} times`, async function () {
      if (ready.size === 0) return this.skip();
      this.timeout(attempts * 120_000);
      second = await estate.start();
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        assert.deepEqual(await estate.contents(second), nothing);
        await assertMadeAgain(second, attempt);
        await estate.empty(second);
      }
    });

    it("keeps secrets encrypted", async () => {
      assertNoLeaks(stack, estate.canaries, rans);
    });

    /** Deploys a program to the empty system. The languages take turns. Asserts that all objects are recreated. */
    async function assertMadeAgain(system: System, attempt: number): Promise<void> {
      const language = [...ready][attempt % ready.size] ?? "typescript";
      const name = `again-${attempt}`;
      const runtime = `name: ${stack.project}\nruntime: ${runtimes[language]}\n`;
      writeFileSync(join(stack.directory, "Pulumi.yaml"), runtime);
      await must("stack", "init", name);
      await must("config", "cp", "--stack", stack.stack, "--dest", name);
      await configure(system, name);
      const up = await stack.pulumi("up", "--stack", name, "--yes", "--skip-preview");
      rans.push(up);
      assert.equal(up.code, 0, `${language}: ${showRun(up)}`);
      assert.deepEqual(await estate.contents(system), contents);
      await estate.assertRecreated?.(system);
      await must("stack", "rm", name, "--yes", "--force");
      await must("stack", "select", stack.stack);
    }

    async function configure(system: System, name: string): Promise<void> {
      for (const [key, { value, secret = false }] of Object.entries(estate.settings(system))) {
        const words = ["config", "set", `${estate.provider}:${key}`, value, "--stack", name];
        await must(...words, secret ? "--secret" : "--plaintext");
      }
    }

    async function must(...words: readonly string[]): Promise<void> {
      await exitsWith(0, stack.pulumi(...words));
    }
  });
}
