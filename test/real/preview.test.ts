/** imp previews whole programs with the same steps as `pulumi preview --json`. */
import assert from "node:assert/strict";
import { randomNumbers } from "../../fixtures/simcloud/switches.ts";
import type { Host } from "../../src/plugin/host.ts";
import { serveMonitor } from "../../src/plugin/monitor-service.ts";
import { Preview, type PreviewPlan } from "../../src/preview/preview.ts";
import { resourceOfState } from "../../src/preview/resource.ts";
import { isInternalStep } from "../../src/preview/step.ts";
import { readStateResource } from "../../src/state/state-resource.ts";
import { emptyMap, type PropertyMap, stringValue } from "../../src/value/value.ts";
import { programFiles } from "../../src/workspace/program/program-files.ts";
import { openBridgedStack } from "./bridged-pool.ts";
import type { Random } from "./mutate.ts";
import type { ProgramCase } from "./program-changes.ts";
import { runProgram, type Target } from "./program-driver.ts";
import { requireProvider } from "./providers.ts";
import { bridgedCase } from "./random-bridged-programs.ts";
import { programCase } from "./random-programs.ts";
import { openRawEngine, type RawEngine } from "./raw-engine.ts";
import { openScriptedHost, openScriptedStack, openStackHost } from "./scripted-stack.ts";
import type { RealStack } from "./stack.ts";
import { requireTools } from "./tools.ts";

/** An internal error of the engine: it checks the state that it would write, which is invalid for example after some replacements of providers. */
const engineFault = /failed to verify snapshot/;

/** The number of the only case to compare, with the other cases of the seed skipped. */
const only = process.env.IMP_CASE === undefined ? undefined : Number(process.env.IMP_CASE);

/** The seed of the cases, and of the random types of the bridged provider. */
const caseSeed = Number(process.env.IMP_SEED ?? 20_261_127);

const isProof = process.env.IMP_PROVE === "1";
const count = Number(process.env.IMP_CASES ?? (isProof ? 1000 : 60));
const bridgedCount = Number(process.env.IMP_CASES ?? (isProof ? 250 : 5));

describe("the preview of a whole program, compared with that of Pulumi's engine", () => {
  const tools = requireTools();
  let peers: Peers | undefined;

  afterEach(async () => {
    await peers?.close();
    peers = undefined;
  });

  it(`has the same steps for ${count} random programs and states`, async () => {
    const stack = await openScriptedStack(tools);
    delete stack.env.PULUMI_DISABLE_PROVIDER_PREVIEW;
    peers = await openPeers(stack, () => openScriptedHost(stack), {});
    await compareCases(peers, count, (random) => programCase(stack, random));
  }).timeout(36_000_000);

  for (const seed of [undefined, caseSeed]) {
    const types = seed === undefined ? "every behavior" : "random types";
    const title = `has the same steps for ${bridgedCount} random programs over a bridged provider with ${types}`;
    it(title, async function () {
      const provider = requireProvider("bridged", title);
      if (provider === undefined) return this.skip();
      const { stack, pool, config } = await openBridgedStack(tools, provider, seed);
      peers = await openPeers(stack, () => openStackHost(stack, ["bridged"]), config);
      await compareCases(peers, bridgedCount, (random) => bridgedCase(pool, stack, random));
    }).timeout(36_000_000);
  }
});

/** The real engine, and hosts for imp's previews, with the same stack. */
interface Peers {
  readonly stack: RealStack;
  readonly engine: RawEngine;
  /** Opens a host for a preview, whose plugins end with it. */
  readonly openHost: () => Promise<Host>;
  /** The configuration of default providers. */
  readonly config: PropertyMap;
  close(): Promise<void>;
}

async function openPeers(
  stack: RealStack,
  openHost: () => Promise<Host>,
  config: Readonly<Record<string, string>>,
): Promise<Peers> {
  const engine = await openRawEngine(stack);
  return {
    stack,
    engine,
    openHost,
    config: new Map(Object.entries(config).map(([key, text]) => [key, stringValue(text)])),
    close: async () => {
      engine.close();
      await stack.dispose();
    },
  };
}

/** Fails if imp and the engine disagree about a case. */
async function compareCases(peers: Peers, cases: number, draw: (random: Random) => ProgramCase): Promise<void> {
  const random = randomNumbers(caseSeed);
  const wrong: string[] = [];
  const tally = new Map<string, number>();
  for (let number = 0; number < cases; number += 1) {
    const programCase = draw(random);
    if (only !== undefined && number !== only) continue;
    const [predicted, actual] = [await impSteps(peers, programCase), await engineSteps(peers.engine, programCase)];
    const isUnjudged = actual.problems.some((problem) => engineFault.test(problem));
    const ending = isUnjudged ? "UNJUDGED" : predicted.failed ? "FAILED" : "OK";
    for (const word of [
      ...predicted.steps.map((line) => String(line.split(" ")[0])),
      ...predicted.hooked.map(() => "HOOK"),
      ending,
    ])
      tally.set(word, (tally.get(word) ?? 0) + 1);
    if (isUnjudged) continue;
    if (
      JSON.stringify([predicted.failed, predicted.failed || [predicted.steps, predicted.hooked]]) !==
      JSON.stringify([actual.failed, actual.failed || [actual.steps, actual.hooked]])
    )
      wrong.push(showCase(number, programCase, predicted, actual));
  }
  process.stdout.write(`      ${JSON.stringify(Object.fromEntries(tally))}\n`);
  assert.ok(
    (tally.get("UNJUDGED") ?? 0) <= Math.ceil(cases / 50),
    "the engine failed to load too many of its own snapshots",
  );
  assert.equal(wrong.length, 0, `${wrong.length} disagreements\n${wrong.slice(0, 25).join("\n\n")}`);
}

interface Outcome {
  readonly failed: boolean;
  readonly steps: readonly string[];
  readonly problems: readonly string[];
  /** The calls of hooks. */
  readonly hooked: readonly string[];
}

async function impSteps(
  { openHost, stack, config }: Peers,
  { state, program, targets }: ProgramCase,
): Promise<Outcome> {
  const host = await openHost();
  try {
    const preview = new Preview({
      stack: stack.stack,
      project: stack.project,
      olds: state.map((json) => resourceOfState(readStateResource(json), (text) => text)),
      launch: (descriptor) => host.launch(descriptor),
      configOf: () => config,
      programConfig: { values: new Map(), secretKeys: [] },
      stackOutputs: async () => emptyMap,
      files: programFiles(stack.directory),
      targets,
    });
    const server = await serveMonitor(host.thread(), preview);
    const ended = await runProgram({ ...stack, address: server.address }, program).then(
      (hooked) => ({ hooked, error: undefined }),
      (error: unknown) => ({ hooked: [], error: String(error) }),
    );
    server.close();
    return { ...outcomeOf(await preview.finish(), ended.error), hooked: ended.hooked.toSorted() };
  } finally {
    await host.close();
  }
}

function outcomeOf({ steps, problems }: PreviewPlan, ended: string | undefined): Omit<Outcome, "hooked"> {
  const errors = problems
    .filter(({ severity }) => severity === "error")
    .map(({ urn, message }) => `${urn}: ${message}`);
  const lines = steps
    .filter((step) => !isInternalStep(step))
    .map(({ op, urn, decision }) => {
      const details = [...(decision?.detailed ?? [])].map(([path, { kind }]) => `${path} ${kind}`);
      return stepLine(op, urn, { replaced: decision?.replaced, changed: decision?.changed, details });
    });
  return {
    failed: ended !== undefined || errors.length > 0,
    steps: lines.sort(),
    problems: [...errors, ...(ended === undefined ? [] : [ended])],
  };
}

async function engineSteps(engine: RawEngine, { state, program, targets }: ProgramCase): Promise<Outcome> {
  let hooked: readonly string[] = [];
  const run = async (target: Target): Promise<void> => {
    hooked = await runProgram(target, program);
  };
  const { steps, diagnostics, ran } = await engine.previewOf(state, run, targets);
  const lines = steps.map(({ op, urn, replaceReasons, diffReasons, detailedDiff }) => {
    const details = Object.entries(detailedDiff ?? {}).map(([path, { kind }]) => `${path} ${kind}`);
    return stepLine(op, urn, { replaced: replaceReasons, changed: diffReasons, details });
  });
  const problems = diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ urn, message }) => `${urn}: ${message}`);
  const isFailed = ran.code !== 0;
  return {
    failed: isFailed,
    steps: lines.sort(),
    problems: isFailed && problems.length === 0 ? [ran.stderr] : problems,
    hooked: hooked.toSorted(),
  };
}

interface Reasons {
  readonly replaced?: readonly string[];
  readonly changed?: readonly string[];
  /** The detailed differences, each as a path and a kind. */
  readonly details: readonly string[];
}

function stepLine(op: string, urn: string, { replaced = [], changed = [], details }: Reasons): string {
  if (!["update", "replace", "create-replacement"].includes(op)) return `${op} ${urn}`;
  return `${op} ${urn} ${JSON.stringify([replaced, changed, details].map((list) => [...list].sort()))}`;
}

function showCase(number: number, programCase: ProgramCase, predicted: Outcome, actual: Outcome): string {
  const linesOf = ({ steps, hooked }: Outcome): readonly string[] => [...steps, ...hooked];
  const only = (a: Outcome, b: Outcome): string =>
    linesOf(a)
      .filter((line) => !linesOf(b).includes(line))
      .join("\n    ");
  return [
    `case ${number}: ${programCase.story.join(", ")}`,
    `  imp ${predicted.failed ? "failed" : ""}: ${predicted.problems.join("; ")}\n    ${only(predicted, actual)}`,
    `  engine ${actual.failed ? "failed" : ""}: ${actual.problems.join("; ")}\n    ${only(actual, predicted)}`,
    ...(process.env.IMP_SHOW === "1"
      ? [
          `  ${JSON.stringify(programCase.targets)}`,
          `  ${JSON.stringify(programCase.program)}`,
          `  ${JSON.stringify(programCase.state)}`,
        ]
      : []),
  ].join("\n");
}
