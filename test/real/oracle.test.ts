/** For random changes of a state and a program, imp predicts the same steps as `pulumi preview --json`, with the same lists of properties. */
import assert from "node:assert/strict";
import { randomNumbers } from "../../fixtures/simcloud/switches.ts";
import type { Host } from "../../src/plugin/host.ts";
import type { Provider } from "../../src/plugin/provider.ts";
import { formatPath } from "../../src/value/path.ts";
import { programFiles } from "../../src/workspace/program/program-files.ts";
import { askOracle, type Case, type PreviewResult, resultOfSteps } from "./ask-oracle.ts";
import { toStateForm } from "./json-tree.ts";
import { mutated } from "./mutate.ts";
import { type Bases, makeBases } from "./oracle-bases.ts";
import { judgeProviders, providerRows } from "./provider-rows.ts";
import { openRawEngine, type RawEngine, type Registration, urnOf } from "./raw-engine.ts";
import { scriptedDraft } from "./scripted-draft.ts";
import { configured, openScriptedHost, openScriptedStack, things } from "./scripted-stack.ts";
import type { RealStack, StateResource } from "./stack.ts";
import { requireTools } from "./tools.ts";

/** The number of resources per preview. */
const batchSize = 25;
const proving = process.env.IMP_PROVE === "1";
const batches = proving ? 120 : 20;
const answers = proving ? 60 : 10;

describe("the predicted step of a resource, compared with that of Pulumi's engine", () => {
  const tools = requireTools();
  let stack: RealStack;
  let engine: RawEngine;
  let host: Host;
  let bases: Bases;
  const providers = new Map<string, Provider>();

  before(async () => {
    stack = await openScriptedStack(tools);
    bases = await makeBases(stack);
    engine = await openRawEngine(stack);
    host = await openScriptedHost(stack);
    for (const known of bases.fixed.filter(isProvider)) {
      providers.set(String(known.type.split(":")[2]), await configured(host, known));
    }
  });
  after(async () => {
    engine?.close();
    await host?.close();
    await stack?.dispose();
  });

  it(`is the same for ${batches * batchSize} changed inputs of all types`, async () => {
    await agree(drawing(bases, stack), batches, batches / 2);
  }).timeout(3_600_000);

  it(`is the same for ${answers * batchSize} Diff responses, with and without secrets`, async () => {
    await agree(drawingAnswers(stack), answers, answers / 2);
  }).timeout(3_600_000);

  it("is the same for changed settings of a provider and its replacement", async () => {
    const all = providerRows();
    const rows = all.filter(({ breaks }) => !breaks);
    const broken = all.filter(({ breaks }) => breaks);
    const wrong = [...(await judgeProviders(engine, host, bases.fixed, broken))];
    for (let at = 0; at < rows.length; at += 12) {
      wrong.push(...(await judgeProviders(engine, host, bases.fixed, rows.slice(at, at + 12))));
    }
    assert.deepEqual(wrong, []);
  });

  /** Fails if imp's prediction and the engine differ, or if a kind of step occurs fewer than `least` times. */
  async function agree(draw: () => Case, count: number, least: number): Promise<void> {
    const tally = new Map<string, number>();
    const wrong: string[] = [];
    const ask = (question: Case) => {
      const provider = providers.get(String(question.type.split(":")[0]));
      assert.ok(provider);
      return askOracle(provider, question, programFiles(stack.directory));
    };
    for (let batch = 0; batch < count; batch += 1) {
      wrong.push(...(await judge(engine, bases.fixed, await drawBatch(draw, ask), tally)));
    }
    process.stdout.write(`      ${JSON.stringify(Object.fromEntries(tally))}\n`);
    assert.equal(wrong.length, 0, `${wrong.length} disagreements\n${wrong.slice(0, 5).join("\n\n")}`);
    for (const kind of ["same", "update", "replace", "refused"]) assert.ok((tally.get(kind) ?? 0) >= least, kind);
  }
});

interface Judged {
  readonly question: Case;
  readonly predicted: PreviewResult;
}

/** Draws the cases of one preview. At most one of them is rejected. It is the last, because a rejection ends the preview. */
async function drawBatch(
  draw: () => Case,
  ask: (question: Case) => Promise<PreviewResult>,
): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  let refused: Judged | undefined;
  while (judged.length + (refused === undefined ? 0 : 1) < batchSize) {
    const question = draw();
    const predicted = await ask(question);
    if (predicted.kind !== "refused") judged.push({ question, predicted });
    else refused ??= { question, predicted };
  }
  return refused === undefined ? judged : [...judged, refused];
}

/** Returns cases that the engine decides differently. */
async function judge(
  engine: RawEngine,
  fixed: readonly StateResource[],
  judged: readonly Judged[],
  tally: Map<string, number>,
): Promise<readonly string[]> {
  const state = judged.map(({ question }) => stateOf(question, fixed));
  const refused = judged.find(({ predicted }) => predicted.kind === "refused");
  const program = judged.filter((entry) => entry !== refused).map(({ question }) => registrationOf(question));
  const { steps, diagnostics, ran } = await engine.preview(
    [...fixed, ...state],
    program,
    refused && registrationOf(refused.question),
  );
  const wrong: string[] = [];
  for (const { question, predicted } of judged) {
    const actual = resultOfSteps(steps.filter(({ urn }) => urn === question.urn));
    const errors = diagnostics.filter(({ urn, severity }) => urn === question.urn && severity === "error");
    tally.set(predicted.kind, (tally.get(predicted.kind) ?? 0) + 1);
    const agreed =
      predicted.kind === "refused"
        ? actual === undefined && ran.code !== 0
        : JSON.stringify(predicted) === JSON.stringify(actual);
    if (!agreed)
      wrong.push(showCase(question, predicted, actual, [...errors.map(({ message }) => message), ran.stderr]));
  }
  return wrong;
}

function showCase(
  item: Case,
  predicted: PreviewResult,
  engine: PreviewResult | undefined,
  errors: readonly string[],
): string {
  return [
    `${item.urn} ${item.draft.story.join(", ")}`,
    `  oracle: ${JSON.stringify(predicted)}`,
    `  engine: ${JSON.stringify(engine)} ${errors.join(" ")}`,
    `  ${JSON.stringify(item.draft)}`,
  ].join("\n");
}

/** Returns a generator of random changes of every type in turn, by seed. */
function drawing({ byType }: Bases, stack: RealStack): () => Case {
  const random = randomNumbers(20_261_121);
  const all = [...byType.keys()].sort();
  // Each call of the type Slow takes a second, so only one case uses it.
  const later = all.filter((type) => !type.endsWith(":Slow"));
  let number = 0;
  return () => {
    const types = number < all.length ? all : later;
    const type = types[number % types.length] ?? "";
    number += 1;
    const list = byType.get(type) ?? [];
    const base = list[Math.floor(random() * list.length)];
    assert.ok(base);
    const name = `case-${number}`;
    return { urn: urnOf(stack, type, name), type, name, id: base.id, draft: mutated(base.draft, random) };
  };
}

/** Returns a generator of random inputs and random Diff responses, for providers that accept secrets and providers that do not. */
function drawingAnswers(stack: RealStack): () => Case {
  const random = randomNumbers(20_261_122);
  let number = 0;
  return () => {
    number += 1;
    const type = `${number % 2 === 0 ? "scripted" : "scriptedplain"}:index:Word`;
    const name = `word-${number}`;
    return { urn: urnOf(stack, type, name), type, name, id: name, draft: scriptedDraft(random) };
  };
}

function stateOf({ urn, type, id, draft }: Case, fixed: readonly StateResource[]): StateResource {
  const provider = fixed.find((entry) => entry.type === `pulumi:providers:${type.split(":")[0]}`);
  assert.ok(provider);
  return {
    urn,
    type,
    custom: true,
    id,
    inputs: toStateForm(draft.oldInputs),
    outputs: toStateForm(draft.outputs),
    parent: fixed.find((entry) => entry.type === "pulumi:pulumi:Stack")?.urn,
    provider: `${provider.urn}::${String(provider.id)}`,
    protect: draft.wasProtected,
    initErrors: draft.initErrors,
  };
}

function registrationOf({ type, name, draft }: Case): Registration {
  const { inputs, protect, deleteBeforeReplace } = draft;
  return {
    type,
    name,
    inputs,
    protect,
    ...(type.startsWith(`${things.name}:`) ? { package: things } : { version: "1.0.0" }),
    ...(deleteBeforeReplace !== undefined && { deleteBeforeReplace }),
    ignoreChanges: draft.ignoreChanges.map(formatPath),
    replaceOnChanges: draft.replaceOnChanges.map(formatPath),
  };
}

function isProvider({ type }: StateResource): boolean {
  return type.startsWith("pulumi:providers:");
}
