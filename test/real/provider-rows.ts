/** Compares imp's prediction with the engine for explicit providers whose configuration changed after the state was written. */

import { checkProvider } from "../../src/import/providers/check-provider.ts";
import type { Host } from "../../src/plugin/host.ts";
import type { Provider } from "../../src/plugin/provider.ts";
import { stringValue } from "../../src/value/value.ts";
import { type PreviewResult, resultOfDecision, resultOfSteps, valuesOf } from "./ask-oracle.ts";
import { type JsonObject, secretOf, toStateForm } from "./json-tree.ts";
import type { RawEngine, Registration } from "./raw-engine.ts";
import type { Answer } from "./scripted-provider.ts";
import type { StateResource } from "./stack.ts";

export interface ProviderRow {
  readonly name: string;
  readonly package: "scripted" | "simcloud";
  readonly olds: JsonObject;
  readonly news: JsonObject;
  /** True if DiffConfig reports a replacement but no changes. The engine has a fault here: it stops the plugin, and continues to use it. */
  readonly breaks: boolean;
}

const version = "1.0.0";

/** Returns a row for each kind of DiffConfig response, with equal and different configuration, and rows for the simulated cloud. */
export function providerRows(): readonly ProviderRow[] {
  const scripted: ProviderRow[] = [];
  for (const changes of [0, 1, 2] as const) {
    for (const [form, more] of Object.entries(forms)) {
      const answer = JSON.stringify({ changes, diffs: [], replaces: [], deleteBeforeReplace: false, ...more });
      const news = { answer, setting: "new" };
      const replacing = form.includes("replace");
      const row = { name: `${form}-${changes}`, package: "scripted", news } as const;
      scripted.push({ ...row, olds: { answer, setting: "old" }, breaks: replacing && changes === 1 });
      scripted.push({ ...row, name: `${row.name}-alike`, olds: news, breaks: replacing && changes !== 2 });
    }
  }
  const region = { region: "us-east-1" };
  const cloud: readonly (readonly [string, JsonObject, JsonObject])[] = [
    ["region", region, { region: "eu-west-2" }],
    ["token", region, { ...region, token: secretOf("t") }],
    ["role", { ...region, assumeRole: '{"roleArn":"a"}' }, { ...region, assumeRole: '{"roleArn":"b"}' }],
    ["same", region, region],
  ];
  return [
    ...scripted,
    ...cloud.map(([name, olds, news]) => ({ name, package: "simcloud" as const, olds, news, breaks: false })),
  ];
}

const forms: Readonly<Record<string, Partial<Answer>>> = {
  bare: {},
  diffs: { diffs: ["setting"] },
  replaces: { replaces: ["setting"] },
  detailed: { detailed: { setting: { kind: 4, inputDiff: true } } },
  "detailed-replace": { detailed: { "setting.deep[0]": { kind: 5, inputDiff: false } } },
};

/**
 * Returns the rows for which imp's prediction about a provider or its resource is wrong. For rows with `breaks`, the engine must fail, and imp
 * must predict a replacement.
 */
export async function judgeProviders(
  engine: RawEngine,
  host: Host,
  fixed: readonly StateResource[],
  rows: readonly ProviderRow[],
): Promise<readonly string[]> {
  const root = fixed.find(({ type }) => type === "pulumi:pulumi:Stack");
  if (root === undefined) throw new Error("the state has no stack resource");
  const request = {
    scripted: await host.launch({ name: "scripted" }),
    simcloud: await host.launch({ name: "simcloud" }),
  };
  const state = rows.flatMap((row) => stateOf(row, root));
  const program = rows.flatMap(registrationsOf);
  const { steps, ran } = await engine.preview([...fixed, ...state], program);
  const wrong: string[] = [];
  for (const row of rows) {
    const predicted = await askProvider(request[row.package], row, providerUrn(row));
    if (row.breaks && (predicted.kind !== "replace" || ran.code === 0))
      wrong.push(`${row.name}: ${predicted.kind}, ${ran.code}`);
    if (row.breaks) continue;
    const actual = resultOfSteps(steps.filter(({ urn }) => urn === providerUrn(row)));
    const resource = resultOfSteps(steps.filter(({ urn }) => urn === wordUrn(row)));
    const replaced = resource?.kind === "replace" && resource.replaced.join() === "provider";
    const goesAlong =
      row.package === "simcloud" || (predicted.kind === "replace" ? replaced : resource?.kind === "same");
    if (JSON.stringify(predicted) !== JSON.stringify(actual) || !goesAlong) {
      wrong.push(
        `${row.name}: ${JSON.stringify(predicted)} ${JSON.stringify(actual)} ${JSON.stringify(resource)} ${ran.stderr}`,
      );
    }
  }
  await Promise.all(Object.values(request).map((provider) => provider.close()));
  return wrong;
}

async function askProvider(provider: Provider, { olds, news }: ProviderRow, urn: string): Promise<PreviewResult> {
  const withVersion = (values: JsonObject) => new Map([...valuesOf(values, urn), ["version", stringValue(version)]]);
  const known = { inputs: withVersion(olds), outputs: withVersion(olds) };
  return resultOfDecision((await checkProvider(provider, urn, withVersion(news), known)).decision);
}

function providerUrn({ package: name, name: row }: ProviderRow): string {
  return `urn:pulumi:dev::estate::pulumi:providers:${name}::${row}`;
}

function wordUrn({ name }: ProviderRow): string {
  return `urn:pulumi:dev::estate::scripted:index:Word::${name}`;
}

/** Returns the provider and an unchanged resource. */
function stateOf(row: ProviderRow, root: StateResource): readonly StateResource[] {
  const [urn, id] = [providerUrn(row), `id-of-${row.name}`];
  const settings = toStateForm({ ...row.olds, version }) as JsonObject;
  const base = { custom: true, parent: root.urn };
  const type = `pulumi:providers:${row.package}`;
  const provider = { ...base, urn, type, id, inputs: { ...settings, __internal: {} }, outputs: settings };
  const word = { ...base, urn: wordUrn(row), type: "scripted:index:Word", id: "w", inputs: {}, outputs: {} };
  return row.package === "simcloud" ? [provider] : [provider, { ...word, provider: `${urn}::${id}` }];
}

function registrationsOf(row: ProviderRow): readonly Registration[] {
  const provider = { type: `pulumi:providers:${row.package}`, name: row.name, inputs: row.news, version };
  const word = { type: "scripted:index:Word", name: row.name, inputs: {}, provider: row.name, version };
  return row.package === "simcloud" ? [provider] : [provider, word];
}
